"""Tells a map from the place it is wanted for: `Grundwasserschutzzonen in Grenchen`, `Zonenplan Grenchen`."""

from loket.core.data import Frozen
from loket.planners.skills.tokens import fold
from loket_assistants.sogis.planner_pieces import Piece
from loket_assistants.sogis.planner_words import small


class Topic(Frozen):
    """The name of a map and of a place. `sure`: the words between them say that it is a place; else it may be another
    map."""

    topic: str
    place: str = ""
    sure: bool = True


def within(piece: Piece) -> Topic:
    """The name of a map in a piece, and of the place that stands with it."""
    words, little = piece.reading.message.words, small(piece.reading.message.tongue.code)
    for at in piece.content:
        sure = at > piece.start and words[at - 1].fold in little.within
        if not words[at].text[:1].isupper() or not (sure or _belongs(piece, at)):
            continue
        end = _end(piece, at)
        topic = [one for one in piece.content if not at <= one < end]
        if topic:
            place = " ".join(word.text for word in words[at:end])
            return Topic(topic=" ".join(words[one].text for one in topic), place=place, sure=sure)
    return Topic(topic=piece.name)


def asked(piece: Piece) -> str:
    """The topic that a question asks of a place or a parcel: `Liegt Parzelle 170 Messen im Gewässerraum?`. It is the
    last name, and where nouns have no capitals it has an article."""
    words, little = piece.reading.message.words, small(piece.reading.message.tongue.code)
    if piece.begins not in little.asking or not piece.content:
        return ""
    start = piece.content[-1]
    while start - 1 in piece.content:
        start -= 1
    said = words[start : piece.content[-1] + 1]
    led = words[start - 1].fold in little.determiners
    named = any(one.text[:1].isupper() for one in said) if little.capitals else led
    return " ".join(one.text for one in said) if named else ""


def _belongs(piece: Piece, at: int) -> bool:
    """Whether a name most likely is a place: after `von` and the like or a word for a commune, or right after what is
    called as maps are. It is called so itself when it is a map."""
    words, little = piece.reading.message.words, small(piece.reading.message.tongue.code)
    before, endings = at - 1, tuple(map(fold, little.maps))
    if before < piece.start or words[at].fold.endswith(endings) or before < piece.content[0]:
        return False
    concepts = piece.reading.concepts.get(before, set[str]())
    if words[before].fold in little.belonging or "commune" in concepts:
        return True
    beside = not piece.reading.message.text[words[before].end : words[at].start].strip()
    called = before in piece.content and words[before].fold.endswith(endings)
    return beside and (called or "map" in concepts)


def _end(piece: Piece, at: int) -> int:
    """Where the name of a place ends that begins at a word."""
    words, little = piece.reading.message.words, small(piece.reading.message.tongue.code)
    end = at + 1
    while end + 1 < piece.end and words[end].fold in little.inner and end + 1 in piece.content:
        end += 2
    return end
