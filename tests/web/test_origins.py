"""The shell on one address, the server on another; a foreign server that knows only the seed's frames; bad frames."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from playwright.async_api import Page, expect
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, StreamingResponse
from starlette.routing import Route

from tests.browser import Complaints
from tests.servers import free_port, serving
from tests.serving import serving_here
from tests.web.counter import check, done, open_surface

SESSION = "2755ad64-5e58-4b7b-a629-76b072d51d47"


async def test_the_shell_works_across_origins(tmp_path: Path, page: Page) -> None:
    port = free_port()
    origins = [f"http://127.0.0.1:{port}"]
    async with (
        serving_here(tmp_path / "data", origins=origins) as server,
        serving_here(tmp_path / "shell", only="shell", api=server.url, port=port) as shell,
    ):
        await page.goto(shell.url)
        await open_surface(page, "Toeslagen Check")
        await check(page)
        await done(page)
        await expect(page.locator(".antwoord .answer")).to_contain_text("112")
        await expect(page.locator(".timeline .step")).to_have_count(5)
        await page.reload()
        await expect(page.locator(".antwoord .answer")).to_contain_text("112")
        await page.close()


class Foreign:
    """A server of somebody else: the seed's frames and nothing of ours."""

    def __init__(self) -> None:
        self.frames: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.told: list[dict[str, Any]] = []

    def app(self, origin: str) -> Starlette:
        cors = Middleware(CORSMiddleware, allow_origins=[origin], allow_methods=["*"], allow_headers=["*"])
        routes = [Route("/events", self.events), Route("/api/client-event", self.client_event, methods=["POST"])]
        return Starlette(routes=routes, middleware=[cors])

    async def events(self, request: Request) -> StreamingResponse:
        async def stream() -> AsyncIterator[bytes]:
            yield frame({"kind": "session/created", "sessionId": SESSION})
            yield frame(opened("home", "Overheid"))
            while True:
                yield frame(await self.frames.get())

        return StreamingResponse(stream(), media_type="text/event-stream")

    async def client_event(self, request: Request) -> JSONResponse:
        told = await request.json()
        self.told.append(told)
        if told.get("name") == "nav/open":
            await self.frames.put(opened(told["payload"]["surfaceId"], "Toeslagen Check"))
        return JSONResponse({"ok": True})


def frame(message: dict[str, Any]) -> bytes:
    """One frame, with the line ends some servers use."""
    return f"data: {json.dumps(message)}\r\n\r\n".encode()


def opened(surface: str, title: str) -> dict[str, Any]:
    status = {"loading": False, "message": "", "step": "idle", "lastRefresh": ""}
    return {
        "kind": "surface/open",
        "surfaceId": surface,
        "title": title,
        "dataModel": {"status": status, "results": []},
    }


def updated(**values: Any) -> dict[str, Any]:
    patches = [{"op": "replace", "path": f"/status/{name}", "value": value} for name, value in values.items()]
    return {"kind": "dataModelUpdate", "surfaceId": "toeslagen", "patches": patches}


async def test_plain_frames_of_a_foreign_server_are_understood(
    tmp_path: Path, page: Page, complaints: Complaints
) -> None:
    foreign, port = Foreign(), free_port()
    async with (
        serving(foreign.app(f"http://127.0.0.1:{port}")) as api,
        serving_here(tmp_path / "shell", only="shell", api=api, port=port) as shell,
    ):
        await page.goto(shell.url)
        await open_surface(page, "Toeslagen Check")
        await page.get_by_role("button", name="Controleer").click()
        await expect(page.locator(".status.idle")).to_be_visible()
        sent = foreign.told[-1]
        assert sent["sessionId"] == SESSION and sent["name"] == "toeslagen/check"
        payload = {"regeling": "Huurtoeslag", "jaar": 2024, "situatie": "Alleenstaand", "loonOfVermogen": True}
        assert sent["payload"] == payload
        await foreign.frames.put(updated(loading=True, step="rules_lookup", message="MCP: rules_lookup"))
        await expect(page.locator(".status.running")).to_contain_text("De regels opzoeken")
        bad = {"op": "replace", "path": "geen pad", "value": 1}
        strange = [{"kind": "onbekend", "title": "Iets nieuws", "naam": "<b>waarde</b>"}]
        results = {"op": "add", "path": "/results", "value": strange}
        update = {"kind": "dataModelUpdate", "surfaceId": "toeslagen", "patches": [bad, results]}
        await foreign.frames.put(update)
        await expect(page.locator(".result.unknown")).to_contain_text("<b>waarde</b>")
        await foreign.frames.put(updated(loading=False, step="done", message="Klaar"))
        await done(page)
        await page.locator("summary", has_text="Alle meldingen").click()
        await expect(page.locator(".history li")).to_have_count(2)
        await page.close()
    complaints.seen = []  # the foreign server has none of our own addresses, and a browser complains of each 404


async def test_bad_surfaces_show_a_box_and_never_a_blank_page(
    tmp_path: Path, page: Page, complaints: Complaints
) -> None:
    foreign, port = Foreign(), free_port()
    async with (
        serving(foreign.app(f"http://127.0.0.1:{port}")) as api,
        serving_here(tmp_path / "shell", only="shell", api=api, port=port) as shell,
    ):
        await page.goto(shell.url)
        await open_surface(page, "Toeslagen Check")
        parts = [
            {"id": "root", "component": "Column", "children": ["title", "odd", "wrong", "results"]},
            {"id": "title", "component": "Text", "variant": "h2", "text": "Nog altijd hier"},
            {"id": "odd", "component": "Hologram", "depth": 3},
            {"id": "wrong", "component": "Text", "tekst": "geen text"},
            {"id": "results", "component": "ResultList", "results": {"path": "/results"}},
        ]
        await foreign.frames.put(
            {"version": "v0.9", "updateComponents": {"surfaceId": "toeslagen", "components": parts}}
        )
        await expect(page.get_by_role("heading", name="Nog altijd hier")).to_be_visible()
        await expect(page.locator("loket-unknown")).to_contain_text("Hologram")
        await expect(page.locator("loket-broken .box.error")).to_contain_text("text")
        await foreign.frames.put({"version": "v9", "createSurface": {"surfaceId": "later", "catalogId": "x"}})
        await foreign.frames.put({"version": "v0.9", "createSurface": {"surfaceId": "anders", "catalogId": "x"}})
        await foreign.frames.put(
            {"version": "v0.9", "updateDataModel": {"surfaceId": "niets", "path": "/a", "value": 1}}
        )
        value = [{"kind": "documenten", "title": "Toch nog", "items": ["een"]}]
        await foreign.frames.put(
            {"version": "v0.9", "updateDataModel": {"surfaceId": "toeslagen", "path": "/results", "value": value}}
        )
        await expect(page.get_by_role("heading", name="Toch nog")).to_be_visible()
        assert any(told.get("error", {}).get("surfaceId") == "toeslagen" for told in foreign.told)
        await page.close()
    complaints.seen = []  # as above
