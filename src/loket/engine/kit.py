"""What a server knows: its assistants with their planners, and its tools. Read-only once serving."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from json.encoder import encode_basestring_ascii as _quoted

from loket.core.actions import ToolCall
from loket.core.assistant import AssistantSpec, Budget
from loket.core.consent import OFF, from_source, is_off, matches
from loket.core.data import JsonObject
from loket.core.errors import ConfigError, Invalid
from loket.core.events import Held
from loket.core.model import ANSWER, ASK_PERSON, DELEGATE, RESULT, Models
from loket.core.planner import Hearing, Planner, Thrifty
from loket.core.screen import Screen, SurfaceTree
from loket.core.source import Source
from loket.core.tool import Passed, Passing, Tool, ToolSpec
from loket.engine.fitting import has_blobs
from loket.planners.consenting import WordsOfConsent
from loket.schemas import Validator, compiled
from loket.views.due import Intake
from loket.views.holding import around, held_call, hold, locale_of
from loket.views.turn import Turn
from loket.views.turn_state import LiveCall

NO_BUDGET = Budget()


@dataclass(frozen=True)
class Kit:
    """Assistants; planners, screens, how those are drawn and the module that helps with it by assistant name; tools by
    name; the servers and agents whose tools each conversation is told of, by name; the language models, when
    there are any. Answers the engine's rules from them."""

    assistants: Mapping[str, AssistantSpec]
    planners: Mapping[str, Planner]
    tools: Mapping[str, Tool] = field(default_factory=dict)
    secrets: Callable[[str], str | None] = lambda name: None
    screens: Mapping[str, Sequence[Screen]] = field(default_factory=dict)
    models: Models | None = None
    sources: Mapping[str, Source] = field(default_factory=dict)
    trees: Mapping[str, Mapping[str, SurfaceTree]] = field(default_factory=dict)
    modules: Mapping[str, str] = field(default_factory=dict)
    agent_at: Callable[[str, str], Source] | None = None
    hearing: Hearing = field(default_factory=WordsOfConsent)
    _passing: Mapping[str, Passing] = field(init=False, repr=False)
    _sources: Mapping[str, Sequence[Source]] = field(init=False, repr=False)
    _allowed: Mapping[str, Mapping[str, ToolSpec]] = field(init=False, repr=False)
    _versions: Mapping[str, str] = field(init=False, repr=False)
    _budgets: Mapping[str, Budget] = field(init=False, repr=False)
    _intakes: Mapping[str, Intake] = field(init=False, repr=False)
    _validators: dict[str, tuple[JsonObject, Validator]] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        checked([tool.spec for tool in self.tools.values() if tool.spec.kind == "function"])
        allowed = {
            a.name: {name: self.tools[name].spec for name in a.tools if name in self.tools}
            for a in self.assistants.values()
        }
        sources = {
            a.name: tuple(s for s in self.sources.values() if any(from_source(name, s.name) for name in a.tools))
            for a in self.assistants.values()
        }
        object.__setattr__(self, "_allowed", allowed)
        passing = {name: tool for name, tool in self.tools.items() if isinstance(tool, Passing)}
        object.__setattr__(self, "_passing", passing)
        object.__setattr__(self, "_sources", sources)
        object.__setattr__(self, "_versions", {a.name: a.version for a in self.assistants.values()})
        object.__setattr__(self, "_budgets", {name: a.budget for name, a in self.assistants.items()})
        object.__setattr__(self, "_intakes", {name: a.intake for name, a in self.assistants.items()})

    def budget(self, assistant: str) -> Budget:
        return self._budgets.get(assistant, NO_BUDGET)

    def intake(self, assistant: str) -> Intake:
        return self._intakes.get(assistant, "together")

    def thrifty(self, assistant: str) -> bool:
        planner = self.planners.get(assistant)
        return isinstance(planner, Thrifty) and planner.thrifty

    def follows(self, assistant: str) -> bool:
        """Whether it is woken by each news of its remote tasks."""
        found = self.assistants.get(assistant)
        return found is not None and found.follow == "news"

    def version(self, assistant: str) -> str | None:
        """The version of an assistant that is served, None when there is none of that name."""
        return self._versions.get(assistant)

    def hold(self, turn: Turn, call: LiveCall, copied: bool) -> Held | None:
        scope, work = turn.scopes.get(call.scope), call.work
        assistant = self.assistants.get(scope.assistant) if scope is not None else None
        if not copied and call.state not in ("decided", "amended", "approved"):
            return None
        passed = self.passed(turn, work) if isinstance(work, ToolCall) else None
        spec = passed.spec if passed is not None else None
        if copied and not (spec is not None and spec.read_only):
            held: Held | None = held_call(call, spec, "fork", locale_of(turn, assistant))
        else:
            held = hold(turn, call, spec, assistant)
        if held is None or passed is None or not passed.within or not isinstance(work, ToolCall):
            return held
        return held.model_copy(update={"input": around(self.tools[work.tool].spec.input, passed)})

    def specialist(self, of: str, name: str) -> str | None:
        asking = self.assistants.get(of)
        allowed = asking is not None and (name == of or name in asking.specialists)
        return self._versions.get(name) if allowed else None

    def spec(self, turn: Turn, tool: str) -> ToolSpec | None:
        """What a tool says of itself: one of the server's, or one that a source told this conversation of."""
        own = self.tools.get(tool)
        return own.spec if own is not None else turn.found.specs.get(tool)

    def tool(self, turn: Turn, name: str) -> Tool | None:
        """What performs the calls of a tool, as this conversation knows it."""
        own, spec = self.tools.get(name), turn.found.specs.get(name)
        if own is not None or spec is None:
            return own
        source, site = self.sources.get(spec.source), turn.found.sites.get(spec.source)
        if source is None and site and self.agent_at is not None:
            source = self.agent_at(spec.source, site)
        return None if source is None else source.tool(spec)

    def passed(self, turn: Turn, work: ToolCall) -> Passed | None:
        """The tool that a call is for, when another one only passes it on; else the tool itself."""
        passing = self._passing.get(work.tool)
        passed = None
        if passing is not None:
            passed = passing.passes_to(work.args, turn.found.specs, turn.remote.tasks(turn.forked))
        spec = self.spec(turn, work.tool)
        return passed or (None if spec is None else Passed(spec))

    def sources_of(self, assistant: AssistantSpec) -> Sequence[Source]:
        """The servers and agents that this assistant may use something of."""
        return self._sources[assistant.name]

    def specs(self, assistant: AssistantSpec, turn: Turn | None = None) -> Mapping[str, ToolSpec]:
        """The tools this assistant may use, in this conversation: those it names, without what a person ticked off."""
        own = self._allowed[assistant.name]
        if turn is None or not (turn.found.specs or OFF in assistant.settings or OFF in turn.settings):
            return own
        found = {name: spec for name, spec in turn.found.specs.items() if matches(name, assistant.tools)}
        settings = {**assistant.settings, **turn.settings}
        return {name: spec for name, spec in {**found, **own}.items() if not is_off(name, settings)}

    def refusal(self, turn: Turn, call: LiveCall, work: ToolCall) -> tuple[str, str] | None:
        scope = turn.scopes.get(call.scope)
        assistant = self.assistants.get(scope.assistant) if scope is not None else None
        spec = self.spec(turn, work.tool)
        if spec is None or assistant is None or not matches(work.tool, assistant.tools):
            return "invalid", f"There is no tool named {work.tool} here."
        if is_off(work.tool, {**assistant.settings, **turn.settings}):
            return "not_allowed", f"{spec.title or spec.name} is switched off in this conversation."
        if spec.when == "agent_waits" and turn.remote.agents.get(spec.source) in ("submitted", "working"):
            return "not_now", "The other side is still working; it can be written to when it asks for something."
        return None if has_blobs(work.args) else self.misfit(spec, work.args)

    def misfit(self, spec: ToolSpec, args: JsonObject) -> tuple[str, str] | None:
        """Code and sentence when arguments do not fit a tool's schema."""
        problems = self._validator(spec).problems(args)
        if not problems:
            return None
        return "invalid", "; ".join(f"{p.path or '/'}: {p.message}" for p in problems[:5])

    def _validator(self, spec: ToolSpec) -> Validator:
        """That of the schema a tool has now: a schema is never changed, but a tool may come to have another."""
        schema, validator = self._validators.get(spec.name, (None, None))
        if validator is None or schema is not spec.input:
            validator = compiled(spec.input)
            self._validators[spec.name] = spec.input, validator
        return validator


def checked(specs: Iterable[ToolSpec]) -> None:
    """ConfigError `bad_config` for a name that is kept for models; `bad_schema` names the tool whose schema is none,
    and where in it. Those of others come from outside and are checked when they are used."""
    for spec in specs:
        if spec.name in (ANSWER, ASK_PERSON, DELEGATE, RESULT):
            raise ConfigError("bad_config", f"The name {spec.name} is kept for models; call your tool otherwise.")
        for name, schema in (("input", spec.input), ("output", spec.output)):
            try:
                compiled(schema or {})
            except Invalid as error:
                raise ConfigError("bad_schema", f"The tool {spec.name}, {name}: {error.text}") from error


def key_of(conversation: str, call: str) -> str:
    """The idempotency key the world sees for a call `seq.id`: a UUID of version 8, the same after every restart."""
    named = f"[{_quoted(conversation)}, {_quoted(call)}]"  # as json.dumps writes the two in a list
    digits = hashlib.sha256(named.encode()).hexdigest()
    variant = "89ab"[int(digits[16], 16) & 3]
    return f"{digits[:8]}-{digits[8:12]}-8{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:32]}"
