"""What several things cost together, and what is shared among some, as people tell it: `two tickets at 8.40 each plus
parking 6.50`, `5 families share 62.50`. What is ordered, or asked of an organisation, is none of it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from loket.language.amounts import read as figure_read
from loket.language.anew import asks_anew
from loket.language.clauses import ORDERED, clauses
from loket.language.message import Message
from loket.language.tokens import fold
from loket.planners.finding.priced import PRICE
from loket.planners.finding.reckoning import HOW_MANY, HUNDREDTHS, NUMBER, SENTENCE, in_figures
from loket.planners.finding.usual import is_kind
from loket.planners.finding.words import FindingWords

PAIR = 2
LAST = 2
"""So many words may stand between how much is asked and of what each (`how much is that each`)."""
AVAILABILITY = "availability"
"""The concept of a question whether there is something."""


@dataclass(frozen=True, slots=True)
class _Amount:
    """A figure of a message: what it reads, from where to where, whether it is money, the time of which it is so much
    `per`, and the one that it counts (`unit`)."""

    value: str
    start: int
    end: int
    money: bool
    per: str = ""
    unit: str = ""


def bill(text: str, said: FindingWords) -> str:
    """The sum that a message tells in words, or the only sentence of it that has figures, where the others ask for
    nothing; empty when it tells none."""
    every = [one for one in SENTENCE.split(text) if one.strip()]
    told = [one for one in every if len(every) > 1 and _read(one, said)[1]]
    others = [one for one in every if one not in told]
    alone = len(told) == 1 and not any("?" in one or asks_anew(said.read(one)) for one in others)
    return _bill(text, said) or (_bill(told[0], said) if alone else "")


def _bill(text: str, said: FindingWords) -> str:
    message, found = _read(text, said)
    if not found or _other(message, found):
        return ""
    return _shared(message, found, said) or _in_all(message, found) or _together(message, found, said)


def _in_all(message: Message, found: Sequence[_Amount]) -> str:
    """What a price for each week or month comes to, for so many of them and for so many people, where that is asked or
    told in one breath."""
    asks = "?" in message.text or any(one.concept in HOW_MANY | {PRICE} for one in message.meanings) or _each(message)
    price = next((one for one in found if one.money and one.per), None)
    if price is None or not asks:
        return ""
    counts = [one for one in found if one is not price]
    lasts = [one for one in counts if one.unit == price.per]
    people = [one for one in counts if not one.unit]
    if any(one.money for one in counts) or len(lasts) != 1 or len(people) > 1 or len(people) + 1 < len(counts):
        return ""
    if _each(message) and not people:
        return ""  # of whom is not told
    return " * ".join(one.value for one in (price, *people, *lasts))


def is_bill(text: str, said: FindingWords) -> bool:
    """Whether a message seems to tell a sum of money that nobody but the person knows, whatever becomes of it."""
    message, found = _read(text, said)
    several = len(found) >= PAIR and any(one.money for one in found)
    return several and (_each(message) or _shares(message, said)) and not _other(message, found)


def prices(text: str, said: FindingWords) -> Sequence[str]:
    """The sums of money that a text tells."""
    return [one.value for one in _read(text, said)[1] if one.money]


def tells_figures(text: str, said: FindingWords) -> bool:
    """Whether a text tells figures, and nothing that somebody else is asked for."""
    message, found = _read(text, said)
    return bool(found) and not _other(message, found) and not _asks_for_something(message, found)


def _asks_for_something(message: Message, found: Sequence[_Amount]) -> bool:
    """Whether a message asks whether there is something, or for something of a number (`what's left` asks for none)."""
    if any(one.concept == AVAILABILITY for one in message.meanings):
        return True
    figures = {message.at(one.start) for one in found}
    asks = (one for one in clauses(message) if one.mood in ("asks", "wonders"))
    return any(figures & set(one.words) or sum(at in one.words for at in message.heavy) > 1 for one in asks)


def _is_money(text: str, figure: re.Match[str], currency: Sequence[str]) -> bool:
    """Whether a figure has a word or a sign for money right beside it."""
    behind = fold(text[figure.end() :]).split()[:1]
    return figure[0][:1] in "€£$" or bool(behind and behind[0].strip(",.?!") in {fold(one) for one in currency})


def _read(text: str, said: FindingWords) -> tuple[Message, Sequence[_Amount]]:
    """A text in figures, and the amounts in it."""
    message = said.read(in_figures(text, said))
    return message, [_amount(message, one, said) for one in re.finditer(NUMBER, message.text)]


def _amount(message: Message, figure: re.Match[str], said: FindingWords) -> _Amount:
    """A figure with what stands behind it: a word for money, and of what time it is so much (`28 a month`) or how much
    time it is. What each of several have in a time is a price."""
    data = message.tongue.data
    currency = {fold(one) for one in data["currency"]}
    behind = [one for one in message.folds[message.over(*figure.span()).stop :] if one not in currency][:2]
    per = _unit(data, behind[1:]) if behind[:1] and behind[0] in {fold(one) for one in data["rates"]["per"]} else ""
    money = _is_money(message.text, figure, data["currency"]) or HUNDREDTHS.search(figure[0]) is not None
    value = f"{figure_read(figure[0].lstrip('€£$ '), said.code):.12g}"
    return _Amount(value, *figure.span(), money or bool(per and _each(message)), per, _unit(data, behind[:1]))


def _unit(data: Mapping[str, Any], folds: Sequence[str]) -> str:
    """The unit of time that the first of some words is."""
    return next((unit for unit, every in data["units"].items() if folds and folds[0] in map(fold, every)), "")


def _other(message: Message, found: Sequence[_Amount]) -> bool:
    """Whether something else is told or asked: an order, an age, a day, a time, or an organisation."""
    orders = {*ORDERED, "register"} - {"pay"}
    ordered = any(one.concept in orders and one.start in message.heavy[:1] for one in message.meanings)
    times = [
        time
        for time in message.times
        if not any(one.money and one.start < time.end and time.start < one.end for one in found)
    ]
    counted = [one for one in found if one.money or one.unit]
    ages = [one for one in message.ages if not any(it.start < one.end and one.start < it.end for it in counted)]
    return bool(ordered or ages or message.dates or times) or any(map(is_kind, message.folds))


def _each(message: Message) -> bool:
    return not {fold(one) for one in message.tongue.data["each"]}.isdisjoint(message.folds)


def _shares(message: Message, said: FindingWords) -> bool:
    """Whether a message has a verb for sharing, in any of its forms (`split`, `sharing`)."""
    verbs = {one.split()[0].removeprefix("ge")[:4] for one, sign in said.signs.items() if sign == "/"}
    return any(word[:4] in verbs for word in message.folds)


def _shared(message: Message, found: Sequence[_Amount], said: FindingWords) -> str:
    """A sum of money that so many share, whichever of the two comes first."""
    if len(found) != PAIR or not _shares(message, said):
        return ""
    money = [one for one in found if one.money]
    counts = [one for one in found if not one.money and one.value.isdigit() and int(one.value) > 1]
    return f"{money[0].value} / {counts[0].value}" if len(money) == len(counts) == 1 else ""


def _for_each(message: Message, found: Sequence[_Amount]) -> str | None:
    """What each has of a sum of money, where that is asked (`5 lads chip in for a £37.50 present, how much each`); None
    where it is not."""
    each = {fold(one) for one in message.tongue.data["each"]}
    asked = [
        one.end for one in message.meanings if one.concept in HOW_MANY | {PRICE} and one.start not in message.figures
    ]
    if not any(word in each and any(at - LAST <= end <= at for end in asked) for at, word in enumerate(message.folds)):
        return None
    money, counts = ([one for one in found if one.money is paid and not one.unit] for paid in (True, False))
    return f"{money[0].value} / {counts[0].value}" if len(money) == len(counts) == 1 == len(found) - 1 else ""


def _together(message: Message, found: Sequence[_Amount], said: FindingWords) -> str:
    """The terms of a bill, one behind the other: so many of a price, or a price."""
    if (share := _for_each(message, found)) is not None:
        return share
    each, text = _each(message), message.text
    joins = [*message.tongue.ands, *(one for one, sign in said.signs.items() if sign == "+"), "+"]
    cut = re.compile(rf"\s(?:{'|'.join(map(re.escape, joins))})\s|;", re.IGNORECASE)
    # `there are 7 of us and it's 12 each`
    plus = len(found) == PAIR and any(one[0].strip() not in message.tongue.ands for one in _between(cut, found, text))
    if each and len(found) == PAIR and not plus and (both := _term(found, each)):
        return both
    ends = [*(one.start() for one in cut.finditer(text)), len(text)]
    terms: list[str] = []
    for begin, end in zip([0, *ends], ends, strict=False):
        within = [one for one in found if begin <= one.start < end]
        term = _term(within, each or _rated(text, within, said))
        if within and not term:
            return ""
        terms += [term] if term else []
    if len(terms) > 1 and len({one.per for one in found if one.money}) > 1:
        return ""  # for how long the price of each week or month is paid is not read
    return " + ".join(terms) if any("*" in one for one in terms) or (each and len(terms) > 1) else ""


def _between(cut: re.Pattern[str], found: Sequence[_Amount], text: str) -> Sequence[re.Match[str]]:
    """The words between two amounts that join them."""
    return [*cut.finditer(text, found[0].end, found[1].start)]


def _term(within: Sequence[_Amount], each: bool) -> str:
    """A price, or so many of it: neither of what takes a time, nor for each week or month of one that is not told."""
    counts = [one for one in within if not one.money]
    money = [one for one in within if one.money]
    if len(money) != 1 or len(counts) > 1 or any(one.unit for one in counts):
        return ""
    if not counts:
        return money[0].value
    return f"{counts[0].value} * {money[0].value}" if each else ""


def _rated(text: str, within: Sequence[_Amount], said: FindingWords) -> bool:
    """Whether a price stands right behind what it is of (`4 at 7.50`, `4 @ 7.50`)."""
    if len(within) != PAIR or within[0].money or not within[1].money:
        return False
    between = text[within[0].end : within[1].start].lower().split()
    return bool(between) and between[-1].strip("€£$") in {*said.at_price, "@"}
