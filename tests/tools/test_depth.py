"""What is nested too deeply to be kept or checked: schemas, cards and answers are refused in words; nothing breaks."""

import json
from pathlib import Path
from typing import Any

import pytest

from loket.core.data import JsonObject
from loket.core.events import Returned, UserSaid
from loket.core.tool import ToolFailed
from tests.loopback import Asked, reply
from tests.tools.hostile import streaming
from tests.tools.sites import SKILL, asking, bare_card, card_03, card_10, context, done, invoking, rpc, seen, site
from tests.tools.test_agents_in_engine import TOOLS, events, first, hosting


def schema(levels: int) -> JsonObject:
    """A schema of objects in objects; each level of it is two of JSON."""
    told: JsonObject = {"type": "integer"}
    for _ in range(levels):
        told = {"type": "object", "properties": {"a": told}}
    return told


def deep(levels: int) -> Any:
    """JSON as text, so that writing it needs no deep stack either."""
    return json.loads('{"a":' * levels + "1" + "}" * levels)


def in_a_skill(levels: int) -> Any:
    return lambda url: bare_card(url, skills=[{**SKILL, "parameters": schema(levels)}])


def in_an_extension(levels: int) -> Any:
    extension = {"uri": "urn:example:parameters", "params": {"free_boats": schema(levels)}}
    plain = {name: value for name, value in SKILL.items() if name != "parameters"}
    return lambda url: card_10(url, skills=[plain], capabilities={"extensions": [extension]})


@pytest.mark.parametrize("card", [in_a_skill, in_an_extension])
@pytest.mark.parametrize("levels", [150, 400])
async def test_a_card_that_is_nested_too_deeply_is_refused_in_words(card: Any, levels: int) -> None:
    async with site(card(levels)) as server, invoking() as (tool, directory):
        for call in (seen(directory, server.url), tool.call(asking(server.url), context())):
            with pytest.raises(ToolFailed) as failed:
                await call
            assert failed.value.code == "bad_card" and "nested more than 128 levels deep" in failed.value.text


async def test_a_schema_that_is_too_deep_to_check_is_told_and_its_agent_can_be_asked() -> None:
    async with site(in_a_skill(40), lambda asked: reply(done())) as server, invoking() as (tool, directory):
        told = await seen(directory, server.url)
        odd = "free_boats has a schema that checks nothing. The schema is nested more than 64 levels deep."
        assert told["warnings"] == [odd]
        result = await tool.call(asking(server.url), context())
    note = "The parameters could not be checked. The schema is nested more than 64 levels deep."
    assert (result["status"], result["notes"]) == ("success", [note])


async def test_an_agent_with_such_a_card_is_a_failure_of_the_call_and_not_of_our_tool(tmp_path: Path) -> None:
    async with (
        site(in_a_skill(150)) as server,
        hosting(tmp_path, first(TOOLS[1], {"target_url": server.url})) as host,
    ):
        conversation = await host.start("ann", "a")
        seq = await host.tell(conversation, UserSaid(text="go"))
        await host.settled(conversation, seq)
        (returned,) = await events(host, conversation, Returned)
    assert returned.code == "bad_card"


def answered(levels: int) -> JsonObject:
    return {**done(), "artifacts": [{"parts": [{"kind": "data", "type": "data", "data": deep(levels)}]}]}


@pytest.mark.parametrize("card", [bare_card, card_03])
async def test_an_answer_that_is_nested_too_deeply_is_a_failure_in_words(card: Any) -> None:
    def answer(asked: Asked) -> bytes:
        return reply(answered(200)) if card is bare_card else rpc(asked, answered(200))

    async with site(card, answer) as server, invoking() as (tool, _):
        with pytest.raises(ToolFailed) as failed:
            await tool.call(asking(server.url if card is bare_card else f"{server.url}/rpc"), context())
    assert failed.value.code == "invalid" and "nested more than 128 levels deep" in failed.value.text


async def test_so_is_a_frame_of_a_stream() -> None:
    def card(url: str) -> JsonObject:
        return card_03(url, capabilities={"streaming": True})

    async with site(card, streaming(answered(200))) as server, invoking() as (tool, _):
        with pytest.raises(ToolFailed) as failed:
            await tool.call(asking(f"{server.url}/rpc"), context())
    assert failed.value.code == "invalid" and "nested more than 128 levels deep" in failed.value.text
