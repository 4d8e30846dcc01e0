"""What a message only tells, beside what it asks: `She is in the Rovers. Is there a place?` is one request, and what is
told says what it is about."""

import re

from loket.language.message import Message
from loket.language.tokens import fold, words

REACH = 6
"""Among so many first words of a statement stands its verb."""

LEAST_WORDS = 3
"""A shorter piece is no sentence but what follows an abbreviation."""

_END = re.compile(r"(?<=[^\W\d]{3}[.!;])\s+(?=[^\W\da-z_])|(?<=\d[.!;])\s+(?=[^\W\da-z_])|(?<=\?)\s+")


def asked_beside(message: Message) -> str:
    """The sentences of a message that ask for something, when others beside them only tell how things are; else
    nothing."""
    sentences = [one.strip() for one in _END.split(message.text) if one.strip()]
    if len(sentences) < 2:
        return ""
    asking = [one for one in sentences if not _tells(one, message)]
    if not asking or len(asking) == len(sentences) or any(len(words(one)) < LEAST_WORDS for one in sentences):
        return ""
    return " ".join(asking)


def _tells(sentence: str, message: Message) -> bool:
    """Whether a sentence says what is: it has the verb of a state, wishes nothing and begins like no question."""
    if sentence.endswith("?"):
        return False
    told = [word.fold for word in words(sentence)]
    data = message.tongue.data
    states, wishes, questions = (frozenset(map(fold, data[name])) for name in ("states", "wishes", "questions"))
    return bool(states & set(told[1:REACH])) and not wishes & set(told) and told[0] not in questions
