"""The demo prompts of the contract as one talk, and every map that can be loaded, loaded and fetched."""

import re
from pathlib import Path
from typing import Any

import pytest

from loket_demos.sogis.source.shipped import layers
from tests.sogis.talking import ADDRESS, DOOR, Talk, kinds, status, talking

PNG = b"\x89PNG\r\n\x1a\n"
AROUND = "2605000,1228000,2607000,1230000"


def payload(told: dict[str, Any], kind: str, step: int = -1) -> dict[str, Any]:
    """The payload of the first command of that kind in a step."""
    return next(one["payload"] for one in told["steps"][step]["mapActions"] if one["type"] == kind)


async def test_the_demo_prompts_are_one_talk(server_data: Path) -> None:
    async with talking(server_data) as talk:
        went = await talk.say(ADDRESS)
        assert status(went) == [("goto_address", "ok")]
        view, pin = payload(went, "setView"), payload(went, "addMarker")
        assert (view["center"], view["zoom"], view["crs"]) == (DOOR, 17, "EPSG:2056")
        assert (pin["coord"], pin["style"]) == (DOOR, "pin-default") and pin["id"].startswith("addr-")
        right = await talk.say("Sorry, ich meinte Nummer 9")
        assert status(right) == [("goto_address", "ok")] and payload(right, "addMarker")["id"] != pin["id"]
        bore = await talk.say("Kann ich hier eine Erdwärmesonde bohren?")
        assert status(bore) == [("geothermal_probe_assessment", "ok")]
        assert payload(bore, "addMarker")["coord"] == payload(right, "addMarker")["coord"]
        assert payload(bore, "addMarker")["id"].startswith("geothermal-")
        both = await talk.say(f"{ADDRESS} und erstelle mir einen ÖREB-Katasterauszug.")
        assert status(both) == [("goto_address", "ok"), ("oereb_extract", "ok")]
        assert payload(both, "addMarker")["id"].startswith("oereb-CH")
        assert payload(both, "addLayer")["id"].startswith("oereb-highlight-CH")
        plan = await talk.say("Und jetzt noch einen Grundbuchplan")
        assert status(plan) == [("cadastral_plan", "ok")]
        assert payload(plan, "addLayer")["id"].startswith("cadastral-plan-")
        assert payload(plan, "addLayer")["type"] == "geojson"
        assert payload(plan, "addLayer")["source"]["data"]["type"]
        deer = await talk.say("Lade die Wildtierkorridore")
        assert (status(deer), kinds(deer["steps"][0])) == ([("load_layer", "ok")], ["addLayer"])
        street = await talk.say("Langendorfstrasse")
        assert status(street) == [("goto_address", "needs_user_choice")]
        assert len(street["steps"][0]["choices"]) == 25
        picked = await talk.pick(street["steps"][0]["choices"][4]["id"])
        shown = street["steps"][0]["choices"][4]["mapActions"]
        assert picked["steps"][0]["mapActions"] == shown, "the preview is what happens"


async def test_a_municipality_is_shown_whole(server_data: Path) -> None:
    async with talking(server_data) as talk:
        told = await talk.say("Zeige die Gemeinde Grenchen")
    assert (status(told), kinds(told["steps"][0])) == ([("search_place", "ok")], ["setView"])
    west, south, east, north = payload(told, "setView")["extent"]
    middle = payload(told, "setView")["center"]
    assert west < middle[0] < east and south < middle[1] < north


@pytest.mark.parametrize("layer", layers().values(), ids=layers().keys())
async def test_a_map_that_is_loaded_can_be_fetched(server_data: Path, layer: Any) -> None:
    async with talking(server_data) as talk:
        told = await talk.say(f"Lade die Karte {layer.label}")
        if told["overallStatus"] == "needs_user_choice":
            [step] = told["steps"]
            one = next(choice for choice in step["choices"] if choice["label"].startswith(layer.label))
            told = await talk.pick(one["id"])
        [step] = told["steps"]
        assert step["status"] == "ok" and set(kinds(step)) == {"addLayer"}
        assert len(step["mapActions"]) == max(1, len(layer.group))
        for action in step["mapActions"]:
            assert action["payload"]["visible"] is True
            await _fetched(talk, action["payload"])


async def _fetched(talk: Talk, layer: dict[str, Any]) -> None:
    source = layer["source"]
    if layer["type"] == "wmts":
        assert {"url", "layer", "matrixSet", "format", "style"} <= set(source)
        url = source["url"]
        for name, number in (("TileMatrix", "6"), ("TileCol", "14"), ("TileRow", "9")):
            url = url.replace(f"{{{name}}}", number)
        assert not re.search(r"[{}]", url)
        answer = await talk.http.get(url)
    else:
        assert layer["type"] == "wms"
        assert (source["FORMAT"], source["VERSION"], source["CRS"]) == ("image/png", "1.3.0", "EPSG:2056")
        asked = {"SERVICE": "WMS", "REQUEST": "GetMap", "BBOX": AROUND, "WIDTH": "128", "HEIGHT": "128"}
        asked |= {name: str(value) for name, value in source.items() if name != "url"}
        answer = await talk.http.get(source["url"], params=asked)
    assert (answer.status_code, answer.content[:8]) == (200, PNG)
