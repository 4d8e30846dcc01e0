"""What can be reckoned without anybody: a sum in figures, and the days to a date. Nothing else may be spoken of,
so that neither a range of ages nor a booking for a day is taken for one."""

import re
from datetime import UTC, datetime

from loket.language import read
from loket.language.amounts import FIGURE
from loket.language.amounts import read as figure_read
from loket.language.languages import Language, language
from loket.language.tokens import LANGUAGES, fold, words

HOW_MANY = frozenset({"amount", "duration"})
"""Concepts of words that ask how many days something is."""
LONGEST = 80
"""A longer sum is none that a person asks for in passing."""

_FIGURE = re.sub(r"\(\?P<s>|\(\?P=s\)", lambda group: "(?:" if group[0] == "(?P<s>" else "[.,'’ ]", FIGURE)
_NUMBER = rf"(?:[€£$]\s?)?(?<![\w.,]){_FIGURE}(?![\w])"
_SIGN = r"\s*[+*×÷]\s*|\s+[-–−/x]\s+"
_SUM = re.compile(rf"{_NUMBER}(?:(?:{_SIGN}){_NUMBER})+", re.IGNORECASE)
_PARTS = re.compile(rf"(?P<figure>{_FIGURE})|(?P<sign>[+*×÷/x–−-])", re.IGNORECASE)
_ANY_DAY = datetime(2000, 1, 1, tzinfo=UTC)
_SIGNS = {"×": "*", "x": "*", "÷": "/", "–": "-", "−": "-"}


def sum_in(text: str, code: str) -> str:
    """The only sum of a message that speaks of nothing else (`3 * 45`); empty when there is none."""
    found = list(_SUM.finditer(text))
    if len(found) != 1 or len(found[0][0]) > LONGEST:
        return ""
    begin, end = found[0].span()
    dated = any(one.start < end and begin < one.end for one in read(text, _ANY_DAY, code).dates)
    rest = f"{text[:begin]} {text[end:]}"
    if dated or any(sign.isdigit() for sign in rest) or not any(_small(rest, language(one)) for one in LANGUAGES):
        return ""
    return " ".join(_part(one, code) for one in _PARTS.finditer(found[0][0]))


def day_in(text: str, now: datetime, code: str) -> str:
    """The only day of a message that asks how many days it is until then, as data has it; empty when it speaks of
    anything else."""
    message = read(text, now, code)
    if len(message.dates) != 1 or message.dates[0].whole:
        return ""
    (day,), data = message.dates, message.tongue.data
    outside = [at for at, word in enumerate(message.words) if not day.start <= word.start < day.end]
    folds = {message.folds[at] for at in outside}
    units, until = {fold(one) for one in data["units"]["day"]}, {fold(pair[1]) for pair in data["from_to"]}
    until -= {fold(one) for one in data["ands"]}
    asking = {at for one in message.meanings if one.concept in HOW_MANY for at in range(one.start, one.end)}
    other = any(message.weights[at] == 1 and at not in asking and message.folds[at] not in units for at in outside)
    figures = any(sign.isdigit() for one in folds for sign in one)
    no = other or figures or not folds & units or not folds & until
    return "" if no else day.ahead.isoformat()


def _part(found: re.Match[str], code: str) -> str:
    figure, sign = found["figure"], found["sign"]
    return f"{figure_read(figure, code):.12g}" if figure else _SIGNS.get(sign.lower(), sign)


def _small(rest: str, tongue: Language) -> bool:
    """Whether a text is made of small words, of those that ask how much, and of money."""
    money = {fold(one) for one in tongue.data["currency"]}
    known = tongue.function | tongue.world["how"] | tongue.world["much"] | money
    return {word.fold for word in words(rest)} <= known
