"""An income that each of two persons has: it is told once and counts for both."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from loket.language.message import Message
from loket_demos.overheid.content.household import Household
from loket_demos.overheid.reading.amounts import IncomeAmount
from loket_demos.overheid.reading.clauses import Clauses
from loket_demos.overheid.reading.field_words import Words, field_words, places

OF_TWO = frozenset({"wij", "we"})
"""Words of both of them that do not say whether an amount is what they have together."""


def of_each(message: Message, amounts: Sequence[IncomeAmount], home: Household) -> list[IncomeAmount]:
    """The incomes with one that each has as the speaker's and as the partner's. One that both may have, or have
    together, is only sure to be the speaker's."""
    totals = {one.rate.value for one in amounts if one.whose == "joint"}
    found = list[IncomeAmount]()
    for one in amounts:
        at = message.at(one.rate.start)
        each, told = _is_each(message, at), 2 * one.rate.value in totals
        both = _of_both(message, at, home)
        if each and both and home.housemates < 2:
            found += [] if told else [replace(one, whose="own"), replace(one, whose="partner")]
        else:
            found.append(replace(one, whose="own") if _may_be_each(message, at) and both else one)
    return found


def doubled(message: Message, amounts: Sequence[IncomeAmount], home: Household) -> list[IncomeAmount]:
    """Amounts of a couple, such as savings or a rent, with twice what each of them has or pays."""
    every = [(one, message.at(one.rate.start)) for one in amounts]
    two = home.partner and not home.housemates
    return [
        replace(one, rate=replace(one.rate, value=2 * one.rate.value))
        if two and _is_each(message, at) and _of_both(message, at, home)
        else one
        for one, at in every
    ]


def repeated(message: Message, one: IncomeAmount, home: Household) -> bool:
    """Whether an amount counts more than once and nothing says how often: `two jobs of 900 each`, or `each a state
    pension of 1100 and 300 of a pension`."""
    at, clauses = message.at(one.rate.start), Clauses.of(message)
    if _is_each(message, at):
        return not _of_both(message, at, home)
    before = clauses.words(clauses.number(at) - 1) if clauses.number(at) else range(0)
    return not one.whose and bool(set(_each(message, field_words().ieder)) & set(before))


def _is_each(message: Message, at: int) -> bool:
    """Whether an amount is that of each: by its clause, or by the word for both right before it."""
    here = _clause(message, at)
    return any(spot in here for spot in _each(message, field_words().ieder)) or (
        at - 1 in here and message.folds[at - 1] == "allebei"
    )


def _each(message: Message, words: Words) -> Iterator[int]:
    """Where a word for each or for both stands that is not of what follows: `each month`, `both children`."""
    others = {*(one for names in message.tongue.data["units"].values() for one in names), *field_words().kind}
    for at in places(message, words):
        if not others.intersection(message.folds[at + 1 : at + 2]):
            yield at


def _may_be_each(message: Message, at: int) -> bool:
    """Whether both are spoken of beside an amount, and not what they have together."""
    here, known = _clause(message, at), field_words()
    both = [spot for spot in _each(message, known.beide) if spot in here]
    joint = [spot for spot in places(message, known.samen) if spot in here and message.folds[spot] not in OF_TWO]
    return bool(both) and not set(joint) - set(both)


def _of_both(message: Message, at: int, home: Household) -> bool:
    """Whether the clause of an amount speaks of both: of *us*, *my wife and I*, or nobody where there may be two."""
    who, two = Clauses.of(message).whose(at), home.partner or not home.told
    return who == "joint" or (not who and two) or any(spot in _clause(message, at) for spot in _pairs(message))


def _pairs(message: Message) -> Iterator[int]:
    """The last word of a couple: `mijn vrouw en ik`, `ik en mijn man`."""
    folds, partner = message.folds, set(places(message, field_words().partner))
    for at in range(1, len(folds) - 1):
        if folds[at] == "en" and at - 1 in partner and folds[at + 1] == "ik":
            yield at + 1
        elif folds[at] == "en" and folds[at - 1] == "ik" and partner & {at + 1, at + 2}:
            yield min(partner & {at + 1, at + 2})


def _clause(message: Message, at: int) -> range:
    clauses = Clauses.of(message)
    return clauses.words(clauses.number(at))
