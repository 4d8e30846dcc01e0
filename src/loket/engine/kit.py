"""What a server knows: its assistants with their planners, and its tools. Read-only once serving."""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from loket.core.actions import ToolCall
from loket.core.assistant import AssistantSpec, Budget
from loket.core.data import JsonObject
from loket.core.errors import ConfigError, Invalid
from loket.core.planner import Planner
from loket.core.ports import Keeper
from loket.core.screen import Screen
from loket.core.tool import Tool, ToolSpec
from loket.engine.fitting import has_blobs
from loket.schemas import Validator, compiled
from loket.views.due import Intake
from loket.views.turn import Turn
from loket.views.turn_state import LiveCall

NO_BUDGET = Budget()


@dataclass(frozen=True)
class Kit:
    """Assistants; planners and screens by assistant name; tools by name; who keeps what they
    make. Answers the engine's rules from them."""

    assistants: Mapping[str, AssistantSpec]
    planners: Mapping[str, Planner]
    tools: Mapping[str, Tool] = field(default_factory=dict[str, Tool])
    secrets: Callable[[str], str | None] = lambda name: None
    screens: Mapping[str, Sequence[Screen]] = field(default_factory=dict[str, Sequence[Screen]])
    keepers: Sequence[Keeper] = ()
    _allowed: Mapping[str, Mapping[str, ToolSpec]] = field(init=False, repr=False)
    _versions: Mapping[str, str] = field(init=False, repr=False)
    _validators: dict[str, tuple[JsonObject, Validator]] = field(
        init=False, repr=False, compare=False, default_factory=dict[str, tuple[JsonObject, Validator]]
    )

    def __post_init__(self) -> None:
        checked([tool.spec for tool in self.tools.values() if tool.spec.kind == "function"])
        allowed = {
            a.name: {name: self.tools[name].spec for name in a.tools if name in self.tools}
            for a in self.assistants.values()
        }
        object.__setattr__(self, "_allowed", allowed)
        object.__setattr__(self, "_versions", {a.name: a.version for a in self.assistants.values()})

    def budget(self, assistant: str) -> Budget:
        found = self.assistants.get(assistant)
        return NO_BUDGET if found is None else found.budget

    def intake(self, assistant: str) -> Intake:
        found = self.assistants.get(assistant)
        return "together" if found is None else found.intake

    def version(self, assistant: str) -> str | None:
        return self._versions.get(assistant)

    def destructive(self, tool: str) -> bool:
        found = self.tools.get(tool)
        return found is not None and found.spec.destructive

    def read_only(self, tool: str) -> bool:
        found = self.tools.get(tool)
        return found is not None and found.spec.read_only

    def title(self, tool: str) -> str:
        found = self.tools.get(tool)
        return "" if found is None else found.spec.title

    def specs(self, assistant: AssistantSpec) -> Mapping[str, ToolSpec]:
        """The tools this assistant may use."""
        return self._allowed[assistant.name]

    def refusal(self, turn: Turn, call: LiveCall, work: ToolCall) -> tuple[str, str] | None:
        scope = turn.scopes.get(call.scope)
        assistant = self.assistants.get(scope.assistant) if scope is not None else None
        tool = self.tools.get(work.tool)
        if tool is None or assistant is None or work.tool not in assistant.tools:
            return "invalid", f"There is no tool named {work.tool} here."
        if tool.spec.when == "agent_waits" and turn.agents.get(tool.spec.source, "input-required") != "input-required":
            return "not_now", "The other side is still working; it can be written to when it asks for something."
        return None if has_blobs(work.args) else self.misfit(tool.spec, work.args)

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
    """ConfigError `bad_schema` names the tool whose schema is none, and where in it. Those of others come from outside
    and are checked when they are used."""
    for spec in specs:
        for name, schema in (("input", spec.input), ("output", spec.output)):
            try:
                compiled(schema or {})
            except Invalid as error:
                raise ConfigError("bad_schema", f"The tool {spec.name}, {name}: {error.text}") from error


def key_of(conversation: str, call: str) -> str:
    """The idempotency key the world sees for a call `seq.id`: a UUID of version 8, the same after every restart."""
    named = f"[{json.dumps(conversation)}, {json.dumps(call)}]"  # as json.dumps writes the two in a list
    digits = hashlib.sha256(named.encode()).hexdigest()
    variant = "89ab"[int(digits[16], 16) & 3]
    return f"{digits[:8]}-{digits[8:12]}-8{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:32]}"
