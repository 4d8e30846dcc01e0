"""What a search text names: a street with a number and a place, a parcel, an EGRID or a point of the map."""

import re
from dataclasses import dataclass

from loket_demos.sogis.geo.lv95 import Point, grid_point, pair_in
from loket_demos.sogis.search.spelling import any_of, spelling
from loket_demos.sogis.search.words import house_number

MOST_CHARACTERS = 200
"""Nobody writes a longer address; the rest is not read."""

_SAID = spelling()
LAYER_ID = re.compile(r"(?<![\w@/.:])(?!www\.)[a-z][\w-]+(?:\.[\w-]+){2,}(?:::[\w-]+)?")
"""The id of a map as geoportals write it: `ch.so.afu.gewaesserschutz`, `ch.so.agi.av::group`."""
_EGRID = re.compile(r"\bCH\s*((?:\d\s*){12})\b", re.IGNORECASE)
_PARCEL = re.compile(
    rf"\b{any_of(_SAID.parcels)}\s*(?:s?\s*-?\s*{any_of(_SAID.numbers)}\.?)?\s*(?P<number>\d{{1,6}}[a-z]?)\b"
    rf"(?:\s*(?:,|{any_of(_SAID.places)})?\s+(?:{any_of(_SAID.articles)}\s+)?(?:{any_of(_SAID.commune)}\s+)?"
    r"(?P<place>[^\d,;.!?]{2,60}))?",
    re.IGNORECASE,
)
_FILLER = re.compile(rf"^(?:{any_of(_SAID.filler)}\b[\s:,]*)+", re.IGNORECASE)
_NUMBERED = re.compile(
    rf"^(?P<street>\D{{2,80}}?)[\s,]+(?:{any_of(_SAID.numbers)}\.?\s*)?"
    r"(?P<number>\d{1,3}\s?[a-z]?(?![a-z0-9]))(?P<rest>.*)$",
    re.IGNORECASE,
)
_PLACE = re.compile(
    rf"^[\s,;]*(?:{any_of(_SAID.places)}\s+)?(?P<postcode>\d{{4}}\b)?\s*(?P<place>.*?)[\s.!?]*$", re.IGNORECASE
)
_SPLIT = re.compile(
    rf"^(?P<street>.+?)(?:\s*,\s*|\s+{any_of(_SAID.inside)}\s+(?!{any_of(_SAID.articles)}\b)|\s+(?=\d{{4}}\b))(?P<rest>.*)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PointQuery:
    """A coordinate; None when it lies outside Switzerland."""

    point: Point | None


@dataclass(frozen=True, slots=True)
class EgridQuery:
    """A parcel by its number in the whole country."""

    egrid: str


@dataclass(frozen=True, slots=True)
class ParcelQuery:
    """A parcel by its number and commune, which may be missing."""

    number: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class AddressQuery:
    """A street, maybe with a number and a place; `street` may hold the place as well when nothing stands between."""

    street: str
    number: str = ""
    place: str = ""
    postcode: str = ""


Query = PointQuery | EgridQuery | ParcelQuery | AddressQuery


def read(text: str) -> Query | None:
    """What a text names; None when there is nothing in it to look for."""
    asked = " ".join(text[:MOST_CHARACTERS].split())
    if (pair := pair_in(asked)) is not None:
        return PointQuery(grid_point(*pair))
    if (egrid := _EGRID.search(asked)) is not None:
        return EgridQuery(egrid_of(egrid[1]))
    if (parcel := _PARCEL.search(asked)) is not None:
        return ParcelQuery(parcel["number"], (parcel["place"] or "").strip())
    return _address(asked)


def egrid_of(text: str) -> str:
    """An EGRID as it is written in registers: CH and twelve digits."""
    return "CH" + re.sub(r"\D", "", text)


def _address(asked: str) -> AddressQuery | None:
    rest = _FILLER.sub("", asked).strip(" .,;!?\"'«»") or asked.strip(" .,;!?")
    if not re.search(r"[^\W\d_]", rest):
        return None
    if (numbered := _NUMBERED.match(rest)) is not None and (place := _PLACE.match(numbered["rest"])) is not None:
        named = place["place"].partition(",")[0].strip(" ()")
        street = numbered["street"].strip(" ,")
        return AddressQuery(street, house_number(numbered["number"]), named, place["postcode"] or "")
    if (split := _SPLIT.match(rest)) is not None and (place := _PLACE.match(split["rest"])) is not None:
        return AddressQuery(split["street"].strip(), "", place["place"].partition(",")[0], place["postcode"] or "")
    return AddressQuery(rest)
