"""Whether both parents are said to work, to learn or to be helped to find work, by the clauses that speak of it."""

from collections.abc import Iterator
from typing import Literal

from loket.language.message import Message
from loket_demos.overheid.reading.clauses import Clauses, Whose
from loket_demos.overheid.reading.field_words import field_words, places

NEAR = 2
"""Words between a denial and what is denied."""


Statement = tuple[str, Whose, bool]
"""`werk` or `leren`, who it is said of, and whether it holds."""


def work_of(message: Message) -> bool | Literal["doubtful"] | None:
    """True where both do or the only one does; False where somebody neither works nor learns; doubtful where somebody
    does not work, who may learn; None where nothing is said of it."""
    statements = list(_statements(message))
    idle = {who for kind, who, holds in statements if kind == "werk" and not holds}
    busy = {who for _, who, holds in statements if holds}
    if any(("leren", who, False) in statements for who in idle - busy):
        return False
    if idle - busy:
        return "doubtful"
    both = "joint" in busy or {"own", "partner"} <= busy
    return True if both or (busy and _stressed(message)) else None


def _stressed(message: Message) -> bool:
    """Whether work or learning is stressed against what was said before: `mijn man werkt wel`, `hij werkt ook`."""
    clauses, known = Clauses.of(message), field_words()
    stress = {clauses.number(at) for at in places(message, ("wel", "toch", "ook"))}
    return any(clauses.number(at) in stress for at in places(message, (*known.werkt, *known.leert)))


def _statements(message: Message) -> Iterator[Statement]:
    """What is said of work and of learning; a clause that names nobody goes on about who was named last."""
    clauses, known = Clauses.of(message), field_words()
    who: Whose = ""
    for number in range(1, len(clauses.begins) + 1):
        here = clauses.words(number)
        both = any(at in here for at in places(message, known.beide))
        who = "joint" if both else clauses.whose(here.start) or who
        rests = [at for at in places(message, known.werkloos) if at in here]
        for kind, words in (("werk", known.werkt), ("leren", known.leert)):
            for at in places(message, words):
                if at in here:
                    rests = []
                    yield kind, who, not _is_denied(message, here, at)
        for _ in rests:
            yield "werk", who, False


def _is_denied(message: Message, here: range, at: int) -> bool:
    """Whether a denial stands right before a word, or right behind a verb: `geen werk`, `werkt niet`."""
    near = (*range(max(here.start, at - NEAR), at), *range(at + 1, min(here.stop, at + 2)))
    return any(message.folds[one] in message.tongue.negation for one in near)
