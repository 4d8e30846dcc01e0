"""The source that needs nobody: shipped data, a database made from it at first use, and restrictions by overlay."""

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import anyio.to_thread

from loket_demos.sogis.geo.geometry import area, centroid, clipped, extent, holds, polygons, ring_area
from loket_demos.sogis.geo.lv95 import Point
from loket_demos.sogis.geo.scale import Sheet
from loket_demos.sogis.prints.late import plan_page
from loket_demos.sogis.search.query import AddressQuery, read
from loket_demos.sogis.search.spelling import spelling
from loket_demos.sogis.search.words import key
from loket_demos.sogis.source import catalogue, street_search
from loket_demos.sogis.source.database import PlaceTables
from loket_demos.sogis.source.known import place_not_shipped
from loket_demos.sogis.source.port import MOST, GeoFailed
from loket_demos.sogis.source.shapes import (
    Address,
    Bore,
    Commune,
    Extract,
    Layer,
    MadeFile,
    Parcel,
    Restriction,
)
from loket_demos.sogis.source.shipped import themes

NEIGHBOURS = 400
"""So many parcels are drawn on a plan at most."""
LEAST_PERCENT = 0.1
"""What covers less of a parcel is an edge that two areas share."""


class BundledSource:
    """Answers from the shipped tables and nothing else."""

    name: Literal["bundled", "live"] = "bundled"

    def __init__(self, folder: Path) -> None:
        self._places = PlaceTables(folder)

    async def prepare(self) -> None:
        """Makes the database now, so that nobody waits for it later. GeoFailed when it can't be made."""
        await self._places.communes()

    def lacks(self, place: str) -> str:
        return place_not_shipped(place)

    async def addresses(self, text: str, near: Point | None = None) -> Sequence[Address]:
        query = read(text)
        if not isinstance(query, AddressQuery):
            return []
        return await self._places.read(lambda line: street_search.find(line, query, near))

    async def communes(self, text: str) -> Sequence[Commune]:
        rows = await self._places.communes()
        at = street_search.find_place([row["key"] for row in rows], text)
        return [_commune(rows[one]) for one in at][:MOST]

    async def layers(self, text: str) -> Sequence[Layer]:
        return catalogue.find(text)

    async def parcels_at(self, point: Point) -> Sequence[Parcel]:
        found = await self._places.within("parcels", (*point, *point))
        return [_parcel(row) for row in found if holds(json.loads(row["geometry"]), point)]

    async def parcels_numbered(self, number: str, commune: str = "") -> Sequence[Parcel]:
        rows = await self._places.read(lambda line: line.execute(_NUMBERED, (number.strip(),)).fetchall())
        if not commune:
            return [_parcel(row) for row in rows][:MOST]
        names = [name for row in rows for name in (row["register_key"], row["commune_key"])]
        meant = {names[at] for at in street_search.find_place(names, commune)}
        return [_parcel(row) for row in rows if meant & {row["register_key"], row["commune_key"]}][:MOST]

    async def parcel(self, egrid: str) -> Parcel | None:
        found = await self._places.read(lambda line: line.execute(_BY_EGRID, (egrid,)).fetchone())
        return None if found is None else _parcel(found)

    async def extract(self, parcel: Parcel) -> Extract:
        box = extent(parcel.geometry)
        rows = [] if box is None else await self._places.within("zones", box)
        told = [one for row in rows if (one := _restriction(row, parcel)) is not None]
        order = [theme.title for theme in themes().values() if theme.code]
        told.sort(key=lambda one: (order.index(one.title), one.says))
        met = {one.title for one in told}
        return Extract(parcel=parcel, restrictions=tuple(told), free_of=tuple(t for t in order if t not in met))

    async def bore(self, point: Point, resolution: float = 1.0) -> Bore:
        rows = await self._places.within("zones", (*point, *point))
        here = [row for row in rows if row["theme"] == "bore" and holds(json.loads(row["geometry"]), point)]
        if not here:
            return Bore(coord=point, verdict="unknown")
        strictest = min(here, key=lambda row: int(row["code"]))
        return Bore(coord=point, verdict=spelling().verdicts[strictest["label"]], depth=int(strictest["code"]))

    async def plan(self, parcel: Parcel, sheet: Sheet) -> MadeFile:
        rows = await self._places.within("parcels", sheet.extent)
        around = [_parcel(row) for row in rows[:NEIGHBOURS] if row["egrid"] != parcel.egrid]
        data = await anyio.to_thread.run_sync(plan_page, parcel, around, sheet)
        name = f"Grundbuchplan_{key(parcel.municipality) or 'ch'}_{key(parcel.number) or 'plan'}.pdf"
        return MadeFile(name=name, media="application/pdf", data=data)


def _commune(row: sqlite3.Row) -> Commune:
    geometry = json.loads(row["geometry"])
    box, middle = extent(geometry), centroid(geometry)
    if box is None or middle is None:
        raise GeoFailed("data_unavailable")
    whole = row["name"] == row["commune"]
    label = row["name"] if whole else f"{row['name']} (Gemeinde {row['commune']})"
    id = row["bfs"] if whole else f"{row['bfs']}-{row['key']}"
    return Commune(id=id, label=label, name=row["commune"], extent=box, coord=middle, geometry=geometry)


def _parcel(row: sqlite3.Row) -> Parcel:
    geometry = json.loads(row["geometry"])
    return Parcel(
        egrid=row["egrid"],
        number=row["number"],
        municipality=row["commune"],
        land_register=row["register"],
        bfs=row["bfs"],
        nbident=row["nbident"],
        kind=row["kind"],
        area=round(area(geometry)),
        geometry=geometry,
    )


def _restriction(row: sqlite3.Row, parcel: Parcel) -> Restriction | None:
    """What a zone means for a parcel: the part of it that lies in the zone; None when that is nothing."""
    theme = themes()[row["theme"]]
    window = polygons(json.loads(row["geometry"]))
    whole = area(parcel.geometry)
    if not theme.code or not window or whole <= 0:
        return None
    covered = sum(abs(ring_area(clipped(part[0], window[0][0]))) for part in polygons(parcel.geometry))
    percent = round(100 * covered / whole, 1)
    if percent < LEAST_PERCENT:
        return None
    return Restriction(
        theme=theme.code,
        title=theme.title,
        says=row["label"],
        status=row["status"],
        area=round(covered),
        percent=min(percent, 100.0),
        office=theme.office,
        laws=theme.laws,
    )


_NUMBERED = "SELECT * FROM parcels WHERE number = ? ORDER BY commune = register DESC, commune, register, kind DESC"
_BY_EGRID = "SELECT * FROM parcels WHERE egrid = ?"
