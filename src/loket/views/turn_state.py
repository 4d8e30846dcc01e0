"""The pieces of the turn view: scopes, live calls, joins and open questions, and their JSON for snapshots."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from loket.core.actions import Ask, Task, ToolCall
from loket.core.data import Json, JsonObject
from loket.core.record import Record, decode, encode

CallState = Literal["decided", "held", "approved", "started", "opened"]


@dataclass(slots=True)
class Pending:
    """A waking record no decision has taken yet, and the outside records it descends from."""

    record: Record
    origins: frozenset[int]


@dataclass(slots=True)
class Join:
    """The calls of one decision: those still out, and the returns that came back so far."""

    out: set[str]
    results: dict[str, bool] = field(default_factory=dict[str, bool])
    back: list[Pending] = field(default_factory=list[Pending])


@dataclass(slots=True)
class LiveCall:
    """A call or a task that has not returned. `doom` is the code it must return with as soon as it can."""

    id: str
    scope: str
    decision: int
    work: ToolCall | Task
    origins: frozenset[int]
    state: CallState = "decided"
    doom: str | None = None
    doom_text: str = ""

    @property
    def below(self) -> str:
        """The scope of this task."""
        return f"{self.scope}{self.id}/"


@dataclass(slots=True)
class Question:
    """An open question: of a planner (`ask`) or of the engine about a held call (`held`)."""

    id: str
    scope: str
    ask: Ask | None = None
    held: str | None = None


@dataclass(slots=True)
class Waiting:
    """The scope's last decision was a Wait, made by record `seq`."""

    seq: int
    until: datetime | None


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
    pending: dict[int, Pending] = field(default_factory=dict[int, Pending])
    decisions: int = 0
    discards: int = 0
    joins: dict[int, Join] = field(default_factory=dict[int, Join])
    history: list[Record] = field(default_factory=list[Record])
    wait: Waiting | None = None


def scope_json(scope: Scope) -> JsonObject:
    """One scope as plain JSON."""
    return {
        "path": scope.path,
        "parent": scope.parent,
        "call": scope.call,
        "assistant": scope.assistant,
        "task": scope.task.model_dump(mode="json") if scope.task else None,
        "needs": list(scope.needs),
        "state": scope.state,
        "outcome": scope.outcome,
        "summary": scope.summary,
        "value": scope.value,
        "opened_at": _time(scope.opened_at),
        "ended_at": _time(scope.ended_at),
        "pending": [_pending_json(p) for p in scope.pending.values()],
        "decisions": scope.decisions,
        "discards": scope.discards,
        "joins": {
            str(seq): {
                "out": sorted(join.out),
                "results": join.results,
                "back": [_pending_json(p) for p in join.back],
            }
            for seq, join in scope.joins.items()
        },
        "history": [encode(record).decode() for record in scope.history],
        "wait": None if scope.wait is None else {"seq": scope.wait.seq, "until": _time(scope.wait.until)},
    }


def scope_from(raw: JsonObject) -> Scope:
    """The scope that `scope_json` wrote."""
    pending = [_pending_from(p) for p in raw["pending"]]
    joins = {
        int(seq): Join(set(join["out"]), dict(join["results"]), [_pending_from(p) for p in join["back"]])
        for seq, join in raw["joins"].items()
    }
    wait = raw["wait"]
    plain = {k: raw[k] for k in ("path", "parent", "call", "assistant", "state", "outcome", "summary", "value")}
    return Scope(
        **plain,
        task=None if raw["task"] is None else Task.model_validate(raw["task"]),
        needs=tuple(raw["needs"]),
        opened_at=_moment(raw["opened_at"]),
        ended_at=_moment(raw["ended_at"]),
        pending={p.record.seq: p for p in pending},
        decisions=raw["decisions"],
        discards=raw["discards"],
        joins=joins,
        history=[decode(body.encode()) for body in raw["history"]],
        wait=None if wait is None else Waiting(wait["seq"], _moment(wait["until"])),
    )


def call_json(call: LiveCall) -> JsonObject:
    """One live call as plain JSON."""
    return {
        "id": call.id,
        "scope": call.scope,
        "decision": call.decision,
        "task": isinstance(call.work, Task),
        "work": call.work.model_dump(mode="json"),
        "origins": sorted(call.origins),
        "state": call.state,
        "doom": call.doom,
        "doom_text": call.doom_text,
    }


def call_from(raw: JsonObject) -> LiveCall:
    """The call that `call_json` wrote."""
    work = (Task if raw["task"] else ToolCall).model_validate(raw["work"])
    plain = {k: raw[k] for k in ("id", "scope", "decision", "state", "doom", "doom_text")}
    return LiveCall(**plain, work=work, origins=frozenset(raw["origins"]))


def question_json(question: Question) -> JsonObject:
    """One open question as plain JSON."""
    ask = None if question.ask is None else question.ask.model_dump(mode="json")
    return {"id": question.id, "scope": question.scope, "ask": ask, "held": question.held}


def question_from(raw: JsonObject) -> Question:
    """The question that `question_json` wrote."""
    ask = None if raw["ask"] is None else Ask.model_validate(raw["ask"])
    return Question(raw["id"], raw["scope"], ask, raw["held"])


def _pending_json(pending: Pending) -> JsonObject:
    return {"record": encode(pending.record).decode(), "origins": sorted(pending.origins)}


def _pending_from(raw: JsonObject) -> Pending:
    return Pending(decode(raw["record"].encode()), frozenset(raw["origins"]))


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)
