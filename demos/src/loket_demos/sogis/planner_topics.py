"""Tells maps and places apart in what is left of a piece: `Grundwasserschutzzonen in Grenchen`, `Wald Lärm`."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Literal, NamedTuple

from loket.core.data import Frozen
from loket.language.tokens import fold
from loket_demos.sogis.planner_pieces import WordSpan
from loket_demos.sogis.planner_words import small
from loket_demos.sogis.source import catalogue
from loket_demos.sogis.source.known import MOST_WORDS, chart, charts_first, communes_first


class MapTopic(Frozen):
    """The name of a map and of a place. `sure`: the words between them say that it is a place; else it may be another
    map."""

    topic: str
    place: str = ""
    sure: bool = True


class Chunk(NamedTuple):
    """A part of a name, the words from `start` to before `end`: a place or a map that is known, or neither."""

    kind: Literal["place", "map", "other"]
    text: str
    start: int
    end: int


def chunks(piece: WordSpan) -> list[Chunk]:
    """The parts of the name in a piece: the longest known names, and what stands between them."""
    found: list[Chunk] = []
    at = piece.start
    while at < piece.end:
        if at not in piece.content:
            at += 1
            continue
        chunk = _longest_name(piece, at) or Chunk("other", "", at, at + 1)
        if chunk.kind == "other" and found and found[-1].kind == "other":
            chunk = Chunk("other", "", found.pop().start, at + 1)
        found.append(chunk._replace(text=piece.words(chunk.start, chunk.end)))
        at = chunk.end
    return _together(piece, found)


def _together(piece: WordSpan, parts: Sequence[Chunk]) -> list[Chunk]:
    """The parts with those as one that are a name only together: topics of which no map has one alone
    (`Hochwasser-Gefahrenkarte`), and a map with the word that says it is a group."""
    found: list[Chunk] = []
    for one in parts:
        last = found[-1] if found else None
        if last is not None and (text := _one_name(piece, last, one)):
            found[-1] = Chunk("map", text, last.start, one.end)
        else:
            found.append(one)
    return found


def _one_name(piece: WordSpan, first: Chunk, second: Chunk) -> str:
    """What two parts are called together; empty where each is a name of its own."""
    message, groups = piece.reading.message, small(piece.reading.message.tongue.code).groups
    start, end = message.words[first.end - 1].end, message.words[second.start].start
    if first.end != second.start or message.text[start:end].strip(" -("):
        return ""
    maps = [one.text for one in (first, second) if one.kind == "map"]
    if len(maps) == 2 and not any(map(chart, maps)):
        return message.text[message.words[first.start].start : message.words[second.end - 1].end]
    group = [one.text for one in (first, second) if one.kind == "other" and fold(one.text) in groups]
    return " ".join((*maps, *group)) if maps and group else ""


def all_known(parts: Sequence[Chunk]) -> bool:
    """Whether all parts of a name are known places and maps."""
    return bool(parts) and all(one.kind != "other" for one in parts)


def unlike(maps: Sequence[str]) -> list[str]:
    """Names of maps without those that mean the same map as one before: `mit Altlasten belastet`."""
    ids = [[one.id for one in catalogue.find(name)] or [name] for name in maps]
    return [name for at, name in enumerate(maps) if ids[at] not in ids[:at]]


def place_in(piece: WordSpan) -> str:
    """The only known place in a piece that names no more; empty when there is none, or several."""
    found = [one.text for one in chunks(piece) if one.kind == "place"] if piece.content else []
    return found[0] if len(found) == 1 else ""


def within(piece: WordSpan) -> list[MapTopic]:
    """The names of the maps in a piece, the first with the place that stands with it."""
    parts = chunks(piece)
    places = [one for one in parts if one.kind == "place"]
    ids = [one.text for one in parts if one.start in piece.reading.id_words]
    maps = ids or [one.text for one in parts if one.kind != "place"]
    if places:
        topics = maps if ids or all_known(parts) else [" ".join(maps)]
        pairs = zip_longest((one.text for one in places), topics, fillvalue="")
        return [MapTopic(topic=topic, place=place) for place, topic in pairs]
    if (
        ids
        or all_known(parts)
        or (len(parts) > 1 and all(one.kind == "map" or _called(piece, one.text) for one in parts))
    ):
        return [MapTopic(topic=text) for text in maps]
    return [_unknown(piece)]


def asked(piece: WordSpan) -> str:
    """The topic that a question asks of a place or a parcel: `Liegt Parzelle 170 Messen im Gewässerraum?`. It is a map
    that is known, else the last name, and where nouns have no capitals it has an article."""
    words, little = piece.reading.message.words, small(piece.reading.message.tongue.code)
    if piece.begins not in little.asking or not piece.content:
        return ""
    if (named := [one.text for one in chunks(piece) if one.kind == "map"]) and len(named) == 1:
        return named[0]
    start = piece.content[-1]
    while start - 1 in piece.content:
        start -= 1
    said = words[start : piece.content[-1] + 1]
    led = words[start - 1].fold in little.determiners
    named = any(one.text[:1].isupper() for one in said) if little.capitals else led
    return " ".join(one.text for one in said) if named else ""


def _longest_name(piece: WordSpan, at: int) -> Chunk | None:
    """The longest known name that begins at a word; names have capitals when anything in the message has."""
    words, little = piece.reading.message.words, small(piece.reading.message.tongue.code)
    if (id_ := next((one for one in piece.reading.ids if at in one), None)) is not None:
        return Chunk("map", "", at, id_.stop)
    end = at
    last = min(piece.end, at + 2 * MOST_WORDS)
    while end < last and (end in piece.content or (words[end].fold in little.inner and end + 1 in piece.content)):
        end += 1
    said = [word.text for word in words[at:end]]
    if size := charts_first(said, little.topics):
        return Chunk("map", "", at, at + size)
    named = words[at].text[:1].isupper() or not any(word.text[:1].isupper() for word in words[1:])
    size = communes_first(said) if named else 0
    return Chunk("place", "", at, at + size) if size else None


def _unknown(piece: WordSpan) -> MapTopic:
    """The name of a map in a piece, and of a place that is not known but most likely stands with it."""
    words, little = piece.reading.message.words, small(piece.reading.message.tongue.code)
    maps = {at for one in chunks(piece) if one.kind == "map" for at in range(one.start, one.end)}
    for at in piece.content:
        sure = at > piece.start and words[at - 1].fold in little.within
        if at in maps or not words[at].text[:1].isupper() or not (sure or _belongs(piece, at)):
            continue
        end = _end(piece, at)
        topic = [one for one in piece.content if not at <= one < end]
        if topic:
            place = " ".join(word.text for word in words[at:end])
            return MapTopic(topic=" ".join(words[one].text for one in topic), place=place, sure=sure)
    return MapTopic(topic=piece.name)


def _called(piece: WordSpan, name: str) -> bool:
    """Whether a name ends as names of maps do."""
    return fold(name).endswith(tuple(map(fold, small(piece.reading.message.tongue.code).maps)))


def _belongs(piece: WordSpan, at: int) -> bool:
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


def _end(piece: WordSpan, at: int) -> int:
    """Where the name of a place ends that begins at a word."""
    words, little = piece.reading.message.words, small(piece.reading.message.tongue.code)
    end = at + 1
    while end + 1 < piece.end and words[end].fold in little.inner and end + 1 in piece.content:
        end += 2
    return end
