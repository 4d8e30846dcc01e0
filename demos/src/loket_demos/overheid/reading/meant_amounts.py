"""Which amounts of a message stand: of a range the higher end, and none for which another is told."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from loket.language.message import Message
from loket.language.rates import YEARS, Rate, rates
from loket.language.tokens import fold
from loket_demos.overheid.reading.clauses import Clauses
from loket_demos.overheid.reading.field_words import field_words, places

ABOUT = frozenset({"de", "ongeveer", "circa", "zo'n", "rond", "een"})
"""Words that may stand before the first figure of a range."""


OF_YEAR = frozenset({"voor", "over", "in", "jaar", "van"})
"""Words before a year, which an amount may have before it as well."""


def told_rates(message: Message) -> Sequence[Rate]:
    """The amounts of a message without the years for which somebody asks what an allowance is a month: `zorgtoeslag
    voor 2025 per maand`, where no income is told."""
    every, known = rates(message), field_words()
    if not any(_is_year(message, one) for one in every):
        return every
    clauses, named = Clauses.of(message), places(message, (*known.toeslagen, *known.toeslag))
    earned = {clauses.number(at) for at in places(message, known.inkomen)}
    asked = {clauses.number(at) for at in named} - earned

    def is_asked(one: Rate) -> bool:
        at = message.at(one.start)
        behind = at - 1 in named or (message.folds[at - 1 : at] and message.folds[at - 1] in OF_YEAR)
        return _is_year(message, one) and bool(behind) and clauses.number(at) in asked

    return [one for one in every if not is_asked(one)]


def _is_year(message: Message, rate: Rate) -> bool:
    figure = message.text[rate.start :][:4]
    return rate.value in YEARS and not rate.money and bool(rate.per) and figure == str(int(rate.value))


def meant(message: Message, every: Sequence[Rate]) -> Sequence[Rate]:
    """The amounts without those for which another is told: `33.000 instead of 30.000`. Where one gives way to the other
    in the course of a year, neither is that of the year."""
    if places(message, field_words().verloop) or message.dates:
        return every
    phrases = [tuple(fold(one).split()) for one in message.tongue.data["in_place_of"]]
    before = [message.folds[: message.at(one.start)] for one in every]
    over = [any(folds[-len(phrase) :] == phrase for phrase in phrases) for folds in before]
    return [one for at, one in enumerate(every) if not (at and over[at])]


def ranged(message: Message, every: Sequence[Rate]) -> tuple[list[Rate], Mapping[int, float]]:
    """The amounts without the lower ends of ranges, and these by where the higher one begins. `30 tot 32 duizend`: the
    word for a thousand is of both."""
    pairs = [[tuple(fold(one).split()) for one in pair] for pair in message.tongue.data["from_to"]]
    kept, least = list[Rate](), dict[int, float]()
    for low, high in zip_longest(every, every[1:]):
        start = message.over(low.start, low.end)
        before = [word for word in message.folds[max(0, start.start - 3) : start.start] if word not in ABOUT]
        between = high and message.folds[start.stop : message.at(high.start)]
        whole = any((*before[-1:],) == first and between == then for first, then in pairs)
        value = low.value * 1_000 if high and low.value < 1_000 <= high.value and not low.money else low.value
        if high and whole and value < high.value and not low.per and not low.unit and not high.unit:
            least[high.start] = value
        else:
            kept.append(low)
    return kept, least
