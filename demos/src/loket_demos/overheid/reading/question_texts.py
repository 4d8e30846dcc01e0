"""What is asked and how an answer begins, in the languages that we speak; who writes another one is told that in
English and in Dutch."""

import re
from collections.abc import Iterable
from decimal import Decimal
from functools import cache

from loket.core.data import JsonObject
from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.money import euro

HOME = "nl"
FILES = {"nl": "vragen", "en": "vragen_en", "de": "vragen_de", "pt": "vragen_pt", "": "vragen_en"}
"""By language; the empty one is any other."""


class Notation(DataRow):
    """How amounts and lists are written."""

    duizend: str
    komma: str
    euro: str
    en: str
    tot: str


class QuestionTexts(DataRow):
    """Texts by name. `antwoord` are the sentences around an answer, and
    `gegevens` what an amount was computed with, by its Dutch words."""

    notatie: Notation
    teksten: dict[str, str]
    keuzes: dict[str, str]
    perioden: dict[str, str]
    namen: dict[str, str]
    nodig: dict[str, str]
    antwoord: dict[str, str]
    gegevens: dict[str, str] = {}

    def text(self, name: str, **values: str) -> str:
        return self.teksten[name].format(**values)

    def label(self, name: str, **values: str) -> str:
        return self.keuzes[name].format(**values)

    def sentence(self, name: str, **values: str) -> str:
        return self.antwoord[name].format(**values)

    def euro(self, amount: Decimal) -> str:
        """An amount as it is written in this language."""
        return self.notatie.euro.format(self._noted(euro(amount).removesuffix(" euro")))

    def in_theirs(self, dutch: str) -> str | None:
        """What an amount was computed with, as a whole or part by part, in this language; None where we have no words
        for it."""
        if not dutch:
            return ""
        if (whole := self._in_theirs(dutch)) is not None:
            return whole
        for mark in (". ", " plus ", ", "):
            first, _, last = dutch.rpartition(mark)
            parts = [self.in_theirs(part) for part in (first, last)] if first else [None]
            if None not in parts:
                return self.gegevens.get(mark, mark).join(filter(None, parts))
        return None

    def _in_theirs(self, dutch: str) -> str | None:
        for shape, said in self.gegevens.items():
            if found := _shape(shape).fullmatch(dutch):
                return said.format(**{name: self._noted(text) for name, text in found.groupdict().items()})
        return None

    def _noted(self, digits: str) -> str:
        """An amount in Dutch figures as it is written in this language."""
        apart = {".": self.notatie.duizend, ",": self.notatie.komma}
        return "".join(apart.get(sign, sign) for sign in digits)

    def per(self, amount: Decimal, period: str) -> str:
        """An amount of a period."""
        return self.perioden[period].format(bedrag=self.euro(amount))

    def listed(self, items: Iterable[str]) -> str:
        """The items as one list in a sentence."""
        *before, last = items
        return f"{', '.join(before)} {self.notatie.en} {last}" if before else last


@cache
def _shape(template: str) -> re.Pattern[str]:
    """What a Dutch text with these places looks like: `b` and `c` are amounts, any other a whole number."""
    parts = iter(re.split(r"\{(\w)\}", template))
    shape = [re.escape(next(parts))]
    for name, text in zip(parts, parts, strict=True):
        shape += [f"(?P<{name}>{_places.get(name, '[0-9]+')})", re.escape(text)]
    return re.compile("".join(shape))


_places = {"b": "[0-9][0-9.,]*", "c": "[0-9][0-9.,]*"}


@cache
def texts(tongue: str) -> QuestionTexts:
    """The texts of a language, read once."""
    return read(FILES[tongue], QuestionTexts)


def texts_for(args: JsonObject) -> QuestionTexts:
    """The texts in the language of what was asked; Dutch where that is not known."""
    tongue = args.get("taal")
    return texts(tongue if isinstance(tongue, str) and tongue in FILES else HOME)


def not_spoken(args: JsonObject) -> str:
    """The sentence for who writes a language that we don't speak; empty for anybody else."""
    return f"{texts('en').antwoord['vreemd']} {texts(HOME).antwoord['vreemd']}" if args.get("taal") == "" else ""


def beginning_in(tongue: str | None) -> str:
    """What we do and how to ask it, for who writes another language and of whom nothing was understood."""
    if tongue:
        return texts(tongue).antwoord["begin"]
    return "\n".join((not_spoken({"taal": ""}), texts("en").antwoord["begin"], texts(HOME).antwoord["begin"]))
