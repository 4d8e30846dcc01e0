"""A configured agent of others as a source of tools: each of its skills is one, with its own schema."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from loket.core.data import Json, JsonObject
from loket.core.errors import Invalid
from loket.core.events import AgentFound
from loket.core.source import SourceState
from loket.core.tool import CallContext, Tool, ToolFailed
from loket.core.tool_spec import ToolSpec
from loket.logs import logger
from loket.net.client import origin
from loket.schemas import compiled
from loket.tools.agents.directory import Known
from loket.tools.agents.fetch import Missing, missed
from loket.tools.invoke import InvokeTool

log = logger(__name__)

MOST_BYTES = 40_000
"""Of the tools of one record; a card with more skills than that is told in part."""
REPLY = "reply"
"""The tool that answers a question of the agent about a task that it has."""
_WORDS: JsonObject = {
    "type": "object",
    "properties": {
        "text": {"type": "string", "minLength": 1, "maxLength": 20_000, "description": "the request in words"}
    },
    "required": ["text"],
    "additionalProperties": False,
}
_ANSWER: JsonObject = {
    "type": "object",
    "properties": {
        "task_id": {"type": "string", "minLength": 1, "maxLength": 200, "description": "the task that asks"},
        "text": {"type": "string", "maxLength": 20_000, "description": "the answer in words; empty only looks"},
    },
    "required": ["task_id"],
    "additionalProperties": False,
}


class AgentSource:
    """The skills of one agent, named `NAME.skill`. Its card is pinned, and compared, by whoever's conversation it is;
    with a `digest` it must be exactly that card."""

    def __init__(self, name: str, url: str, digest: str, invoke: InvokeTool) -> None:
        self._name, self.url, self._digest, self.invoke = name, url, digest, invoke
        self._state: SourceState = "stopped"
        self.trouble = ""

    @property
    def name(self) -> str:
        return self._name

    @property
    def state(self) -> SourceState:
        return self._state

    async def discover(self, owner: str) -> tuple[AgentFound, ...]:
        """Its card, from memory while that is fresh; () when nobody can be reached."""
        known = await self._looked(owner)
        if isinstance(known, Missing):
            self.trouble = known.text
            log.warning("agent %s: %s", self.name, known.text)
            return ()
        card: JsonObject = {"name": known.card.name, "description": known.card.description, "url": known.card.url}
        if self._digest and known.digest != self._digest:
            self.trouble = f"{self.name} has another card ({known.digest}) than the one in the configuration."
            log.warning("%s", self.trouble)
            return (AgentFound(source=self.name, card=card, digest=known.digest, trust="changed"),)
        specs, self.trouble = tuple(self._specs(known)), ""
        changed = tuple(spec.name for spec in specs) if known.doubts() else ()
        return (
            AgentFound(source=self.name, card=card, digest=known.digest, trust=known.pin, specs=specs, changed=changed),
        )

    def tool(self, spec: ToolSpec) -> Tool:
        """See Source."""
        return _SkillTool(self, spec)

    async def resolve(self, spec: ToolSpec, owner: str) -> Known:
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

    async def _looked(self, owner: str) -> Known | Missing:
        known = await self.invoke.directory.find(self.url, owner)
        self._state = "down" if isinstance(known, Missing) else "up"
        return known

    def _specs(self, known: Known) -> Iterator[ToolSpec]:
        usual: Callable[..., ToolSpec] = lambda name, **said: ToolSpec(  # noqa: E731
            name=f"{self.name}.{name}",
            kind="a2a",
            source=self.name,
            place=origin(known.card.url or self.url),
            card=known.digest,
            deadline=self.invoke.directory.settings.task_deadline,
            **said,
        )
        size, names = 0, {REPLY}
        for skill in known.card.skills:
            name, reads = _name(skill.id), skill.read_only is True
            spec = usual(
                name,
                title=skill.name,
                description=skill.description,
                input=_input(skill.parameters),
                read_only=reads,
                destructive=not reads,
            )
            size += len(spec.model_dump_json())
            if size > MOST_BYTES:
                log.warning("agent %s has more skills than a record can hold; the rest is left out", self.name)
                break
            if name not in names:
                names.add(name)
                yield spec
        yield usual(REPLY, title=f"Answer {known.card.name}", input=_ANSWER)


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

    def _request(self, known: Known, args: JsonObject) -> JsonObject:
        own = self.spec.name.removeprefix(f"{self.source.name}.")
        about: JsonObject = {
            "task_base_url": known.card.url or self.source.url,
            "site": self.source.url,
            "confirmed": known.digest,
        }
        if own == REPLY:
            return {**about, "task_id": args["task_id"], "contextual_query_text": args.get("text", "")}
        skill = next(one for one in known.card.skills if _name(one.id) == own)
        if not skill.parameters:
            return {**about, "skill_id": skill.id, "contextual_query_text": args["text"]}
        return {**about, "skill_id": skill.id, "parameters": args}


def _name(skill: str) -> str:
    """The id of a skill as a tool may be called."""
    return re.sub(r"[^A-Za-z0-9_-]+", "_", skill)[:64] or "skill"


def _input(parameters: JsonObject) -> JsonObject:
    """What a skill takes: its own schema, or words when it tells none that can be used."""
    if not parameters:
        return _WORDS
    try:
        compiled(parameters)
    except Invalid:
        return {"type": "object"}
    return parameters if parameters.get("type") == "object" else {"type": "object", **parameters}
