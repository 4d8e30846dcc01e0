"""Which allowances a message asks about: those it names, but for what somebody says to have already, or not to mean."""

from collections.abc import Iterator
from datetime import date

from loket.language.message import Message
from loket.language.tokens import fold
from loket_demos.overheid.content.regelingen import Regeling
from loket_demos.overheid.reading.clauses import Clauses
from loket_demos.overheid.reading.field_words import field_words, places
from loket_demos.overheid.reading.sentence import message_of, names_of, schemes_in
from loket_demos.overheid.reading.spelling import in_full


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
    """Whether the word right before it says no: `geen huurtoeslag`."""
    return at > 0 and message.folds[at - 1] in message.tongue.negation


def _is_had(message: Message, at: int) -> bool:
    """Whether its clause says that somebody has it or asked for it already, and asks nothing."""
    clauses, known = Clauses.of(message), field_words()
    here = clauses.words(clauses.number(at))
    end = message.words[here[-1]].end
    asks = message.text[end : end + 2].lstrip().startswith("?")
    had = set(places(message, (*known.ontvangen, *known.gehad))) & set(here)
    return bool(had) and bool(set(places(message, known.al)) & set(here)) and not asks
