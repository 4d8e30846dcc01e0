"""The shipped maps at the addresses that the commands of the chat name."""

from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from loket_demos.sogis.doors.wms import map_routes
from loket_demos.sogis.maps.shipped import ShippedMaps

PNG = b"\x89PNG\r\n\x1a\n"
WMS = "/maps/sogis/wms?LAYERS=ch.so.afu.gewaesserschutz.schutzzonen&BBOX=2605000,1228000,2607000,1230000"


async def test_tiles_pictures_and_the_background_are_served(data_folder: Path) -> None:
    async with _asking(data_folder) as http:
        tile = await http.get("/maps/sogis/ch.so.afu.gewaesserschutz/6/14/9.png")
        assert (tile.status_code, tile.headers["content-type"], tile.content[:8]) == (200, "image/png", PNG)
        picture = await http.get(f"{WMS}&WIDTH=200&HEIGHT=200")
        assert (picture.status_code, picture.content[:8]) == (200, PNG)
        assert (await http.get("/maps/sogis/background.json")).json()["features"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/maps/sogis/nothing/6/14/9.png", 404),
        ("/maps/sogis/ch.so.afu.gewaesserschutz/99/14/9.png", 404),
        ("/maps/sogis/ch.so.afu.gewaesserschutz/5/-1/1.5.png", 404),
        (f"/maps/sogis/ch.so.afu.gewaesserschutz/5/{'9' * 400}/1.png", 404),
        (f"/maps/sogis/ch.so.afu.gewaesserschutz/5/1/{'9' * 5000}.png", 404),
        (f"{WMS}&WIDTH=90000&HEIGHT=200", 404),
        (f"{WMS}&WIDTH=nan&HEIGHT=200", 400),
        ("/maps/sogis/wms?LAYERS=a&BBOX=1,2,3&WIDTH=1&HEIGHT=1", 400),
    ],
)
async def test_what_is_no_map_is_refused(data_folder: Path, path: str, status: int) -> None:
    async with _asking(data_folder) as http:
        assert (await http.get(path)).status_code == status


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("REQUEST=GetCapabilities", "bad_request"),
        ("request=GetFeatureInfo&QUERY_LAYERS=a&I=1&J=1", "bad_request"),
        ("REQUEST=", "bad_request"),
        ("SERVICE=WFS&REQUEST=GetMap", "bad_service"),
        ("CRS=EPSG:4326", "bad_crs"),
        ("SRS=EPSG:3857&REQUEST=GetMap", "bad_crs"),
        ("crs=EPSG:2056&srs=EPSG:21781", "bad_crs"),
        ("CRS=", "bad_crs"),
    ],
)
async def test_what_asks_for_more_than_a_picture_in_our_grid_is_refused(
    data_folder: Path, asked: str, code: str
) -> None:
    async with _asking(data_folder) as http:
        answer = await http.get(f"{WMS}&WIDTH=200&HEIGHT=200&{asked}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)
        assert answer.json()["error"]["text"]


@pytest.mark.parametrize("asked", ["SERVICE=WMS&REQUEST=GetMap&CRS=EPSG:2056", "request=getmap&srs=epsg:2056"])
async def test_a_picture_in_our_grid_is_given_however_it_is_written(data_folder: Path, asked: str) -> None:
    async with _asking(data_folder) as http:
        assert (await http.get(f"{WMS}&WIDTH=200&HEIGHT=200&{asked}")).content[:8] == PNG


def _asking(folder: Path) -> httpx.AsyncClient:
    app = Starlette(routes=map_routes(ShippedMaps(folder)))
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")
