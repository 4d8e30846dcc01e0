"""Is this JSON a scenario? Says where it is not, in sentences for whoever writes one; never breaks, whatever it is."""

from loket.core.data import Frozen, Json, JsonObject
from loket.core.errors import Invalid
from loket.core.shapes import deeper_than, is_list, is_object
from loket.house.checking import compiled
from loket_demos.scenario.shapes import DEEPEST, config_of
from loket_demos.scenario.validation_play import ENDS, expectations, fixtures, script, variants
from loket_demos.scenario.walk import Finding, Walk, kind_of, shortened

MOST = 10
"""Errors, and warnings, that are listed; the rest is counted."""
NAME_CHARACTERS = 100
PRINCIPALS = ("individual", "organization")
CORE = ("sendMessage", "sendMessageToRemoteAgent", "askUser", "sendMessageToUser", "sleep", "done", "readAttachment")
"""Tools that a planner always has: a scenario can't bring others of these names."""


class Validation(Frozen):
    """What came of checking. `config`: the scenario itself, without its envelope; None when there are errors.
    `left_out` counts the errors that are not listed."""

    errors: tuple[Finding, ...] = ()
    warnings: tuple[Finding, ...] = ()
    left_out: int = 0
    config: JsonObject | None = None


def validated(value: Json) -> Validation:
    """Checks a scenario, bare or as `{"config": …}`."""
    walk = Walk()
    config = config_of(value)
    if not is_object(config):
        walk.error("", f"must be an object, but it is {kind_of(config)}")
    elif deeper_than(config, DEEPEST):
        walk.error("", f"is nested more than {DEEPEST} levels deep")
    else:
        _scenario(walk, config)
    sound = is_object(config) and not walk.errors
    return Validation(
        errors=tuple(walk.errors[:MOST]),
        warnings=tuple(walk.warnings[:MOST]),
        left_out=max(0, len(walk.errors) - MOST),
        config=config if sound else None,
    )


def _scenario(walk: Walk, config: JsonObject) -> None:
    metadata = walk.typed(config, "metadata", "", dict, required=True)
    if metadata is not None:
        for name in ("id", "title", "description"):
            walk.words(metadata, name, "metadata")
        for name in ("challenges", "tags"):
            walk.texts(metadata, name, "metadata")
        walk.words(metadata, "background", "metadata", required=False)
    for name in ("challenges", "tags"):
        walk.texts(config, name, "")
    walk.words(config, "background", "", required=False)
    _knowledge(walk, config)
    expectations(walk, config)
    agents = list(walk.objects(config, "agents", "", required=True))
    if is_list(config.get("agents")) and not config["agents"]:
        walk.error("agents", "is empty; a scenario has at least one agent")
    courses = variants(walk, config)
    first: dict[str, str] = {}
    for path, agent in agents:
        _agent(walk, path, agent, courses)
        name = agent.get("agentId")
        if isinstance(name, str) and name.strip() and first.setdefault(name, path) != path:
            walk.error(f"{path}.agentId", f"is {shortened(name)}, like that of {first[name]}; each agent has its own")
    if len(agents) == 1:
        walk.warn("agents", "has one agent; nobody can play the other side")


def _knowledge(walk: Walk, config: JsonObject) -> None:
    knowledge = walk.typed(config, "knowledge", "", dict)
    if knowledge is None:
        return
    walk.texts(knowledge, "facts", "knowledge")
    for name, fields in (("documents", ("id", "title", "type")), ("references", ("title", "url"))):
        for path, entry in walk.objects(knowledge, name, "knowledge"):
            for wanted in fields:
                walk.words(entry, wanted, path)


def _agent(walk: Walk, path: str, agent: JsonObject, courses: frozenset[str]) -> None:
    walk.words(agent, "agentId", path)
    principal = walk.typed(agent, "principal", path, dict, required=True)
    if principal is not None:
        walk.one_of(principal, "type", f"{path}.principal", PRINCIPALS, required=True)
        walk.words(principal, "name", f"{path}.principal")
        walk.words(principal, "description", f"{path}.principal")
    walk.words(agent, "systemPrompt", path)
    walk.texts(agent, "goals", path, required=True)
    walk.typed(agent, "knowledgeBase", path, dict)
    if not walk.words(agent, "situation", path, required=False):
        walk.warn(f"{path}.situation", "is missing; an agent plays better when it knows where it stands")
    begins = [walk.words(agent, name, path, required=False) for name in (INITIATING, LEGACY_INITIATING)]
    if not any(begins):
        walk.warn(f"{path}.{INITIATING}", "is missing; nobody is offered how this side could begin")
    names: set[str] = set()
    for where, tool in walk.objects(agent, "tools", path, required=True):
        _tool(walk, where, tool)
        fixtures(walk, where, tool, courses)
        name = tool.get("toolName")
        if isinstance(name, str) and name in names:
            walk.error(f"{where}.toolName", f"is {shortened(name)}, which this agent has already")
        elif isinstance(name, str):
            names.add(name)
    script(walk, path, agent, names, courses)


INITIATING, LEGACY_INITIATING = "messageToUseWhenInitiatingConversation", "initialMessage"


def _tool(walk: Walk, path: str, tool: JsonObject) -> None:
    name = walk.words(tool, "toolName", path)
    if name is not None and (
        len(name) > NAME_CHARACTERS or any(sign.isspace() or not sign.isprintable() for sign in name)
    ):
        walk.error(f"{path}.toolName", f"must be at most {NAME_CHARACTERS} characters without spaces")
    elif name in CORE:
        walk.error(f"{path}.toolName", f"is {name}, which every planner has; call the tool otherwise")
    walk.words(tool, "description", path)
    if not walk.words(tool, "synthesisGuidance", path, required=False):
        walk.warn(f"{path}.synthesisGuidance", "is missing; the oracle can only guess what the tool answers")
    schema = walk.typed(tool, "inputSchema", path, dict)
    if schema is None and "inputSchema" not in tool:
        walk.warn(f"{path}.inputSchema", "is missing; the tool takes any arguments")
    elif schema is not None:
        _schema(walk, f"{path}.inputSchema", schema)
    if (output := walk.typed(tool, "outputSchema", path, dict)) is not None:
        _schema(walk, f"{path}.outputSchema", output)
    walk.typed(tool, "validateOutput", path, bool)
    ends = walk.typed(tool, "endsConversation", path, bool)
    walk.one_of(tool, "conversationEndStatus", path, ENDS, required=False)
    if ends and tool.get("conversationEndStatus") is None:
        walk.warn(f"{path}.conversationEndStatus", "is missing; the conversation ends as neutral")
    elif not ends and tool.get("conversationEndStatus") is not None:
        walk.warn(f"{path}.conversationEndStatus", "has no effect, for the tool does not end the conversation")


def _schema(walk: Walk, path: str, schema: JsonObject) -> None:
    if schema.get("type") != "object":
        walk.error(f"{path}.type", 'must be "object", for arguments have names')
        return
    try:
        compiled(schema)
    except Invalid as error:
        walk.error(path, f"is no JSON Schema: {error.text.rstrip('.')}")
