"""What anyone can read of a tool: its name, its words, its schemas and the hints of what a call may do."""

import hashlib
from typing import Literal

from pydantic import Field

from loket.core.data import Declared, JsonObject
from loket.core.shapes import texts_at

Approval = Literal["never", "destructive", "changes", "always"]
"""Which calls a person must approve first, from the laxest to the strictest: none, those of destructive tools, those
of whatever is not read-only, all."""


SAYS = {
    *("name", "title", "description", "titles", "descriptions", "input", "output"),
    *("read_only", "idempotent", "destructive", "reversible", "ends", "card"),
}
"""What a tool says of itself; the rest is what its server decides."""


class ToolSpec(Declared):
    """Name, words, schemas and the hints of MCP. `input` and `output` are JSON Schema (2020-12).

    The hints decide what may happen to a call. `read_only`: it is made at once and repeated after a crash.
    `idempotent`: it is noted durably before it leaves, and repeated after a crash with the same key. Neither: it is
    noted, and never repeated by the engine. `destructive`: it is held until a person approves, edits or refuses it,
    unless the assistant asks for less or more (`AssistantSpec.approval`); `approval` is the least that the tool itself
    asks for, whoever calls it. `reversible`: whether what it did can be taken back; None when it does not say.

    `when`: `agent_waits` allows the call only while the remote agent has no task or asks for input. `ends`: the call
    closes the conversation with the other side."""

    name: str
    title: str = ""
    description: str = ""
    titles: dict[str, str] = Field(default={}, description="language code -> title")
    descriptions: dict[str, str] = Field(default={}, description="language code -> description")
    input: JsonObject = Field(default={"type": "object"})
    output: JsonObject | None = None
    read_only: bool = False
    idempotent: bool = False
    destructive: bool = False
    approval: Approval = "never"
    reversible: bool | None = None
    ends: bool = False
    when: Literal["always", "agent_waits"] = "always"
    deadline: float = Field(default=30.0, gt=0, description="seconds a call may take")
    kind: Literal["function", "mcp", "a2a", "search", "imagined"] = "function"
    source: str = Field(default="", description="the server or agent it lives on")
    place: str = Field(default="", description="where that is, for people: an origin or the name of a program")
    card: str = Field(default="", description="digest of the agent's card that it is from")

    @property
    def digest(self) -> str:
        """Of all it says of itself: whoever approves a call approves of exactly this."""
        return hashlib.sha256(self.model_dump_json(include=SAYS).encode()).hexdigest()

    @property
    def examples(self) -> tuple[str, ...]:
        """Sentences of people who want it: `x-examples` of its input, or `examples` in words."""
        return texts_at(self.input, "x-examples") or texts_at(self.input, "examples")
