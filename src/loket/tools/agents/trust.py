"""When a person has to agree before an agent is called, and the tool by which they do.

The engine holds a destructive call until a person approves it, and no agent or planner can: agreeing is such a call."""

from dataclasses import dataclass, field

from loket.core.data import Json, JsonObject
from loket.core.shapes import text_at
from loket.core.tool import CallContext, Repeatable, ToolFailed, ToolSpec
from loket.net.client import origin
from loket.tools.agents.directory import AgentDirectory, KnownAgent
from loket.tools.agents.fetch import Missing, missed

NAME = "trust_a2a_agent"
_INPUT: JsonObject = {
    "type": "object",
    "examples": ["Ask it all the same, although its card changed."],
    "properties": {
        "task_base_url": {"type": "string", "minLength": 1, "maxLength": 2000},
        "site": {"type": "string", "maxLength": 2000, "description": "the address at which its card was found"},
        "digest": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
        "why": {"type": "array", "items": {"type": "string"}, "description": "what the person should know, in words"},
    },
    "required": ["task_base_url", "digest"],
}


def doubt(known: KnownAgent) -> ToolFailed | None:
    """Why this agent is not called without a person's word; None when nothing speaks against it."""
    reasons = known.doubts()
    if not reasons:
        return None
    found: list[str] = []
    if "changed_card" in reasons:
        what = ", ".join(difference.what for difference in known.differences[:5])
        found.append(f"The agent of {origin(known.whose)} says something else about itself than before: {what}.")
    if "other_origin" in reasons:
        found.append(f"The agent of {origin(known.whose)} wants to be called at {known.elsewhere}.")
    value = {
        "reasons": list(reasons),
        "digest": known.digest,
        "other_origin": known.elsewhere,
        "differences": [difference.model_dump() for difference in known.differences],
    }
    return ToolFailed("confirmation_needed", " ".join(found) + " Nothing was sent; a person has to agree first.", value)


@dataclass(frozen=True, slots=True)
class TrustTool(Repeatable):
    """Notes that a person agreed to call an agent as its card is now; codes `changed_meanwhile` and those of a card."""

    directory: AgentDirectory
    spec: ToolSpec = field(
        init=False,
        default=ToolSpec(
            name=NAME,
            title="Agree to call an agent",
            description="Agrees that an agent is called although its card changed or names another site.",
            input=_INPUT,
            idempotent=True,
            destructive=True,
            approval="always",
            kind="a2a",
        ),
    )

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        known = await self.directory.meant(str(args["task_base_url"]), text_at(args, "site"), context.owner)
        if isinstance(known, Missing):
            raise missed(known)
        if known.digest != args["digest"]:
            raise ToolFailed("changed_meanwhile", "The card changed again since you were asked; look at it once more.")
        await self.directory.agree(known, context.owner)
        return {"agreed": True, "agent_name": known.card.name, "digest": known.digest}
