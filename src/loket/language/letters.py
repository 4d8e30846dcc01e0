"""Which single letters of a message are meant as one: `coach a`, `the train, A`; others are articles and the like."""

from collections.abc import Collection

from loket.language.message import Message
from loket.language.names import beginnings
from loket.language.tokens import fold


def is_letter(message: Message, at: int, near: Collection[int]) -> bool:
    """Whether a word of one letter is more than a small word: it stands behind the words that speak of a property, at
    `near`, or is written in capitals where a small word has none."""
    word, small = message.words[at], message.tongue.little(message.folds[at])
    if len(message.words) == 1 or (at - 1 in near and message.joined(at - 1, at)):
        return True
    if not small and at - 2 in near:
        return True
    own = word.fold in map(fold, message.tongue.data["me"])
    capital = word.text.isupper() and not message.text.isupper() and not own
    return capital and not (small and at in beginnings(message))
