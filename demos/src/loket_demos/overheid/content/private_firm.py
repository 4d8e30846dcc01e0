"""Which private firm a letter is from, by its name: against what a firm decides there is no objection by the law."""

import re
from datetime import date
from functools import cache

from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.kind_book import KindCode, kind_book
from loket_demos.overheid.content.letter_reading import LetterReading
from loket_demos.overheid.content.letter_wish import writes_for_another
from loket_demos.overheid.content.voices import names_public_body


class FirmKind(DataRow):
    """Firms of one kind, with what can be done where one of them decided."""

    soort: KindCode
    uitleg: str
    bronnen: tuple[str, ...]
    namen: tuple[str, ...]


class FirmBook(DataRow):
    """The file `data/bedrijven.toml`; what its parts are for stands there."""

    checked: date
    bronnen: tuple[str, ...]
    overheid: re.Pattern[str]
    rechtsvorm: re.Pattern[str]
    soorten: tuple[FirmKind, ...]


class Firm(DataRow):
    """A firm that sent a letter, and the words that say so."""

    kind: FirmKind
    name: str
    quote: str

    @property
    def advice(self) -> str:
        """What can be done."""
        return self.kind.uitleg.format(naam=self.name)


@cache
def firm_book() -> FirmBook:
    """The firms, read once."""
    return read("bedrijven", FirmBook)


def named_firm(reading: LetterReading) -> Firm | None:
    """The one firm that is named as who wrote or decided, where nothing is said that only an authority does."""
    told = [one for one in reading.clauses if one.voice != "opdracht" and one.role != "groet"]
    if any(firm_book().overheid.search(one.low) for one in told):
        return None
    found = [
        Firm(kind=kind, name=name, quote=one.at.text)
        for one in told
        for kind, name, pattern in _names()
        for match in pattern.finditer(one.at.text)
        if kind_book().afzender.search(one.low[: match.start()])
    ]
    return found[0] if len({one.kind.soort for one in found}) == 1 else None


def trading_name(reading: LetterReading) -> str:
    """The name with the legal form of a firm, where it is told what was decided and no authority is named; empty where
    there is none, or where the writer speaks for one."""
    own = [one for one in reading.clauses if one.voice == "zelf" and one.role == "tekst"]
    heads = [one.at.text for one in own if one.head]
    found = next((match for text in heads if (match := firm_book().rechtsvorm.search(text))), None)
    other = any(names_public_body(text) for text in heads) or any(writes_for_another(one.low) for one in own)
    return found[1] if found and not other else ""


@cache
def _names() -> tuple[tuple[FirmKind, str, re.Pattern[str]], ...]:
    """Each by its longest name first; one in capitals is no word of its own in small letters."""
    every = ((kind, name) for kind in firm_book().soorten for name in kind.namen)
    ordered = sorted(every, key=lambda one: -len(one[1]))
    return tuple(
        (kind, name, re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])", 0 if name.isupper() else re.I))
        for kind, name in ordered
    )
