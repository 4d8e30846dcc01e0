"""A configured agent of others as a source of tools: each of its skills is one, with its own schema."""

from dataclasses import dataclass

from loket.core.data import Json, JsonObject
from loket.core.events import AgentFound
from loket.core.source import SourceState
from loket.core.tool import CallContext, Tool, ToolFailed
from loket.core.tool_spec import ToolSpec
from loket.logs import logger
from loket.tools.agents.directory import KnownAgent
from loket.tools.agents.fetch import Missing, missed
from loket.tools.agents.names import tool_name
from loket.tools.agents.skill import states_no_reading
from loket.tools.agents.skill_tools import REPLY, found_event
from loket.tools.invoke import InvokeTool

log = logger(__name__)


class AgentSource:
    """The skills of one agent, named `NAME.skill`. Its card is pinned, and compared, by whoever's conversation it is;
    with a `digest` it must be exactly that card."""

    def __init__(self, name: str, url: str, digest: str, invoke: InvokeTool) -> None:
        self.name, self.url, self._digest, self.invoke = name, url, digest, invoke
        self.state: SourceState = "stopped"
        self.trouble = ""

    async def discover(self, owner: str) -> tuple[AgentFound, ...]:
        """Its card, from memory while that is fresh; () when nobody can be reached."""
        known = await self._looked(owner)
        if isinstance(known, Missing):
            self.trouble = known.text
            log.warning("agent %s: %s", self.name, known.text)
            return ()
        if self._digest and known.digest != self._digest:
            self.trouble = f"{self.name} has another card ({known.digest}) than the one in the configuration."
            log.warning("%s", self.trouble)
            card: JsonObject = {"name": known.card.name, "url": known.card.url}
            return (AgentFound(source=self.name, card=card, digest=known.digest, trust="changed"),)
        self.trouble = ""
        return (found_event(self.name, known, self.invoke.directory.settings.task_deadline, states_no_reading),)

    def tool(self, spec: ToolSpec) -> Tool:
        """See Source."""
        return _SkillTool(self, spec)

    async def resolve(self, spec: ToolSpec, owner: str) -> KnownAgent:
        """The agent, as the person could read of it when the call was made. Raises ToolFailed."""
        known = await self._looked(owner)
        if isinstance(known, Missing):
            raise missed(known)
        if known.digest != spec.card or self._digest not in ("", known.digest):
            text = f"{self.name} has another card than before. Nothing was sent; ask again to see it."
            raise ToolFailed("tool_changed", text)
        if known.doubts():  # whoever approved this call approved of this card
            await self.invoke.directory.agree(known, owner)
        return known

    async def _looked(self, owner: str) -> KnownAgent | Missing:
        known = await self.invoke.directory.find(self.url, owner)
        self.state = "down" if isinstance(known, Missing) else "up"
        return known


@dataclass(frozen=True, slots=True)
class _SkillTool:
    source: AgentSource
    spec: ToolSpec

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        known = await self.source.resolve(self.spec, context.owner)
        return await self.source.invoke.call(self._request(known, args), context)

    async def look_up(self, args: JsonObject, context: CallContext) -> Json:
        known = await self.source.resolve(self.spec, context.owner)
        return await self.source.invoke.look_up(self._request(known, args), context)

    def _request(self, known: KnownAgent, args: JsonObject) -> JsonObject:
        own = self.spec.name.removeprefix(f"{self.source.name}.")
        about: JsonObject = {
            "task_base_url": known.card.url or self.source.url,
            "site": self.source.url,
            "confirmed": known.digest,
        }
        if own == REPLY:
            return {**about, "task_id": args["task_id"], "contextual_query_text": args.get("text", "")}
        skill = next(one for one in known.card.skills if tool_name(one.id) == own)
        if not skill.parameters:
            return {**about, "skill_id": skill.id, "contextual_query_text": args["text"]}
        return {**about, "skill_id": skill.id, "parameters": args}
