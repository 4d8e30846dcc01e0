"""Which allowances a message asks about: those it names, but for what somebody says to have already, or not to mean."""

from collections.abc import Iterator
from datetime import date

from loket.language.message import Message
from loket.language.rates import rates
from loket.language.tokens import fold
from loket_demos.overheid.content.regelingen import Regeling
from loket_demos.overheid.reading.amounts import LEAST_ALONE
from loket_demos.overheid.reading.clauses import Clauses
from loket_demos.overheid.reading.field_words import field_words, places
from loket_demos.overheid.reading.sentence import message_of, names_of, schemes_in
from loket_demos.overheid.reading.spelling import in_full

WORDS = 5
"""Between an amount and the allowance that it is of: `300 euro per maand aan huurtoeslag`."""


def asked_schemes(text: str, today: date) -> tuple[Regeling, ...]:
    """The allowances in the order of our list. Where all of them would be left out, all are meant."""
    named = schemes_in(text)
    if len(named) < 2:
        return named
    message = message_of(in_full(text), today)
    return tuple(one for one in named if not _is_left_out(message, one)) or named


def _is_left_out(message: Message, scheme: Regeling) -> bool:
    """Whether a message only tells of this allowance, wherever it names it."""
    spots = list(_spots(message, scheme))
    return bool(spots) and all(_is_denied(message, at) or _is_had(message, at) for at in spots)


def _spots(message: Message, scheme: Regeling) -> Iterator[int]:
    """The numbers of the words where its name begins."""
    names = [tuple(fold(name).split()) for name in names_of(scheme)]
    for at in range(len(message.folds)):
        if any(message.folds[at : at + len(name)] == name for name in names):
            yield at


def _is_denied(message: Message, at: int) -> bool:
    """Whether the word right before it says no: `geen huurtoeslag`. Of one that somebody says to lack beside what they
    have, they may want to know why: `ik heb zorgtoeslag maar geen huurtoeslag`."""
    if at == 0 or message.folds[at - 1] not in message.tongue.negation:
        return False
    clauses, having = Clauses.of(message), _having(message)
    number = clauses.number(at)
    return bool(having & set(clauses.words(number))) or not having & set(clauses.words(max(1, number - 1)))


def _is_had(message: Message, at: int) -> bool:
    """Whether its clause says that somebody has it or asked for it already, or gets so much of it, and asks nothing."""
    clauses, known = Clauses.of(message), field_words()
    here = clauses.words(clauses.number(at))
    end = message.words[here[-1]].end
    asks = message.text[end : end + 2].lstrip().startswith("?")
    near = {place for place in here if 0 < at - place <= WORDS}
    paid = any(message.at(one.start) in near and one.value < LEAST_ALONE for one in rates(message))
    if paid and _having(message) & set(here):
        return True
    return bool(_having(message) & set(here)) and bool(set(places(message, known.al)) & set(here)) and not asks


def _having(message: Message) -> set[int]:
    known = field_words()
    return set(places(message, (*known.ontvangen, *known.gehad)))
