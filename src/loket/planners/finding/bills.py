"""What several things cost together, and what is shared among some, as people tell it: `two tickets at 8.40 each plus
parking 6.50`, `5 families share 62.50`. What is ordered, or asked of an organisation, is none of it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from loket.language.amounts import read as figure_read
from loket.language.anew import asks_anew
from loket.language.clauses import ORDERED, clauses
from loket.language.message import Message
from loket.language.quantities import Quantity
from loket.language.rates import rates
from loket.language.tokens import fold
from loket.planners.finding.priced import PRICE
from loket.planners.finding.reckoning import HOW_MANY, HUNDREDTHS, NUMBER, SENTENCE, in_figures
from loket.planners.finding.usual import is_kind
from loket.planners.finding.words import FindingWords

PAIR = 2
AVAILABILITY = "availability"
"""The concept of a question whether there is something."""


@dataclass(frozen=True, slots=True)
class _Amount:
    """A figure of a message: what it reads, from where to where, and whether it is money."""

    value: str
    start: int
    end: int
    money: bool


def bill(text: str, said: FindingWords) -> str:
    """The sum that a message tells in words, or the only sentence of it that has figures of money, where the others ask
    for nothing; empty when it tells none."""
    every = [one for one in SENTENCE.split(text) if one.strip()]
    priced = [one for one in every if len(every) > 1 and prices(one, said)]
    others = [one for one in every if one not in priced]
    alone = len(priced) == 1 and not any("?" in one or asks_anew(said.read(one)) for one in others)
    return _bill(text, said) or (_bill(priced[0], said) if alone else "")


def _bill(text: str, said: FindingWords) -> str:
    message, found = _read(text, said)
    if not found or _other(message, found):
        return ""
    return _shared(message, found, said) or _in_all(message) or _together(message, found, said)


def _in_all(message: Message) -> str:
    """What a price for each week or month comes to, for so many of them and for so many people, where that is asked."""
    asks = "?" in message.text or any(one.concept in HOW_MANY | {PRICE} for one in message.meanings)
    priced = [one for one in rates(message) if one.money and one.per and one.every == 1]
    if len(priced) != 1 or not asks:
        return ""
    price, spans = priced[0], _lasting(message)
    counts = [one for one in message.numbers if not one.article and not price.start <= one.start < price.end]
    lasts = [one for one in counts if any(span.start <= one.start < span.end for span in spans)]
    people = [one for one in counts if one not in lasts]
    if len(lasts) != 1 or len(people) > 1 or any(one.kind != "number" for one in counts):
        return ""
    return " * ".join(f"{one.value:.12g}" for one in (price, *people, *lasts))


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
    currency = message.tongue.data["currency"]
    return message, [
        _Amount(
            f"{figure_read(one[0].lstrip('€£$ '), said.code):.12g}",
            one.start(),
            one.end(),
            _is_money(message.text, one, currency) or HUNDREDTHS.search(one[0]) is not None,
        )
        for one in re.finditer(NUMBER, message.text)
    ]


def _other(message: Message, found: Sequence[_Amount]) -> bool:
    """Whether something else is told or asked: an order, an age, a day, a time, or an organisation."""
    orders = {*ORDERED, "register"} - {"pay"}
    ordered = any(one.concept in orders and one.start in message.heavy[:1] for one in message.meanings)
    times = [
        time
        for time in message.times
        if not any(one.money and one.start < time.end and time.start < one.end for one in found)
    ]
    lasting = _lasting(message)
    ages = [one for one in message.ages if not any(it.start < one.end and one.start < it.end for it in lasting)]
    return bool(ordered or ages or message.dates or times) or any(map(is_kind, message.folds))


def _lasting(message: Message) -> Sequence[Quantity]:
    """The times behind a price that is for each of their unit (`24 a month, … 9 months`)."""
    priced = [one for one in rates(message) if one.money and one.per]
    return [
        one
        for one in message.quantities
        if any(one.unit == f"duration-{price.per}" and one.start >= price.end for price in priced)
    ]


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


def _together(message: Message, found: Sequence[_Amount], said: FindingWords) -> str:
    """The terms of a bill, one behind the other: so many of a price, or a price."""
    each, text = _each(message), message.text
    # `there are 7 of us and it's 12 each`
    if each and len(found) == PAIR and (both := _term(found, each, message)):
        return both
    joins = [*message.tongue.ands, *(one for one, sign in said.signs.items() if sign == "+"), "+"]
    cut = re.compile(rf"\s(?:{'|'.join(map(re.escape, joins))})\s|;", re.IGNORECASE)
    ends = [*(one.start() for one in cut.finditer(text)), len(text)]
    terms: list[str] = []
    for begin, end in zip([0, *ends], ends, strict=False):
        within = [one for one in found if begin <= one.start < end]
        term = _term(within, each or _rated(text, within, said), message)
        if within and not term:
            return ""
        terms += [term] if term else []
    return " + ".join(terms) if any("*" in one for one in terms) or (each and len(terms) > 1) else ""


def _term(within: Sequence[_Amount], each: bool, message: Message) -> str:
    counts = [one for one in within if not one.money]
    money = [one for one in within if one.money]
    if len(money) != 1 or len(counts) > 1:
        return ""
    if not counts:
        return money[0].value
    lasts = _counts_time(message, counts[0])
    return f"{counts[0].value} * {money[0].value}" if each and not lasts else ""


def _counts_time(message: Message, one: _Amount) -> bool:
    """Whether a figure counts weeks or the like: who else there is `each` of is not told then."""
    at = message.over(one.start, one.end).stop
    return at < len(message.folds) and any(message.folds[at] in unit for unit in message.tongue.units)


def _rated(text: str, within: Sequence[_Amount], said: FindingWords) -> bool:
    """Whether a price stands right behind what it is of (`4 at 7.50`, `4 @ 7.50`)."""
    if len(within) != PAIR or within[0].money or not within[1].money:
        return False
    between = text[within[0].end : within[1].start].lower().split()
    return bool(between) and between[-1].strip("€£$") in {*said.at_price, "@"}
