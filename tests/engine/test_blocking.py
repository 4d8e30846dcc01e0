"""A tool that blocks makes nobody else wait: its deadline holds, others are answered, and the log says whose it was."""

import asyncio
import threading
import time

import pytest

from loket.core.actions import Say
from loket.core.data import Json, JsonObject
from loket.core.events import Returned, UserSaid
from loket.core.planner import Situation
from loket.core.record import decode
from loket.core.tool import CallContext, ToolSpec
from loket.engine.host import Host
from loket.engine.kit import Kit
from loket.engine.stalls import STALL_SECONDS, Limit, watched
from loket.stores.memory import MemoryStore
from loket.tools.function import FunctionTool
from tests.engine.rooms import Made, Written, kit_of, once, use


def kit(tool: FunctionTool | Made) -> Kit:
    """`root` uses the tool when it hears `go`, and answers anything else at once."""
    spec = Made(tool.spec)

    first = once(lambda situation: use(spec.spec.name) if _last_words(situation) == "go" else Say(text="here"))
    made = kit_of(first, spec)
    return Kit(made.assistants, {"root": Written(first)}, {spec.spec.name: tool})


def _last_words(situation: Situation) -> str:
    event = situation.woke[-1].event
    return str(event.text) if isinstance(event, UserSaid) else ""


async def test_a_plain_function_that_hangs_ends_at_its_deadline_and_others_are_answered_meanwhile() -> None:
    begun, over = threading.Event(), threading.Event()

    def hang(args: JsonObject) -> Json:
        begun.set()
        over.wait(20)
        return "late"

    tool = FunctionTool(ToolSpec(name="hang", read_only=True, deadline=0.3), hang)
    async with Host(MemoryStore(), kit(tool)) as host:
        one, other = await host.start("ann", "root"), await host.start("ann", "root")
        seq = await host.tell(one, UserSaid(text="go"))
        assert await asyncio.to_thread(begun.wait, 5)
        await host.settled(other, await host.tell(other, UserSaid(text="hello")), 5)
        assert [r.event for r in host.recent(one, 0) or [] if isinstance(r.event, Returned)] == []
        await host.settled(one, seq, 5)
        assert not over.is_set()
        events = [decode(row.body).event for row in await host.store.read(one)]
        (returned,) = [event for event in events if isinstance(event, Returned)]
        assert (returned.ok, returned.code, returned.text) == (False, "timeout", "No answer within 0.3 s.")
        over.set()


async def test_the_log_names_the_tool_and_the_conversation_that_held_up_the_loop(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def block(args: JsonObject, context: CallContext) -> Json:
        await asyncio.sleep(0)
        time.sleep(STALL_SECONDS + 0.01)  # noqa: ASYNC251 - what must not be done
        return 1

    async with Host(MemoryStore(), kit(FunctionTool(ToolSpec(name="block", read_only=True), block))) as host:
        conversation = await host.start("ann", "root")
        await host.settled(conversation, await host.tell(conversation, UserSaid(text="go")), 5)
    (line,) = [message for message in caplog.messages if "held up" in message]
    assert line.startswith("block held up the whole server for 0.")
    assert line.endswith(f"in conversation {conversation}")


async def test_work_that_never_waits_has_its_value_and_what_blocked_past_its_time_and_then_waits_is_late() -> None:
    async def block(wait: bool) -> str:
        time.sleep(0.02)  # noqa: ASYNC251 - what must not be done
        if wait:
            await asyncio.Event().wait()
        return "here"

    assert await watched(block(False), "block", "c1", Limit(0.01)) == "here"
    with pytest.raises(TimeoutError):
        await watched(block(True), "block", "c1", Limit(0.01))
