"""Parcels, EGRIDs, points and addresses are found however they are written, and nothing a person types breaks it."""

import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from loket_demos.sogis.geo.lv95 import BOX, grid_point, pair_in, to_wgs84
from loket_demos.sogis.planner_picks import picked
from loket_demos.sogis.planner_reading import requests
from loket_demos.sogis.planner_request import Request
from loket_demos.sogis.planner_turns import turned
from tests.sogis.asked import NOW
from tests.sogis.test_planner_picks import HOUSES

PLACES = ["Messen", "Solothurn", "Balm bei Messen", "Balm bei Günsberg", "Niederbuchsiten", "Rüttenen"]
EAST = st.integers(int(BOX[0]) + 5_000, int(BOX[2]) - 5_000)
NORTH = st.integers(int(BOX[1]) + 5_000, int(BOX[3]) - 5_000)


def the_one(text: str) -> Request:
    [found] = requests(text, NOW)
    return found


@given(
    number=st.integers(1, 99_999),
    place=st.sampled_from(PLACES),
    form=st.sampled_from(
        [
            "Grundstück {n} in {p}",
            "Zeige Parzelle Nr. {n}, Gemeinde {p}",
            "{p}, Parzelle {n}",
            "GB {p} Nr. {n}",
            "Grundbuch {p}, Grundstück Nummer {n}",
            "In {p} das Grundstück {n}",
            "Wo liegt Parz. {n} {p}?",
            "{p} Parzelle {n}",
            "Show parcel no. {n} in {p}",
        ]
    ),
)
def test_a_parcel_is_a_number_and_a_place_in_any_order(number: int, place: str, form: str) -> None:
    found = the_one(form.format(n=number, p=place))
    assert (found.intent, found.number, found.municipality) == ("goto_address", str(number), place)


@given(
    east=EAST,
    north=NORTH,
    swapped=st.booleans(),
    mark=st.sampled_from(["", "'", "’", " "]),
    between=st.sampled_from([" / ", ", ", " ", "/"]),
    form=st.sampled_from(["{}", "Gehe zu {}", "Zentriere die Karte auf {} bitte", "Koordinate {}", "Go to {}"]),
)
def test_a_point_of_the_grid_is_read_in_either_order(
    east: int, north: int, swapped: bool, mark: str, between: str, form: str
) -> None:
    if mark == " " and between == " ":
        between = " / "
    first, second = (north, east) if swapped else (east, north)
    found = the_one(
        form.format(
            f"{first:,}{between}{second:,}".replace(",", mark)
            if between != ", "
            else f"{f'{first:,}'.replace(',', mark)}, {f'{second:,}'.replace(',', mark)}"
        )
    )
    pair = pair_in(found.q)
    assert pair is not None and grid_point(*pair) == (east, north)


@given(east=EAST, north=NORTH, swapped=st.booleans(), form=st.sampled_from(["{}", "Was liegt bei {}?", "Zoom to {}"]))
def test_degrees_are_read_in_either_order(east: int, north: int, swapped: bool, form: str) -> None:
    lat, lon = (round(one, 6) for one in to_wgs84((east, north)))
    found = the_one(form.format(f"{lon:.6f}, {lat:.6f}" if swapped else f"{lat:.6f}, {lon:.6f}"))
    pair = pair_in(found.q)
    point = None if pair is None else grid_point(*pair)
    assert point is not None
    assert abs(point[0] - east) < 8 and abs(point[1] - north) < 8


@given(st.text("0123456789", min_size=12, max_size=12), st.sampled_from(["CH{}", "ch{}", "Zeige CH {}", "EGRID: CH{}"]))
def test_an_egrid_is_found_wherever_it_stands(digits: str, form: str) -> None:
    assert the_one(form.format(digits)).egrid == f"CH{digits}"


@given(st.text(max_size=400))
@example("Parzelle " * 100)
@example("und " * 200 + "lade den Wald")
@example("1 2 3 4 5 6 7 8 9 " * 50)
@example("\x00\x1b[31m<script>alert(1)</script>")
@example("CH" + "1 " * 200)
@settings(deadline=None)
def test_any_text_is_read(text: str) -> None:
    before = [
        Request(intent="goto_address", q="Langendorfstrasse 9, Solothurn"),
        Request(intent="load_layer", q="Wald"),
    ]
    for one in (*requests(text, NOW), *turned(text, NOW, before).requests):
        assert len(one.q) <= 1_100
        assert not any(ord(sign) < 32 for sign in one.q)
    assert picked(text, (), "de") is None
    assert picked(text, HOUSES, "de") in (None, "c-1", "c-2", "c-3")


@pytest.mark.parametrize(
    "text",
    ["x" * 10_000, "Messen 168 " * 900, "a, " * 3_300, "(" * 10_000, "1'" * 5_000, "512, " * 2_000, "Wald " * 2_000],
)
def test_a_message_twice_as_long_takes_no_more_than_about_twice_the_work(text: str) -> None:
    """A pattern that looks back at everything would take four times as much, and a bad one for ever."""

    def spent(said: str) -> float:
        began = time.process_time()
        turned(said, NOW, [])
        return time.process_time() - began

    def work(said: str) -> float:
        return max(min(spent(said) for _ in range(5)), 0.005)  # below that the clock says little

    assert work(text) < 3.2 * work(text[: len(text) // 2])


def parcels(text: str) -> list[str]:
    return [f"{one.intent} {one.municipality} {one.number}" for one in requests(text, NOW) if one.number]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Gehe nach Messen und zeige Parzelle 512", ["goto_address Messen 512"]),
        ("Go to Messen and show parcel 512", ["goto_address Messen 512"]),
        ("Gehe nach Messen und drucke den Plan für Parzelle 512", ["cadastral_plan Messen 512"]),
        ("Gehe nach Messen. Zeige Parzelle 512", ["goto_address  512"]),
        ("Gehe nach Messen und zeige Parzelle 512 in Langendorf", ["goto_address Langendorf 512"]),
    ],
)
def test_a_parcel_lies_in_the_commune_named_before_it(text: str, found: list[str]) -> None:
    assert parcels(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Drucke mir Pläne der Parzellen 512, 513 und 514", [f"cadastral_plan  {one}" for one in (512, 513, 514)]),
        ("Parzellen 512-514", [f"goto_address  {one}" for one in (512, 513, 514)]),
        ("ÖREB für Parzellen 512 bis 514 in Messen", [f"oereb_extract Messen {one}" for one in (512, 513, 514)]),
        ("Show parcels 512 to 514 in Messen", [f"goto_address Messen {one}" for one in (512, 513, 514)]),
        ("Parzellen 512–513", ["goto_address  512", "goto_address  513"]),
        (
            "Langendorf 512, 513; Solothurn 1213: ÖREB",
            ["goto_address Langendorf 512", "goto_address Langendorf 513", "oereb_extract Solothurn 1213"],
        ),
        ("Parzelle 514-3", ["goto_address  514", "goto_address  3"]),
        ("Ich plane etwas auf Parzelle 512 in Messen", ["goto_address Messen 512"]),
    ],
)
def test_every_number_that_was_written_is_read(text: str, found: list[str]) -> None:
    assert parcels(text) == found
