"""Restarts: what is noted before a message leaves, how its task is found again, and when it is taken back."""

import asyncio
from typing import Any

import pytest

from loket.core.data import Json, JsonObject
from loket.core.events import TaskOpened
from loket.core.remote import RemoteNotes
from loket.core.tool import ToolFailed
from loket.net.extensions import ONCE
from tests.loopback import Asked, never, reply
from tests.tools.hostile import by_method, methods, task
from tests.tools.sites import (
    KEY,
    asking,
    calls,
    card_03,
    card_10,
    context,
    invoking,
    listening,
    rpc,
    rpc_error,
    site,
)

DONE = task("completed", artifacts=[{"artifactId": "a", "parts": [{"kind": "data", "data": {"free": 3}}]}])


async def test_everything_by_which_a_task_is_found_again_is_recorded_before_it_leaves() -> None:
    """The agent itself looks at what is recorded when the message comes in."""
    log, seen = RemoteNotes(), list[TaskOpened]()

    async def answer(asked: Asked) -> bytes:
        seen.extend(log.opened)
        return rpc(asked, {"task": {**DONE, "contextId": asked.json["params"]["message"]["contextId"]}})

    async with site(card_10, answer) as server, invoking() as (tool, _):
        await tool.call(asking(f"{server.url}/rpc"), context(remote=log))
        sent = calls(server)[0].json["params"]["message"]
        (before,) = seen
        assert (before.address, before.dialect, before.binding) == (f"{server.url}/rpc", "1.0", "jsonrpc")
        assert (before.context, before.task, before.agent) == (sent["contextId"], "", server.url)
        assert log.opened == [before, before.model_copy(update={"task": "t1"})]
        assert [(news.task, news.state) for news in log.heard] == [("t1", "completed")]


async def interrupted(card: Any, before: Any, after: Any) -> tuple[Json | ToolFailed, list[str]]:
    """A call whose process dies while the agent works, and what looking it up in the next life gives and asks for."""
    known, died = asyncio.Event(), [False]

    def answer(asked: Asked) -> Any:
        return (after if died[0] else before)(asked)

    async with site(card, answer) as server:
        async with invoking() as (tool, _):
            here = listening(lambda words: known.set(), leaving=lambda: True)
            work = asyncio.create_task(tool.call(asking(f"{server.url}/rpc"), here))
            await asyncio.wait_for(known.wait(), 5)
            work.cancel()
            with pytest.raises(asyncio.CancelledError):
                await work
        first, died[0] = len(calls(server)), True
        async with invoking() as (tool, _):
            try:
                found: Any = await tool.look_up(asking(f"{server.url}/rpc"), context(remote=here.remote))
            except ToolFailed as failed:
                found = failed
        return found, methods(server.asked)[first:]


async def test_a_task_we_know_is_followed_after_a_restart_and_not_sent_again() -> None:
    found, asked = await interrupted(card_03, lambda asked: rpc(asked, task()), lambda asked: rpc(asked, DONE))
    assert not isinstance(found, ToolFailed)
    assert (found["status"], found["result_data"], asked) == ("success", {"free": 3}, ["tasks/get"])
    assert found["notes"] == ["It was taken up again after a restart."]


@pytest.mark.parametrize("arrived", [False, True])
async def test_a_message_that_went_on_with_a_task_and_never_came_is_not_taken_for_answered(arrived: bool) -> None:
    """The task waits for us as it did before; only what the agent tells of our own messages says which of the two it
    is."""
    ours = [{"role": "user", "messageId": id, "parts": []} for id in ("before", *([KEY] if arrived else []))]
    stands = task("input-required", history=ours)
    opened = TaskOpened(call="", agent="", task="t1", dialect="0.3", binding="jsonrpc")
    async with site(card_03, lambda asked: rpc(asked, stands)) as server, invoking() as (tool, _):
        log = RemoteNotes([opened.model_copy(update={"address": f"{server.url}/rpc", "agent": server.url})])
        more = {"task_base_url": f"{server.url}/rpc", "task_id": "t1", "contextual_query_text": "Ten."}
        if arrived:
            assert (await tool.look_up(more, context(remote=log)))["status"] == "input_required"
        else:
            with pytest.raises(ToolFailed, match="never had it") as failed:
                await tool.look_up(more, context(remote=log))
            assert failed.value.code == "not_sent"
        assert methods(server.asked) == ["tasks/get"]


async def lost(card: Any, after: Any) -> tuple[Any, list[str]]:
    """What is found of a call of which only the ids that we chose are known."""
    log, sent, arrived = RemoteNotes(), list[JsonObject](), asyncio.Event()

    def answer(asked: Asked) -> Any:
        if not sent:
            sent.append(asked.json["params"])
            arrived.set()
            return never(asked)
        return after(asked, sent[0])

    async with site(card, answer) as server:
        async with invoking() as (tool, _):
            here = context(leaving=lambda: True, remote=log)
            work = asyncio.create_task(tool.call(asking(f"{server.url}/rpc"), here))
            await asyncio.wait_for(arrived.wait(), 5)
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
        async with invoking() as (tool, _):
            try:
                found: Any = await tool.look_up(asking(f"{server.url}/rpc"), context(remote=log))
            except ToolFailed as failed:
                found = failed
        return found, methods(server.asked)[1:]


async def test_1_0_finds_its_task_by_the_context_we_chose() -> None:
    def listed(asked: Asked, sent: JsonObject) -> bytes:
        mine = {**DONE, "contextId": sent["message"]["contextId"]}
        return rpc(asked, {"tasks": [{**DONE, "id": "t9", "contextId": "of others"}, mine], "nextPageToken": ""})

    found, asked = await lost(card_10, listed)
    assert (found["task_id"], found["result_data"], asked) == ("t1", {"free": 3}, ["ListTasks"])


async def test_0_1_finds_its_task_by_the_id_we_chose() -> None:
    found, asked = await lost(
        lambda url: {**card_03(url), "protocolVersion": "0.1"},
        lambda asked, sent: rpc(asked, {**DONE, "id": asked.json["params"]["id"]}),
    )
    assert (found["task_id"], found["result_data"], asked) == (KEY, {"free": 3}, ["tasks/get"])


async def test_what_can_not_be_found_is_an_unknown_outcome_and_not_sent_again() -> None:
    found, asked = await lost(card_03, lambda asked, sent: rpc(asked, DONE))
    assert (found.code, asked) == ("unknown_outcome", [])
    for answer in (
        lambda asked, sent: rpc(asked, {"tasks": []}),
        lambda asked, sent: rpc_error(asked, -32601),
    ):
        found, asked = await lost(card_10, answer)
        assert (found.code, asked) == ("unknown_outcome", ["ListTasks"])


async def test_an_agent_that_does_a_message_once_is_sent_the_same_one_again_where_it_can_not_be_found() -> None:
    """Whether it was lost before it left or on its way, and though what goes wrong then says nothing about before."""

    def once(url: str) -> JsonObject:
        return {**card_10(url), "capabilities": {"extensions": [{"uri": ONCE}]}}

    def twice(same: bool) -> Any:
        def answer(asked: Asked, sent: JsonObject) -> bytes:
            if asked.json["method"] == "ListTasks":
                return rpc(asked, {"tasks": []})
            assert asked.json["params"] == sent
            return rpc(asked, {"task": DONE}) if same else rpc_error(asked, -32602)

        return answer

    found, asked = await lost(once, twice(True))
    assert (found["result_data"], asked) == ({"free": 3}, ["ListTasks", "SendMessage"])
    found, asked = await lost(once, twice(False))
    assert (found.code, asked) == ("unknown_outcome", ["ListTasks", "SendMessage"])


async def test_an_agent_that_is_still_starting_is_asked_for_our_task_again() -> None:
    trouble = [reply(b"", 500), reply(b"", 503), None]

    def answer(asked: Asked, sent: JsonObject) -> Any:
        return (
            trouble.pop()
            if trouble
            else rpc(asked, {"tasks": [{**DONE, "contextId": asked.json["params"]["contextId"]}]})
        )

    found, asked = await lost(card_10, answer)
    assert (found["result_data"], asked) == ({"free": 3}, ["ListTasks"] * 4)
    found, asked = await lost(card_10, lambda asked, sent: reply(b"", 500))
    assert found.code == "unknown_outcome" and set(asked) == {"ListTasks"}


async def test_what_never_left_is_told_apart_from_what_may_have() -> None:
    async with site(card_03) as server, invoking() as (tool, _):
        with pytest.raises(ToolFailed) as failed:
            await tool.look_up(asking(f"{server.url}/rpc"), context())
        assert (failed.value.code, calls(server)) == ("not_sent", [])


async def test_an_answer_that_is_lost_on_the_way_is_looked_for_at_once() -> None:
    def answer(asked: Asked) -> Any:
        if asked.json["method"] == "SendMessage":
            return None
        return rpc(asked, {"tasks": [{**DONE, "contextId": asked.json["params"]["contextId"]}]})

    async with site(card_10, answer) as server, invoking() as (tool, _):
        result = await tool.call(asking(f"{server.url}/rpc"), context())
    assert (result["result_data"], methods(server.asked)) == ({"free": 3}, ["SendMessage", "ListTasks"])


@pytest.mark.parametrize(("leaving", "confirms"), [(False, True), (False, False), (True, True)])
async def test_a_cancelled_call_takes_its_task_back_unless_only_we_leave(leaving: bool, confirms: bool) -> None:
    looked = asyncio.Event()

    def get(asked: Asked) -> bytes:
        looked.set()
        return rpc(asked, task())

    answer = by_method(
        message__send=lambda asked: rpc(asked, task()),
        tasks__get=get,
        tasks__cancel=lambda asked: rpc(asked, task("canceled" if confirms else "working")),
    )
    async with site(card_03, answer) as server, invoking() as (tool, _):
        work = asyncio.create_task(tool.call(asking(f"{server.url}/rpc"), context(leaving=lambda: leaving)))
        await asyncio.wait_for(looked.wait(), 5)
        work.cancel()
        taken_back = confirms and not leaving
        with pytest.raises(ToolFailed if taken_back else asyncio.CancelledError) as ended:
            await work
        assert getattr(ended.value, "code", None) == ("cancelled" if taken_back else None)
    assert ("tasks/cancel" in methods(server.asked)) == (not leaving)
