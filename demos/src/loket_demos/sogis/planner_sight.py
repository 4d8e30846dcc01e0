"""What a piece says of the maps together: that only some are to be seen, how they look, what else is wanted of one."""

from collections.abc import Sequence

from loket.language.tokens import fold
from loket_demos.sogis.planner_pieces import WordSpan
from loket_demos.sogis.planner_request import Request, Wish
from loket_demos.sogis.planner_topics import Chunk, chunks
from loket_demos.sogis.source import catalogue


def sight(piece: WordSpan, act: str) -> list[Request]:
    """What is done where only some maps are to be seen, or one looks otherwise; none when neither is said."""
    return _alone(piece, act) or _looks(piece, act)


def _alone(piece: WordSpan, act: str) -> list[Request]:
    """What is done where nothing but the maps that are named is to be seen; none where it does not say so of maps."""
    parts = chunks(piece) if piece.name else []
    mapped = bool(parts) and not piece.subjects and all(one.kind == "map" for one in parts)
    if not mapped or act not in ("see", "") or "only" not in piece.own_concepts:
        return []
    return [Request(intent="hide_layer", all=True, but=tuple(one.text for one in parts), keeps=True)]


def _looks(piece: WordSpan, act: str) -> list[Request]:
    """What is said of how a map looks, which can't be changed; places and maps that are named come before it."""
    name = next((one for one in ("background", "opacity") if one in piece.own_concepts), "")
    if not name:
        return []
    kinds = ("place",) if name == "background" else ("place", "map")
    asked = bool(piece.name) and act in ("load", "go", "see") and not piece.subjects
    named = [one for one in chunks(piece) if one.kind in kinds] if asked else []
    intents: dict[str, Wish] = {"place": "search_place", "map": "load_layer"}
    made = [Request(intent=intents[one.kind], q=one.text[:300]) for one in named]
    return [*made, Request(intent="clarification", q=piece.text[:300], says=name)]


def half_read(piece: WordSpan, made: Sequence[Request]) -> list[tuple[WordSpan, Chunk]]:
    """What stands beside a map that is known, and was not read: `den Wald als Shapefile`. What a map is called is no
    wish, and what stands beside a place may be one."""
    intents = {one.intent for one in made}
    kind = "map" if intents == {"load_layer"} else "place" if intents == {"search_place"} else ""
    parts = chunks(piece) if kind else []
    if piece.asks or not any(one.kind == kind for one in parts):
        return []
    labels = [fold(one.label) for part in parts for one in catalogue.find(part.text)]
    labels += [fold(one.q) for one in made if kind == "place"]
    return [(piece, one) for one in parts if one.kind == "other" and not any(fold(one.text) in name for name in labels)]


def behind(piece: WordSpan, thing: str) -> list[tuple[WordSpan, Chunk]]:
    """What stands behind a document that is made, and was not read: `den Auszug auf Französisch`. What stands before it
    is what is done with it: `Zustellung des Auszugs`."""
    since = piece.first(thing)
    named = [one for one in chunks(piece) if one.kind != "place" and one.end > since]
    return [(piece, one._replace(start=max(one.start, since))) for one in named]


def unknown(piece: WordSpan) -> bool:
    """Whether a piece names no map, no place and no document: where that is not meant, it is a wish nobody knows."""
    return not (piece.subjects or piece.things or any(one.kind != "other" for one in chunks(piece)))
