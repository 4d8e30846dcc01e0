"""A fork and the tasks of the conversation that it was copied from: it may look, and neither answer nor end them."""

from typing import Any

import pytest

from loket.core.tool import CallContext, ToolFailed
from tests.loopback import Asked
from tests.tools.hostile import methods, task
from tests.tools.sites import asking, calls, card_03, context, invoking, rpc, site


def waits(asked: Asked) -> bytes:
    return rpc(asked, {**task("input-required"), "contextId": "theirs"})


@pytest.mark.parametrize(
    "request_", [{"task_id": "t1", "parameters": {"day": "monday"}}, {"task_id": "t1", "cancel": True}]
)
async def test_a_task_of_another_conversation_is_neither_answered_nor_ended_from_a_fork(request_: Any) -> None:
    async with site(card_03, waits) as server, invoking() as (tool, _):
        with pytest.raises(ToolFailed, match="not_ours"):
            await tool.call({"task_base_url": f"{server.url}/rpc", **request_}, context(forked=True))
        assert calls(server) == []


async def test_a_fork_may_look_how_far_a_task_is() -> None:
    async with site(card_03, waits) as server, invoking() as (tool, _):
        await tool.call({"task_base_url": f"{server.url}/rpc", "task_id": "t1"}, context(forked=True))
        assert methods(server.asked) == ["tasks/get"]


async def test_a_fork_speaks_in_contexts_of_its_own() -> None:
    async with site(card_03, waits) as server, invoking() as (tool, _):
        first, fork = asking(f"{server.url}/rpc", context_id="theirs"), context(forked=True)
        assert "contextId" not in await _sent(server, tool, first, fork)
        again = asking(f"{server.url}/rpc", context_id="theirs", task_id="t1")
        assert (await _sent(server, tool, again, fork))["taskId"] == "t1"  # which this conversation opened just now
        assert (await _sent(server, tool, first, fork))["contextId"] == "theirs"


async def _sent(server: Any, tool: Any, request: Any, fork: CallContext) -> Any:
    await tool.call(request, fork)
    return calls(server)[-1].json["params"]["message"]
