"""The maps that a map assistant ships, as tiles and pictures: what the `addLayer` commands of its example data name."""

from collections.abc import Mapping
from typing import Protocol

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from loket.core.data import JsonObject
from loket.house.refusal import refused

CACHE = {"Cache-Control": "private, max-age=3600", "X-Content-Type-Options": "nosniff"}
MOST_LAYERS = 20
CRS = "EPSG:2056"
"""The only grid the shipped maps are drawn in."""


Box = tuple[float, float, float, float]
"""West, south, east and north."""


class Maps(Protocol):
    """Draws; None for what there is not. Called by the door for every tile, any number of times side by side; sizes and
    extents are checked by whoever draws. `background` is what a map shows below everything, as GeoJSON."""

    async def tile(self, layer: str, matrix: int, column: int, row: int) -> bytes | None: ...

    async def picture(self, names: list[str], extent: Box, size: tuple[int, int]) -> bytes | None: ...

    async def background(self) -> JsonObject: ...


def map_routes(maps: Maps, path: str = "/maps/sogis") -> list[Route]:
    """Tiles, pictures (WMS GetMap), and the background as GeoJSON."""

    async def tile(request: Request) -> Response:
        told = request.path_params
        at = [_small(told[name]) for name in ("matrix", "column", "row")]
        return _png(await maps.tile(told["layer"], at[0], at[1], at[2]) if min(at) >= 0 else None)

    async def picture(request: Request) -> Response:
        asked = {name.upper(): value for name, value in request.query_params.items()}
        if (problem := _unlike(asked)) is not None:
            return refused(400, *problem)
        names = [name for name in asked.get("LAYERS", "").split(",") if name]
        box, size = _numbers(asked.get("BBOX", "")), _numbers(f"{asked.get('WIDTH', '')},{asked.get('HEIGHT', '')}")
        if len(box) != 4 or len(size) != 2 or not 0 < len(names) <= MOST_LAYERS:
            return refused(400, "bad_map", "A map needs LAYERS, BBOX (four numbers), WIDTH and HEIGHT.")
        return _png(await maps.picture(names, (box[0], box[1], box[2], box[3]), (int(size[0]), int(size[1]))))

    async def below(request: Request) -> Response:
        return JSONResponse(await maps.background(), headers=CACHE)

    return [
        Route(f"{path}/wms", picture),
        Route(f"{path}/background.json", below),
        Route(f"{path}/{{layer}}/{{matrix}}/{{column}}/{{row}}.png", tile),
    ]


def _unlike(asked: Mapping[str, str]) -> tuple[str, str] | None:
    """Why a request is none for a picture in our grid. What it leaves out is taken for what we have; a request that
    names it twice, for both versions of the standard, must name it alike."""
    if asked.get("SERVICE", "WMS").upper() != "WMS":
        return "bad_service", "This is a WMS."
    if asked.get("REQUEST", "GetMap").lower() != "getmap":
        return "bad_request", "Only GetMap is answered here: there are no capabilities, legends or facts to ask for."
    grids = {asked[name].upper() for name in ("CRS", "SRS") if name in asked}
    if grids - {CRS}:
        return "bad_crs", f"These maps are drawn in {CRS} only."
    return None


def _png(data: bytes | None) -> Response:
    if data is None:
        return refused(404, "no_map", "There is no such map.")
    return Response(data, media_type="image/png", headers=CACHE)


def _small(text: str) -> int:
    """A number as tiles have them; -1 for anything else, numbers that no computer counts with among them."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 9 else -1


def _numbers(text: str) -> list[float]:
    """Finite numbers with commas in between; none when one of them is no number."""
    try:
        found = [float(one) for one in text.split(",")]
    except ValueError:
        return []
    return found if all(abs(one) < 1e9 for one in found) else []
