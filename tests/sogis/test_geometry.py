"""Areas, centres and sheets: worked examples, and what holds for any of them."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket_demos.sogis.geo.geometry import (
    area,
    centroid,
    clipped,
    extent,
    holds,
    polygon,
    polygons,
    ring_area,
)
from loket_demos.sogis.geo.scale import LAYOUT, SCALES, resolution, sheet_for, zoom_for

SQUARE = [
    (2_600_000.0, 1_200_000.0),
    (2_600_010.0, 1_200_000.0),
    (2_600_010.0, 1_200_010.0),
    (2_600_000.0, 1_200_010.0),
]
HOLE = [(2_600_004.0, 1_200_004.0), (2_600_006.0, 1_200_004.0), (2_600_006.0, 1_200_006.0), (2_600_004.0, 1_200_006.0)]


def test_a_square_with_a_hole() -> None:
    shape = polygon(SQUARE, HOLE)
    assert area(shape) == pytest.approx(96)
    assert extent(shape) == (2_600_000, 1_200_000, 2_600_010, 1_200_010)
    assert centroid(shape) == (2_600_005, 1_200_005)
    assert holds(shape, (2_600_001, 1_200_001))
    assert not holds(shape, (2_600_005, 1_200_005))
    assert not holds(shape, (2_600_011, 1_200_005))


def test_half_of_a_square_is_kept_by_a_window() -> None:
    window = [(e - 5, n) for e, n in SQUARE]
    assert abs(ring_area(clipped(SQUARE, window))) == pytest.approx(50)
    assert abs(ring_area(clipped(SQUARE, window[::-1]))) == pytest.approx(50)
    assert clipped(SQUARE, [(e - 50, n) for e, n in SQUARE]) == []


_JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["type", "coordinates"]), inner),
)


@given(
    st.one_of(
        _JSON, st.fixed_dictionaries({"type": st.sampled_from(["Polygon", "MultiPolygon"]), "coordinates": _JSON})
    )
)
def test_geometry_of_the_world_never_breaks(shape: Any) -> None:
    for part in polygons(shape):
        assert all(math.isfinite(value) for ring in part for point in ring for value in point)
    assert (extent(shape) is None) == (centroid(shape) is None)


def test_a_parcel_of_forty_metres_is_printed_at_one_to_250() -> None:
    sheet = sheet_for((2_600_000, 1_200_000, 2_600_040, 1_200_040))
    assert sheet is not None
    assert (sheet.denominator, sheet.interval) == (250, 20)
    assert sheet.extent == pytest.approx((2_599_995.5, 1_199_989.5, 2_600_044.5, 1_200_050.5))


@given(st.floats(0.5, 100_000), st.floats(0.5, 100_000))
def test_an_area_fits_its_sheet_and_stays_in_the_middle(width: float, height: float) -> None:
    east, north = 2_600_000.0, 1_200_000.0
    sheet = sheet_for((east, north, east + width, north + height))
    assert sheet is not None
    west, south, right, top = sheet.extent
    assert (right - west) / sheet.denominator == pytest.approx(LAYOUT[0], rel=1e-6)
    assert (top - south) / sheet.denominator == pytest.approx(LAYOUT[1], rel=1e-6)
    assert ((west + right) / 2, (south + top) / 2) == pytest.approx((east + width / 2, north + height / 2))
    assert right - west > width or sheet.denominator == SCALES[-1]
    assert sheet.interval >= (right - west) / 3


@pytest.mark.parametrize("size", [(0, 10), (10, 0), (0, 0), (math.nan, 10), (math.inf, 10)])
def test_an_area_of_no_size_has_no_sheet(size: tuple[float, float]) -> None:
    assert sheet_for((0, 0, *size)) is None


@pytest.mark.parametrize(("zoom", "metres"), [(11, 51.9), (14, 6.49), (16, 1.62), (17, 0.81), (18, 0.406)])
def test_a_zoom_is_that_of_web_maps(zoom: float, metres: float) -> None:
    solothurn = (2_607_000.0, 1_228_000.0)
    assert resolution(zoom, solothurn) == pytest.approx(metres, rel=0.01)
    assert zoom_for(resolution(zoom, solothurn), solothurn) == pytest.approx(zoom)
