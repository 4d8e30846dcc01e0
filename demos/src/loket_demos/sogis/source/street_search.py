"""Finds addresses in the database, however they are spelt: by the key of a street, else by the parts it shares."""

import re
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from loket_demos.sogis.geo.geometry import distance
from loket_demos.sogis.geo.lv95 import Point
from loket_demos.sogis.search.query import AddressQuery
from loket_demos.sogis.search.spelling import any_of, spelling
from loket_demos.sogis.search.words import key, number_order, street_key
from loket_demos.sogis.source.known import commune
from loket_demos.sogis.source.port import MOST
from loket_demos.sogis.source.shapes import Address

ALIKE = 80.0
"""How much two names must be alike, of 100, to be taken for the same."""
AS_GOOD = 4.0
"""Names that are less alike than the best by more than this are not meant."""
NEAREST_NUMBERS = 5
CANDIDATES = 60
MOST_WORDS = 12
_SAID = spelling()
_NO_PLACE = re.compile(rf"^(?:{any_of(_SAID.before_place)}\s+)+(?=\S)", re.IGNORECASE)
_COMMON = {part[i : i + 3] for part in _SAID.common for i in range(len(part) - 2)}


@dataclass(frozen=True, slots=True)
class Street:
    """A street of a place."""

    id: int
    name: str
    key: str
    place: str
    place_key: str
    commune_key: str
    postcode: str


def find(line: sqlite3.Connection, query: AddressQuery, near: Point | None) -> list[Address]:
    """The addresses a query can mean, the best first."""
    streets = _meant(line, query)
    if not query.number:
        return _numbers(line, streets, near)
    exact = [one for street in streets for one in _houses(line, street, "AND number = ?", query.number)]
    if exact:
        asked = street_key(query.street)
        named = {f"{street.id}" for street in streets if asked.startswith(street.key)}
        return _nearest([_address(row, row["street"] in map(int, named)) for row in exact], near)[:MOST]
    wanted = number_order(query.number)[0]
    rows = [row for street in streets for row in _houses(line, street)]
    rows.sort(key=lambda row: (abs(number_order(row["number"])[0] - wanted), number_order(row["number"])))
    return [_address(row, exact=False) for row in rows[:NEAREST_NUMBERS]]


def find_place(names: Sequence[str], text: str) -> list[int]:
    """Which of the keys of places a text begins with: the whole text if it can be, else as many of its words as are a
    place (`Messen und einen Plan`). A place that is none of them is not looked for by fewer of its words: of two that
    begin alike the other one is not meant."""
    words = _NO_PLACE.sub("", " ".join(text.split()[:MOST_WORDS])).split()
    for size in range(len(words), 0, -1):
        asked = key(" ".join(words[:size]))
        if (found := _keys_like(names, asked)) or commune(asked):
            return found
    return []


def _keys_like(names: Sequence[str], asked: str) -> list[int]:
    """The keys that are the same, else those that hold it as a part, else the most alike. A name that a place has is
    no other one's, however alike: not even when only the other one is here."""
    if not asked:
        return []
    if (same := [at for at, name in enumerate(names) if name == asked]) or commune(asked):
        return same
    if len(asked) >= 4 and (part := [at for at, n in enumerate(names) if n.startswith(asked) or n.endswith(asked)]):
        return part
    found = process.extract(asked, names, scorer=fuzz.ratio, score_cutoff=ALIKE, limit=MOST)
    return [at for _, score, at in found if score >= found[0][1] - AS_GOOD]


def _meant(line: sqlite3.Connection, query: AddressQuery) -> list[Street]:
    streets = _alike(line, street_key(query.street))
    if query.place or query.postcode:
        return _in_place(streets, query)
    best = streets[:1] and streets[0].key == street_key(query.street)
    words = query.street.split()
    if best or len(words) < 2:
        return streets
    for size in range(min(4, len(words) - 1), 0, -1):
        inner = AddressQuery(" ".join(words[:-size]), query.number, " ".join(words[-size:]))
        if found := _in_place(_alike(line, street_key(inner.street)), inner):
            return found
    return streets


def _alike(line: sqlite3.Connection, asked: str) -> list[Street]:
    """The streets of that key, else the most alike."""
    same = [_street(row) for row in line.execute("SELECT * FROM streets WHERE key = ?", (asked,))]
    if same or len(asked) < 4:
        return same
    parts = {asked[i : i + 3] for i in range(len(asked) - 2)}
    told = sorted(parts - _COMMON)[:32] or sorted(parts)
    inner = " UNION ALL ".join(["SELECT rowid FROM street_parts WHERE street_parts MATCH ?"] * len(told))
    text = f"""SELECT streets.* FROM (SELECT rowid AS id, count(*) AS shared FROM ({inner}) GROUP BY rowid
      ORDER BY shared DESC LIMIT {CANDIDATES}) AS found JOIN streets USING (id)"""  # noqa: S608 - made of question marks
    rows = [_street(row) for row in line.execute(text, [f'"{part}"' for part in told])]
    names = [street.key for street in rows]
    found = process.extract(asked, names, scorer=fuzz.ratio, score_cutoff=ALIKE, limit=CANDIDATES)
    return [rows[at] for _, score, at in found if score >= found[0][1] - AS_GOOD]


def _in_place(streets: list[Street], query: AddressQuery) -> list[Street]:
    if query.postcode:
        here = [street for street in streets if street.postcode == query.postcode]
        if here or not query.place:
            return here
    names = [name for street in streets for name in (street.place_key, street.commune_key)]
    meant = {names[at] for at in find_place(names, query.place)}
    own = [street for street in streets if street.place_key in meant]
    return own or [street for street in streets if street.commune_key in meant]


def _numbers(line: sqlite3.Connection, streets: list[Street], near: Point | None) -> list[Address]:
    rows = [row for street in streets for row in _houses(line, street)]
    rows.sort(key=lambda row: (row["place"], number_order(row["number"])))
    return _nearest([_address(row, exact=False) for row in rows], near)[:MOST]


def _houses(line: sqlite3.Connection, street: Street, where: str = "", *values: str) -> list[sqlite3.Row]:
    text = f"""SELECT a.id, a.street, a.number, a.e, a.n, s.name, s.place, s.postcode
      FROM addresses AS a JOIN streets AS s ON s.id = a.street WHERE a.street = ? {where} LIMIT 400"""  # noqa: S608 - ours
    return line.execute(text, (street.id, *values)).fetchall()


def _nearest(found: list[Address], near: Point | None) -> list[Address]:
    return found if near is None else sorted(found, key=lambda one: distance(one.coord, near))


def _address(row: sqlite3.Row, exact: bool) -> Address:
    e, n = row["e"], row["n"]
    label = f"{row['name']} {row['number']}, {row['postcode']} {row['place']}"
    return Address(id=row["id"], label=label, coord=(e, n), extent=(e, n, e, n), exact=exact)


def _street(row: sqlite3.Row) -> Street:
    return Street(*row)
