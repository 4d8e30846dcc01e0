"""Builds logs for the tests of views: a story told record by record, and odd logs that no engine would write."""

import copy
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st
from pydantic import TypeAdapter

from loket.core.actions import Ask, Call, Choice, Decision, Task, ToolCall
from loket.core.at_most import STORED
from loket.core.data import BlobRef, FileRef, JsonObject
from loket.core.events import Decided, Event, Held, Opened
from loket.core.record import By, Record

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
BLOB = BlobRef(sha256="5f" * 32, size=120_000, media="text/plain", preview="Geachte heer, mevrouw,")


class Story:
    """A log in the making; every record comes a quarter of a second after the one before."""

    def __init__(self) -> None:
        self.records: list[Record] = []

    def add(self, by: By, event: Event, scope: str = "/", cause: int | None = None) -> int:
        """The seq of the new record."""
        seq = len(self.records) + 1
        at = START + timedelta(milliseconds=250 * seq)
        self.records.append(Record(seq=seq, at=at, by=by, cause=cause, scope=scope, event=event))
        return seq

    def decide(self, decision: Decision, *took: int, scope: str = "/") -> int:
        """A planner's decision about these records."""
        given = {name: getattr(decision, name) for name in ("reasoning", "action", "step", "considered", "usage")}
        return self.add("planner", Decided(**given, took=took), scope, cause=took[-1] if took else None)

    def open(self, plan: int, id: str, scope: str = "/") -> str:
        """Opens a task of a plan; its scope."""
        decided = self.records[plan - 1].event
        assert isinstance(decided, Decided)
        assert isinstance(decided.action, Call)
        task = next(task for task in decided.action.tasks if task.id == id)
        path = f"{scope}{plan}.{id}/"
        self.add("engine", Opened(call=f"{plan}.{id}", assistant=task.to, version="1", task=task), path, cause=plan)
        return path


def call(*calls: ToolCall, step: str = "", why: str = "It is the next step.") -> Decision:
    return Decision(reasoning=why, action=Call(calls=calls), step=step)


def ask(text: str, *choices: str, lasts: bool = True, why: str = "Only the person knows.") -> Decision:
    picks = tuple(Choice(id=name, label=name.capitalize()) for name in choices)
    return Decision(reasoning=why, action=Ask(text=text, choices=picks, lasts=lasts))


def plan(*tasks: Task, why: str = "Specialists do this.") -> Decision:
    return Decision(reasoning=why, action=Call(calls=tasks))


# Odd logs: valid records in any order, about things that may or may not exist.

_seqs = st.integers(1, 12)
_ids = st.sampled_from(["a", "b"])
_calls = st.builds(lambda seq, id: f"{seq}.{id}", _seqs, _ids)
_scopes = st.one_of(
    st.just("/"),
    st.builds("/{}/".format, _calls),
    st.builds("/{}/{}/".format, _calls, _calls),
    st.sampled_from(["", "x"]),
)
_words = st.one_of(st.text(max_size=8), st.just("😀" * 600))
_codes = st.one_of(st.none(), st.sampled_from(["", "open", "superseded", "cancelled", "refused", "failed", "user"]))
_json = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(2**50), 2**50), st.floats(-1e6, 1e6), _words),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(_words, inner, max_size=3)),
    max_leaves=3,
)
_objects = st.dictionaries(st.sampled_from(["a", "b", "__proto__", "12"]), _json, max_size=2)
_texts = st.one_of(_words, st.just(BLOB))
_files = st.lists(st.just(FileRef(name="brief.pdf", media="application/pdf", blob=BLOB)), max_size=1).map(tuple)
_took = st.lists(_seqs, max_size=3).map(tuple)
_choices = st.lists(st.builds(Choice, id=_ids, label=_words, detail=_words), max_size=2)


def _event_of(kind: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"kind": st.just(kind), **fields})


_tools = _event_of("tool", id=_ids, tool=_words, args=_objects, retries=st.one_of(st.none(), _calls))
_tasks = _event_of(
    "task",
    id=_ids,
    intent=_words,
    to=_words,
    task=_words,
    needs=st.lists(_ids, max_size=1),
    corrects=st.one_of(st.none(), _calls),
)
_actions = st.one_of(
    _event_of("say", text=_words, final=st.booleans(), files=_files),
    _event_of("ask", text=_words, choices=_choices, lasts=st.booleans(), form=st.one_of(st.none(), _objects)),
    _event_of(
        "ask", text=_words, wants=_event_of("x", skill=_words, slots=_objects, missing=st.lists(_words, max_size=2))
    ),
    _event_of(
        "call",
        text=st.one_of(st.just(""), _words),
        calls=st.lists(st.one_of(_tools, _tasks), min_size=1, max_size=3),
    ),
    _event_of("cancel", calls=st.lists(_calls, max_size=2), scopes=st.lists(_scopes, max_size=2)),
    _event_of("wait", why=_words, until=st.one_of(st.none(), st.just("2026-03-02T10:00:00+01:00"))),
    _event_of("done", outcome=st.sampled_from(["success", "neutral", "failure"]), summary=_words, value=_json),
)
_considered = st.lists(st.builds(dict, name=_words, score=st.floats(-9, 9), why=_words), max_size=2)
_usage = st.one_of(st.none(), st.just({"model": "m", "input_tokens": 3, "cached_tokens": 2, "price": 0.5}))
_task = st.fixed_dictionaries({"id": _ids, "intent": _words, "to": _words, "task": _words})
_answers = st.one_of(
    st.fixed_dictionaries({"choice": _ids}),
    st.fixed_dictionaries({"text": _words}),
    st.fixed_dictionaries({"form": _objects}),
    st.fixed_dictionaries({"edit": _objects}),
    st.just({"approve": True}),
    st.just({"refuse": True}),
)
_asked = st.one_of(_seqs.map(str), _words)
_decided = _event_of(
    "decided",
    reasoning=_words,
    action=_actions,
    step=_words,
    considered=_considered,
    took=_took,
    usage=_usage,
    thought=st.one_of(st.none(), st.builds(dict, provider=_words, model=_words, data=_json)),
)
_follows = st.one_of(
    st.builds(lambda to, answer: {"kind": "answered", "to": to, **answer}, _asked, _answers),
    _event_of("opened", call=_calls, assistant=_words, version=st.just("1"), task=_task),
    _event_of("held", call=_calls, why=_words),
    _event_of("call_started", call=_calls, key=_words),
    _event_of("progressed", call=_calls, note=_words, part=_json),
    _event_of("returned", call=_calls, ok=st.booleans(), value=_json, code=_codes, text=_words, took_ms=st.just(7)),
    _event_of("task_opened", call=_calls, agent=_ids, task=_ids, context=_codes),
    _event_of(
        "agent_said", agent=_ids, call=_calls, wakes=st.booleans(), task=_ids, state=_codes, text=_texts, files=_files
    ),
    _event_of("closed", question=_asked, code=_codes.map(lambda code: code or "")),
)
_others = st.one_of(
    _event_of("user_said", text=_texts, files=_files),
    _event_of("surface_acted", surface=_words, name=_words, payload=_objects),
    _event_of("file_added", ref=st.just({"name": "foto.jpg"})),
    _event_of("changed", settings=_objects),
    _event_of("stopped", scope=_scopes, code=st.sampled_from(["user", "budget_spent"])),
    _event_of("redacted", seqs=_took),
    _event_of("withdrawn", seqs=_took),
    _event_of("agent_said", agent=_ids, task=st.one_of(st.none(), _ids), state=_codes, text=_texts, files=_files),
    _event_of("woke", wait=_seqs),
    _event_of("started", assistant=_words, version=st.just("1"), settings=_objects),
    _event_of("drafted", of=_words, text=_words),
    _event_of("discarded", took=_took, why=_words, usage=_usage, draft=_codes, text=_words),
    _event_of("surface_shown", surface=_words, message=_objects),
    _event_of("client_told", command=_objects),
    _event_of("faulted", code=st.just("broke"), text=_words, took=_took),
    _event_of("unknown", was=_words),
)
_records = TypeAdapter(Record)


class Known:
    """What a log has named so far, so that later records can be about it."""

    def __init__(self) -> None:
        self.seqs, self.scopes = [1], ["/"]
        self.calls: list[str] = ["1.a"]
        self.tasks: dict[str, str] = {"1.a": "/"}
        self.asked: list[str] = ["1"]

    def learn(self, record: Record) -> None:
        self.seqs.append(record.seq)
        match record.event:
            case Decided(action=Ask()):
                self.asked.append(str(record.seq))
            case Decided(action=Call(tools=calls, tasks=tasks)):
                self.calls += [f"{record.seq}.{call.id}" for call in calls]
                self.tasks |= {f"{record.seq}.{task.id}": record.scope for task in tasks}
            case Held():
                self.asked.append(str(record.seq))
            case Opened():
                self.scopes.append(record.scope)
            case _:
                pass

    def tie(self, draw: st.DrawFn, raw: JsonObject) -> None:
        """Points the raw record at things that exist."""
        event = raw["event"]
        kind = event["kind"]
        if kind == "opened":
            event["call"] = draw(st.sampled_from(list(self.tasks)[-3:]))
            raw["scope"] = f"{self.tasks[event['call']]}{event['call']}/"
        elif kind == "returned":
            event["call"] = draw(st.sampled_from([*self.calls[-4:], *list(self.tasks)[-3:]]))
            raw["scope"] = self.tasks.get(event["call"], raw["scope"])
        elif "call" in event:
            event["call"] = draw(st.sampled_from(self.calls[-4:]))
        for name, known in (("to", self.asked), ("question", self.asked), ("wait", self.seqs), ("scope", self.scopes)):
            if name in event:
                event[name] = draw(st.sampled_from(known[-4:]))
        for name in ("took", "seqs"):
            if name in event:
                event[name] = draw(st.lists(st.sampled_from(self.seqs), max_size=3))
        action = event.get("action", {})
        if action.get("kind") == "cancel":
            action["calls"] = draw(st.lists(st.sampled_from(self.calls), max_size=2))
            action["scopes"] = draw(st.lists(st.sampled_from(self.scopes), max_size=1))
        for line in action.get("calls", ()) if action.get("kind") == "call" else ():
            line["retries" if line["kind"] == "tool" else "corrects"] = draw(st.sampled_from([None, *self.calls]))


@st.composite
def odd_logs(draw: st.DrawFn, most: int = 24) -> list[Record]:
    """Up to `most` valid records with rising seqs and times, in any order, mostly about things that exist."""
    bys = st.sampled_from(["person", "person", "agent", "clock", "planner", "engine", "tool"])
    zone = draw(st.sampled_from(["Z", "+00:00", ".123456Z", "+05:30", ""]))
    known, log = Known(), []
    for seq in range(1, draw(st.sampled_from([0, 1, 3, 8, most, most, most, most])) + 1):
        event = draw(draw(st.sampled_from([_decided, _decided, _follows, _follows, _others])))
        scope = (
            draw(st.sampled_from([*known.scopes, *known.scopes[1:] * 3])) if draw(st.integers(0, 9)) else draw(_scopes)
        )
        cause = draw(st.one_of(st.none(), st.sampled_from(known.seqs)))
        at = f"2026-03-02T09:00:{seq:02d}{zone}"
        raw = {"seq": seq, "at": at, "by": draw(bys), "scope": scope, "cause": cause, "event": copy.deepcopy(event)}
        if draw(st.integers(0, 9)):
            known.tie(draw, raw)
        log.append(_records.validate_python(raw, context=STORED))
        known.learn(log[-1])
    return log
