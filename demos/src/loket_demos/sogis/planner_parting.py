"""Parts a message into pieces that may each ask for something: at full stops, commas and words that join."""

from loket.language.message import Message
from loket_demos.sogis.planner_concepts import Reading, reading
from loket_demos.sogis.planner_pieces import HARD, SOFT, WordSpan
from loket_demos.sogis.planner_words import phrases, small

CLOSING = " )]\"'»“”’"
"""What may close before a full stop."""


def parted(message: Message) -> list["WordSpan"]:
    """The pieces of a message in order, worked out once."""
    if WordSpan not in message.named:
        message.named[WordSpan] = _parted(reading(message))
    return message.named[WordSpan]


def _parted(heard: Reading) -> list["WordSpan"]:
    found: list[WordSpan] = []
    start, joint, at = 0, HARD, 0
    inside = {word for one in heard.subjects for word in range(one.start + (not one.joined), one.end)}
    count = len(heard.message.words)
    while at < count:
        cut = 0 if at in inside else _phrase(heard, at)
        broken = at > start and at not in inside and _break(heard, at)
        if broken or cut:
            if at > start:
                found.append(WordSpan(heard, start, at, joint))
            joint = (broken or SOFT) if at > start or not cut or not found else joint
            start = at + cut
        at += max(cut, 1)
    return [*found, WordSpan(heard, start, count, joint)] if start < count else found


def _phrase(heard: Reading, at: int) -> int:
    """How many words that join requests begin here."""
    words = heard.message.words
    for phrase in phrases(heard.message.tongue.code, "joins"):
        if tuple(word.fold for word in words[at : at + len(phrase)]) == phrase:
            return len(phrase)
    return 0


def _break(heard: Reading, at: int) -> str:
    """How a word is parted from the one before it; empty when it is not."""
    words, little = heard.message.words, small(heard.message.tongue.code)
    gap = heard.message.text[words[at - 1].end : words[at].start]
    if any(sign in gap for sign in "\n;!?"):
        return HARD
    if "." in gap and gap.strip(CLOSING) == "." and " " in gap:
        return "" if words[at - 1].fold in little.short or words[at - 1].fold.endswith(little.cut) else HARD
    if words[at].fold in little.conditions or words[at].fold in little.without:
        return SOFT
    if "," in gap or " - " in gap or "–" in gap or "+" in gap or "&" in gap:
        return "" if words[at].fold in little.clauses else SOFT
    return ""
