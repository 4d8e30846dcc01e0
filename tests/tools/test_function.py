"""Functions as tools: a `def` in a worker thread, an `async def` on the loop, with or without the context."""

import asyncio
import threading
from contextvars import ContextVar
from dataclasses import replace

import pytest

from loket.core.data import Json, JsonObject
from loket.core.errors import Invalid
from loket.core.tool import CallContext, Tool, ToolFailed, ToolSpec
from loket.tools.function import Function, FunctionTool
from loket.tools.threads import AT_ONCE, MOST_LEFT

SPEC = ToolSpec(name="add", read_only=True)
CONTEXT = CallContext(conversation="c", owner="local", scope="/", call="1.a", key="k", deadline=5)

WHO: ContextVar[str] = ContextVar("who")


class RuleMissing(Exception):
    """An error as content raises it: it knows nothing of tools."""

    def __init__(self) -> None:
        super().__init__("no rules")
        self.code = "no_rules"
        self.text = "We hebben voor dit jaar geen regels."


async def called(function: Function, args: JsonObject, context: CallContext = CONTEXT) -> Json:
    tool: Tool = FunctionTool(SPEC, function)
    return await tool.call(args, context)


def plain(args: JsonObject) -> Json:
    return args["a"] + args["b"]


def with_context(args: JsonObject, context: CallContext) -> Json:
    return [args["a"], context.key]


async def waiting(args: JsonObject) -> Json:
    await asyncio.sleep(0)
    return args["a"]


class Waiter:
    """An object that is called like an async function."""

    async def __call__(self, args: JsonObject) -> Json:
        return await waiting(args)


async def waiting_with_context(args: JsonObject, context: CallContext) -> Json:
    await asyncio.sleep(0)
    return [args["a"], context.scope]


async def test_every_form_of_function_is_called() -> None:
    args: JsonObject = {"a": 1, "b": 2}
    assert await called(plain, args) == 3
    assert await called(with_context, args) == [1, "k"]
    assert await called(waiting, args) == 1
    assert await called(waiting_with_context, args) == [1, "/"]
    assert await called(lambda args: waiting({"a": args["b"]}), args) == 2
    assert await called(Waiter(), args) == 1


async def test_only_a_plain_function_leaves_the_loop() -> None:
    async def awaiting(args: JsonObject) -> Json:
        return threading.get_ident()

    assert await called(awaiting, {}) == threading.get_ident()
    assert await called(lambda args: threading.get_ident(), {}) != threading.get_ident()


async def test_a_thread_knows_the_variables_of_its_caller_and_its_notes_come_in_the_loop_in_order() -> None:
    notes: list[tuple[str, Json, int]] = []
    context = replace(CONTEXT, progress=lambda note, part: notes.append((note, part, threading.get_ident())))

    def telling(args: JsonObject, context: CallContext) -> Json:
        context.progress("one", 1)
        context.progress("two", 2)
        return WHO.get()

    token = WHO.set("ann")
    assert await called(telling, {}, context) == "ann"
    WHO.reset(token)
    here = threading.get_ident()
    assert notes == [("one", 1, here), ("two", 2, here)]


async def test_a_call_that_never_comes_back_is_left_behind_and_only_so_many_are(
    caplog: pytest.LogCaptureFixture,
) -> None:
    begun, over = threading.Semaphore(0), threading.Event()
    ended = threading.Semaphore(0)

    def stuck(args: JsonObject) -> Json:
        begun.release()
        over.wait(10)
        ended.release()
        return None

    tool, other = FunctionTool(SPEC, stuck), FunctionTool(SPEC, plain)
    for _ in range(MOST_LEFT):
        call = asyncio.create_task(tool.call({}, CONTEXT))
        await asyncio.to_thread(begun.acquire, timeout=5)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
    assert "call 1.a of conversation c (8 of at most 8)" in caplog.messages[-1]
    with pytest.raises(ToolFailed, match="8 earlier calls of add never came back") as failed:
        await tool.call({}, CONTEXT)
    assert failed.value.code == "stuck"
    assert await other.call({"a": 1, "b": 2}, CONTEXT) == 3, "others have threads of their own"
    over.set()
    for _ in range(MOST_LEFT):
        await asyncio.to_thread(ended.acquire, timeout=5)
    assert await asyncio.wait_for(_again(tool), 20) is None, "what came back makes room again"


async def _again(tool: FunctionTool) -> Json:
    while True:
        try:
            return await tool.call({}, CONTEXT)
        except ToolFailed:
            await asyncio.to_thread(lambda: None)  # the last of them may just be on its way back


async def test_what_waits_for_room_and_is_taken_back_was_surely_not_begun() -> None:
    begun, over = threading.Semaphore(0), threading.Event()
    args_seen: list[JsonObject] = []

    def busy(args: JsonObject) -> Json:
        args_seen.append(args)
        begun.release()
        over.wait(10)
        return 1

    tool = FunctionTool(SPEC, busy)
    running = [asyncio.create_task(tool.call({}, CONTEXT)) for _ in range(AT_ONCE)]
    for _ in running:
        await asyncio.to_thread(begun.acquire, timeout=5)
    late = asyncio.create_task(tool.call({"late": True}, CONTEXT))
    await asyncio.sleep(0)
    late.cancel()
    with pytest.raises(ToolFailed) as failed:
        await late
    assert failed.value.code == "cancelled"
    over.set()
    assert await asyncio.gather(*running) == [1] * AT_ONCE
    assert {"late": True} not in args_seen


async def test_a_function_that_wants_to_end_the_process_ends_its_call() -> None:
    def leaving(args: JsonObject) -> Json:
        raise SystemExit(3)

    with pytest.raises(RuntimeError, match="tried to end the process: SystemExit"):
        await called(leaving, {})


@pytest.mark.parametrize(
    ("error", "code"),
    [(RuleMissing(), "no_rules"), (ToolFailed("busy", "Later."), "busy"), (Invalid("bad", "Not so."), "bad")],
)
@pytest.mark.parametrize("threaded", [True, False])
async def test_declared_errors_fail_the_call_with_their_code(error: Exception, code: str, threaded: bool) -> None:
    def refusing(args: JsonObject) -> Json:
        raise error

    async def refusing_on_the_loop(args: JsonObject) -> Json:
        raise error

    with pytest.raises(ToolFailed) as failed:
        await called(refusing if threaded else refusing_on_the_loop, {})
    assert failed.value.code == code
    assert failed.value.text == error.text


async def test_bugs_pass_through() -> None:
    with pytest.raises(KeyError):
        await called(plain, {"a": 1})
    odd = ConnectionError()
    odd.code = 7

    def raising(args: JsonObject) -> Json:
        raise odd

    with pytest.raises(ConnectionError):
        await called(raising, {})


async def test_nobody_knows_after_a_crash() -> None:
    with pytest.raises(ToolFailed) as failed:
        await FunctionTool(SPEC, plain).look_up({}, CONTEXT)
    assert failed.value.code == "unknown_outcome"
