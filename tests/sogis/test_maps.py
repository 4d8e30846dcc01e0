"""The shipped maps: tiles that show what the data says, read back by another library; and a background to see."""

from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from loket_demos.sogis.maps.grid import ORIGIN, RESOLUTIONS, TILE, tile_extent
from loket_demos.sogis.maps.raster import Raster
from loket_demos.sogis.maps.shipped import ShippedMaps, background
from loket_demos.sogis.source.shipped import layers

WATER = "ch.so.afu.gewaesserschutz"
SOLOTHURN = (2605600.0, 1228400.0, 2606600.0, 1229400.0)


@pytest.fixture
def maps(data_folder: Path) -> ShippedMaps:
    return ShippedMaps(data_folder)


def inks(data: bytes) -> set[tuple[int, ...]]:
    image = Image.open(BytesIO(data)).convert("RGBA")
    return {color for _, color in image.getcolors(1 << 20) or []}


def test_a_square_is_drawn_where_it_lies() -> None:
    raster = Raster((0, 0, 10, 10), 10, 10)
    raster.fill([[(2, 2), (5, 2), (5, 5), (2, 5)]], (255, 0, 0, 128))
    image = Image.open(BytesIO(raster.png())).convert("RGBA")
    red = {(x, y) for x in range(10) for y in range(10) if image.getpixel((x, y)) == (255, 0, 0, 128)}
    assert red == {(x, y) for x in range(2, 5) for y in range(5, 8)}


def test_a_line_that_begins_far_away_has_no_gaps() -> None:
    raster = Raster((0, 0, 10, 10), 10, 10)
    raster.line([(-1e6, -1e6), (1e6, 1e6)], (0, 0, 255, 255))
    image = Image.open(BytesIO(raster.png())).convert("RGBA")
    assert all((0, 0, 255, 255) in {image.getpixel((x, y)) for y in range(10)} for x in range(10))


_points = st.tuples(st.floats(-1e7, 1e7), st.floats(-1e7, 1e7))


@given(st.lists(_points, max_size=6))
def test_whatever_is_drawn_is_a_picture(points: list[tuple[float, float]]) -> None:
    raster = Raster((0, 0, 100, 100), 16, 16)
    raster.fill([points], (1, 2, 3, 4))
    raster.line(points, (5, 6, 7, 8), 3)
    assert Image.open(BytesIO(raster.png())).size == (16, 16)


async def test_every_map_shows_something_in_solothurn(maps: ShippedMaps) -> None:
    wide = (2604000.0, 1227000.0, 2608000.0, 1231000.0)
    for one in layers().values():
        found = await maps.picture([one.id], SOLOTHURN if one.shows == ("parcels",) else wide, (400, 400))
        assert (found is None) == bool(one.group)
        assert found is None or len(inks(found)) > 1, one.id


async def test_a_tile_lies_in_the_canton_s_grid(maps: ShippedMaps) -> None:
    matrix = RESOLUTIONS.index(5.0)
    column = int((2605899 - ORIGIN[0]) / (RESOLUTIONS[matrix] * TILE))
    row = int((ORIGIN[1] - 1229278) / (RESOLUTIONS[matrix] * TILE))
    extent = tile_extent(matrix, column, row)
    assert extent is not None
    assert extent[0] <= 2605899 < extent[2]
    assert extent[1] < 1229278 <= extent[3]
    tile = await maps.tile(WATER, matrix, column, row)
    assert tile is not None
    assert Image.open(BytesIO(tile)).size == (256, 256)


@pytest.mark.parametrize("tile", [(-1, 0, 0), (99, 0, 0), (0, -1, 0), (0, 0, -1), (5, 10_000, 0), (5, 0, 10_000)])
async def test_there_is_no_such_tile(maps: ShippedMaps, tile: tuple[int, int, int]) -> None:
    assert await maps.tile(WATER, *tile) is None


async def test_there_is_no_such_map_and_no_picture_without_size(maps: ShippedMaps) -> None:
    assert await maps.picture(["ch.nowhere"], SOLOTHURN, (10, 10)) is None
    assert await maps.picture([], SOLOTHURN, (10, 10)) is None
    assert await maps.picture([WATER], SOLOTHURN, (0, 10)) is None
    assert await maps.picture([WATER], SOLOTHURN, (10, 100_000)) is None
    assert await maps.picture([WATER], (1.0, 1.0, 1.0, 1.0), (10, 10)) is None


def test_the_background_has_roads_water_woods_and_houses() -> None:
    kinds = {feature["properties"]["kind"] for feature in background()["features"]}
    assert kinds == {"street", "road", "river", "wood", "commune", "house"}
