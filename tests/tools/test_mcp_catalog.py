"""A catalogue checks every call before it runs and explains every failure; in process it is the same server."""

import pytest

from loket.core.tool import ToolFailed, ToolSpec
from loket.tools.catalog import Catalog, InProcessTools
from tests.tools.sample_tools import context, sample_catalog, sample_tools

pytestmark = pytest.mark.anyio


async def failure(catalog: Catalog, name: str, args: object, deadline: float = 5.0) -> ToolFailed:
    with pytest.raises(ToolFailed) as told:
        await catalog.call(name, args, context(deadline))
    return told.value


async def test_calls_are_checked() -> None:
    catalog = sample_catalog()
    assert await catalog.call("echo", {"text": "a"}, context()) == {"text": "a"}
    assert (await failure(catalog, "nope", {})).code == "unknown_tool"
    for args in ({}, {"text": 1}, {"text": "a", "more": 1}, [], None, "text"):
        assert (await failure(catalog, "echo", args)).code == "invalid"
    wrong = await failure(catalog, "echo", {})
    assert wrong.value == [{"path": "/text", "message": "is missing"}]


async def test_failures_are_explained_without_secrets() -> None:
    catalog = sample_catalog()
    assert (await failure(catalog, "fail", {})).text == "The archive is closed today."
    broken = await failure(catalog, "break", {})
    assert broken.code == "tool_broke"
    assert "secret" not in broken.text
    assert (await failure(catalog, "hang", {}, deadline=0.01)).code == "timeout"


def test_a_name_stands_for_one_tool() -> None:
    with pytest.raises(ValueError, match="echo"):
        Catalog("twice", [sample_tools()[0], sample_tools()[0]])


async def test_latency_is_the_catalogues() -> None:
    asked: list[float] = []

    def latency() -> float:
        asked.append(0.0)
        return 0.0

    catalog = Catalog("slow", sample_tools(), latency=latency)
    await catalog.call("echo", {"text": "a"}, context())
    with pytest.raises(ToolFailed):
        await catalog.call("echo", {}, context())
    assert len(asked) == 1


async def test_in_process() -> None:
    async def look(args: object, context: object) -> str:
        return "found"

    echo = sample_tools()[0]
    echo.look_up = look  # type: ignore[method-assign]
    [tool] = InProcessTools(Catalog("here", [echo])).tools()
    assert (tool.spec.kind, tool.spec.source, tool.spec.name) == ("mcp", "here", "echo")
    assert await tool.call({"text": "a"}, context()) == {"text": "a"}
    assert await tool.look_up({}, context()) == "found"
    gone = InProcessTools(Catalog("here", [])).tool(ToolSpec(name="gone"))
    with pytest.raises(ToolFailed, match="no longer offered"):
        await gone.look_up({}, context())
