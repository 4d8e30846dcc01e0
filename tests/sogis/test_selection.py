"""From one call to the next, and from items to options: what a planner and a door lean on."""

from pathlib import Path
from typing import Any

import pytest

from loket_demos.sogis import tool_specs
from loket_demos.sogis.choices import choices
from loket_demos.sogis.selection import merged, selection_of
from loket_demos.sogis.source.bundled import BundledSource
from tests.sogis.test_tools import Bench


@pytest.fixture
def bench(bundled: BundledSource, tmp_path: Path) -> Bench:
    return Bench(bundled)


async def test_from_an_address_to_the_extract_of_its_parcel(bench: Bench) -> None:
    step: dict[str, Any] = {"q": "Langendorfstrasse 19b in Solothurn"}
    selection = None
    for tool in (tool_specs.ADDRESS, tool_specs.EGRID_BY_POINT, tool_specs.EXTRACT, tool_specs.PLAN, tool_specs.BORE):
        value = await bench.call(tool, merged(step, selection))
        [item] = value["items"]
        selection, step = selection_of(item), {}
    assert item["payload"]["verdict"] == "yes"
    assert merged({}, None) == {}


async def test_a_selection_says_where_and_who(bench: Bench) -> None:
    [item] = (await bench.call(tool_specs.PARCEL_BY_EGRID, {"egrid": "CH807306583219"}))["items"]
    args = merged({"x": 1.0}, selection_of(item))
    assert (args["id"], args["egrid"], args["crs"]) == ("CH807306583219", "CH807306583219", "EPSG:2056")
    assert args["x"] == 1.0
    assert args["y"] == args["coord"][1]
    assert args["selection"]["type"] == "oereb-parcel"


async def test_what_a_call_names_is_not_replaced_by_what_was_selected(bench: Bench) -> None:
    [item] = (await bench.call(tool_specs.PARCEL_BY_EGRID, {"egrid": "CH807306583219"}))["items"]
    older = selection_of(item)
    point = {"x": 2605914.5, "y": 1229206.8}
    [found] = (await bench.call(tool_specs.EGRID_BY_POINT, merged(point, older)))["items"]
    assert found["payload"]["egrid"] == "CH268368574554"
    [other] = (await bench.call(tool_specs.EXTRACT, merged({"egrid": "CH268368574554"}, older)))["items"]
    assert other["payload"]["egrid"] == "CH268368574554"


async def test_an_address_is_no_parcel(bench: Bench) -> None:
    [item] = (await bench.call(tool_specs.ADDRESS, {"q": "Langendorfstrasse 19b in Solothurn"}))["items"]
    assert await bench.fails(tool_specs.EXTRACT, merged({}, selection_of(item)), "invalid_egrid")
    assert await bench.fails(tool_specs.PLAN, merged({}, selection_of(item)), "invalid_geometry")


async def test_a_drawn_area_is_printed_as_well(bench: Bench) -> None:
    corners = [[2600000, 1215000], [2600050, 1215000], [2600050, 1215040], [2600000, 1215000]]
    [item] = (await bench.call(tool_specs.PLAN, {"geometry": {"type": "Polygon", "coordinates": [corners]}}))["items"]
    assert item["payload"]["label"] == "Fläche auf der Karte"
    assert item["payload"]["scaleDenominator"] == 500


async def test_three_parcels_of_one_number_are_three_options(bench: Bench) -> None:
    value = await bench.call(tool_specs.PARCEL_BY_NUMBER, {"number": "1234"})
    options = choices("oereb_extract", value["items"])
    assert [one["id"] for one in options] == ["oereb-1", "oereb-2", "oereb-3"]
    assert len({one["label"] for one in options}) == 3
    assert all(one["mapActions"] and 0 < one["confidence"] < 1 for one in options)


def test_options_of_the_same_name_are_told_apart() -> None:
    twice = [{"type": "layer", "payload": {"id": id, "label": "Wald"}} for id in ("a", "b")]
    assert [one["label"] for one in choices("load_layer", twice)] == ["Wald (a)", "Wald (b)"]
