"""What a call of a tool is about: the country and the visa it names, and why nothing is known of them."""

from dataclasses import dataclass
from typing import Literal

from loket.language.tokens import folds
from loket_demos.relocation.content import Destination, Visa, destination
from loket_demos.relocation.countries import Country, country_of
from loket_demos.relocation.rules.wish import purpose_of
from loket_demos.relocation.texts import sentence

Status = Literal["known", "suspended", "unknown"]
Language = Literal["pt-BR", "en"]
LONGEST = 80


@dataclass(frozen=True)
class VisaSubject:
    """`known` is what is known of the destination; without it `note` says why there is nothing, and `official` who
    knows; else `note` is what is to be known of the `visa`. `country` is None when no country has this name."""

    country: Country | None
    known: Destination | None
    note: str = ""
    visa: Visa | None = None

    @property
    def status(self) -> Status:
        """Whether there is something to tell of it."""
        return "unknown" if self.known is None else "suspended" if self._suspended else "known"

    @property
    def there(self) -> Destination | None:
        """What is known of the destination, unless this visa is not given at present."""
        return None if self._suspended else self.known

    @property
    def _suspended(self) -> bool:
        return self.visa is not None and self.visa.status == "suspended"

    def called(self, visa: str, locale: str) -> str:
        """The visa by its title, else as it was named."""
        return self.visa.title.within(locale) if self.visa else visa

    @property
    def official(self) -> str:
        """Where the authority itself speaks; empty when no address is known."""
        return "" if self.country is None else self.country.official


def asked(named: str, origin: str, locale: str, visa: str = "") -> VisaSubject:
    """What a destination is, and this kind of visa there (any when it is empty), for somebody from `origin` (empty when
    nobody said from where)."""
    to, since = country_of(named), country_of(origin)
    if to is None:
        name = "unknown_country" if named.strip() else "no_country"
        return VisaSubject(None, None, sentence("notes", name, locale, named=named[:LONGEST]))
    if since == to:
        return VisaSubject(to, None, sentence("notes", "same_country", locale, country=to.name.within(locale)))
    if origin.strip() and since is None:
        return VisaSubject(to, None, sentence("notes", "unknown_country", locale, named=origin[:LONGEST]))
    known = destination(to.code)
    if known is None:
        return VisaSubject(to, None, sentence("notes", "no_data", locale, country=to.name.within(locale)))
    if since is not None and since.code not in known.origins:
        return VisaSubject(to, None, sentence("notes", "other_origin", locale, country=since.name.within(locale)))
    wanted = _visa(known, visa)
    if wanted is None and visa.strip():
        titles = ", ".join(one.title.within(locale) for one in known.visas)
        return VisaSubject(to, None, sentence("notes", "no_visa", locale, named=visa[:LONGEST], known=titles))
    return VisaSubject(to, known, wanted.note.within(locale) if wanted and wanted.note else "", wanted)


def _visa(known: Destination, named: str) -> Visa | None:
    """The visa of this id, code or title, else the one that the words are about; None when there is none."""
    wanted = " ".join(folds(named.replace("_", " ")))
    for visa in known.visas:
        called = (visa.id.replace("_", " "), visa.code, visa.title.pt, visa.title.en)
        if wanted in {" ".join(folds(one)) for one in called if one}:
            return visa
    purpose = purpose_of(named)
    return next((visa for visa in known.visas if visa.id == purpose), None)
