"""The shipped tables in SQLite: a file that is made when it does not exist yet, with an index of street names."""

import json
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Lock
from typing import TypeVar

import anyio.to_thread

from loket_demos.sogis.geo.geometry import Extent, extent_of, polygon
from loket_demos.sogis.search.words import key, street_key
from loket_demos.sogis.source.port import GeoFailed
from loket_demos.sogis.source.shipped import edition, ring, rows

_SCHEMA = """
CREATE TABLE places (name TEXT PRIMARY KEY, key TEXT NOT NULL, commune TEXT NOT NULL, bfs TEXT NOT NULL,
  postcode TEXT NOT NULL, geometry TEXT NOT NULL) STRICT;
CREATE TABLE streets (id INTEGER PRIMARY KEY, name TEXT NOT NULL, key TEXT NOT NULL, place TEXT NOT NULL,
  place_key TEXT NOT NULL, commune_key TEXT NOT NULL, postcode TEXT NOT NULL) STRICT;
CREATE INDEX streets_by_key ON streets (key);
CREATE VIRTUAL TABLE street_parts USING fts5 (key, content='', tokenize='trigram', detail='none');
CREATE TABLE addresses (id TEXT PRIMARY KEY, street INTEGER NOT NULL REFERENCES streets, number TEXT NOT NULL,
  e REAL NOT NULL, n REAL NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX addresses_by_street ON addresses (street, number);
CREATE TABLE parcels (egrid TEXT PRIMARY KEY, number TEXT NOT NULL, register TEXT NOT NULL, register_key TEXT NOT NULL,
  commune TEXT NOT NULL, commune_key TEXT NOT NULL, bfs TEXT NOT NULL, nbident TEXT NOT NULL, kind TEXT NOT NULL,
  west REAL NOT NULL, south REAL NOT NULL, east REAL NOT NULL, north REAL NOT NULL, geometry TEXT NOT NULL) STRICT;
CREATE INDEX parcels_by_number ON parcels (number);
CREATE INDEX parcels_by_west ON parcels (west, east, south, north);
CREATE TABLE zones (theme TEXT NOT NULL, code TEXT NOT NULL, label TEXT NOT NULL, commune TEXT NOT NULL,
  status TEXT NOT NULL, west REAL NOT NULL, south REAL NOT NULL, east REAL NOT NULL, north REAL NOT NULL,
  geometry TEXT NOT NULL) STRICT;
"""

_INTO_PARCELS = "INSERT INTO parcels VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_INTO_ZONES = "INSERT INTO zones VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"

_IN_BOX = "west <= :east AND east >= :west AND south <= :north AND north >= :south"

Made = TypeVar("Made")
Rows = Iterable[dict[str, str]]


class PlaceTables:
    """The shipped tables for whoever reads them. Every question opens the file anew, in a worker thread; the first one
    makes it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._making = Lock()

    async def read(self, work: Callable[[sqlite3.Connection], Made]) -> Made:
        """What the work makes of the tables. GeoFailed `data_unavailable` when they can't be read."""
        return await anyio.to_thread.run_sync(self._worked, work)

    async def within(self, table: str, box: Extent) -> list[sqlite3.Row]:
        """The parcels or zones whose boxes meet the box."""
        return await self.read(lambda line: within(line, table, box))

    async def communes(self) -> list[sqlite3.Row]:
        """Every commune and village."""
        return await self.read(lambda line: line.execute("SELECT * FROM places ORDER BY name").fetchall())

    def _worked(self, work: Callable[[sqlite3.Connection], Made]) -> Made:
        try:
            with self._making:
                path = made_in(self._folder)
            with closing(opened(path)) as line:
                return work(line)
        except (sqlite3.Error, OSError) as error:
            raise GeoFailed("data_unavailable") from error


def within(line: sqlite3.Connection, table: str, box: Extent) -> list[sqlite3.Row]:
    """The rows of parcels or zones whose boxes meet the box; a point is a box of no size."""
    west, south, east, north = box
    values = {"west": west, "south": south, "east": east, "north": north}
    return line.execute(f"SELECT * FROM {table} WHERE {_IN_BOX}", values).fetchall()  # noqa: S608 - our own names


def made_in(folder: Path) -> Path:
    """The database of this edition, made now when it is not there. OSError or sqlite3.Error when it can't be."""
    path = folder / f"sogis-{edition()}.sqlite"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        make(path, rows("communes"), rows("addresses"), (rows("parcels"), rows("zones")))
        for old in folder.glob("sogis-*.sqlite"):
            if old != path:
                old.unlink(missing_ok=True)
    return path


def make(path: Path, places: Rows, addresses: Rows, land: tuple[Rows, Rows] = ((), ())) -> None:
    """Writes a database. It appears whole or not at all; of two that are made at once, the last stays."""
    handle, name = tempfile.mkstemp(prefix=path.name, dir=path.parent)
    os.close(handle)
    try:
        with closing(sqlite3.connect(name)) as line, line:
            line.executescript(_SCHEMA)
            line.executemany("INSERT INTO places VALUES (?, ?, ?, ?, ?, ?)", _places(places))
            _fill_addresses(line, addresses)
            line.executemany(_INTO_PARCELS, _parcels(land[0]))
            line.executemany(_INTO_ZONES, _zones(land[1]))
            line.execute("INSERT INTO street_parts (rowid, key) SELECT id, key FROM streets")
            line.execute("INSERT INTO street_parts (street_parts) VALUES ('optimize')")
            line.commit()
            line.execute("ANALYZE")
        Path(name).replace(path)
    finally:
        Path(name).unlink(missing_ok=True)


def opened(path: Path) -> sqlite3.Connection:
    """A connection that only reads."""
    line = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False)
    line.row_factory = sqlite3.Row
    return line


def _places(given: Rows) -> Iterator[tuple[str, ...]]:
    for row in given:
        shape = json.dumps(polygon(ring(row["ring"])))
        yield row["name"], key(row["name"]), row["commune"], row["bfs"], row["postcode"], shape


def _fill_addresses(line: sqlite3.Connection, given: Rows) -> None:
    streets: dict[tuple[str, str], int] = {}
    for row in given:
        name = (row["street"], row["place"])
        street = streets.get(name)
        if street is None:
            street = streets[name] = len(streets) + 1
            keys = (street_key(row["street"]), row["place"], key(row["place"]), key(row["commune"]))
            line.execute("INSERT INTO streets VALUES (?, ?, ?, ?, ?, ?, ?)", (street, name[0], *keys, row["postcode"]))
        values = (row["id"], street, row["number"], float(row["e"]), float(row["n"]))
        line.execute("INSERT INTO addresses VALUES (?, ?, ?, ?, ?)", values)


def _parcels(given: Rows) -> Iterator[tuple[str | float, ...]]:
    for row in given:
        facts = (
            row["egrid"],
            row["number"],
            row["register"],
            key(row["register"]),
            row["commune"],
            key(row["commune"]),
        )
        yield *facts, row["bfs"], row["nbident"], row["kind"], *_shaped(row["ring"])


def _zones(given: Rows) -> Iterator[tuple[str | float, ...]]:
    for row in given:
        yield row["theme"], row["code"], row["label"], row["commune"], row["status"], *_shaped(row["ring"])


def _shaped(cell: str) -> tuple[str | float, ...]:
    points = ring(cell)
    box = extent_of(points)
    if box is None:
        raise ValueError("an area without corners")
    return (*box, json.dumps(polygon(points), separators=(",", ":")))
