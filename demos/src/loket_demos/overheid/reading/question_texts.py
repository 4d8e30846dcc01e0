"""What is asked and how an answer begins, in the languages that we speak; who writes another one is told that in
English and in Dutch."""

from collections.abc import Iterable
from decimal import Decimal
from functools import cache

from loket.core.data import JsonObject
from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.money import euro

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
    """Texts by name. `antwoord` are the sentences around an answer, `lezen` words to be found in a message."""

    notatie: Notation
    teksten: dict[str, str]
    keuzes: dict[str, str]
    perioden: dict[str, str]
    namen: dict[str, str]
    nodig: dict[str, str]
    antwoord: dict[str, str]
    lezen: dict[str, tuple[str, ...]] = {}

    def text(self, name: str, **values: str) -> str:
        return self.teksten[name].format(**values)

    def label(self, name: str, **values: str) -> str:
        return self.keuzes[name].format(**values)

    def sentence(self, name: str, **values: str) -> str:
        return self.antwoord[name].format(**values)

    def euro(self, amount: Decimal) -> str:
        """An amount as it is written in this language."""
        digits = euro(amount).removesuffix(" euro")
        apart = {".": self.notatie.duizend, ",": self.notatie.komma}
        return self.notatie.euro.format("".join(apart.get(sign, sign) for sign in digits))

    def per(self, amount: Decimal, period: str) -> str:
        """An amount of a period."""
        return self.perioden[period].format(bedrag=self.euro(amount))

    def listed(self, items: Iterable[str]) -> str:
        """The items as one list in a sentence."""
        *before, last = items
        return f"{', '.join(before)} {self.notatie.en} {last}" if before else last


@cache
def texts(tongue: str) -> QuestionTexts:
    """The texts of a language, read once."""
    return read(FILES[tongue], QuestionTexts)


def texts_for(args: JsonObject) -> QuestionTexts:
    """The texts in the language of what was asked; Dutch where that is not known."""
    tongue = args.get("taal")
    return texts(tongue if isinstance(tongue, str) and tongue in FILES else "nl")


def not_spoken(args: JsonObject) -> str:
    """The sentence for who writes a language that we don't speak; empty for anybody else."""
    return f"{texts('en').antwoord['vreemd']} {texts('nl').antwoord['vreemd']}" if args.get("taal") == "" else ""


def beginning_in(tongue: str | None) -> str:
    """What we do and how to ask it, for who writes another language and of whom nothing was understood."""
    if tongue:
        return texts(tongue).antwoord["begin"]
    return "\n".join((not_spoken({"taal": ""}), texts("en").antwoord["begin"], texts("nl").antwoord["begin"]))
