"""Several agents on one origin: an address with a path means who lives there, its parents next and the origin last."""

import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from loket.stores.memory import MemoryStore
from loket.tools.agents.fetch import target_of
from loket.tools.discover import discover_a2a_agent_capabilities
from loket.tools.invoke import invoke_a2a_agent_skill
from tests.loopback import Asked, Loopback, answering, reply
from tests.serving import ran
from tests.tools.hostile import task
from tests.tools.sites import CARDS, NEW, OLD, SETTINGS, asking, calls, card_03, context, invoking, paths, rpc, seen

HOMES = {"": "Front", "/a2a/map": "Map", "/a2a/post": "Post"}
"""The agents of one origin, by the path they live at."""


@asynccontextmanager
async def house(
    homes: Mapping[str, str] = HOMES, more: Mapping[str, bytes] | None = None, dialect: str = "0.3"
) -> AsyncGenerator[Loopback]:
    """Each agent answers with its name; `more` is what else is there, by target."""
    here: list[Loopback] = []

    def served(asked: Asked) -> bytes:
        if asked.target in (more or {}):
            return (more or {})[asked.target]
        for path, name in homes.items():
            if asked.target == f"{path}{NEW}":
                return reply(CARDS[dialect](f"{here[0].url}{path}", name=name))
            if asked.method == "POST" and asked.target == f"{path}/rpc":
                return rpc(asked, task("completed", artifacts=[{"parts": [{"kind": "text", "text": name}]}]))
        return reply(b"", 404)

    async with answering(served) as server:
        here.append(server)
        yield server


async def discover(url: str, **more: Any) -> Any:
    return await discover_a2a_agent_capabilities(url, settings=SETTINGS, **more)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("", "Front"),
        ("/", "Front"),
        ("/a2a/map", "Map"),
        ("/a2a/map/", "Map"),
        ("/a2a/post?x=1", "Post"),
        ("/a2a/map/rpc", "Map"),
        ("/a2a/map/rooms/7", "Map"),
        (f"/a2a/map{NEW}", "Map"),
        (f"/a2a/map/{NEW}", "Map"),
        (f"/{NEW}", "Front"),
        (NEW, "Front"),
    ],
)
async def test_who_lives_at_a_path_is_who_is_found_and_asked(path: str, name: str) -> None:
    async with house() as server:
        told = await discover(server.url + path)
        assert (told["agent_name"], told["instead_of"], told["warnings"]) == (name, "", told["warnings"])
        book = MemoryStore()
        request = asking(told["tasking_base_url"], site=server.url + path)
        answer = await invoke_a2a_agent_skill(request, settings=SETTINGS, book=book)
        assert (answer["status"], answer["text"]) == ("success", name)
        assert [one.target for one in calls(server)] == [f"{dict(zip(HOMES.values(), HOMES, strict=True))[name]}/rpc"]


async def test_the_origin_comes_last_and_it_is_said_so() -> None:
    async with house() as server:
        told = await discover(f"{server.url}/a2a/nobody")
        assert (told["agent_name"], told["instead_of"]) == ("Front", f"{server.url}/a2a/nobody")
        assert (
            told["warnings"][0]
            == f"No agent shows a card at {server.url}/a2a/nobody; this is the agent of {server.url}."
        )
        order = ("/a2a/nobody", "/a2a", "")
        assert paths(server) == [place + path for place in order for path in (NEW, OLD)][:5]
        request = asking(told["tasking_base_url"], site=f"{server.url}/a2a/nobody")
        answer = await invoke_a2a_agent_skill(request, settings=SETTINGS)
        assert answer["notes"] == [told["warnings"][0]]


@pytest.mark.parametrize("answer", [reply(b"", 403), reply(b"", 500), reply([1])])
async def test_the_origin_does_not_stand_in_where_nobody_knows_who_lives_at_the_path(answer: bytes) -> None:
    async with house(more={f"/a2a/map{NEW}": answer}) as server:
        assert (await discover(f"{server.url}/a2a/map"))["status"] == "error"
        assert (await discover(server.url))["agent_name"] == "Front"


async def test_the_query_of_a_card_is_kept() -> None:
    """As servers have it that tell their agents apart by a query."""
    asked_for = f"{NEW}?assistant_id=7"
    async with house(more={asked_for: reply(card_03("http://127.0.0.1:1", name="Seven"))}) as server:
        assert (await discover(server.url + asked_for))["agent_name"] == "Seven"
        assert paths(server) == [asked_for]


async def test_agents_of_one_origin_have_pins_of_their_own() -> None:
    """By the place of the card, however it was asked for: one agent's new card is no news of the other's."""
    homes = dict(HOMES)
    async with house(homes) as server, invoking() as (tool, directory):
        for path in HOMES:
            assert (await seen(directory, server.url + path))["pin"]["state"] == "new"
        assert (await seen(directory, f"{server.url}/a2a/map{NEW}"))["pin"]["state"] == "same"
        homes["/a2a/map"] = "Chart"
        states = [(await seen(directory, server.url + path, fresh=True))["pin"]["state"] for path in HOMES]
        assert states == ["same", "changed", "same"]
        post = asking(f"{server.url}/a2a/post/rpc", site=f"{server.url}/a2a/post")
        assert (await tool.call(post, context()))["text"] == "Post"


def test_so_many_parents_and_never_another_origin() -> None:
    target = target_of("https://a.example/1/2/3/4/5/6//7/?q=1#x")
    assert target is not None
    assert target.places[0] == "https://a.example/1/2/3/4/5/6//7" and target.places[-1] == "https://a.example"
    assert len(target.places) == 5
    assert all(place.startswith("https://a.example") for place in target.places)


async def test_the_commands_ask_who_lives_there(tmp_path: Path) -> None:
    env = {"LOKET_ALLOW_PRIVATE": "127.0.0.1"}
    async with house() as server:
        code, said, _ = await ran("discover", f"{server.url}/a2a/map/", "--json", "--data", str(tmp_path), env=env)
        assert (code, json.loads(said)["agent_name"]) == (0, "Map")
        ask = ("free_boats", "boat=single", "--data", str(tmp_path))
        assert (await ran("invoke", f"{server.url}/a2a/post", *ask, env=env))[:2] == (0, "Post\n")
        code, said, told = await ran("invoke", f"{server.url}/a2a/nobody", *ask, env=env)
        assert (code, said.splitlines()[0]) == (0, "Front") and "No agent shows a card at" in told
        assert [one.target for one in calls(server)] == ["/a2a/post/rpc", "/rpc"]
