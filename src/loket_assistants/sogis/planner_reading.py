"""Reads a message: which requests are in it, in order, and what each is about. No place is looked up here."""

import re
from datetime import datetime
from functools import lru_cache

from loket.core.data import Frozen
from loket.core.shapes import text_at
from loket.planners.skills.addresses import addresses
from loket.planners.skills.message import read as read_message
from loket_assistants.sogis.actions import Intent
from loket_assistants.sogis.geo.lv95 import pair_in
from loket_assistants.sogis.planner_words import (
    FALLBACK,
    after,
    skill_index,
    street_like,
    takes_away,
    vocabulary,
    without,
)
from loket_assistants.sogis.search.query import AddressQuery, EgridQuery, ParcelQuery, PointQuery, read

MOST = 1_000
"""Characters of a message that are read: nobody asks for so much in one sentence."""
REQUESTS = 8
SHORT = 3
"""Words of the name of a place."""
_BARE_NUMBER = re.compile(r"^\d{1,6}\s?[a-z]?$", re.IGNORECASE)
_IN_STREET = re.compile(r"(?<=\s)\d{1,4}\s?[a-z]?(?=[\s,]|$)", re.IGNORECASE)


class Request(Frozen):
    """One intent and what it is about: the text of an address, a place or a topic, or a parcel by its number or EGRID.
    With none of them it is about what was selected last. `at`: which request of its message it is."""

    intent: Intent
    q: str = ""
    number: str = ""
    municipality: str = ""
    egrid: str = ""
    at: int = 0

    @property
    def about(self) -> bool:
        """Whether it says itself what it is about."""
        return bool(self.q or self.number or self.egrid)

    @property
    def places(self) -> bool:
        """Whether it finds a place."""
        return self.intent != "load_layer"


def requests(text: str, now: datetime) -> tuple[Request, ...]:
    """The requests of a message; none when nothing in it can be done."""
    found = [_request(part, now) for part in _parts(text[:MOST], now)]
    kept = [one for one in found if one is not None][:REQUESTS]
    return tuple(one.model_copy(update={"at": at}) for at, one in enumerate(kept))


def bare(text: str, now: datetime) -> Request | None:
    """What a message is about that names a place and asks for nothing else."""
    if _asks(text, now) is not None:
        return None
    words = after(" ".join(text[:MOST].split()), vocabulary().words.filler)
    found = _subject(words, Request(intent="goto_address"))
    return found if found.about or not words else found.model_copy(update={"q": words})


def corrected(text: str, last: Request | None) -> Request | None:
    """The last request as a message puts it right ("sorry, ich meinte 9"); None when it does not."""
    words = vocabulary().words
    said = [word.strip(".,;:!?").lower() for word in text[:MOST].split()]
    if last is None or not set(said) & set(words.corrects_surely):
        return None
    flat = " ".join(text[:MOST].replace(",", " , ").split())
    meant = after(_unphrased(flat, words.corrects), (*words.corrects, *words.filler))
    if not meant:
        return None
    if _BARE_NUMBER.match(meant):
        if last.number:
            return last.model_copy(update={"number": meant})
        if not last.q:
            return None
        number, count = _IN_STREET.subn(meant, last.q, count=1)
        street, comma, rest = last.q.partition(",")
        return last.model_copy(update={"q": number if count else f"{street} {meant}{comma}{rest}"})
    fresh = _subject(meant, Request(intent=last.intent))
    return fresh if fresh.about else last.model_copy(update={"q": meant, "number": "", "egrid": ""})


def _unphrased(text: str, phrases: tuple[str, ...]) -> str:
    pattern = "|".join(re.escape(one) for one in sorted(phrases, key=len, reverse=True))
    return re.sub(rf"^(?:(?:{pattern})\b[\s,.!:]*|[\s,.!:]+)+", "", text, flags=re.IGNORECASE)


def _parts(text: str, now: datetime) -> list[str]:
    """The message in pieces that each ask for something; a piece that does not belongs to the one before it."""
    pieces = _between().split(" ".join(text.split()))
    found: list[str] = []
    for at in range(0, len(pieces), 2):
        piece, joint = pieces[at].strip(), pieces[at - 1] if at else ""
        if not piece:
            continue
        if found and _asks(piece, now) is None:
            found[-1] = f"{found[-1]}{joint}{piece}"
        else:
            found.append(piece)
    return found


@lru_cache(maxsize=1)
def _between() -> re.Pattern[str]:
    words = "|".join(re.escape(one) for one in vocabulary().words.between)
    return re.compile(rf"((?:\s*[,;]\s*|[.!?]\s+|\s+)(?:{words})\s+|\s*[,;]\s+|[.!?]\s+(?=[A-ZÄÖÜ]))", re.IGNORECASE)


def _asks(piece: str, now: datetime) -> Intent | None:
    """The intent whose own words are in a piece; what only looks like a name asks for nothing."""
    words = [word.strip(".,;:!?").lower() for word in piece.split()]
    if takes_away(piece):
        return None
    ranked = skill_index().weigh(read_message(_unplaced(piece), now, skill_index().locale))
    if not ranked or not ranked[0].terms or ranked[0].score < skill_index().thresholds.least:
        return _tagged(words)
    known: dict[str, Intent] = {one.id: one.id for one in vocabulary().skills}
    best = known.get(ranked[0].profile.skill.id)
    return (_tagged(words) or best) if best in ("goto_address", "search_place") else best


def _tagged(words: list[str]) -> Intent | None:
    """The intent of which a tag stands in the piece as it is, however much else there is."""
    return next((one.id for one in vocabulary().skills if {tag.lower() for tag in one.tags} & set(words)), None)


def _unplaced(piece: str) -> str:
    """A piece without its addresses, because a place says nothing about what is asked for there."""
    left = piece
    for found in reversed(addresses(piece, FALLBACK)):
        left = f"{left[: found.start]} {left[found.end :]}"
    return left


def _request(piece: str, now: datetime) -> Request | None:
    words = vocabulary().words
    if takes_away(piece):
        return None
    intent = _asks(piece, now) or _place_alone(piece, now)
    if intent is None:
        return None
    if intent == "load_layer":
        return Request(intent=intent, q=without(piece, words.layer)[:300])
    if intent in ("goto_address", "search_place"):
        return _place(piece)
    found = _subject(piece, Request(intent=intent))
    if found.about:
        return found
    address = text_at(skill_index().chosen(intent, piece, now).slots[0], "address")
    named = any(one.isdigit() for one in address) or street_like(address)
    return found.model_copy(update={"q": address}) if named else found


def _place_alone(piece: str, now: datetime) -> Intent | None:
    """Where a piece leads that has no words of any request in it: to the street or place that it names."""
    name = after(piece, vocabulary().words.place)
    match read(name):
        case AddressQuery(street=street, number=number) if not (number and street) and not street_like(street):
            few = len(name.split()) <= SHORT and all(
                re.fullmatch(r"[^\W\d_]+(?:[-.][^\W\d_]*)*", w) for w in name.split()
            )
            return "search_place" if few and name[:1].isupper() and not skill_index().chatter(piece, now) else None
        case None:
            return None
        case _:
            return "goto_address"


def _place(piece: str) -> Request:
    """A request for a place: a municipality unless a street, a number or a point is named."""
    name = after(piece, vocabulary().words.place)
    query = read(piece)
    if isinstance(query, PointQuery | EgridQuery | ParcelQuery):
        return Request(intent="goto_address", q=piece[:300])
    plain = isinstance(query, AddressQuery) and not query.number and not street_like(name)
    return Request(intent="search_place" if plain else "goto_address", q=name[:300])


def _subject(piece: str, request: Request) -> Request:
    """The request with the parcel, the point or the street that a piece of text names."""
    match read(piece):
        case ParcelQuery(number=number, place=place):
            return request.model_copy(update={"number": number, "municipality": place})
        case EgridQuery(egrid=egrid):
            return request.model_copy(update={"egrid": egrid})
        case PointQuery() if pair_in(piece) is not None:
            return request.model_copy(update={"q": piece[:300]})
        case _:
            pass
    return request
