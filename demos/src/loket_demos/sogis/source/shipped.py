"""Reads the data files of this package: tables, catalogues and who is to be thanked for them."""

import csv
import hashlib
import io
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Literal

from loket.core.data import Frozen, JsonObject
from loket_demos.sogis.geo.geometry import Ring
from loket_demos.sogis.source.shapes import Law

TABLES = ("communes", "addresses", "parcels", "zones", "background")
ROOM = files("loket_demos.sogis") / "data"


class Theme(Frozen):
    """A topic of the map; those with a `code` belong to the cadastre of restrictions."""

    id: str
    title: str
    color: tuple[int, int, int]
    code: str = ""
    office: str = ""
    laws: tuple[Law, ...] = ()


class ShippedLayer(Frozen):
    """A map of the catalogue; a `group` names others and shows nothing itself."""

    id: str
    label: str
    kind: Literal["wms", "wmts"] = "wms"
    shows: tuple[str, ...] = ()
    group: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


def rows(table: str) -> Iterator[dict[str, str]]:
    """The rows of a table."""
    text = (ROOM / f"{table}.csv").read_text("utf-8")
    yield from csv.DictReader(io.StringIO(text, newline=""))


def ring(cell: str) -> Ring:
    """The points in a cell."""
    pairs = (pair.partition(",") for pair in cell.split())
    return [(float(east), float(north)) for east, _, north in pairs]


@lru_cache(maxsize=1)
def themes() -> dict[str, Theme]:
    """Every theme by its id, in the order of the cadastre."""
    return {one["id"]: Theme.model_validate(one) for one in _toml("themes")["theme"]}


@lru_cache(maxsize=1)
def layers() -> dict[str, ShippedLayer]:
    """Every map by its id."""
    return {one["id"]: ShippedLayer.model_validate(one) for one in _toml("layers")["layer"]}


@lru_cache(maxsize=1)
def edition() -> str:
    """A digest of the tables: another edition makes another database."""
    digest = hashlib.sha256(b"2")
    for table in TABLES:
        digest.update((ROOM / f"{table}.csv").read_bytes())
    return digest.hexdigest()[:12]


def _toml(name: str) -> JsonObject:
    return tomllib.loads((ROOM / f"{name}.toml").read_text("utf-8"))
