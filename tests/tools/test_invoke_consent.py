"""What a model makes up of a task or a site lets nothing change at an agent without a person's word."""

import json
from pathlib import Path

import pytest

from loket.core.actions import Action, Say
from loket.core.data import JsonObject
from loket.core.events import Answered, Held, UserSaid
from loket.core.planner import Situation
from loket.core.tool_spec import ToolSpec
from loket.engine.host import Host
from tests.loopback import Asked, Loopback
from tests.tools.sites import SKILL, asking, calls, card_03, invoking, rpc, site
from tests.tools.test_agents_in_engine import TOOLS, call, events, hosting, records

OTHER = {**SKILL, "id": "sell_boat", "name": "SellBoat"}


def asks(asked: Asked) -> bytes:
    parts = [{"kind": "text", "text": "For how many hours?"}]
    status = {"state": "input-required", "message": {"role": "agent", "parts": parts}}
    return rpc(asked, {"kind": "task", "id": "t1", "contextId": "c1", "status": status})


def obeys(situation: Situation) -> Action:
    """Does what the person's words hold as JSON: a tool and its arguments."""
    event = situation.woke[-1].event
    if not isinstance(event, UserSaid):
        return Say(text="done")
    tool, args = json.loads(str(event.text))
    return call(tool, args)


async def does(host: Host, conversation: str, tool: str, args: JsonObject) -> int:
    """How many calls were held for a person by now."""
    await host.settled(conversation, await host.tell(conversation, UserSaid(text=json.dumps([tool, args]))))
    return len(await events(host, conversation, Held))


async def approved(host: Host, conversation: str) -> None:
    held = [record.seq for record in await records(host, conversation) if isinstance(record.event, Held)][-1]
    await host.settled(conversation, await host.tell(conversation, Answered(to=str(held), approve=True)))


async def finding(host: Host, server: Loopback) -> str:
    """A conversation that found the agent."""
    conversation = await host.start("ann", "a")
    assert await does(host, conversation, TOOLS[1], {"target_url": server.url}) == 0
    return conversation


@pytest.mark.parametrize("more", [{}, {"parameters": None}])
async def test_a_task_that_nobody_gave_there_frees_no_request_of_consent(tmp_path: Path, more: JsonObject) -> None:
    async with site(card_03, asks) as server, hosting(tmp_path, obeys) as host:
        conversation = await finding(host, server)
        made_up = asking(f"{server.url}/rpc", task_id="made-up", **more)
        assert await does(host, conversation, TOOLS[0], made_up) == 1
        assert calls(server) == []


async def test_an_answer_to_the_agents_question_goes_on_with_what_was_agreed_to(tmp_path: Path) -> None:
    async with (
        site(lambda url: card_03(url, skills=[SKILL, OTHER]), asks) as server,
        hosting(tmp_path, obeys) as host,
    ):
        conversation, base = await finding(host, server), f"{server.url}/rpc"
        assert await does(host, conversation, TOOLS[0], asking(base)) == 1
        await approved(host, conversation)
        answer = {"task_id": "t1", "parameters": {"boat": "single", "hours": 2}}
        assert await does(host, conversation, TOOLS[0], asking(base, **answer)) == 1
        assert await does(host, conversation, TOOLS[0], asking(base, task_id="t1", parameters=None)) == 1
        assert len(calls(server)) == 3
        await host.put_to_sleep(conversation)  # what it knows of the task comes from its records
        assert await does(host, conversation, TOOLS[0], asking(base, **answer)) == 1
        assert await does(host, conversation, TOOLS[0], asking(base, **answer, skill_id="sell_boat")) == 2
        assert len(calls(server)) == 4


async def test_a_task_that_asks_for_nothing_takes_no_new_parameters_unasked(tmp_path: Path) -> None:
    def finished(asked: Asked) -> bytes:
        return rpc(asked, {"kind": "task", "id": "t1", "contextId": "c1", "status": {"state": "completed"}})

    async with site(card_03, finished) as server, hosting(tmp_path, obeys) as host:
        conversation, base = await finding(host, server), f"{server.url}/rpc"
        assert await does(host, conversation, TOOLS[0], asking(base)) == 1
        await approved(host, conversation)
        assert await does(host, conversation, TOOLS[0], asking(base, task_id="t1")) == 2
        assert len(calls(server)) == 1


@pytest.mark.parametrize("given", [{}, {"site": "https://evil.example"}, {"site": "https://shop.example"}])
async def test_the_strictest_card_of_an_address_decides(given: JsonObject) -> None:
    place, args = "https://shop.example", asking("https://shop.example/rpc", **given)
    strict = ToolSpec(
        name="agents.shop_example.free_boats", kind="a2a", source="agents.shop_example", place=place, destructive=True
    )
    lenient = ToolSpec(
        name="agents.evil_example.free_boats", kind="a2a", source="agents.evil_example", place=place, read_only=True
    )
    async with invoking() as (tool, _):
        for order in ((strict, lenient), (lenient, strict)):
            passed = tool.passes_to(args, {spec.name: spec for spec in order}, {})
            assert passed is not None and passed.spec == strict
