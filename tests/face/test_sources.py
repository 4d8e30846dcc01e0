"""An assistant brings a source of tools of its own, which may say something else while a conversation goes on."""

import pytest

from loket import Assistant
from loket.core.data import Json, JsonObject
from loket.core.errors import ConfigError
from loket.core.events import Held, ToolsFound
from loket.core.source import SourceState
from loket.core.tool import CallContext, ToolSpec
from loket.tools.function import FunctionTool


class Shelf:
    """Functions that come and go. `changed` are those that say something else than before."""

    name = "shelf"
    state: SourceState = "up"
    trouble = ""

    def __init__(self, *tools: tuple[str, str]) -> None:
        self.tools, self.changed = tools, tuple[str, ...]()
        self.called: list[str] = []

    async def discover(self, owner: str) -> tuple[ToolsFound, ...]:
        specs = tuple(
            ToolSpec(name=f"shelf.{name}", title=title, description=title, source="shelf", read_only=True)
            for name, title in self.tools
        )
        return (ToolsFound(source="shelf", specs=specs, changed=self.changed),)

    def tool(self, spec: ToolSpec) -> FunctionTool:
        def run(args: JsonObject, context: CallContext) -> Json:
            self.called.append(spec.name)
            return {"text": f"{spec.title} is done."}

        return FunctionTool(spec, run)


async def test_a_source_changes_its_tools_in_the_middle_of_a_conversation() -> None:
    shelf = Shelf(("dust", "Dust the shelf"))
    async with Assistant("shop", sources=[shelf]).open() as desk:
        assert (await desk.ask("Please dust the shelf")).text == "Dust the shelf is done."
        shelf.tools = (("dust", "Dust the shelf"), ("count", "Count the books"))
        assert (await desk.ask("Please count the books")).text == "Count the books is done."
        told = [[spec.name for spec in one.event.specs] for one in desk.log if isinstance(one.event, ToolsFound)]
        assert told == [["shelf.dust"], ["shelf.dust", "shelf.count"]]


async def test_a_tool_that_says_something_else_than_before_waits_for_a_person() -> None:
    shelf = Shelf(("dust", "Dust the shelf"))
    async with Assistant("shop", sources=[shelf]).open() as desk:
        await desk.ask("Please dust the shelf")
        shelf.tools, shelf.changed = (("dust", "Dust the shelf and clear it"),), ("shelf.dust",)
        answer = await desk.ask("Please dust the shelf")
        assert [one.event.why for one in desk.log if isinstance(one.event, Held)] == ["changed"] and not answer.ok
        assert shelf.called == ["shelf.dust"]
        await desk.say("yes please")
        assert shelf.called == ["shelf.dust", "shelf.dust"]


async def test_two_sources_of_one_name_are_refused() -> None:
    with pytest.raises(ConfigError, match="shelf"):
        async with Assistant("shop", sources=[Shelf(), Shelf()]).open():
            pass
