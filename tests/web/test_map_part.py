"""A map on a surface of any server: it comes when needed, follows the model, and everything on it is in a list."""

import re
from pathlib import Path
from typing import Any

from playwright.async_api import Page, expect

from tests.browser import Complaints, Photograph
from tests.serving import Here, serving_here
from tests.visitors import left
from tests.web.counter import accessible, overflow, read_in

PLACE = [2605899, 1229278]
VIEW = {"type": "setView", "payload": {"center": PLACE, "zoom": 17, "crs": "EPSG:2056"}}
PIN = {
    "type": "addMarker",
    "payload": {"id": "p", "coord": PLACE, "style": "pin-default", "label": "Langendorfstrasse"},
}
SQUARE = [[2605870, 1229250], [2605910, 1229250], [2605910, 1229290], [2605870, 1229290], [2605870, 1229250]]
AREA = {"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [SQUARE]}, "properties": {}}


def layer(id: str, kind: str, source: dict[str, Any]) -> dict[str, Any]:
    return {"type": "addLayer", "payload": {"id": id, "type": kind, "source": source, "visible": True, "label": id}}


ACTIONS = [
    VIEW,
    PIN,
    layer("Waldplan", "wms", {"url": "/maps/atlas/wms", "LAYERS": "ch.so.awjf.waldplan"}),
    layer("Wasser", "wmts", {"url": "/maps/atlas/ch.so.afu.gewaesserschutz/{TileMatrix}/{TileCol}/{TileRow}.png"}),
    layer("Parzelle", "geojson", {"data": AREA, "style": "highlight"}),
]


async def show_on_map(here: Here, page: Page, *actions: dict[str, Any]) -> None:
    """Puts commands for the map into the model of the page that is open."""
    event = {"kind": "surface_acted", "surface": "plan", "name": "plan/show", "payload": {"actions": list(actions)}}
    talk = re.findall(r"#/c/(\w{22})", page.url)[0]
    assert (await here.http.post(f"/api/conversations/{talk}/events", json=event)).is_success


async def test_a_surface_shows_a_map_that_follows_its_model(tmp_path: Path, page: Page, photograph: Photograph) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    async with serving_here(tmp_path, assistants=["tests.web.atlas:bundle"]) as here:
        await page.goto(here.url)
        await expect(page.get_by_role("heading", level=1)).to_have_text("Atlas")
        assert not [url for url in asked if "drawing-" in url], "who sees no map loads no map"
        await page.get_by_role("button", name="Start: A plan").click()
        frame = page.locator(".map-frame")
        await expect(frame).to_have_attribute("data-resolution", "50.00")
        async with page.expect_request("**/maps/atlas/wms?*"):
            await show_on_map(here, page, *ACTIONS)
        await expect(frame).to_have_attribute("data-center", "2605899.0,1229278.0")
        await expect(frame).to_have_attribute("data-resolution", "0.8113")
        await page.locator(".map-contents > summary").click()
        await expect(page.locator(".map-name")).to_have_count(4)
        await expect(page.locator(".map-name").first).to_have_text("Wasser")
        await expect(page.locator(".map-things").first).to_have_css("list-style-type", "none")
        await expect(page.locator(".map-trouble")).to_have_count(0)
        assert any("/maps/atlas/background" in url for url in asked)
        await read_in(page, "de")
        await photograph(page, "map-part")
        await accessible(page, "a map on a surface")
        await page.set_viewport_size({"width": 320, "height": 800})
        assert await overflow(page) <= 0
        await show_on_map(here, page, *ACTIONS, {"type": "clearMap", "payload": {}}, {"type": "explode", "payload": {}})
        await expect(page.locator(".map-name")).to_have_count(0)
        await expect(page.locator(".map-skipped")).to_contain_text("explode")
        await left(page)


async def test_a_map_is_moved_by_key_and_says_what_does_not_come(
    tmp_path: Path, page: Page, complaints: Complaints
) -> None:
    async with serving_here(tmp_path, assistants=["tests.web.atlas:bundle"]) as here:
        await page.emulate_media(reduced_motion="reduce")
        await page.goto(here.url)
        await page.get_by_role("button", name="Start: A plan").click()
        await expect(page.locator(".map-frame")).to_be_visible()
        away = layer("Weg", "wms", {"url": "/no"})
        await show_on_map(here, page, {**VIEW, "payload": {"center": PLACE, "resolution": 2}}, away)
        frame, canvas = page.locator(".map-frame"), page.get_by_role("application")
        await expect(page.locator(".map-trouble")).to_contain_text("Weg kan niet geladen worden")
        await canvas.focus()
        await page.keyboard.press("ArrowRight")
        await expect(frame).to_have_attribute("data-center", "2606099.0,1229278.0")
        await page.keyboard.press("+")
        await expect(frame).to_have_attribute("data-resolution", "1.000")
        await page.get_by_role("button", name="Verder weg").click()
        await expect(frame).to_have_attribute("data-resolution", "2.000")
        await left(page)
    complaints.expected("404")


async def test_a_map_on_a_server_without_land_is_drawn_without_and_asks_for_none(tmp_path: Path, page: Page) -> None:
    """Any complaint of the page fails the test: nothing is asked for that is not there."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    async with serving_here(tmp_path / "data", assistants=["tests.web.mapper:bundle"]) as here:
        await page.goto(f"{here.url}/#/new/mapper")
        await page.locator("#composer").fill("where is the town hall")
        await page.locator("#composer").press("Enter")
        await expect(page.locator(".map-frame")).to_have_attribute("data-center", "2605899.0,1229278.0")
        for _ in range(2):
            await page.locator(".map-contents > summary").click()
            await expect(page.locator(".map-things .map-name")).to_contain_text("Town hall")
            await expect(page.locator(".map-grounds, .map-trouble")).to_have_count(0)
            await accessible(page, "a map without land")
            await page.reload()
            await expect(page.locator(".map-frame")).to_have_attribute("data-center", "2605899.0,1229278.0")
        assert not [url for url in asked if "background" in url]
        await left(page)
