"""Is this JSON a scenario? Says where it is not, in sentences for whoever writes one; never breaks, whatever it is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from loket.core.data import Frozen, Json, JsonObject
from loket.core.errors import Invalid
from loket.core.shapes import deeper_than, is_list, is_object
from loket.house.checking import compiled

MOST = 10
"""Errors, and warnings, that are listed; the rest is counted."""
DEEPEST = 64
NAME_CHARACTERS = 100
PRINCIPALS = ("individual", "organization")
ENDS = ("success", "failure", "neutral")
CORE = ("sendMessage", "sendMessageToRemoteAgent", "askUser", "sendMessageToUser", "sleep", "done", "readAttachment")
"""Tools that a planner always has: a scenario can't bring others of these names."""
_KINDS = ((bool, "true or false"), (str, "text"), (int | float, "a number"), (list, "a list"), (dict, "an object"))


class Finding(Frozen):
    """One thing that is wrong or missing: where, as in `agents[0].goals[2]` (empty: the whole), and a sentence."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path or 'the scenario'} {self.message}"


class Validation(Frozen):
    """What came of checking. `config`: the scenario itself, without its envelope; None when there are errors.
    `left_out` counts the errors that are not listed."""

    errors: tuple[Finding, ...] = ()
    warnings: tuple[Finding, ...] = ()
    left_out: int = 0
    config: JsonObject | None = None


def validated(value: Json) -> Validation:
    """Checks a scenario, bare or as `{"config": …}`."""
    walk = _Walk()
    config = bare(value)
    if not is_object(config):
        walk.error("", f"must be an object, but it is {_kind(config)}")
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


def bare(value: Json) -> Json:
    """The scenario without its envelope."""
    enveloped = is_object(value) and "config" in value and "agents" not in value
    return value["config"] if enveloped else value


@dataclass
class _Walk:
    """Gathers what is wrong, and asks of single fields what all fields are asked."""

    errors: list[Finding] = field(default_factory=list[Finding])
    warnings: list[Finding] = field(default_factory=list[Finding])

    def error(self, path: str, message: str) -> None:
        self.errors.append(Finding(path=path, message=f"{message}."))

    def warn(self, path: str, message: str) -> None:
        self.warnings.append(Finding(path=path, message=f"{message}."))

    def typed(self, at: JsonObject, name: str, path: str, kind: type, *, required: bool = False) -> Json:
        """The value of a field when it is of its kind, else None; says so when it is another, or missing."""
        where = f"{path}.{name}" if path else name
        if at.get(name) is None:
            if required:
                self.error(where, f"is missing; it must be {_kind_name(kind)}")
            return None
        value = at[name]
        if isinstance(value, kind) and (kind is bool or not isinstance(value, bool)):
            return value
        self.error(where, f"must be {_kind_name(kind)}, but it is {_kind(value)}")
        return None

    def words(self, at: JsonObject, name: str, path: str, *, required: bool = True) -> str | None:
        """The words of a field; says so when they are missing, empty or no words."""
        text = self.typed(at, name, path, str, required=required)
        if text is not None and required and not text.strip():
            self.error(f"{path}.{name}" if path else name, "is empty; write some words")
            return None
        return text

    def one_of(self, at: JsonObject, name: str, path: str, options: Sequence[str], *, required: bool) -> None:
        """Whether a field is one of a few words."""
        value = self.typed(at, name, path, str, required=required)
        if value is not None and value not in options:
            self.error(f"{path}.{name}", f"must be {', '.join(options[:-1])} or {options[-1]}")

    def objects(
        self, at: JsonObject, name: str, path: str, *, required: bool = False
    ) -> Iterator[tuple[str, JsonObject]]:
        """The objects of a list, each with its path; says so of whatever else lies in it."""
        where = f"{path}.{name}" if path else name
        for index, item in enumerate(self.typed(at, name, path, list, required=required) or ()):
            if is_object(item):
                yield f"{where}[{index}]", item
            else:
                self.error(f"{where}[{index}]", f"must be an object, but it is {_kind(item)}")

    def texts(self, at: JsonObject, name: str, path: str, *, required: bool = False) -> int:
        """How many texts there are in a list; says so of those that are empty or none."""
        where = f"{path}.{name}" if path else name
        listed = self.typed(at, name, path, list, required=required) or []
        for index, item in enumerate(listed):
            if not isinstance(item, str):
                self.error(f"{where}[{index}]", f"must be text, but it is {_kind(item)}")
            elif not item.strip():
                self.error(f"{where}[{index}]", "is empty; write some words or leave it out")
        return len(listed)


def _scenario(walk: _Walk, config: JsonObject) -> None:
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
    agents = list(walk.objects(config, "agents", "", required=True))
    if is_list(config.get("agents")) and not config["agents"]:
        walk.error("agents", "is empty; a scenario has at least one agent")
    first: dict[str, str] = {}
    for path, agent in agents:
        _agent(walk, path, agent)
        name = agent.get("agentId")
        if isinstance(name, str) and name.strip() and first.setdefault(name, path) != path:
            walk.error(f"{path}.agentId", f"is {_short(name)}, like that of {first[name]}; each agent has its own")
    if len(agents) == 1:
        walk.warn("agents", "has one agent; nobody can play the other side")


def _knowledge(walk: _Walk, config: JsonObject) -> None:
    knowledge = walk.typed(config, "knowledge", "", dict)
    if knowledge is None:
        return
    walk.texts(knowledge, "facts", "knowledge")
    for name, fields in (("documents", ("id", "title", "type")), ("references", ("title", "url"))):
        for path, entry in walk.objects(knowledge, name, "knowledge"):
            for wanted in fields:
                walk.words(entry, wanted, path)


def _agent(walk: _Walk, path: str, agent: JsonObject) -> None:
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
        name = tool.get("toolName")
        if isinstance(name, str) and name in names:
            walk.error(f"{where}.toolName", f"is {_short(name)}, which this agent has already")
        elif isinstance(name, str):
            names.add(name)


INITIATING, LEGACY_INITIATING = "messageToUseWhenInitiatingConversation", "initialMessage"


def _tool(walk: _Walk, path: str, tool: JsonObject) -> None:
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
    ends = walk.typed(tool, "endsConversation", path, bool)
    walk.one_of(tool, "conversationEndStatus", path, ENDS, required=False)
    if ends and tool.get("conversationEndStatus") is None:
        walk.warn(f"{path}.conversationEndStatus", "is missing; the conversation ends as neutral")
    elif not ends and tool.get("conversationEndStatus") is not None:
        walk.warn(f"{path}.conversationEndStatus", "has no effect, for the tool does not end the conversation")


def _schema(walk: _Walk, path: str, schema: JsonObject) -> None:
    if schema.get("type") != "object":
        walk.error(f"{path}.type", 'must be "object", for arguments have names')
        return
    try:
        compiled(schema)
    except Invalid as error:
        walk.error(path, f"is no JSON Schema: {error.text.rstrip('.')}")


def _kind_name(kind: type) -> str:
    return next(words for known, words in _KINDS if known is kind)


def _kind(value: Json) -> str:
    if value is None:
        return "null"
    return next((words for kind, words in _KINDS if isinstance(value, kind)), type(value).__name__)


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"
