"""Where the client of MCP servers goes: to its server and nowhere else, but to a sign-in that lives elsewhere."""

from collections.abc import AsyncGenerator

import httpx2
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from loket.core.tool import ToolFailed
from loket.tools.mcp import RemoteServer
from loket.tools.mcp_sdk import Options, SdkWire
from loket.tools.patience import Patience
from tests.servers import serving
from tests.tools.sample_tools import app, context, sample_catalog, tool_named

pytestmark = pytest.mark.anyio
ONCE = Patience(connect=30.0, tries=1)
TOKEN = "made-at-the-sign-in"


class SignedIn(httpx2.Auth):
    """Fetches a token at another server before each request, as OAuth does."""

    def __init__(self, place: str) -> None:
        self.place = place

    async def async_auth_flow(self, request: httpx2.Request) -> AsyncGenerator[httpx2.Request, httpx2.Response]:
        given = yield httpx2.Request("GET", f"{self.place}/token")
        await given.aread()
        request.headers["Authorization"] = f"Bearer {given.text}"
        yield request


def token(_: Request) -> PlainTextResponse:
    return PlainTextResponse(TOKEN)


def closed(inner: ASGIApp) -> ASGIApp:
    """The server behind a door that wants the token."""

    async def door(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and dict(scope["headers"]).get(b"authorization") != f"Bearer {TOKEN}".encode():
            await Response(status_code=401)(scope, receive, send)
        else:
            await inner(scope, receive, send)

    return door


async def test_a_sign_in_may_live_on_another_server() -> None:
    async with (
        serving(Starlette(routes=[Route("/token", token)])) as place,
        serving(closed(app(sample_catalog()))) as base,
    ):
        server = RemoteServer("tools", SdkWire(f"{base}/mcp", options=Options(auth=SignedIn(place))), ONCE)
        await server.start()
        try:
            listed = await server.discover()
            assert await server.tool(tool_named(listed, "echo")).call({"text": "in"}, context()) == {"text": "in"}
        finally:
            await server.stop()


async def test_a_server_that_sends_us_elsewhere_is_not_followed() -> None:
    visitors: list[Request] = []

    def visited(request: Request) -> PlainTextResponse:
        visitors.append(request)
        return PlainTextResponse("")

    async with serving(Starlette(routes=[Route("/mcp", visited, methods=["POST"])])) as elsewhere:
        away = [Route("/mcp", lambda _: RedirectResponse(f"{elsewhere}/mcp", 307), methods=["POST", "GET"])]
        async with serving(Starlette(routes=away)) as base:
            server = RemoteServer("tools", SdkWire(f"{base}/mcp", options=Options(headers={"X-Key": "k"})), ONCE)
            await server.start()
            try:
                with pytest.raises(ToolFailed):
                    await server.discover()
            finally:
                await server.stop()
    assert visitors == []
