"""Several assistants behind one tool of a model, `delegate_to_agent`: for orchestrators that are to know a list of
names, not a tool for each. The log knows the assistants by their names all the same."""

from collections.abc import Collection, Iterable

from loket.core.data import JsonObject
from loket.core.model import DELEGATE, ModelMessage, Part, ToolCallPart, ToolDefinition, ToolResultPart
from loket.core.shapes import text_at
from loket.core.tool_spec import ToolSpec
from loket.views.prompt import wire_name

AGENT = "agent_name"


def delegate_tool(specialists: Iterable[ToolSpec]) -> ToolDefinition:
    """The one tool, whose description names who there is and what for."""
    known = sorted(specialists, key=lambda spec: spec.name)
    lines = [f"{spec.name}: {spec.description or spec.title}" for spec in known]
    return ToolDefinition(
        name=DELEGATE,
        description="\n".join(("Gives a task to one of these agents and returns its answer.", *lines)),
        input={
            "type": "object",
            "properties": {
                AGENT: {"type": "string", "enum": [spec.name for spec in known]},
                "task": {"type": "string", "description": "what it is to do, in whole sentences"},
            },
            "required": [AGENT, "task"],
            "additionalProperties": False,
        },
    )


def delegated(messages: Iterable[ModelMessage], names: Collection[str]) -> tuple[ModelMessage, ...]:
    """The messages with tasks of these assistants as calls of the one tool, which is how the model made them."""
    shown = {wire_name(name): name for name in names}
    return tuple(
        message.model_copy(update={"parts": tuple([_delegated(part, shown) for part in message.parts])})
        if message.role in ("assistant", "tool")
        else message
        for message in messages
    )


def addressed(call: ToolCallPart, names: Collection[str]) -> ToolCallPart:
    """A call of the one tool as a call of the assistant it is for; of anything else it stays what it is, and comes back
    as a tool that there is not."""
    name = text_at(call.args, AGENT)
    if call.name != DELEGATE or name not in names:
        return call
    args: JsonObject = {key: value for key, value in call.args.items() if key != AGENT}
    return call.model_copy(update={"name": wire_name(name), "args": args})


def _delegated(part: Part, shown: dict[str, str]) -> Part:
    match part:
        case ToolCallPart(name=name) if name in shown:
            return part.model_copy(update={"name": DELEGATE, "args": {AGENT: shown[name], **part.args}})
        case ToolResultPart(name=name) if name in shown:
            return part.model_copy(update={"name": DELEGATE})
        case _:
            return part
