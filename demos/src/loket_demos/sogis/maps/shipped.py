"""The shipped maps as pictures: areas of themes in their colours, parcels and communes as lines."""

import json
from functools import lru_cache
from pathlib import Path

import anyio.to_thread

from loket.core.data import JsonObject
from loket_demos.sogis.geo.geometry import Extent, Ring, polygon, polygons
from loket_demos.sogis.maps.grid import TILE, tile_extent
from loket_demos.sogis.maps.raster import Ink, Raster
from loket_demos.sogis.source import shipped
from loket_demos.sogis.source.database import PlaceTables
from loket_demos.sogis.source.shipped import layers, ring, themes

MOST_PIXELS = 2048
"""Of a side of a picture."""
COVER = 120
"""How much of the ground a theme hides, of 255."""
LINE: Ink = (120, 60, 60, 255)
BORDER: Ink = (140, 60, 140, 255)
DETAIL = 4.0
"""Metres a pixel: parcels are only drawn when a pixel shows less."""
AREAS = ("wood", "commune", "house")
VERDICTS = {"0": (215, 70, 60), "120": (240, 190, 70)}


class ShippedMaps:
    """Draws the maps of the catalogue for any piece of land."""

    def __init__(self, folder: Path) -> None:
        self._places = PlaceTables(folder)

    async def tile(self, layer: str, matrix: int, column: int, row: int) -> bytes | None:
        """A tile of a map as PNG; None when there is no such map or no such tile. GeoFailed like any source."""
        extent = tile_extent(matrix, column, row)
        return None if extent is None else await self.picture([layer], extent, (TILE, TILE))

    async def picture(self, names: list[str], extent: Extent, size: tuple[int, int]) -> bytes | None:
        """Maps over each other as PNG; None when one is unknown or a group, or the picture has no or too much size."""
        known = [layers()[name] for name in names if name in layers() and not layers()[name].group]
        wide, high = extent[2] - extent[0], extent[3] - extent[1]
        fits = all(0 < side <= MOST_PIXELS for side in size) and 0 < wide < 1e6 and 0 < high < 1e6
        if len(known) != len(names) or not names or not fits:
            return None
        shown = [theme for one in known for theme in one.shows]
        areas = await _areas(self._places, shown, extent)
        return await anyio.to_thread.run_sync(_drawn, areas, shown, Raster(extent, *size))

    async def background(self) -> JsonObject:
        """What the function of that name gives. Who sees a map asks next: the database is made before that."""
        await self._places.communes()
        return await anyio.to_thread.run_sync(background)


@lru_cache(maxsize=1)
def background() -> JsonObject:
    """Roads, streets, the river, woods, communes and houses of the example data as GeoJSON in LV95."""
    features = [_feature(row["kind"], row["name"], ring(row["line"])) for row in shipped.rows("background")]
    features += [_feature("commune", row["name"], ring(row["ring"])) for row in shipped.rows("communes")]
    features += [
        _feature("house", row["number"], _house(float(row["e"]), float(row["n"]))) for row in shipped.rows("addresses")
    ]
    return {"type": "FeatureCollection", "features": features}


Area = tuple[str, str, list[Ring]]
"""A theme, its code and the rings."""


async def _areas(places: PlaceTables, shown: list[str], extent: Extent) -> list[Area]:
    found: list[Area] = []
    if set(shown) & set(themes()):
        rows = await places.within("zones", extent)
        found += [(row["theme"], row["code"], part) for row in rows for part in _parts(row["geometry"])]
    if "parcels" in shown:
        rows = await places.within("parcels", extent)
        found += [("parcels", row["kind"], part) for row in rows for part in _parts(row["geometry"])]
    if "communes" in shown:
        rows = await places.communes()
        found += [("communes", "", part) for row in rows for part in _parts(row["geometry"])]
    return found


def _parts(geometry: str) -> list[list[Ring]]:
    return polygons(json.loads(geometry))


def _drawn(areas: list[Area], shown: list[str], raster: Raster) -> bytes:
    metres = (raster.extent[2] - raster.extent[0]) / raster.width
    for theme in dict.fromkeys(shown):
        for code, rings in ((code, rings) for name, code, rings in areas if name == theme):
            match theme:
                case "parcels":
                    if metres <= DETAIL:
                        _outlined(raster, rings, LINE)
                case "communes":
                    _outlined(raster, rings, BORDER, 3)
                case _:
                    color = VERDICTS.get(code, themes()[theme].color) if theme == "bore" else themes()[theme].color
                    raster.fill(rings, (*color, COVER))
                    _outlined(raster, rings, (*color, 255))
    return raster.png()


def _outlined(raster: Raster, rings: list[Ring], ink: Ink, wide: int = 1) -> None:
    for one in rings:
        raster.line([*one, one[0]], ink, wide)


def _house(e: float, n: float) -> Ring:
    """The outline of a house around its door, about ten metres wide."""
    return [(e - 5, n - 4.5), (e + 5, n - 4.5), (e + 5, n + 4.5), (e - 5, n + 4.5)]


def _feature(kind: str, name: str, points: Ring) -> JsonObject:
    shape = polygon(points) if kind in AREAS else {"type": "LineString", "coordinates": [list(p) for p in points]}
    return {"type": "Feature", "geometry": shape, "properties": {"kind": kind, "name": name}}
