"""A map on a surface of any server: it comes when needed, follows the model, and everything on it is in a list."""

from pathlib import Path
from typing import Any

from playwright.async_api import Page, expect
from starlette.applications import Starlette

from loket_demos.sogis.doors.wms import map_routes
from loket_demos.sogis.maps.shipped import ShippedMaps
from tests.browser import Complaints, Photograph
from tests.servers import free_port, serving
from tests.serving import serving_here
from tests.web.counter import accessible, open_surface, overflow, read_in
from tests.web.test_origins import Foreign

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
    layer("Waldplan", "wms", {"url": "/maps/sogis/wms", "LAYERS": "ch.so.awjf.waldplan"}),
    layer("Wasser", "wmts", {"url": "/maps/sogis/ch.so.afu.gewaesserschutz/{TileMatrix}/{TileCol}/{TileRow}.png"}),
    layer("Parzelle", "geojson", {"data": AREA, "style": "highlight"}),
]


class MapServer(Foreign):
    """A foreign server that also has the maps its commands name."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder

    def app(self, origin: str) -> Starlette:
        app = super().app(origin)
        app.router.routes.extend(map_routes(ShippedMaps(self.folder)))
        return app

    async def shows(self, **properties: Any) -> None:
        """Puts a map, and nothing else, on the surface that is open."""
        part = {"id": "map", "component": "Map", "actions": {"path": "/results"}, **properties}
        root = {"id": "root", "component": "Column", "children": ["map"]}
        update = {"surfaceId": "toeslagen", "components": [root, part]}
        await self.frames.put({"version": "v0.9", "updateComponents": update})

    async def commands(self, *actions: dict[str, Any]) -> None:
        """What the model holds for the map from now on."""
        told = {"surfaceId": "toeslagen", "path": "/results", "value": list(actions)}
        await self.frames.put({"version": "v0.9", "updateDataModel": told})


async def test_a_surface_shows_a_map_that_follows_its_model(
    tmp_path: Path, page: Page, complaints: Complaints, photograph: Photograph
) -> None:
    foreign, port = MapServer(tmp_path / "maps"), free_port()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    async with (
        serving(foreign.app(f"http://127.0.0.1:{port}")) as api,
        serving_here(tmp_path / "shell", only="shell", api=api, port=port) as shell,
    ):
        await page.goto(shell.url)
        await open_surface(page, "Toeslagen Check")
        assert not [url for url in asked if "drawing-" in url], "who sees no map loads no map"
        await foreign.shows(title="Kaart", height=480)
        frame = page.locator(".map-frame")
        await expect(frame).to_have_attribute("data-resolution", "50.00")
        await foreign.commands(*ACTIONS)
        await expect(frame).to_have_attribute("data-center", "2605899.0,1229278.0")
        await expect(frame).to_have_attribute("data-resolution", "0.8113")
        await page.locator(".map-contents > summary").click()
        await expect(page.locator(".map-name")).to_have_count(4)
        await expect(page.locator(".map-name").first).to_have_text("Wasser")
        await expect(page.locator(".map-trouble")).to_have_count(0)
        assert any("/maps/sogis/wms?" in url for url in asked) and any("/maps/sogis/background" in url for url in asked)
        await read_in(page, "de")
        await photograph(page, "map-part")
        await accessible(page, "a map on a surface")
        await page.set_viewport_size({"width": 320, "height": 800})
        assert await overflow(page) <= 0
        await foreign.commands(*ACTIONS, {"type": "clearMap", "payload": {}}, {"type": "explode", "payload": {}})
        await expect(page.locator(".map-name")).to_have_count(0)
        await expect(page.locator(".map-skipped")).to_contain_text("explode")
        await page.close()
    complaints.seen = []  # the foreign server has none of our own addresses, and a browser complains of each 404


async def test_a_map_is_moved_by_key_and_says_what_does_not_come(
    tmp_path: Path, page: Page, complaints: Complaints
) -> None:
    foreign, port = MapServer(tmp_path / "maps"), free_port()
    async with (
        serving(foreign.app(f"http://127.0.0.1:{port}")) as api,
        serving_here(tmp_path / "shell", only="shell", api=api, port=port) as shell,
    ):
        await page.emulate_media(reduced_motion="reduce")
        await page.goto(shell.url)
        await open_surface(page, "Toeslagen Check")
        await foreign.commands(
            {**VIEW, "payload": {"center": PLACE, "resolution": 2}}, layer("Weg", "wms", {"url": "/no"})
        )
        await foreign.shows()
        frame, canvas = page.locator(".map-frame"), page.get_by_role("application")
        await expect(page.locator(".map-trouble")).to_contain_text("Weg kan niet geladen worden")
        await canvas.focus()
        await page.keyboard.press("ArrowRight")
        await expect(frame).to_have_attribute("data-center", "2606099.0,1229278.0")
        await page.keyboard.press("+")
        await expect(frame).to_have_attribute("data-resolution", "1.000")
        await page.get_by_role("button", name="Verder weg").click()
        await expect(frame).to_have_attribute("data-resolution", "2.000")
        await page.close()
    complaints.seen = []  # as above


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
        await page.close()
