"""The nine capabilities from arguments to items, over the shipped data, called as the engine calls them."""

from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from loket.core.data import FileRef
from loket.core.model import Model
from loket.core.record import Record
from loket.core.tool import CallContext, Tool, ToolFailed
from loket.schemas import problems
from loket_demos.sogis import tool_specs
from loket_demos.sogis.actions import INTENTS, actions
from loket_demos.sogis.source.bundled import BundledSource
from loket_demos.sogis.tools import sogis_tools

DOOR = [2605899.0, 1229278.0]


class Clock:
    """Time that passes when told to."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 22, 6, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


class Shelf:
    """Where a call keeps what it makes, without a conversation."""

    def __init__(self) -> None:
        self.kept: list[tuple[bytes, str, str, datetime | None]] = []

    async def keep(self, data: bytes, name: str, media: str, expires: datetime | None, private: bool) -> FileRef:
        self.kept.append((data, name, media, expires))
        return FileRef(name=name, media=media)

    async def file(self, ref: FileRef) -> bytes:
        raise ToolFailed("no_file", "Nobody asks.")

    def records(self, limit: int) -> tuple[Record, ...]:
        return ()

    def model(self, name: str | None) -> Model | None:
        return None


class Bench:
    """The tools, what they keep and the clock."""

    def __init__(self, source: BundledSource) -> None:
        self.clock, self.shelf = Clock(), Shelf()
        self.tools: dict[str, Tool] = {tool.spec.name: tool for tool in sogis_tools(source, self.clock)}

    async def call(self, tool: str, args: dict[str, Any], locale: str = "de") -> Any:
        spec = self.tools[tool].spec
        assert not problems(spec.input, args)
        context = CallContext("c", "anna", "/", "1.a", "key", 10.0, locale, world=self.shelf)
        value = await self.tools[tool].call(args, context)
        assert spec.output is not None
        assert not problems(spec.output, value)
        assert value["source"] == {"id": "bundled", "label": value["source"]["label"]}
        return value

    async def fails(self, tool: str, args: dict[str, Any], code: str) -> str:
        with pytest.raises(ToolFailed) as failed:
            await self.call(tool, args)
        assert failed.value.code == code
        return failed.value.text


@pytest.fixture
def bench(bundled: BundledSource) -> Bench:
    return Bench(bundled)


def test_there_are_nine_with_words_of_their_own(bench: Bench) -> None:
    assert len(bench.tools) == 9
    assert all(tool.spec.title and len(tool.spec.description) > 40 for tool in bench.tools.values())
    assert {name for name, tool in bench.tools.items() if not tool.spec.read_only} == set(tool_specs.WRITES)


async def test_an_address_moves_the_map_and_sets_a_pin(bench: Bench) -> None:
    value = await bench.call(tool_specs.ADDRESS, {"q": "Langendorfstrasse 19b in Solothurn"})
    [item] = value["items"]
    assert value["status"] == "SUCCESS"
    assert item["payload"]["crs"] == "EPSG:2056"
    view, pin = actions("goto_address", item)
    assert view == {"type": "setView", "payload": {"center": DOOR, "zoom": 17, "crs": "EPSG:2056"}}
    assert pin["payload"] | {"label": ""} == {
        "id": "addr-623490242",
        "coord": DOOR,
        "style": "pin-default",
        "label": "",
    }


async def test_a_street_without_number_is_a_choice_with_the_nearest_first(bench: Bench) -> None:
    value = await bench.call(tool_specs.ADDRESS, {"q": "Langendorfrasse", "coord": DOOR})
    assert (value["status"], len(value["items"])) == ("NEEDS_USER_CHOICE", 25)
    assert value["items"][0]["payload"]["label"] == "Langendorfstrasse 19b, 4500 Solothurn"


async def test_a_number_that_is_not_there_gives_the_nearest(bench: Bench) -> None:
    value = await bench.call(tool_specs.ADDRESS, {"q": "Langendorfstrasse 18, Solothurn"})
    labels = [item["payload"]["label"].partition(",")[0] for item in value["items"]]
    assert labels[:3] == ["Langendorfstrasse 17", "Langendorfstrasse 19", "Langendorfstrasse 19a"]
    assert "Hausnummer" in value["message"]


async def test_a_street_of_many_communes_is_a_choice(bench: Bench) -> None:
    value = await bench.call(tool_specs.ADDRESS, {"q": "Hauptstrasse 5"})
    assert len({item["payload"]["label"] for item in value["items"]}) == len(value["items"]) > 3


@pytest.mark.parametrize("text", ["2605899 / 1229278", "1229278 2605899", "605899, 229278"])
async def test_a_coordinate_is_a_place(bench: Bench, text: str) -> None:
    [item] = (await bench.call(tool_specs.ADDRESS, {"q": text}))["items"]
    assert item["payload"]["coord"] == DOOR
    assert item["payload"]["label"] == "Koordinate 2'605'899 / 1'229'278"


async def test_a_parcel_may_be_searched_for_as_an_address(bench: Bench) -> None:
    value = await bench.call(tool_specs.ADDRESS, {"q": "Grundstück 168 in Messen"})
    assert [item["payload"]["label"] for item in value["items"]] == [
        "Grundstück 168 in Messen",
        "Grundstück 168 in Messen (Grundbuch Balm bei Messen)",
    ]
    [item] = (await bench.call(tool_specs.ADDRESS, {"q": "CH807306583219"}))["items"]
    assert item["payload"]["egrid"] == "CH807306583219"


async def test_a_commune_is_shown_whole(bench: Bench) -> None:
    [item] = (await bench.call(tool_specs.MUNICIPALITY, {"q": "Grenchen"}))["items"]
    [view] = actions("search_place", item)
    assert view["payload"]["extent"] == item["payload"]["bbox"]
    assert 13 <= view["payload"]["zoom"] <= 14


async def test_water_protection_is_one_visible_map_of_tiles(bench: Bench) -> None:
    [item] = (await bench.call(tool_specs.LAYERS, {"query": "Gewässerschutz-Layer"}))["items"]
    [action] = actions("load_layer", item)
    payload = action["payload"]
    assert (action["type"], payload["type"], payload["visible"]) == ("addLayer", "wmts", True)
    assert payload["source"]["url"].endswith("/{TileMatrix}/{TileCol}/{TileRow}.png")


@pytest.mark.parametrize("text", ["Gemeinde Grenchen", "der Stadt Grenchen bitte", "nach Grenchn", "GRENCHEN"])
async def test_a_commune_may_be_named_in_a_phrase(bench: Bench, text: str) -> None:
    [item] = (await bench.call(tool_specs.MUNICIPALITY, {"q": text}))["items"]
    assert item["payload"]["id"] == "2546"


async def test_words_after_a_place_are_no_part_of_it(bench: Bench) -> None:
    said = "Gehe zur Langendorfstrasse 19b in Solothurn und erstelle mir einen ÖREB-Katasterauszug."
    [item] = (await bench.call(tool_specs.ADDRESS, {"q": said}))["items"]
    assert item["payload"]["coord"] == DOOR
    value = await bench.call(tool_specs.PARCEL_BY_NUMBER, {"number": "168", "municipality": "Messen und einen Plan"})
    assert len(value["items"]) == 2


async def test_a_group_is_one_action_for_each_of_its_maps(bench: Bench) -> None:
    value = await bench.call(tool_specs.LAYERS, {"query": "Grundwasserschutz"})
    group, *inner = value["items"]
    assert group["payload"]["id"] == "ch.so.afu.gewaesserschutz.zonen_areale::group"
    assert group["payload"]["label"] == "Grundwasserschutz (Gruppe)"
    assert [one["payload"]["id"] for one in actions("load_layer", group)] == [one["payload"]["id"] for one in inner]


async def test_a_parcel_under_a_point_and_the_right_on_it_are_a_choice(bench: Bench) -> None:
    value = await bench.call(tool_specs.EGRID_BY_POINT, {"x": 2600483.8, "y": 1215520.9})
    assert [item["payload"]["propertyType"] for item in value["items"]] == ["Liegenschaft", "Baurecht"]
    assert value["status"] == "NEEDS_USER_CHOICE"


async def test_the_extract_of_a_parcel_is_a_document_with_its_themes(bench: Bench) -> None:
    selection = {"type": "oereb-parcel", "egrid": "CH268368574554"}
    value = await bench.call(tool_specs.EXTRACT, {"selection": selection})
    [item] = value["items"]
    payload = item["payload"]
    assert payload["restrictions"]
    view, pin, light = actions("oereb_extract", item)
    assert view["payload"]["extent"] == payload["extent"]
    assert pin["payload"]["id"] == "oereb-CH268368574554"
    assert light["payload"]["id"] == "oereb-highlight-CH268368574554"
    assert light["payload"]["source"]["style"] == "highlight"
    text = await read(bench, payload["pdfUrl"])
    for each in payload["restrictions"]:
        assert each["theme"] in text
    assert all(theme in text for theme in payload["notConcerned"])
    assert "Kein amtlicher Auszug" in text
    assert "CH268368574554" in text


async def test_the_plan_is_a_page_with_scale_grid_and_title(bench: Bench) -> None:
    [parcel] = (await bench.call(tool_specs.PARCEL_BY_NUMBER, {"number": "123", "municipality": "Messen"}))["items"]
    selection = {"type": parcel["type"], **parcel["payload"]}
    [item] = (await bench.call(tool_specs.PLAN, {"selection": selection}))["items"]
    payload = item["payload"]
    assert (payload["template"], payload["dpi"], payload["srs"]) == ("A4-Hoch", 200, "EPSG:2056")
    assert payload["expiresAt"] == "2026-11-22T06:10:00+00:00"
    text = await read(bench, payload["pdfUrl"])
    for words in ("Grundbuchplan Messen Nr. 123", f"Massstab 1:{payload['scaleDenominator']}", "Kein amtlicher Auszug"):
        assert words in text
    east = -(-payload["extent"][0] // payload["gridInterval"]) * payload["gridInterval"]
    assert f"{east:,.0f}".replace(",", "'") in text
    view, light = actions("cadastral_plan", item)
    assert view["payload"]["extent"] == payload["extent"]
    assert light["payload"]["id"] == f"cadastral-plan-{payload['id']}"


async def read(bench: Bench, url: str) -> str:
    """The words of a document on the shelf; its font lies inside and its page is A4."""
    data, _, media, expires = bench.shelf.kept[-1]
    assert (media, url) == ("application/pdf", "/api/prints/c-1.a")
    assert expires == bench.clock() + timedelta(seconds=600)
    reader = PdfReader(BytesIO(data))
    fonts = [font.get_object() for font in reader.pages[0]["/Resources"]["/Font"].values()]
    embedded = [font for font in fonts if "FontFile2" in str(font.get("/FontDescriptor", {}))]
    assert embedded
    assert [round(float(side)) for side in reader.pages[0].mediabox[2:]] == [595, 842]
    return "\n".join(page.extract_text() for page in reader.pages)


async def test_a_forbidden_borehole_is_an_answer(bench: Bench) -> None:
    [item] = (await bench.call(tool_specs.BORE, {"coord": DOOR}))["items"]
    assert item["payload"]["verdict"] == "yes"
    view, pin = actions("geothermal_probe_assessment", item)
    assert view["payload"]["center"] == DOOR
    assert pin["payload"]["id"].startswith("geothermal-")
    [wells] = (await bench.call(tool_specs.ADDRESS, {"q": "Zum Krebsbach 1, Solothurn"}))["items"]
    value = await bench.call(tool_specs.BORE, {"selection": {"type": "geolocation", **wells["payload"]}})
    assert value["items"][0]["payload"]["verdict"] == "no"
    assert "zulässig" in value["message"]


@pytest.mark.parametrize(
    ("tool", "args", "code"),
    [
        (tool_specs.ADDRESS, {"q": "   "}, "invalid_blank"),
        (tool_specs.ADDRESS, {"q": "?!"}, "invalid_blank"),
        (tool_specs.ADDRESS, {"q": "52.37, 4.89"}, "invalid_point"),
        (tool_specs.ADDRESS, {"q": "<b>Nirgendwo</b> 4"}, "no_address"),
        (tool_specs.MUNICIPALITY, {"q": "Zürich"}, "no_place"),
        (tool_specs.LAYERS, {"query": "Xyzzy"}, "no_layer"),
        (tool_specs.EGRID_BY_POINT, {}, "invalid_point"),
        (tool_specs.EGRID_BY_POINT, {"x": 1, "y": 2}, "invalid_point"),
        (tool_specs.EGRID_BY_POINT, {"coord": [2_700_000, 1_200_000]}, "no_parcel_here"),
        (tool_specs.PARCEL_BY_NUMBER, {"number": "168", "municipality": "Zürich"}, "no_parcel"),
        (tool_specs.PARCEL_BY_EGRID, {"egrid": "CH12"}, "invalid_egrid"),
        (tool_specs.PARCEL_BY_EGRID, {"egrid": "CH000000000000"}, "no_parcel"),
        (tool_specs.EXTRACT, {}, "invalid_egrid"),
        (
            tool_specs.PLAN,
            {"geometry": {"type": "Polygon", "coordinates": [[[1, 1], [1, 1], [1, 1]]]}},
            "invalid_geometry",
        ),
        (tool_specs.BORE, {"x": 0, "y": 0}, "invalid_point"),
    ],
)
async def test_what_can_not_be_answered_says_why(bench: Bench, tool: str, args: dict[str, Any], code: str) -> None:
    assert await bench.fails(tool, args, code)


async def test_ten_thousand_characters_are_refused_by_the_schema(bench: Bench) -> None:
    assert problems(bench.tools[tool_specs.ADDRESS].spec.input, {"q": "a" * 10_000})


async def test_english_is_spoken_too(bench: Bench) -> None:
    value = await bench.call(tool_specs.LAYERS, {"query": "water"}, "en-GB")
    assert value["message"].endswith("maps found.")
    assert value["source"]["label"].startswith("Example data")


async def test_no_intent_repeats_an_action(bench: Bench) -> None:
    value = await bench.call(tool_specs.PARCEL_BY_EGRID, {"egrid": "CH807306583219"})
    for intent in INTENTS:
        found = actions(intent, value["items"][0])
        assert all(one not in found[:at] for at, one in enumerate(found))
