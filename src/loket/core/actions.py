"""The six things a planner may decide to do, and the decision around them. What acts on the world is a tool."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from loket.core.data import FileRef, Frozen, Json, JsonObject

CallId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
"""Names a call or task inside its decision; everywhere else it is known as `seq.id` of that decision."""


Doubt = Literal["", "changes", "private"]


class Choice(Frozen):
    """One answer that can be picked: `id` goes back, `label` and `detail` are for people."""

    id: str = Field(min_length=1, max_length=80)
    label: str
    detail: str = ""


class Wants(Frozen):
    """What a pending request still lacks: the skill, the slots known so far, and the names of the missing ones."""

    skill: str
    slots: JsonObject = {}
    missing: tuple[str, ...] = ()


class ToolCall(Frozen):
    """One use of a tool the assistant declares; `args` must fit the tool's input schema, or the call comes back
    `invalid`.

    `retries` names the earlier call (`seq.id`) whose idempotency key it must reuse. `doubt` is why a planner wants a
    person's word first, though the tool is not held: it `changes` something and was only read from words, or what
    leaves may be `private`."""

    kind: Literal["tool"] = "tool"
    id: CallId
    tool: str
    args: JsonObject = {}
    retries: str | None = None
    doubt: Doubt = ""


class Task(Frozen):
    """A call whose tool is an assistant: work in a scope of its own. `to` is the name of a specialist that is declared,
    or of the assistant itself; to anybody else it comes back `invalid`.

    `intent` is what is wanted, for programs; `task` the same in words; `args` what is known about it. `needs` names
    calls and tasks (by `id`) of the same decision that must come back well first; `corrects` names an earlier task
    (`seq.id`)."""

    kind: Literal["task"] = "task"
    id: CallId
    intent: str
    to: str
    task: str = ""
    args: JsonObject = {}
    needs: tuple[str, ...] = ()
    corrects: str | None = None


class Say(Frozen):
    """Words for the person. Not final: the planner goes on at once. Final in a task: the task is done."""

    kind: Literal["say"] = "say"
    text: str
    files: tuple[FileRef, ...] = ()
    final: bool = True


class Ask(Frozen):
    """A question; its id is the seq of the decision. The answer is one of `choices`, a filled-in `form`, or words.

    Words answer it only when it is the one open question, it lasts, and it wants no form and no choice; other words
    are a new message. `wants` keeps what a request still lacks, and lets words answer in place of a choice. `lasts`: a
    new message of the person does not close it. With a `call` it is the person's client that is asked to do something;
    what it tells of that, in words, is the answer."""

    kind: Literal["ask"] = "ask"
    text: str
    choices: tuple[Choice, ...] = ()
    form: JsonObject | None = Field(default=None, description="JSON Schema of the answer, when a form is asked for")
    wants: Wants | None = None
    lasts: bool = True
    call: ToolCall | None = None


class Call(Frozen):
    """Tools and assistants side by side, started in the order of their needs; the planner wakes when all are back, well
    or not. `text` are words for the person that come first."""

    kind: Literal["call"] = "call"
    calls: tuple[Annotated[ToolCall | Task, Field(discriminator="kind")], ...] = Field(min_length=1, max_length=32)
    text: str = ""

    @property
    def tools(self) -> tuple[ToolCall, ...]:
        """The uses of tools among the calls."""
        return tuple([call for call in self.calls if isinstance(call, ToolCall)])

    @property
    def tasks(self) -> tuple[Task, ...]:
        """The tasks among the calls."""
        return tuple([call for call in self.calls if isinstance(call, Task)])


class Cancel(Frozen):
    """Takes back calls (`seq.id`) and scopes; the planner goes on at once."""

    kind: Literal["cancel"] = "cancel"
    calls: tuple[str, ...] = ()
    scopes: tuple[str, ...] = ()


class Wait(Frozen):
    """Nothing now: until news comes, or at the latest until a moment (with its time zone), which wakes it by `Woke`."""

    kind: Literal["wait"] = "wait"
    why: str = ""
    until: datetime | None = None


class Done(Frozen):
    """The scope ends, and with it everything below it. In a task, the parent is given `value` and `summary` as a
    `Returned`, which is `ok` unless the outcome is `failure`. The root opens again at a person's next message.

    `asks`: what it shows still asks the person something, though nobody waits for the answer. It is no failure; the
    `Returned` has the code `asks`, and the list of conversations says it."""

    kind: Literal["done"] = "done"
    outcome: Literal["success", "neutral", "failure"] = "success"
    summary: str = ""
    value: Json = None
    asks: bool = False


Action = Annotated[Say | Ask | Call | Cancel | Wait | Done, Field(discriminator="kind")]


class Candidate(Frozen):
    """Something that was considered and not chosen; `score` is the planner's own measure, higher is better."""

    name: str
    score: float = Field(default=0.0, allow_inf_nan=False)
    why: str = ""


class Usage(Frozen):
    """What a thought cost: the model's name, its tokens, the price when it is known, and milliseconds of thinking.

    `cached_tokens` are those of the input that the provider had kept, `reasoning_tokens` those of the output that were
    spent on thinking; both are counted in input and output as well. `price` is in US dollars."""

    model: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    reasoning_tokens: int = 0
    price: float | None = Field(default=None, allow_inf_nan=False)
    took_ms: int = 0

    @property
    def tokens(self) -> int:
        """What counts towards a budget."""
        return self.input_tokens + self.output_tokens

    def after(self, before: "Usage") -> "Usage":
        """This with what was spent before it for the same thought; the price of both when both are known."""
        spent = ("input_tokens", "output_tokens", "cached_tokens", "reasoning_tokens", "took_ms")
        both: dict[str, float | None] = {name: getattr(self, name) + getattr(before, name) for name in spent}
        price = None if self.price is None or before.price is None else self.price + before.price
        return self.model_copy(update={**both, "price": price})


class Thought(Frozen):
    """What a model's provider wants back unchanged in the next prompt: signed thinking, ids of its own.

    Nobody else reads it: it is on no screen, in no scrubbed export, and in no prompt for another provider or model.
    `data` is a BlobRef in the log when it is long, and whole again for the planner."""

    provider: str
    model: str = ""
    data: Json = None


class SurfaceMessage(Frozen):
    """A message for one surface, told by its `kind`: `surface/open`, `surface/reset` (back to its empty model), or
    `dataModelUpdate` with `patches`."""

    kind: Literal["surface"] = "surface"
    surface: str
    message: JsonObject


class ClientCommand(Frozen):
    """A typed command for the client (move the map, open a page); the client reports what it does not know."""

    kind: Literal["command"] = "command"
    command: JsonObject


Show = Annotated[SurfaceMessage | ClientCommand, Field(discriminator="kind")]


class Decision(Frozen):
    """What a planner gives back: one action, and in `reasoning` why, for the people who read the log.

    `shows` go out in order right after the decision, before its action is carried out. `step` may be left empty by
    planners that have no named steps. `summary` takes the place of all that was before what it took, in later prompts
    of its scope."""

    reasoning: str
    action: Action
    step: str = Field(default="", description="name of the step, stable over versions")
    considered: tuple[Candidate, ...] = ()
    shows: tuple[Show, ...] = ()
    usage: Usage | None = None
    thought: Thought | None = None
    summary: str = ""
