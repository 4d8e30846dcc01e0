"""Functions as tools: sync or async, with or without the context, slow ones beside the loop."""

import asyncio
import threading

import anyio
import pytest

from loket.core.data import Json, JsonObject
from loket.core.errors import Invalid
from loket.core.tool import CallContext, Tool, ToolFailed, ToolSpec
from loket.tools.function import Function, FunctionTool

SPEC = ToolSpec(name="add", read_only=True)
CONTEXT = CallContext(conversation="c", owner="local", scope="/", call="1.a", key="k", deadline=5)


class RuleMissing(Exception):
    """An error as content raises it: it knows nothing of tools."""

    def __init__(self) -> None:
        super().__init__("no rules")
        self.code = "no_rules"
        self.text = "We hebben voor dit jaar geen regels."


async def called(function: Function, args: JsonObject, *, slow: bool = False) -> Json:
    tool: Tool = FunctionTool(SPEC, function, slow=slow)
    return await tool.call(args, CONTEXT)


def plain(args: JsonObject) -> Json:
    return args["a"] + args["b"]


def with_context(args: JsonObject, context: CallContext) -> Json:
    return [args["a"], context.key]


async def waiting(args: JsonObject) -> Json:
    await asyncio.sleep(0)
    return args["a"]


async def waiting_with_context(args: JsonObject, context: CallContext) -> Json:
    await asyncio.sleep(0)
    return [args["a"], context.scope]


async def test_every_form_of_function_is_called() -> None:
    args: JsonObject = {"a": 1, "b": 2}
    assert await called(plain, args) == 3
    assert await called(plain, args, slow=True) == 3
    assert await called(with_context, args) == [1, "k"]
    assert await called(with_context, args, slow=True) == [1, "k"]
    assert await called(waiting, args) == 1
    assert await called(waiting_with_context, args) == [1, "/"]
    assert await called(lambda args: waiting({"a": args["b"]}), args) == 2


async def test_only_slow_functions_leave_the_loop() -> None:
    def where(args: JsonObject) -> Json:
        return threading.get_ident()

    assert await called(where, {}) == threading.get_ident()
    assert await called(where, {}, slow=True) != threading.get_ident()


async def test_a_slow_function_is_left_behind_when_the_call_is_cancelled() -> None:
    started, over = threading.Event(), threading.Event()

    def stuck(args: JsonObject) -> Json:
        started.set()
        over.wait(10)
        return None

    async with anyio.create_task_group() as group:
        group.start_soon(lambda: called(stuck, {}, slow=True))
        await asyncio.to_thread(started.wait, 5)
        group.cancel_scope.cancel()
    over.set()


@pytest.mark.parametrize(
    ("error", "code"),
    [(RuleMissing(), "no_rules"), (ToolFailed("busy", "Later."), "busy"), (Invalid("bad", "Not so."), "bad")],
)
@pytest.mark.parametrize("slow", [True, False])
async def test_declared_errors_fail_the_call_with_their_code(error: Exception, code: str, slow: bool) -> None:
    def refusing(args: JsonObject) -> Json:
        raise error

    with pytest.raises(ToolFailed) as failed:
        await called(refusing, {}, slow=slow)
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


def test_an_async_function_can_not_be_slow() -> None:
    with pytest.raises(ValueError, match="worker thread"):
        FunctionTool(SPEC, waiting, slow=True)
