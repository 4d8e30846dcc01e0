"""What a message opens with: a phrase behind no more than small words, which may stand between its words, too."""

import re
from collections.abc import Callable, Iterable

from loket.language.clauses import clauses
from loket.language.memory import turn_of
from loket.language.message import Message, read
from loket.language.tokens import words

BETWEEN = 3
"""So many small words may stand between two words of the phrase (`don't let me forget`)."""

_ENDED = re.compile(r"[.!?;,]+\s+(?=\S)")


def behind_talk(message: Message, ends: Callable[[str], bool]) -> str:
    """The text behind a first sentence that only thanks or greets (`cheers. put milk on my list`), or `ends` what was
    before."""
    end, code = _ENDED.search(message.text), message.tongue.code
    head = "" if end is None else message.text[: end.start()]
    talks = bool(head) and (turn_of(read(head, message.today, code, code)).empty or ends(head))
    return message.text[end.end() :] if end is not None and talks else message.text


def opening(message: Message, phrases: Iterable[str]) -> int:
    """The number of the word behind the longest of these phrases that a message opens with; 0 when it opens with none.
    Who tells of themselves (`I remember …`) or wonders asks for nothing so."""
    every = clauses(message)
    if not every or every[0].mood == "wonders":
        return 0
    small = next(iter(message.heavy), len(message.words))
    told = [tuple(word.fold for word in words(phrase)) for phrase in phrases]
    found = ((_end(message, at, one), len(one)) for one in told for at in range(small + 1))
    return max(((length, end) for end, length in found if end), default=(0, 0))[1]


def _end(message: Message, at: int, phrase: tuple[str, ...]) -> int:
    """The number of the word behind a phrase that begins at this one; 0 when it does not."""
    if not phrase or message.folds[at : at + 1] != phrase[:1]:
        return 0
    if at and message.folds[at - 1] in message.tongue.data["me"]:
        return 0
    for wanted in phrase[1:]:
        near = range(at + 1, min(at + 2 + BETWEEN, len(message.words)))
        next_ = next((place for place in near if message.folds[place] == wanted), 0)
        if not next_ or any(message.weights[place] == 1 for place in range(at + 1, next_)):
            return 0
        at = next_
    return at + 1
