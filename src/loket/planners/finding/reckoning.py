"""What can be reckoned without anybody: a sum, and the days to a date or its weekday. Nothing else may be asked for, so
that neither a range of ages nor a booking for a day is taken for one."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import zip_longest
from typing import Any

from loket.language import read
from loket.language.amounts import FIGURE
from loket.language.amounts import read as figure_read
from loket.language.clauses import ORDERED, clauses, past, questioned
from loket.language.dates import ANY_DAY
from loket.language.languages import Language, language
from loket.language.message import Message
from loket.language.tokens import LANGUAGES, fold
from loket.planners.finding.words import FindingWords

DURATION = "duration"
HOW_MANY = frozenset({"amount", DURATION})
"""Concepts of words that ask how many days something is."""
WHEN = "when"
OFF = "off"
"""The sign of a part that is taken off: what is left of a hundred is reckoned with."""
HALF = 0.5
MOST_BESIDE = 4
"""So many words of a meaning may say what a price is for (`4 x 12.75 for the tickets`)."""
LONGEST = 80
"""A longer sum is none that a person asks for in passing."""

_FIGURE = re.sub(r"\(\?P<s>|\(\?P=s\)", lambda group: "(?:" if group[0] == "(?P<s>" else "[.,'’ ]", FIGURE)
NUMBER = rf"(?:[€£$]\s?)?(?<![\w.,]){_FIGURE}(?![\w])"
_SIGN = r"\s*[+*×÷]\s*|\s+[-–−/x]\s+"
_SUM = re.compile(rf"{NUMBER}(?:(?:{_SIGN}){NUMBER})+", re.IGNORECASE)
PARTS = re.compile(rf"(?P<figure>{_FIGURE})|(?P<sign>[+*×÷/x–−-])", re.IGNORECASE)
SENTENCE = re.compile(r"(?<=[.!?])\s+|\n")
HUNDREDTHS = re.compile(r"[.,]\d\d$")
_SIGNS = {"×": "*", "x": "*", "÷": "/", "–": "-", "−": "-"}


def sum_in(text: str, said: FindingWords) -> str:
    """The only sum of a message that asks for nothing else (`3 * 45`); empty when there is none."""
    every = [one for one in SENTENCE.split(text) if one.strip()]
    written = {one: in_signs(_without_money(in_figures(one, said)), said) for one in every}
    sums = [one for one in every if _sum_alone(written[one], said.code)]
    others = [one for one in every if one not in sums]
    told = all(past(said.read(one)) for one in others)
    return _sum_alone(written[sums[0]], said.code) if len(sums) == 1 and told else ""


def _without_money(text: str) -> str:
    """The text without the words for money behind a figure and before more (`45 pounds divided by 3`)."""
    money = "|".join(map(re.escape, _every("currency")))
    return re.sub(rf"(?<=\d)\s+(?:{money})(?=\s+\w)", "", text, flags=re.IGNORECASE)


def in_figures(text: str, said: FindingWords) -> str:
    """The text with figures for its number words, without an article before one (`plus a dozen`)."""
    numbers = said.read(text).numbers
    for one, after in reversed([*zip_longest(numbers, numbers[1:])]):
        if one.article and after is not None and not text[one.end : after.start].strip():
            text = text[: one.start] + text[after.start :].lstrip()
        elif text[one.start : one.end].isalpha() and not one.article:
            text = f"{text[: one.start]}{one.value:g}{text[one.end :]}"
    # `4 and a half`
    ands, ones = (("|".join(map(re.escape, words))) for words in (_every("ands"), _every("ones")))
    halves = "|".join(re.escape(word) for word, factor in said.factors.items() if factor == "/ 2")
    half = re.compile(rf"(?<![\d.,])(\d{{1,4}})\s+(?:{ands})\s+(?:(?:{ones})\s+)?(?:{halves})\b", re.IGNORECASE)
    point = "," if figure_read("0,5", said.code) == HALF else "."
    return half.sub(lambda one: f"{one[1]}{point}5", text)


def _every(name: str) -> Sequence[str]:
    """Words of all languages."""
    return [str(word) for code in LANGUAGES for word in language(code).data[name]]


def in_signs(text: str, said: FindingWords) -> str:
    """The text with signs for the words between figures that mean them (`17 times 6`, `18% of 250`, `10% off 60`)."""
    signs = (one for one in sorted(said.signs, key=len, reverse=True) if said.signs[one] != OFF)
    words_ = "|".join(map(re.escape, signs))
    between = re.compile(rf"(?<=\d)(?:\s+|(?=%))({words_})(?:\s+(?=\d)|$)", re.IGNORECASE)
    less = "|".join(re.escape(word).replace("%", r"\s*%") for word, sign in said.signs.items() if sign == OFF)
    take = "|".join(map(re.escape, said.take))
    off = re.compile(
        rf"(?:\b(?:{take})\s+)?(?<![\d.,])(\d{{1,2}})(?:\s+|(?=%))(?:{less})\s+(?=[€£$]?\s?\d)", re.IGNORECASE
    )
    text = off.sub(lambda one: f"{100 - int(one[1])} / 100 * ", text)
    # `divide 51 between 3`
    shared = [(one.removeprefix("ge")[:4], *one.split()[1:]) for one, sign in said.signs.items() if sign == "/"]
    verbs, by = "|".join({one[0] for one in shared}), "|".join({one[1] for one in shared if len(one) > 1})
    text = re.sub(rf"\b(?:{verbs})\w*\s+({NUMBER})\s+(?:{by})\s+(?=\d)", r"\1 / ", text, flags=re.IGNORECASE)
    return between.sub(lambda one: f" {said.signs[one[1].lower()]} ", text)


def _sum_alone(text: str, code: str) -> str:
    found = list(_SUM.finditer(text))
    if len(found) != 1 or len(found[0][0]) > LONGEST:
        return ""
    begin, end = found[0].span()
    dated = any(one.start < end and begin < one.end for one in read(text, ANY_DAY, code).dates)
    rest = f"{text[:begin]} {text[end:]}"
    if dated or any(sign.isdigit() for sign in rest):
        return ""
    if not (any(is_small(rest, language(one)) for one in LANGUAGES) or _priced(found[0][0], rest, code)):
        return ""
    return " ".join(part_of(one, code) for one in PARTS.finditer(found[0][0]))


def _priced(sum_: str, rest: str, code: str) -> bool:
    """Whether a sum is several times a price and the rest says no more than what for: it orders nothing."""
    message = read(rest, ANY_DAY, code)
    deeds = ORDERED - {"pay"}  # `I owe that for the socks`
    ordered = any(one.concept in deeds for one in message.meanings) or message.dates or message.times
    price = any(HUNDREDTHS.search(one[0]) for one in re.finditer(NUMBER, sum_))
    signs = {part_of(one, code) for one in PARTS.finditer(sum_) if one["sign"]}
    return price and signs == {"*"} and not ordered and len(message.heavy) <= MOST_BESIDE


def day_in(text: str, now: datetime, said: FindingWords, alone: bool = False) -> str:
    """The only day of a message that asks how many days it is until then, or which day of the week it is, as data has
    it; `alone`: or that speaks of nothing but a day. Empty when it speaks of anything else."""
    code = said.code
    text = said.dated(text)
    message = read(text, now, code)
    days, data = [one for one in message.dates if not one.whole], message.tongue.data
    if len(days) != 1:
        return ""
    (day,), spans = days, [(one.start, one.end) for one in message.dates]
    outside = [n for n, word in enumerate(message.words) if not any(s <= word.start < e for s, e in spans)]
    folds = {message.folds[at] for at in outside}
    weekdays = {week + day for week in _unit(data, "week") for day in _unit(data, "day")}
    units, until = (
        _unit(data, "day") | weekdays | {fold(one) for one in said.sleeps},
        {fold(pair[1]) for pair in data["from_to"]},
    )
    until -= message.tongue.ands
    asking = {at for one in message.meanings if one.concept in HOW_MANY for at in range(one.start, one.end)}
    # `what date is it …`: a word of its own asks for a day; `when` alone asks it of something.
    dated = {at for one in message.meanings if one.concept == WHEN for at in range(one.start, one.end)}
    dated &= set(message.heavy).intersection(outside)
    asking |= dated
    counted = units | _unit(data, "week")
    other = any(at in outside and at not in asking and message.folds[at] not in counted for at in message.heavy)
    figures = any(sign.isdigit() for one in folds for sign in one)
    asks = any(one.mood in ("asks", "wonders") for one in clauses(message))
    weekday = asks or "?" in text or folds & weekdays
    lasting = any(one.concept == DURATION for one in message.meanings) and folds & until
    if alone and not other and not figures and all(message.weights[at] == 0 for at in outside):
        return day.ahead.isoformat()
    no = other or figures or not (folds & units or dated or lasting) or not (folds & until or weekday)
    return "" if no else day.ahead.isoformat()


def day_again(text: str, last: str, code: str) -> str:
    """The day that was told last, when the message asks which day of the week that is, or how many days until then."""
    message = read(text, ANY_DAY, code)
    data, asks = message.tongue.data, any(one.mood in ("asks", "wonders") for one in clauses(message))
    weekdays = {week + day for week in _unit(data, "week") for day in _unit(data, "day")}
    units, points = _unit(data, "day") | _unit(data, "week") | weekdays, {fold(one) for one in data["all_that"]}
    counting, folds = _counting(message), {*message.folds}
    meant = {message.folds[at] for at in message.heavy if at not in counting}
    other = message.dates or message.numbers or not meant <= units or not units & folds
    # `what day is it on` asks of no day that is now
    named = (points & folds and (counting or meant & units)) or fold(data["date_on"][0]) in folds
    return last if last and asks and not other and named else ""


def day_told_before(text: str, now: datetime, said: FindingWords) -> str:
    """The only day of what is told before a last clause that only asks how many days it is (`it is on 19 December, how
    many days?`)."""
    message = read(text, now, said.code)
    every = clauses(message)
    if len(every) <= 1 or len(message.dates) != 1 or message.dates[0].whole:
        return ""
    told, asks = every[:-1], every[-1]
    counting, units = _counting(message), _unit(message.tongue.data, "day")
    own = all(message.weights[at] < 1 or at in counting for at in asks.words)
    days = own and counting & set(asks.words) and units & {message.folds[at] for at in asks.words}
    before = message.at(message.dates[0].start) < asks.words.start
    tells = all(one.mood in ("plain", "past") and not questioned(message, one) for one in told)
    return message.dates[0].ahead.isoformat() if days and before and tells else ""


def _counting(message: Message) -> set[int]:
    """The words that ask how many something is."""
    return {at for one in message.meanings if one.concept in HOW_MANY for at in range(one.start, one.end)}


def _unit(data: Mapping[str, Any], name: str) -> set[str]:
    return {fold(one) for one in data["units"][name]}


def part_of(found: re.Match[str], code: str) -> str:
    figure, sign = found["figure"], found["sign"]
    return f"{figure_read(figure, code):.12g}" if figure else _SIGNS.get(sign.lower(), sign)


def is_small(rest: str, tongue: Language, beside: int = 0) -> bool:
    """Whether a text is made of small words, of those that ask how much, and of money; and of so many others."""
    message = read(rest, ANY_DAY, tongue.code, tongue.code)
    asking = {at for one in message.meanings if one.concept in HOW_MANY for at in range(one.start, one.end)}
    small = tongue.function | tongue.world["how"] | tongue.world["much"]
    small |= {fold(one) for one in tongue.data["currency"]}
    return sum(at not in asking and word not in small for at, word in enumerate(message.folds)) <= beside
