"""What an agent's card makes of its skills: tools, each with its own schema, and the record that tells of them."""

from collections.abc import Callable, Iterator

from loket.core.data import JsonObject
from loket.core.errors import Invalid
from loket.core.events import AgentFound
from loket.core.tool_spec import ToolSpec
from loket.logs import logger
from loket.net.client import origin
from loket.schemas import compiled
from loket.tools.agents.directory import KnownAgent
from loket.tools.agents.names import tool_name
from loket.tools.agents.skill import Changes

log = logger(__name__)

MOST_BYTES = 40_000
"""Of the tools of one record; a card with more skills than that is told in part."""
REPLY = "reply"
"""The tool that answers a question of the agent about a task that it has."""
WORDS: JsonObject = {
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


def found_event(source: str, known: KnownAgent, deadline: float, changes: Changes) -> AgentFound:
    """What is told of an agent: its card in short, and each of its skills as a tool."""
    card: JsonObject = {"name": known.card.name, "description": known.card.description, "url": known.card.url}
    specs = tuple(_specs(source, known, deadline, changes))
    changed = tuple(spec.name for spec in specs) if known.doubts() else ()
    told = {"source": source, "card": {**card, "site": known.whose}, "digest": known.digest, "trust": known.pin}
    return AgentFound.model_validate({**told, "specs": specs, "changed": changed})


def _specs(source: str, known: KnownAgent, deadline: float, changes: Changes) -> Iterator[ToolSpec]:
    usual: Callable[..., ToolSpec] = lambda name, **said: ToolSpec(  # noqa: E731
        name=f"{source}.{name}",
        kind="a2a",
        source=source,
        place=origin(known.card.url or known.whose),
        card=known.digest,
        deadline=deadline,
        **said,
    )
    size, names = 0, {REPLY}
    for skill in known.card.skills:
        name = tool_name(skill.id)
        spec = usual(
            name,
            title=skill.name,
            description=skill.description,
            input=_input(skill.parameters),
            read_only=skill.read_only is True,
            destructive=changes(skill),
        )
        size += len(spec.model_dump_json())
        if size > MOST_BYTES:
            log.warning("agent %s has more skills than a record can hold; the rest is left out", source)
            break
        if name not in names:
            names.add(name)
            yield spec
    yield usual(REPLY, title=f"Answer {known.card.name}", input=_ANSWER)


def _input(parameters: JsonObject) -> JsonObject:
    """What a skill takes: its own schema, or words when it tells none that can be used."""
    if not parameters:
        return WORDS
    try:
        compiled(parameters)
    except Invalid:
        return {"type": "object"}
    return parameters if parameters.get("type") == "object" else {"type": "object", **parameters}
