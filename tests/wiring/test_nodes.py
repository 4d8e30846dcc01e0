"""Two nodes that share a store: any of them takes any request, one at a time has a conversation, and what a dead one
left under way goes on at the other."""

import asyncio
import signal
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from loket.app import opened
from loket.config import Config
from loket.core.errors import LoketError
from tests.cli.counter import Office, office
from tests.cli.test_draining import begun, kinds, watched
from tests.nats import nats_server
from tests.serving import Loket, serving_child

WHOLE = ["started", "user_said", "decided", "call_started", "returned", "decided"]


@asynccontextmanager
async def node(folder: Path, env: Mapping[str, str]) -> AsyncGenerator[tuple[Loket, httpx.AsyncClient]]:
    """One of them, and a client that asks it."""
    async with (
        serving_child(folder, "--verbose", env=env) as server,
        httpx.AsyncClient(base_url=server.url, timeout=20, trust_env=False) as http,
    ):
        yield server, http


async def resumed(http: httpx.AsyncClient, at: str, until: str) -> str:
    """What a watcher sees who comes again as long as it is told to, from where it was."""
    seen = ""
    async with asyncio.timeout(30):
        while until not in seen:
            last = seen.rpartition("id: ")[2].partition("\n")[0] or "0"
            came = await watched(http, f"{at}?after={last}", until)
            assert "id: " in came or '"moved"' in came or came in ("", ": ping\n\n"), came
            seen += came.partition('{"error"')[0]
    ids = [int(line[4:]) for line in seen.splitlines() if line.startswith("id: ")]
    assert ids == list(range(1, len(ids) + 1))
    return seen


def shared(stamps: Office, address: str) -> dict[str, str]:
    return {**stamps.env, "LOKET_STORE": address}


@asynccontextmanager
async def under_way(
    folder: Path,
) -> AsyncGenerator[tuple[Office, Loket, httpx.AsyncClient, httpx.AsyncClient, str]]:
    """Two nodes, the first of which waits for a stamp: the office, the first node, a client of each, the events."""
    async with office() as stamps:
        with nats_server(folder / "nats", "-js") as server:
            env = shared(stamps, server.address)
            async with node(folder / "a", env) as (first, a), node(folder / "b", env) as (_, b):
                at = await begun(a, "one")
                await stamps.came.wait()
                yield stamps, first, a, b, at


async def test_any_node_takes_any_request_and_a_dead_one_is_taken_over(tmp_path: Path) -> None:
    async with under_way(tmp_path) as (stamps, first, _, b, at):
        assert "call_started" in await watched(b, at, "call_started")  # passed on to the first
        again = await b.post(at, json={"kind": "user_said", "text": "one"}, headers={"Idempotency-Key": "one"})
        assert again.json()["seq"] == 2, again.text
        await first.kill()
        await resumed(b, at, '"text":"unknown_outcome"')
        assert (await kinds(b, at)) == WHOLE
        stamps.open.set()
        two = await b.post(at, json={"kind": "user_said", "text": "two"})
        assert two.status_code == 200
        await watched(b, at, "two is stamped")
    assert [letter for letter, _ in stamps.letters] == ["one", "two"]


async def test_a_node_that_is_told_to_stop_hands_over_what_it_has(tmp_path: Path) -> None:
    async with under_way(tmp_path) as (stamps, first, _, b, at):
        first.send(signal.SIGTERM)
        stamps.open.set()
        assert await first.ended() == 0
        await resumed(b, at, '"text":"one is stamped"')
        assert await kinds(b, at) == WHOLE


async def test_who_watches_at_a_node_that_was_stopped_hears_what_another_one_went_on_with(tmp_path: Path) -> None:
    async with under_way(tmp_path) as (stamps, first, a, b, at):
        watcher = asyncio.create_task(watched(a, at))
        await watched(a, at, "call_started")
        first.send(signal.SIGSTOP)
        async with asyncio.timeout(60):
            while await kinds(b, at) != WHOLE:
                continue
        first.send(signal.SIGCONT)
        async with asyncio.timeout(30):
            assert "unknown_outcome" not in await watcher  # it ends, so that who watches comes again
        await resumed(a, at, '"text":"unknown_outcome"')
        assert await kinds(a, at) == await kinds(b, at) == WHOLE
    assert [letter for letter, _ in stamps.letters] == ["one"]


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGTERM])
async def test_a_wait_of_a_node_that_is_gone_ends_at_another_one(tmp_path: Path, sign: signal.Signals) -> None:
    async with office() as stamps:
        with nats_server(tmp_path / "nats", "-js") as server:
            env = {**shared(stamps, server.address), "LOKET_ASSISTANTS": "tests.wiring.desk:bundle"}
            async with node(tmp_path / "a", env) as (first, a), node(tmp_path / "b", env) as (_, b):
                at = await begun(a, "wait")
                await watched(a, at, '"kind":"wait"')
                first.send(sign)
                await first.ended()
                seen = await resumed(b, at, "It is time.")
                assert seen.count('"kind":"woke"') == 1
                assert await kinds(b, at) == ["started", "user_said", "decided", "woke", "decided"]


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"store": "nats://127.0.0.1:1", "host": "0.0.0.0"}, "LOKET_INSIDE"),
        ({"store": "nats://127.0.0.1:1"}, "No NATS server answers"),
    ],
    ids=["no address", "no servers"],
)
async def test_what_nodes_need_is_said(tmp_path: Path, settings: dict[str, str], words: str) -> None:
    tokens = {"ann": "a-token-of-ann-1234"}
    with pytest.raises(LoketError, match=words):
        async with opened(Config.model_validate({"data": tmp_path, "tokens": tokens, **settings}), {}):
            raise AssertionError("it was opened")
