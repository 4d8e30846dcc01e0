"""Whether an amount is one after tax: what arrives is no income that an allowance is computed with."""

from loket.language.message import Message
from loket.language.rates import rates
from loket_demos.overheid.content.words import any_found, plain
from loket_demos.overheid.reading.clauses import Clauses
from loket_demos.overheid.reading.field_words import field_words, places

SHORT = 3
"""Words of a clause that only says more of the amount before it: `in de hand`."""


def is_net(message: Message, clauses: Clauses, at: int) -> bool:
    """Whether the amount at this word is after tax: where both are told, what stands nearest says which it is; where
    its own clause says neither, one beside it that only speaks of this amount does."""
    number, known = clauses.number(at), field_words()
    net = [_apart(spot, at) for spot in places(message, known.netto) if clauses.number(spot) == number]
    gross = [_apart(spot, at) for spot in places(message, known.bruto) if clauses.number(spot) == number]
    if gross:
        return bool(net) and min(net) < min(gross)
    return bool(net) or _says_net(message, clauses, number) or any(_beside(message, clauses, number))


def _apart(spot: int, at: int) -> float:
    return abs(spot - at) - (0.5 if spot > at else 0)


def _says_net(message: Message, clauses: Clauses, number: int) -> bool:
    """Whether a clause has words of what arrives, also two that belong together: `hou er 1800 van over`."""
    known, words, here = field_words(), plain(clauses.text(number)), clauses.words(number)
    pairs = ((set(places(message, (one,))) & set(here), set(places(message, (two,)))) for one, two in known.netto_paren)
    return any_found(known.netto, words) or any(first and second & set(here) for first, second in pairs)


def _beside(message: Message, clauses: Clauses, number: int) -> list[bool]:
    """Whether a clause without an amount says it: one before a colon, or one behind that points back or is short."""
    counted = {clauses.number(message.at(rate.start)) for rate in rates(message)}
    found = list[bool]()
    for near in {number - 1, number + 1} - counted:
        words = clauses.words(near) if 1 <= near <= len(clauses.begins) else range(0)
        if not words:
            continue
        points = message.folds[words[0]] in field_words().wijst or len(words) <= SHORT
        start = message.words[clauses.words(number)[0]].start
        heads = message.text[message.words[words[-1]].end : start].strip() == ":"
        gross = any(spot in words for spot in places(message, field_words().bruto))
        found.append((heads if near < number else points) and not gross and _says_net(message, clauses, near))
    return found
