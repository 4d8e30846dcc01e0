"""A server behind a proxy that speaks TLS is known by the address that is configured: in cards, links and checks."""

from pathlib import Path
from typing import Any

import pytest

from loket.app import opened
from loket.config import Config, load
from loket.core.errors import ConfigError
from tests.serving import Here, serving_here

PUBLIC = "https://loket.example/base"
TOKEN = "a-token-of-20-letters"
KNOWN = {"tokens": {"anna": TOKEN}, "public_url": PUBLIC}
ANNA = {"Authorization": f"Bearer {TOKEN}"}
VERSION = {"A2A-Version": "1.0"}


async def card(here: Here, path: str, **headers: str) -> Any:
    answer = await here.http.get(path, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_cards_name_the_public_address(tmp_path: Path) -> None:
    async with serving_here(tmp_path, headers=ANNA, **KNOWN) as here:
        for path, name in (("", "overheid"), ("/a2a/bezwaar", "bezwaar")):
            told = await card(here, f"{path}/.well-known/agent-card.json", **VERSION)
            urls = {way["url"] for way in told["supportedInterfaces"]}
            assert urls == {f"{PUBLIC}/a2a/{name}", f"{PUBLIC}/a2a/{name}/rest"}
            oldest = await card(here, f"{path}/.well-known/agent.json")
            assert oldest["url"] == oldest["base_url"] == f"{PUBLIC}/a2a/{name}"
        assert (await card(here, "/agents/toeslagen/.well-known/agent.json"))["url"] == f"{PUBLIC}/agents/toeslagen/"
        club = await card(here, "/agents/club/.well-known/agent.json", Host="loket.example")
        assert club["base_url"] == f"{PUBLIC}/agents/club"
        page = await here.http.get("/agents/club/", headers={"Accept": "text/html"})
        assert f'href="{PUBLIC}/agents/club/.well-known/agent.json"' in page.text


async def test_an_agent_that_is_served_alone_names_it_too(tmp_path: Path) -> None:
    async with serving_here(tmp_path, only="urmston.club", **KNOWN) as here:
        assert (await card(here, "/.well-known/agent.json"))["base_url"] == PUBLIC
    async with serving_here(tmp_path, only="overheid.bezwaar", **KNOWN) as here:
        assert (await card(here, "/.well-known/agent-card.json"))["url"] == f"{PUBLIC}/"
        told = await card(here, "/a2a/.well-known/agent-card.json", **VERSION)
        assert told["supportedInterfaces"][0]["url"] == f"{PUBLIC}/a2a"


async def test_its_name_and_its_pages_are_ours_and_no_others(tmp_path: Path) -> None:
    async with serving_here(tmp_path, headers=ANNA, **KNOWN) as here:

        async def status(**headers: str) -> int:
            return (await here.http.get("/api/conversations", headers=headers)).status_code

        assert await status(Host="loket.example") == 200
        assert await status(Host="loket.example", Origin="https://loket.example") == 200
        assert await status(Origin="https://loket.example") == 200, "also when the proxy calls us by another name"
        assert await status(Host="evil.example") == 421
        assert await status(Origin="https://evil.example") == 403
        assert await status(Origin="http://loket.example") == 403, "the public page is on https"


async def test_a_sign_in_at_the_public_address_is_for_https_alone(tmp_path: Path) -> None:
    async with serving_here(tmp_path, **KNOWN) as here:
        for name, secure in (("loket.example", True), ("127.0.0.1", False)):
            answer = await here.http.post("/api/login", json={"token": TOKEN}, headers={"Host": name})
            assert answer.status_code == 204 and ("secure" in answer.headers["set-cookie"].lower()) is secure


async def test_an_agent_at_its_public_address_is_asked_through_the_proxy(tmp_path: Path) -> None:
    """The proxy takes its path away and passes the rest on."""
    async with serving_here(tmp_path, headers={**ANNA, "Host": "loket.example"}, **KNOWN) as here:
        url = (await card(here, "/.well-known/agent-card.json", **VERSION))["supportedInterfaces"][0]["url"]
        body = {"jsonrpc": "2.0", "id": 1, "method": "GetTask", "params": {"id": "nothing"}}
        answer = await here.http.post(url.removeprefix(PUBLIC), json=body, headers=VERSION)
        assert answer.json()["error"]["code"] == -32001


async def test_without_tokens_a_public_address_is_refused(tmp_path: Path) -> None:
    for url in (PUBLIC, "https://192.0.2.7"):
        with pytest.raises(ConfigError, match="Configure tokens first") as refused:
            async with opened(Config(data=tmp_path, public_url=url), {}):
                pass
        assert refused.value.code == "public_without_tokens"
    async with serving_here(tmp_path, public_url="http://localhost:8443/x/") as here:
        told = await card(here, "/.well-known/agent.json")
        assert told["url"] == "http://localhost:8443/x/a2a/overheid"


@pytest.mark.parametrize(
    "url",
    [
        "http://loket.example",
        "https://",
        "loket.example",
        "ftp://loket.example",
        "https://anna:secret@loket.example",
        "https://anna@loket.example",
        "https://loket.example/?x=1",
        "https://loket.example/base?",
        "https://loket.example/#top",
        "https://loket.example:port",
        "https://loket.example/a b",
        "https://loket.example\\@evil.example",
        "https://[::1",
    ],
)
def test_an_address_that_can_not_be_a_public_one_is_named(tmp_path: Path, url: str) -> None:
    with pytest.raises(ConfigError) as refused:
        load({}, {"LOKET_PUBLIC_URL": url}, tmp_path)
    assert refused.value.text.startswith("LOKET_PUBLIC_URL can't be used: it must be an https address")
    assert "secret" not in refused.value.text


def test_what_follows_from_it() -> None:
    config = Config(public_url=f"{PUBLIC}/", hosts=("inner.example",), port=1)
    assert (config.address, config.local) == (PUBLIC, "http://127.0.0.1:1")
    assert config.hosts == ("inner.example", "loket.example")
    assert Config(public_url=PUBLIC, origins=("https://a.example",)).origins == (
        "https://a.example",
        "https://loket.example",
    )
    assert Config(public_url="https://[2001:db8::1]:8443").origins[-1] == "https://[2001:db8::1]:8443"
    assert Config(public_url="http://localhost:8443").hosts == ()
