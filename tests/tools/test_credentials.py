"""Logging in at an agent: each kind of credential on the wire, to its own origin only, and never anywhere else."""

import base64
import logging
from typing import Any
from urllib.parse import parse_qs

import pytest

from loket.core.tool import ToolFailed
from loket.stores.memory import MemoryStore
from loket.tools.agents.credentials import ApiKey, Bearer, ClientCredentials, Credential
from loket.tools.agents.settings import AgentSettings
from tests.loopback import Asked, reply
from tests.tools.hostile import streaming, task
from tests.tools.sites import KEY, asking, bare_card, calls, card_03, context, invoking, rpc, rpc_error, site

DONE = task("completed", artifacts=[{"parts": [{"kind": "text", "text": "ok"}]}])
SECRETS = {"club": "s3cret/&=", "client": "pass word"}.get


def settings(origin: str, credential: Credential) -> AgentSettings:
    return AgentSettings(allow_private=("127.0.0.1",), credentials={origin: credential}, secrets=SECRETS)


@pytest.mark.parametrize(
    ("credential", "header", "value", "target"),
    [
        (ApiKey(secret="club"), "x-api-key", "s3cret/&=", "/rpc"),
        (ApiKey(secret="secret://club", name="Club-Key"), "club-key", "s3cret/&=", "/rpc"),
        (ApiKey(secret="club", place="query", name="key"), "", "", "/rpc?key=s3cret%2F%26%3D"),
        (Bearer(secret="club"), "authorization", "Bearer s3cret/&=", "/rpc"),
    ],
)
async def test_keys_and_tokens_go_into_the_request_alone(
    credential: Credential, header: str, value: str, target: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    book = MemoryStore()
    async with (
        site(card_03, lambda asked: rpc(asked, DONE)) as server,
        invoking(settings(server.url + "/", credential), book) as (tool, _),
    ):
        result = await tool.call(asking(f"{server.url}/rpc"), context())
    *cards, call = server.asked
    assert call.target == target and call.headers.get(header, "") == value
    assert cards and not any(header in card.headers for card in cards), "the card is for everybody"
    kept = [noted.value for noted in await book.names("local", "a2a/")]
    for shown in (caplog.text, str(result), str(kept)):
        assert "s3cret" not in shown


async def test_a_key_in_the_query_joins_what_stands_there() -> None:
    def card(url: str) -> Any:
        return {**card_03(url), "url": f"{url}/rpc?house=3"}

    async with site(card, lambda asked: rpc(asked, DONE)) as server:
        credential = ApiKey(secret="club", place="query", name="key")
        async with invoking(settings(server.url, credential)) as (tool, _):
            await tool.call(asking(f"{server.url}/rpc?house=3"), context())
    assert calls(server)[0].target == "/rpc?house=3&key=s3cret%2F%26%3D"


async def test_a_credential_never_goes_to_another_origin() -> None:
    async with (
        site(None, lambda asked: rpc(asked, DONE)) as other,
        site(lambda url: card_03(other.url)) as server,
    ):
        mine = AgentSettings(
            allow=frozenset([other.url]),
            allow_private=("127.0.0.1",),
            credentials={server.url: Bearer(secret="club")},
            secrets=SECRETS,
        )
        async with invoking(mine) as (tool, directory):
            await directory.find(server.url, "local")
            await tool.call(asking(f"{other.url}/rpc"), context())
    assert len(calls(other)) == 1 and "authorization" not in calls(other)[0].headers


@pytest.mark.parametrize("secret", ["unknown", "empty", "odd"])
async def test_without_the_secret_nothing_is_sent(secret: str) -> None:
    secrets = {"empty": "", "odd": "line\r\nX-Evil: 1"}.get
    async with site(card_03, lambda asked: rpc(asked, DONE)) as server:
        odd = AgentSettings(
            allow_private=("127.0.0.1",), credentials={server.url: Bearer(secret=secret)}, secrets=secrets
        )
        async with invoking(odd) as (tool, _):
            with pytest.raises(ToolFailed) as failed:
                await tool.call(asking(f"{server.url}/rpc"), context())
    assert (failed.value.code, calls(server)) == ("no_secret", [])


class Issuer:
    """Gives tokens `t1`, `t2`, …; the agent takes those in `good`."""

    def __init__(self, expires_in: Any = 3600) -> None:
        self.given = 0
        self.expires_in = expires_in
        self.good = {f"Bearer t{n}" for n in range(1, 9)}

    def __call__(self, asked: Asked) -> bytes:
        if asked.target == "/token":
            self.given += 1
            return reply({"access_token": f"t{self.given}", "token_type": "Bearer", "expires_in": self.expires_in})
        return rpc(asked, DONE) if asked.headers.get("authorization") in self.good else reply(b"", 401)


def oauth(url: str) -> ClientCredentials:
    return ClientCredentials(token_url=f"{url}/token", client_id="me:you", secret="client", scope="boats read")


async def test_client_credentials_get_a_token_and_keep_it() -> None:
    issuer = Issuer()
    async with site(card_03, issuer) as server, invoking(settings(server.url, oauth(server.url))) as (tool, _):
        for n in range(3):
            await tool.call(asking(f"{server.url}/rpc"), context(key=f"{KEY[:-1]}{n}"))
    token, *asked = calls(server)
    assert [one.target for one in (token, *asked)] == ["/token", "/rpc", "/rpc", "/rpc"]
    assert {one.headers["authorization"] for one in asked} == {"Bearer t1"}
    named = base64.b64decode(token.headers["authorization"].removeprefix("Basic ")).decode()
    assert named == "me%3Ayou:pass%20word"
    form = parse_qs(token.body.decode())
    assert form == {"grant_type": ["client_credentials"], "scope": ["boats read"]}


async def test_a_token_that_ends_soon_is_not_used_again() -> None:
    issuer = Issuer(expires_in=20)
    async with site(card_03, issuer) as server, invoking(settings(server.url, oauth(server.url))) as (tool, _):
        for n in range(2):
            await tool.call(asking(f"{server.url}/rpc"), context(key=f"{KEY[:-1]}{n}"))
    assert issuer.given == 2


@pytest.mark.parametrize("streaming", [False, True])
async def test_a_token_that_is_refused_is_asked_for_anew_once(streaming: bool) -> None:
    issuer = Issuer()

    def card(url: str) -> Any:
        return card_03(url, capabilities={"streaming": streaming})

    async with site(card, issuer) as server, invoking(settings(server.url, oauth(server.url))) as (tool, _):
        await tool.call(asking(f"{server.url}/rpc"), context(key="k1"))
        issuer.good = {"Bearer t2"}
        assert (await tool.call(asking(f"{server.url}/rpc"), context(key="k2")))["status"] == "success"
        issuer.good = set()
        with pytest.raises(ToolFailed) as failed:
            await tool.call(asking(f"{server.url}/rpc"), context(key="k3"))
    assert (failed.value.code, issuer.given) == ("needs_credentials", 3)


@pytest.mark.parametrize(
    ("token", "code"),
    [
        (reply(b"", 401), "login_failed"),
        (reply(b"<html>"), "login_failed"),
        (reply({}), "login_failed"),
        (reply({"access_token": "a\nb"}), "login_failed"),
        (reply(b" " * 1_000_001), "login_failed"),
        (None, "unreachable"),
    ],
)
async def test_no_token_no_call(token: bytes | None, code: str) -> None:
    async with (
        site(card_03, lambda asked: token if asked.target == "/token" else rpc(asked, DONE)) as server,
        invoking(settings(server.url, oauth(server.url))) as (tool, _),
    ):
        with pytest.raises(ToolFailed) as failed:
            await tool.call(asking(f"{server.url}/rpc"), context())
    assert (failed.value.code, [one.target for one in calls(server)]) == (code, ["/token"])
    assert "pass word" not in str(failed.value)


async def test_an_agent_that_wants_a_login_says_which() -> None:
    def card(url: str) -> Any:
        schemes = {"house": {"type": "apiKey", "in": "header", "name": "House-Key"}}
        return {**card_03(url), "securitySchemes": schemes}

    async with site(card, lambda asked: reply(b"", 401)) as server, invoking() as (tool, directory):
        known = await directory.find(server.url, "local")
        with pytest.raises(ToolFailed) as failed:
            await tool.call(asking(f"{server.url}/rpc"), context())
    assert failed.value.code == "needs_credentials" and "house (apiKey)" in failed.value.text
    assert known.card.schemes == ({"name": "house", "type": "apiKey", "in": "header", "key": "House-Key"},)


async def test_a_public_agent_asks_for_nothing() -> None:
    async with site(bare_card) as server, invoking() as (_, directory):
        known = await directory.find(server.url, "local")
    assert known.card.schemes == ()


@pytest.mark.parametrize("kind", ["words", "error", "streamed", "token"])
async def test_a_secret_that_an_agent_says_again_is_taken_out(kind: str) -> None:
    """Some agents repeat what they were sent; it would stand in the log for ever."""

    def echo(asked: Asked) -> Any:
        if asked.target == "/token":
            return reply({"access_token": "t0ken/of/the/hour", "expires_in": 3600})
        got = asked.headers["authorization"]
        if kind == "error":
            return rpc_error(asked, -32000, f"I do not know {got}.")
        done = task("completed", artifacts=[{"parts": [{"kind": "text", "text": f"You said {got} and more"}]}])
        return streaming(done)(asked) if kind == "streamed" else rpc(asked, done)

    def card(url: str) -> Any:
        return card_03(url, capabilities={"streaming": kind == "streamed"})

    async with site(card, echo) as server:
        credential = oauth(server.url) if kind == "token" else Bearer(secret="club")
        async with invoking(settings(server.url, credential)) as (tool, _):
            try:
                told = str(await tool.call(asking(f"{server.url}/rpc"), context()))
            except ToolFailed as failed:
                told = f"{failed.text} {failed.value}"
    assert "s3cret" not in told and "t0ken" not in told
    assert "Bearer [a secret]" in told
