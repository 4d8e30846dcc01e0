"""The tool `check_a2a_agent`: what `loket check` says of an agent, for a page that shows it; it is sent no message."""

from dataclasses import dataclass, field

from loket.core.data import Json, JsonObject
from loket.core.shapes import text_at
from loket.core.tool import CallContext, Repeatable, ToolSpec
from loket.tools.agents.directory import AgentDirectory, KnownAgent
from loket.tools.checking.agent import checks_of
from loket.tools.checking.report import CheckReport

_INPUT: JsonObject = {
    "type": "object",
    "properties": {"url": {"type": "string", "minLength": 1, "maxLength": 2000}},
    "required": ["url"],
}


@dataclass(frozen=True, slots=True)
class CheckTool(Repeatable):
    """Reads the card anew and tries each way that it names."""

    directory: AgentDirectory
    spec: ToolSpec = field(
        init=False,
        default=ToolSpec(
            name="check_a2a_agent",
            title="Check an agent",
            description="Says whether an agent keeps what its card and the protocol promise. Sends it no message.",
            input=_INPUT,
            read_only=True,
            idempotent=True,
            deadline=90.0,
            kind="a2a",
        ),
    )

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        url = text_at(args, "url")
        found = await self.directory.find(url, context.owner, fresh=True)
        checks = tuple([check async for check in checks_of(found, self.directory)])
        card = found.card if isinstance(found, KnownAgent) else None
        named = {"agent": card.name, "version": card.version} if card is not None else {}
        report = CheckReport(url=url, checks=checks, **named)
        return {**report.model_dump(mode="json"), "kept": report.kept}
