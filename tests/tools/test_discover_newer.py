"""A site that shows its agent at both well-known paths: the newer dialect counts, whichever path is looked at first."""

from pathlib import Path
from typing import Any

import pytest

from loket.tools.agents.settings import NEW_PATH, OLD_PATH, AgentSettings
from loket.tools.discover import discover_a2a_agent_capabilities
from tests.doors.a2a_citizens import agent
from tests.loopback import Asked, Loopback, answering, reply
from tests.tools.sites import bare_card, card_03, card_10, paths

MISSION = AgentSettings(allow_private=("127.0.0.1",), paths=(OLD_PATH, NEW_PATH))


def card_01(url: str) -> Any:
    return {**bare_card(url), "url": f"{url}/rpc"}


async def seen(old: Any, new: Any) -> tuple[Any, Loopback]:
    """What is found at a site with these cards, looked at in the order of the mission, and what it was asked for."""
    here: list[Loopback] = []

    def answer(asked: Asked) -> Any:
        made = {OLD_PATH: old, NEW_PATH: new}.get(asked.target)
        if made is None or isinstance(made, bytes):
            return made or reply(b"", 404)
        return reply(made(here[0].url))

    async with answering(answer) as server:
        here.append(server)
        return await discover_a2a_agent_capabilities(server.url, settings=MISSION), server


@pytest.mark.parametrize("old", [card_01, card_03])
async def test_the_newer_card_of_the_same_agent_counts(old: Any) -> None:
    found, server = await seen(old, card_10)
    assert (found["status"], found["spoken"], found["card_url"]) == ("success", ["1.0 jsonrpc"], server.url + NEW_PATH)
    assert paths(server) == [OLD_PATH, NEW_PATH]


async def test_the_form_of_the_mission_is_read_at_its_own_path_and_nothing_else_is_asked_for() -> None:
    found, server = await seen(bare_card, card_10)
    assert (found["spoken"], found["card_url"]) == (["0.1 tasks/send"], server.url + OLD_PATH)
    assert paths(server) == [OLD_PATH]


def another(url: str) -> Any:
    return card_10(url, name="Other Club")


@pytest.mark.parametrize(
    "new", [None, another, card_01, reply(b"{", 200), reply(b"", 500), reply({"name": "Oar Club"})]
)
async def test_an_older_card_that_nothing_newer_stands_beside_counts(new: Any) -> None:
    found, server = await seen(card_01, new)
    assert (found["status"], found["card_url"]) == ("success", server.url + OLD_PATH)
    assert paths(server) == [OLD_PATH, NEW_PATH]


async def test_a_site_with_the_newer_path_alone_is_found_there() -> None:
    found, server = await seen(None, card_10)
    assert (found["spoken"], found["card_url"]) == (["1.0 jsonrpc"], server.url + NEW_PATH)


async def test_our_own_agents_are_read_as_those_of_1_0_that_they_are(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        found = await discover_a2a_agent_capabilities(a2a.url, settings=MISSION)
    assert found["spoken"][0] == "1.0 jsonrpc" and found["card_url"] == a2a.url + NEW_PATH
