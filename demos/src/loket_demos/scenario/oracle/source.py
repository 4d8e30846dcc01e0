"""The source `scenario`: makes the tools that a conversation was told of, and plays their calls."""

import json
from dataclasses import dataclass

from loket.core.data import BlobRef, FileRef, Json, JsonObject
from loket.core.shapes import text_at
from loket.core.source import Listing, SourceState
from loket.core.tool import CallContext, Tool, ToolFailed
from loket.core.tool_spec import ToolSpec
from loket_demos.scenario.run import SCENARIO_FILE, SOURCE
from loket_demos.scenario.shapes import Scenario, ScenarioTool, ToolFixture, scenario_of
from loket_demos.scenario.vault.fold import documents_in


@dataclass(frozen=True)
class PlayedTools:
    """Tells no tools of itself: those of a run are told when its scenario is chosen."""

    name: str = SOURCE
    state: SourceState = "up"
    trouble: str = ""

    async def discover(self, owner: str) -> tuple[Listing, ...]:
        """See Source."""
        return ()

    def tool(self, spec: ToolSpec) -> Tool:
        """See Source."""
        return PlayedTool(spec)


@dataclass(frozen=True)
class PlayedTool:
    """One of them. What its scenario's fixtures give is given."""

    spec: ToolSpec

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        scenario = await scenario_at(self.spec.card, context)
        name = self.spec.name.removeprefix(f"{SOURCE}.")
        tools = [tool for agent in scenario.agents for tool in agent.tools if tool.tool_name == name]
        fixture = next((one for tool in tools if (one := _fixture(tool, args)) is not None), None)
        if fixture is None:
            raise ToolFailed("no_fixture", f"Nothing in the scenario says what {name} gives for this.")
        for document in documents_in(fixture.output):
            media = text_at(document, "contentType") or "text/markdown"
            await context.keep(_body(document), text_at(document, "name"), media)
        return fixture.output

    async def look_up(self, args: JsonObject, context: CallContext) -> Json:
        return await self.call(args, context)


async def scenario_at(digest: str, context: CallContext) -> Scenario:
    """The whole scenario of a run, from the file that its conversation keeps."""
    ref = FileRef(name=SCENARIO_FILE, media="application/json", blob=BlobRef(sha256=digest, size=0))
    return scenario_of(json.loads(await context.file(ref)))


def _body(document: JsonObject) -> bytes:
    """What a document says; what is no text is written as JSON."""
    content = document.get("content")
    return (content if isinstance(content, str) else json.dumps(content, ensure_ascii=False, indent=2)).encode()


def _fixture(tool: ScenarioTool, args: JsonObject) -> ToolFixture | None:
    """The first fixture all of whose words stand in the arguments."""
    return next((one for one in tool.fixtures if all(_stands(w, args.get(n)) for n, w in one.when.items())), None)


def _stands(words: str, value: Json) -> bool:
    text = (value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)).casefold()
    return all(word in text for word in words.casefold().split())
