"""The language that somebody writes: Dutch, one of the others that we ask and answer in, or one that we don't."""

from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import Literal

from loket.core.data import JsonObject
from loket.language import read
from loket.language.languages import Language, language
from loket.language.memory import thanks, turn_of
from loket.language.tokens import Word, fold
from loket_demos.overheid.content.household import situation_words
from loket_demos.overheid.reading.field_words import field_words
from loket_demos.overheid.reading.in_dutch import words_known
from loket_demos.overheid.reading.incomes import TIMES, plain_number
from loket_demos.overheid.reading.question_texts import HOME

ENOUGH = 3
"""Words from which on a text shows its language, also one of which we know no word."""
KNOWN, OWN = 0.3, 0.25
"""The part of a Dutch text, at least, that are words we know; and of one in another language."""
FIGURES = ("jaar", "jaren", "twijfel", "inkomen", "huur", "vermogen", "opvang_uren", "opvang_prijs", "kinderen")
NAMES = frozenset({"euro", "euros", "kindgebonden", "budget", "kgb", "kot"})


def tongue_of(text: str, today: date) -> str | None:
    """The code of the language; empty for one that we don't speak, None where the text is too short to tell."""
    message = read(text[:1_000], today, HOME)
    if (greeting := _greeting(message.folds)) is not None:
        return greeting
    words = [one for one in message.words if one.text.isalpha() and one.fold not in NAMES and "toeslag" not in one.fold]
    if not words:
        return None
    dutch, code = _part(words, language(HOME), _counter_words()), message.tongue.code
    own = _part(words, message.tongue, words_known(code)) if code != HOME else 0.0
    if code != HOME and (dutch < 0.5 or own > dutch):
        return code if own >= OWN or (len(words) < ENOUGH and own) else "" if len(words) >= ENOUGH else None
    if len(words) < ENOUGH and any(one.text.isascii() for one in words):
        return None
    return "" if dutch < KNOWN else HOME


def _greeting(folds: tuple[str, ...]) -> str | None:
    """The language of a text that is nothing but a greeting or thanks, which Dutch does not have."""
    if folds in language(HOME).small_talk:
        return None
    return next((code for code in ("en", "de", "pt") if folds in language(code).small_talk), None)


def small_talk(text: str, today: date) -> Literal["begin", "dank", ""]:
    """Whether a Dutch text only greets or thanks: it asks for nothing that could be misunderstood."""
    message = read(text[:1_000], today, HOME)
    if not message.words or not turn_of(message).empty:
        return ""
    return "dank" if thanks(message) else "begin"


def _part(words: list[Word], tongue: Language, more: frozenset[str]) -> float:
    known = [one for one in words if one.fold in more or tongue.little(one.fold) or one.fold in tongue.light]
    return len(known) / len(words)


def readable(told: JsonObject, tongue: str | None, asked: Sequence[str] = ()) -> JsonObject:
    """What was read from a text; of one in a language that we don't read only what stands in figures, and an income
    that was not asked for is asked about."""
    return _figures(told, asked) if tongue == "" else told


def _figures(told: JsonObject, asked: Sequence[str]) -> JsonObject:
    found = {k: v for k, v in told.items() if k.startswith(FIGURES)}
    if "inkomen" in asked:
        return {k: v for k, v in found.items() if k != "inkomen_van"}
    names = [name for name in ("inkomen", "inkomen_partner") if told.get(name)]
    each = [float(str(told[name])) * TIMES[str(told.get(f"{name}_per") or "jaar")] for name in names]
    found = {k: v for k, v in found.items() if not k.startswith("inkomen")}
    if len(names) == 1 and not found.get("twijfel"):
        per = told.get(f"{names[0]}_per", "")
        found["twijfel"] = [{"veld": "inkomen", "waarom": "los", "waarden": [told[names[0]]], "per": per}]
    elif names and not found.get("twijfel"):
        found["twijfel"] = [{"veld": "inkomen", "waarom": "twee", "waarden": [plain_number(one) for one in each]}]
    return found


@cache
def _counter_words() -> frozenset[str]:
    """The Dutch words that people use at this counter."""
    tongue = language(HOME)
    units = [word for names in tongue.data["units"].values() for word in names]
    lists = [value for _, value in (*field_words(), *situation_words()) if isinstance(value, tuple)]
    said = [one for words in lists for one in words if isinstance(one, str)]
    return frozenset(
        {*units, *tongue.numbers, *tongue.months, *(fold(w) for one in said for w in one.strip("*").split())}
    )
