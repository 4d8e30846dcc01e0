"""The pieces of the turn view: scopes, live calls, joins and open questions."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from loket.core.actions import Ask, Task, ToolCall
from loket.core.data import Json
from loket.core.events import Answered, Decided, Drafted
from loket.core.record import Record

_NONE: frozenset[int] = frozenset()
ROOT_WINDOW = 200
"""Records of the root scope that its planner may look back on; a task keeps all of its own."""
CallState = Literal["decided", "held", "amended", "approved", "started", "opened"]


@dataclass(slots=True)
class Pending:
    """A waking record no decision has taken yet, and the outside records it descends from."""

    record: Record
    origins: frozenset[int]


@dataclass(slots=True)
class Join:
    """The calls of one decision: those still out, and the returns that came back so far."""

    out: set[str]
    results: dict[str, bool] = field(default_factory=dict)
    back: list[Pending] = field(default_factory=list)


@dataclass(slots=True)
class LiveCall:
    """A call or a task that has not returned. `doom` is the code it must return with as soon as it can,
    `agreed` what a person was shown of its tool when it was held last (`Held.digest`), `why` it was."""

    id: str
    scope: str
    decision: int
    work: ToolCall | Task
    origins: frozenset[int]
    state: CallState = "decided"
    doom: str | None = None
    doom_text: str = ""
    agreed: str = ""
    why: str = ""

    @property
    def below(self) -> str:
        """The scope of this task."""
        return f"{self.scope}{self.id}/"

    def answered(self, answer: Answered) -> None:
        """A person decided about it while it was held."""
        args = answer.edit if answer.amend is None else answer.amend
        if args is not None:
            self.work = self.work.model_copy(update={"args": args})
        if answer.amend is not None:
            self.state = "amended"
        elif answer.approve or answer.edit is not None:
            self.state = "approved"
        else:
            self.doom, self.doom_text = "refused", answer.text or ""


@dataclass(slots=True)
class Question:
    """An open question: of a planner (`ask`) or of the engine about a held call (`held`)."""

    id: str
    scope: str
    ask: Ask | None = None
    held: str | None = None


@dataclass(slots=True)
class Waiting:
    """The scope's last decision was a Wait, made by record `seq`; `origins` as those of what is pending."""

    seq: int
    until: datetime | None
    origins: frozenset[int] = _NONE


@dataclass(slots=True)
class Scope:
    """A line of thought that has not been closed by its Returned yet."""

    path: str
    parent: str | None
    call: str | None
    assistant: str
    task: Task | None = None
    needs: tuple[str, ...] = ()
    state: Literal["open", "done", "stopped"] = "open"
    outcome: str | None = None
    summary: str = ""
    value: Json = None
    opened_at: datetime | None = None
    ended_at: datetime | None = None
    pending: dict[int, Pending] = field(default_factory=dict)
    decisions: int = 0
    discards: int = 0
    joins: dict[int, Join] = field(default_factory=dict)
    history: list[Record] = field(default_factory=list)
    wait: Waiting | None = None
    drafted: Drafted | None = None

    def take(self, seqs: tuple[int, ...]) -> frozenset[int]:
        """Takes pending records out; the outside records they descend from."""
        if len(seqs) == 1:
            one = self.pending.pop(seqs[0], None)
            return _NONE if one is None else one.origins
        return _NONE.union(*[self.pending.pop(seq).origins for seq in seqs if seq in self.pending])

    def draft(self, more: Drafted) -> None:
        """Words of the thought under way were shown."""
        before = self.drafted.text if self.drafted is not None and self.drafted.of == more.of else ""
        self.drafted = more.model_copy(update={"text": before + more.text}) if before else more

    def remember(self, record: Record) -> None:
        """Keeps what its planner may look back on: of the root a window, of a task everything."""
        self.history.append(record)
        if self.parent is None and len(self.history) > 2 * ROOT_WINDOW:
            gone, self.history = self.history[:-ROOT_WINDOW], self.history[-ROOT_WINDOW:]
            self.history[:0] = [one for one in gone if isinstance(one.event, Decided) and one.event.summary][-1:]

    def withdraw(self, seqs: frozenset[int]) -> frozenset[int]:
        """Drops what descends from these outside records alone; the seqs of what was pending."""
        gone = frozenset(seq for seq, pending in self.pending.items() if within(pending.origins, seqs))
        self.pending = {seq: pending for seq, pending in self.pending.items() if seq not in gone}
        if self.wait is not None and within(self.wait.origins, seqs):
            self.wait = None
        return gone


def within(origins: frozenset[int], seqs: frozenset[int]) -> bool:
    """Whether something descends from these outside records and from no other."""
    return bool(origins) and origins <= seqs


def free(back: LiveCall, scopes: Iterable[Scope], calls: Mapping[str, LiveCall]) -> None:
    """What needs a call descends from all that the call descends from, and so from an answer given meanwhile."""
    for scope in scopes:
        if back.id in scope.needs and (waiting := calls.get(scope.call or "")) is not None:
            waiting.origins |= back.origins
            for pending in scope.pending.values():
                pending.origins |= back.origins
