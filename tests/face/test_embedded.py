"""Inside another application: below a path, for people it has signed in, and for visitors with a cookie."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request

from loket import Assistant
from loket.face.assistant import Mounted
from tests.face.test_flow import SHOP

SITE = "https://shop.example"


@asynccontextmanager
async def below(mounted: Mounted, base: str = SITE, **headers: str) -> AsyncGenerator[httpx.AsyncClient]:
    """A client of an application that has it at /help."""
    host = Starlette()
    host.mount("/help", mounted)
    transport = httpx.ASGITransport(app=host)
    async with (
        mounted.running(),
        httpx.AsyncClient(transport=transport, base_url=f"{base}/help", headers=headers) as client,
    ):
        yield client


async def conversation(client: httpx.AsyncClient) -> str:
    made = await client.post("/api/conversations", json={"assistant": "bikes"})
    assert made.status_code == 201, made.text
    return made.json()["id"]


async def test_it_answers_below_a_path_and_the_page_finds_its_server_there(tmp_path: Any) -> None:
    async with below(SHOP.mounted(data=tmp_path)) as client:
        assert (await client.get("/config.json")).json() == {"api": "/help"}
        listed = (await client.get("/api/assistants")).json()["items"]
        assert [one["name"] for one in listed] == ["bikes"]
        at = f"/api/conversations/{await conversation(client)}"
        assert (await client.get(at)).status_code == 200
        assert (await client.get("/nothing")).status_code == 404


async def test_visitors_are_owners_with_a_cookie_that_is_safe(tmp_path: Any) -> None:
    async with below(SHOP.mounted(data=tmp_path)) as client:
        first = await client.get("/config.json")
        cookie = first.headers["set-cookie"]
        assert all(part in cookie for part in ("loket_visitor=", "Path=/help/", "HttpOnly", "SameSite=Lax", "Secure"))
        mine = await conversation(client)
        assert "set-cookie" not in (await client.get(f"/api/conversations/{mine}")).headers
        client.cookies.clear()
        assert (await client.get(f"/api/conversations/{mine}")).status_code == 404
        forged = await client.get("/config.json", headers={"Cookie": "loket_visitor=me"})
        assert "loket_visitor=" in forged.headers["set-cookie"]


async def test_without_https_the_cookie_is_not_secure_or_it_would_be_lost(tmp_path: Any) -> None:
    async with below(SHOP.mounted(data=tmp_path), "http://shop.example") as client:
        assert "Secure" not in (await client.get("/config.json")).headers["set-cookie"]


async def test_owners_are_those_the_application_has_signed_in(tmp_path: Any) -> None:
    async def owner(request: Request) -> str | None:
        return request.headers.get("x-user")

    async with below(SHOP.mounted(owner, visitors=False, data=tmp_path)) as client:
        assert (await client.get("/api/conversations")).json()["error"]["code"] == "no_owner"
        ann, ben = {"X-User": "ann"}, {"X-User": "ben"}
        made = await client.post("/api/conversations", json={"assistant": "bikes"}, headers=ann)
        assert "set-cookie" not in made.headers
        at = f"/api/conversations/{made.json()['id']}"
        assert (await client.get(at, headers=ann)).status_code == 200
        assert (await client.get(at, headers=ben)).status_code == 404


async def test_pages_of_other_sites_may_not_use_it(tmp_path: Any) -> None:
    async with below(SHOP.mounted(data=tmp_path), Origin="https://evil.example") as client:
        answer = await client.post("/api/conversations", json={"assistant": "bikes"})
        assert answer.json()["error"]["code"] == "wrong_origin"


async def test_new_visitors_of_one_address_are_counted_and_owners_have_limits(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with below(SHOP.mounted(data=tmp_path)) as client:
        for _ in range(60):
            client.cookies.clear()
            assert (await client.get("/config.json")).status_code == 200
        client.cookies.clear()
        assert (await client.get("/config.json")).status_code == 401
    monkeypatch.setenv("LOKET_LIMITS", "requests=1")
    async with below(SHOP.mounted(lambda request: "ann", data=tmp_path)) as client:
        codes = [(await client.get("/api/assistants")).status_code for _ in range(15)]
        assert codes[0] == 200 and codes[-1] == 429


async def test_the_card_of_its_agent_names_the_address_it_is_mounted_at(tmp_path: Any) -> None:
    async with below(SHOP.mounted(data=tmp_path, url=f"{SITE}/help")) as client:
        card = (await client.get("/.well-known/agent-card.json")).json()
        assert f"{SITE}/help/a2a" in str(card)


async def test_it_goes_on_the_next_time_it_is_opened(tmp_path: Any) -> None:
    mounted = SHOP.mounted(lambda request: "ann", data=tmp_path)
    async with below(mounted) as client:
        id = await conversation(client)
    async with below(mounted) as client:
        assert (await client.get(f"/api/conversations/{id}")).status_code == 200


async def test_app_is_one_and_the_same() -> None:
    shop = Assistant("bikes")
    assert shop.app is shop.app
