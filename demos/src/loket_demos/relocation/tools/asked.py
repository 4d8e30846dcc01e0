"""What a call of a tool is about: the country and the visa it names, and why nothing is known of them."""

from dataclasses import dataclass
from typing import Literal

from loket.planners.skills.tokens import folds
from loket_demos.relocation.content import Destination, Visa, destination
from loket_demos.relocation.countries import Country, country_of
from loket_demos.relocation.texts import sentence

Status = Literal["known", "suspended", "unknown"]
LONGEST = 80


@dataclass(frozen=True)
class Asked:
    """`known` is what is known of the destination; without it `note` says why there is nothing, and `official` who
    knows. `country` is None when no country has this name."""

    country: Country | None
    known: Destination | None
    note: str = ""

    @property
    def official(self) -> str:
        """Where the authority itself speaks; empty when no address is known."""
        return "" if self.country is None else self.country.official


def asked(named: str, origin: str, locale: str) -> Asked:
    """What a destination is, for somebody from `origin` (empty when nobody said from where)."""
    to, since = country_of(named), country_of(origin)
    if to is None:
        name = "unknown_country" if named.strip() else "no_country"
        return Asked(None, None, sentence("notes", name, locale, named=named[:LONGEST]))
    if since == to:
        return Asked(to, None, sentence("notes", "same_country", locale, country=to.name.within(locale)))
    if origin.strip() and since is None:
        return Asked(to, None, sentence("notes", "unknown_country", locale, named=origin[:LONGEST]))
    known = destination(to.code)
    if known is None:
        return Asked(to, None, sentence("notes", "no_data", locale, country=to.name.within(locale)))
    if since is not None and since.code not in known.origins:
        return Asked(to, None, sentence("notes", "other_origin", locale, country=since.name.within(locale)))
    return Asked(to, known)


def visa_of(known: Destination, named: str) -> Visa | None:
    """The visa of this id, code or title; None when there is none."""
    wanted = " ".join(folds(named.replace("_", " ")))
    for visa in known.visas:
        called = (visa.id.replace("_", " "), visa.code, visa.title.pt, visa.title.en)
        if wanted in {" ".join(folds(one)) for one in called if one}:
            return visa
    return None


def no_visa(known: Destination, named: str, locale: str) -> str:
    """What is said of a visa that nobody knows."""
    titles = ", ".join(visa.title.within(locale) for visa in known.visas)
    return sentence("notes", "no_visa", locale, named=named[:LONGEST], known=titles)
