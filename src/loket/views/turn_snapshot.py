"""The turn as JSON, so that a conversation opens as fast after three hundred thousand records as after three."""

from datetime import datetime

from loket.core.actions import Ask, Task, ToolCall
from loket.core.data import JsonObject
from loket.core.events import Drafted
from loket.core.record import decode, encode
from loket.views.found import found_from, found_json
from loket.views.remote import works_from
from loket.views.spent import spent_from
from loket.views.turn import Turn
from loket.views.turn_state import Join, LiveCall, Pending, Question, Scope, Waiting


def turn_json(turn: Turn) -> JsonObject:
    """Everything a turn holds."""
    return {
        "seq": turn.seq,
        "at": _time(turn.at),
        "assistant": turn.assistant,
        "settings": turn.settings,
        "scopes": [scope_json(scope) for scope in turn.scopes.values()],
        "calls": [call_json(call) for call in turn.calls.values()],
        "questions": [question_json(question) for question in turn.questions.values()],
        "closing": list(turn.closing),
        "forked": turn.forked,
        "withdrawn": sorted(turn.withdrawn),
        "found": found_json(turn.found),
        "terms": turn.terms,
        "remote": turn.remote.state(),
        "spent": turn.spent.state(),
    }


def turn_from(state: JsonObject) -> Turn:
    """The turn that `turn_json` wrote."""
    turn = Turn()
    turn.seq, turn.at = state["seq"], _moment(state["at"])
    turn.assistant, turn.settings = state["assistant"], state["settings"]
    turn.scopes = {raw["path"]: scope_from(raw) for raw in state["scopes"]}
    turn.calls = {raw["id"]: call_from(raw) for raw in state["calls"]}
    turn.questions = {raw["id"]: question_from(raw) for raw in state["questions"]}
    turn.closing = list(state["closing"])
    turn.remote = works_from(state.get("remote") or {"works": [], "agents": state.get("agents", {})})
    turn.found, turn.terms = found_from(state.get("found", {})), state.get("terms", 0)
    turn.withdrawn = frozenset(state.get("withdrawn", ()))
    turn.forked = state.get("forked", 0)
    turn.spent = spent_from(state["spent"])
    return turn


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
        "wait": None if scope.wait is None else _wait_json(scope.wait),
        "drafted": None if scope.drafted is None else scope.drafted.model_dump(mode="json"),
    }


def scope_from(raw: JsonObject) -> Scope:
    """The scope that `scope_json` wrote."""
    pending = [_pending_from(p) for p in raw["pending"]]
    joins = {
        int(seq): Join(set(join["out"]), dict(join["results"]), [_pending_from(p) for p in join["back"]])
        for seq, join in raw["joins"].items()
    }
    wait, drafted = raw["wait"], raw.get("drafted")
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
        wait=None if wait is None else Waiting(wait["seq"], _moment(wait["until"]), frozenset(wait.get("origins", ()))),
        drafted=None if drafted is None else Drafted.model_validate(drafted),
    )


def call_json(call: LiveCall) -> JsonObject:
    """One live call as plain JSON."""
    return {
        "id": call.id,
        "scope": call.scope,
        "decision": call.decision,
        "work": call.work.model_dump(mode="json"),
        "origins": sorted(call.origins),
        "state": call.state,
        "doom": call.doom,
        "doom_text": call.doom_text,
        "agreed": call.agreed,
        "why": call.why,
    }


def call_from(raw: JsonObject) -> LiveCall:
    """The call that `call_json` wrote."""
    work = (Task if raw["work"]["kind"] == "task" else ToolCall).model_validate(raw["work"])
    plain = {k: raw[k] for k in ("id", "scope", "decision", "state", "doom", "doom_text")}
    held = {k: raw.get(k, "") for k in ("agreed", "why")}
    return LiveCall(**plain, **held, work=work, origins=frozenset(raw["origins"]))


def question_json(question: Question) -> JsonObject:
    """One open question as plain JSON."""
    ask = None if question.ask is None else question.ask.model_dump(mode="json")
    return {"id": question.id, "scope": question.scope, "ask": ask, "held": question.held}


def question_from(raw: JsonObject) -> Question:
    """The question that `question_json` wrote."""
    ask = None if raw["ask"] is None else Ask.model_validate(raw["ask"])
    return Question(raw["id"], raw["scope"], ask, raw["held"])


def _wait_json(wait: Waiting) -> JsonObject:
    return {"seq": wait.seq, "until": _time(wait.until), "origins": sorted(wait.origins)}


def _pending_json(pending: Pending) -> JsonObject:
    return {"record": encode(pending.record).decode(), "origins": sorted(pending.origins)}


def _pending_from(raw: JsonObject) -> Pending:
    return Pending(decode(raw["record"].encode()), frozenset(raw["origins"]))


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)
