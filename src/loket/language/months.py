"""Months in number slots: `the invoice for February` is month 2."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from loket.language.message import Message


def months(message: Message, taken: AbstractSet[int]) -> Iterator[tuple[float, int, int]]:
    """Each month that is named, as its number, with the first and the last of its words. A name that is a common word
    (may, mar) counts when it is written as a name."""
    names, function = message.tongue.months, message.tongue.function
    for at, word in enumerate(message.folds):
        number = names.get(word)
        if number is not None and at not in taken and (word not in function or message.words[at].text[0].isupper()):
            yield float(number), at, at
