"""What was answered right before and is asked for again: whom to write to is told once more, nobody is looked for."""

import re
from collections.abc import Set as AbstractSet

from loket.core.actions import Decision
from loket.language.clauses import clauses
from loket.language.parting import PRAISE
from loket.language.pieces import MAIL, matches
from loket.language.tokens import words as split
from loket.planners.dialogue.deciding import answer
from loket.planners.finding.query import addresses, named_in
from loket.planners.finding.trail import Trail
from loket.planners.finding.words import FindingWords

CONTACT = frozenset({"contact", "email", "write"})
"""Concepts of a question for an address to write to."""
_LABEL = re.compile(r"^[^:]+:")
_WORD = re.compile(r"[^\W_]")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[^\W\d_])")


def recalled(trail: Trail, said: FindingWords) -> Decision | None:
    """The sentences of the last answer that tell an address, for a question that asks for no more than that."""
    message = said.read(trail.message.last)
    if not trail.answered or addresses(message.text) or named_in(message.text, said):
        return None
    meant = [one for one in message.meanings if one.concept in CONTACT]
    asks = any(one.mood in ("asks", "wonders") for one in clauses(message))
    spoken = {at for one in message.meanings if one.concept in CONTACT | PRAISE for at in range(one.start, one.end)}
    if not meant or not asks or not spoken.issuperset(message.heavy):
        return None
    told = addresses_told(trail)
    return answer(told, said.because("remembered")) if told else None


def addresses_told(trail: Trail, alone: bool = False) -> str:
    """The sentences of the last answer that tell an address to write to; `alone`: those that tell nothing else."""
    told = [one for one in _SENTENCE.split(trail.answered) if matches(MAIL, one)]
    return " ".join(one for one in told if not (alone and _WORD.search(MAIL.sub(" ", _LABEL.sub("", one)))))


def told_of_either(trail: Trail, words: AbstractSet[str]) -> str:
    """The lines of the last answer that have one of these words."""
    lines = trail.answered.splitlines()
    return "\n".join(one for one in lines if not words.isdisjoint(word.fold for word in split(one)))
