"""Coordinates against published points, and whatever people may write."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket_demos.sogis.geo.lv95 import BOX, grid_point, inside, pair_in, to_lv95, to_wgs84

GOLDEN = (
    ((46.927937, 7.451352), (2600968.75, 1197427.0)),
    ((46.95108, 7.43864), (2600000.0, 1200000.0)),
    ((46.87709, 7.46527), (2602030.68, 1191775.03)),
    ((47.21441, 7.51651), (2605899.0, 1229278.0)),
)


@pytest.mark.parametrize(("degrees", "metres"), GOLDEN)
def test_published_points_are_met_to_the_metre(degrees: tuple[float, float], metres: tuple[float, float]) -> None:
    assert math.dist(to_lv95(*degrees), metres) < 1.5
    lat, lon = to_wgs84(metres)
    assert abs(lat - degrees[0]) < 1.5e-5
    assert abs(lon - degrees[1]) < 1.5e-5


@given(st.floats(2_590_000, 2_650_000), st.floats(1_210_000, 1_265_000))
def test_there_and_back_is_the_same_point(east: float, north: float) -> None:
    assert math.dist(to_lv95(*to_wgs84((east, north))), (east, north)) < 1.5


@pytest.mark.parametrize(
    "text",
    [
        "2605899 1229278",
        "2605899, 1229278",
        "2'605'899 / 1'229'278",
        "2’605’899.0, 1’229’278.0",
        "LV95: 2605899;1229278",
        "E=2605899 N=1229278",
        "(2605899 | 1229278)",
        "1229278 2605899",
        "605899 / 229278",
        "47.21441, 7.51651",
        "7.51651 47.21441",
        "lat 47.21441 lon 7.51651",
        "47.21441° N, 7.51651° E",
    ],
)
def test_a_point_may_be_written_in_many_ways(text: str) -> None:
    pair = pair_in(text)
    assert pair is not None
    point = grid_point(*pair)
    assert point is not None
    assert math.dist(point, (2605899, 1229278)) < 2


@pytest.mark.parametrize("text", ["Langendorfstrasse 19b", "19 2", "4500", "", "168 Messen", "12, 14", "47.2"])
def test_what_is_no_pair_of_coordinates_is_none(text: str) -> None:
    assert pair_in(text) is None


@pytest.mark.parametrize("pair", [(52.37, 4.89), (0.0, 0.0), (2_900_000.0, 1_200_000.0), (math.nan, 1.2e6)])
def test_a_pair_outside_is_no_point(pair: tuple[float, float]) -> None:
    assert grid_point(*pair) is None


def test_a_pair_is_read_wherever_it_lies() -> None:
    assert pair_in("52.37, 4.89") == (52.37, 4.89)


@given(st.text(max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    pair = pair_in(text)
    point = grid_point(*pair) if pair else None
    assert point is None or inside(point)


@given(st.floats(BOX[0], BOX[2]), st.floats(BOX[1], BOX[3]))
def test_every_point_of_the_box_is_itself(east: float, north: float) -> None:
    assert grid_point(east, north) == (east, north)
