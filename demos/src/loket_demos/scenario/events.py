"""The unified event log of a run: a fold of its records, which the page, the prompt and the checks of a trial read.

Every event has one channel and one author that go together (`event_lines.AUTHORS`). What an agent said comes once, by
the id that it gave its message, however often it was told."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from loket.core.actions import Ask, Call, Cancel, Done, Say, Task, ToolCall, Wait
from loket.core.data import FileRef, JsonObject, text_of
from loket.core.events import (
    AgentSaid,
    Answered,
    Changed,
    Decided,
    Faulted,
    FileAdded,
    FileKept,
    Held,
    Returned,
    Started,
    Stopped,
    TaskOpened,
    UserSaid,
)
from loket.core.outside import A2A
from loket.core.record import Record
from loket.core.shapes import list_at, text_at
from loket_demos.scenario.event_lines import (
    Author,
    Channel,
    EventType,
    Line,
    act_lines,
    answer_lines,
    attachments,
    core_call,
    error_line,
    user_line,
)
from loket_demos.scenario.run import ASK, SEND, SOURCE, ScenarioRun, run_of
from loket_demos.scenario.shapes import ScenarioShape
from loket_demos.scenario.vault.fold import Vault

ERROR = "error "
"""How the step of a decision begins that is a planner error; its code follows."""

IDLE = "idle"
"""The step of a decision by which nothing was done, because nothing had happened that asks for a step."""

ERRORS = {
    "missing_attachment": "MISSING_ATTACHMENT",
    "private_file": "MISSING_ATTACHMENT",
    "invalid": "INVALID_ARGS",
    "not_allowed": "TOOL_DISABLED",
    "not_now": "DISALLOWED_ACTION",
}
"""Codes of calls that did not come back well, as planner errors; all others are `TOOL_EXEC_FAILED`."""
QUIET = ("cancelled", "refused", "superseded", "not_sent")
"""Calls that somebody took back, or that a crash came before, went wrong for nobody."""


class UnifiedEvent(ScenarioShape):
    """One of them. `record` is the seq of the record that it is from, `scope` that of a task in it."""

    seq: int
    timestamp: datetime
    type: EventType
    channel: Channel
    author: Author
    agent_id: str
    payload: JsonObject
    record: int


@dataclass
class UnifiedLog:
    """The fold. `apply` gives what a record adds; `events` are all so far, `task` is that of the other agent by its id,
    `state` what it is in (both empty while there is none), `player` who took the last step: the name of a model,
    `script` or `goals`."""

    run: ScenarioRun | None = None
    events: list[UnifiedEvent] = field(default_factory=list[UnifiedEvent])
    state: str = ""
    task: str = ""
    ended: str = ""
    player: str = ""
    vault: Vault = field(default_factory=Vault)
    _sent: set[str] = field(default_factory=set[str])
    _heard: set[str] = field(default_factory=set[str])
    _calls: dict[str, ToolCall] = field(default_factory=dict[str, ToolCall])
    _held: dict[str, str] = field(default_factory=dict[str, str])

    def apply(self, record: Record) -> list[UnifiedEvent]:
        """Takes the next record in."""
        made: list[UnifiedEvent] = []
        self.vault.apply(record)
        for kind, channel, author, payload in self._of(record):
            event = UnifiedEvent(
                seq=len(self.events) + 1,
                timestamp=record.at,
                type=kind,
                channel=channel,
                author=author,
                agent_id=self._whose(author),
                payload=payload,
                record=record.seq,
            )
            self.events.append(event)
            made.append(event)
        return made

    def _whose(self, author: Author) -> str:
        if self.run is None or author in ("user", "system"):
            return author
        other = self.run.other
        return self.run.me.agent_id if author == "planner" else (other.agent_id if other is not None else "agent")

    def _of(self, record: Record) -> Iterator[Line]:
        match record.event:
            case Started(settings=settings) | Changed(settings=settings):
                yield from self._chosen(run_of(settings))
            case UserSaid(text=text, files=files, channel=channel):
                if channel == A2A:
                    yield from self._heard_of("", f"#{record.seq}", text_of(text), files)
                else:
                    yield user_line({"text": text_of(text), "attachments": attachments(files)})
            case Answered() as answered:
                self._edit(answered)
                yield from answer_lines(answered)
            case Decided() as decided:
                yield from self._decided(record.seq, decided)
            case TaskOpened(call=call, task=task):
                self.task = task or self.task
                yield from self._left(call)
            case AgentSaid() as said:
                yield from self._agent(record.seq, said)
            case Returned() as returned:
                yield from self._returned(returned)
            case Held(call=call):
                self._held[str(record.seq)] = call
                yield "trace", "system", "planner", {"text": "draft", "callId": call, "question": str(record.seq)}
            case FileAdded(ref=ref, source=source) if source != SOURCE:
                yield "trace", "system", "user", {"text": "file", "name": ref.name, "source": source}
            case FileKept(ref=ref, call=call):
                yield "trace", "system", "system", {"text": "file", "name": ref.name, "callId": call}
            case Faulted(code=code, text=text):
                yield error_line(code.upper(), text)
            case Stopped(code=code):
                yield "trace", "system", "user" if code == "user" else "system", {"text": "stopped", "code": code}
            case _:
                yield from act_lines(record)

    def _edit(self, answered: Answered) -> None:
        """What leaves is what a person made of a draft."""
        call = self._calls.get(self._held.get(answered.to, ""))
        if call is not None and (edit := answered.edit or answered.amend) is not None:
            self._calls[self._held[answered.to]] = call.model_copy(update={"args": edit})

    def _chosen(self, run: ScenarioRun | None) -> Iterator[Line]:
        if run is None:
            return
        before, self.run = self.run, run
        if before is None or before.digest != run.digest or before.me.agent_id != run.me.agent_id:
            about = {"scenario": run.metadata.id, "agent": run.me.agent_id, "endpoint": run.endpoint}
            yield "trace", "system", "system", {"text": "scenario", **about}

    def _decided(self, seq: int, decided: Decided) -> Iterator[Line]:
        if decided.step.startswith(ERROR):
            yield error_line(decided.step.removeprefix(ERROR), decided.reasoning)
            return
        if decided.step == IDLE:
            return
        self.player = decided.usage.model if decided.usage is not None else _player(decided.step) or self.player
        match decided.action:
            case Call(calls=calls):
                for call in calls:
                    yield self._call(seq, call, decided.reasoning)
            case Ask(text=text):
                yield core_call(seq, "askUser", {"text": text}, decided.reasoning)
                yield "planner_ask_user", "user-planner", "planner", {"text": text, "question": str(seq)}
            case Say(text=text):
                yield "planner_ask_user", "user-planner", "planner", {"text": text, "reasoning": decided.reasoning}
            case Wait(why=why):
                yield core_call(
                    seq, "sleep", {"why": why} if why not in ("", decided.reasoning) else {}, decided.reasoning
                )
            case Done(summary=summary, outcome=outcome):
                self.ended = outcome
                yield core_call(seq, "done", {"summary": summary}, decided.reasoning)
                yield "status", "status", "system", {"ended": outcome, "text": summary}
            case Cancel(calls=calls):
                yield "trace", "system", "planner", {"text": "cancelled", "calls": list(calls)}

    def _call(self, seq: int, call: ToolCall | Task, why: str) -> Line:
        id = f"{seq}.{call.id}"
        if isinstance(call, ToolCall):
            self._calls[id] = call
        name = call.tool.removeprefix(f"{SOURCE}.") if isinstance(call, ToolCall) else call.to
        return "tool_call", "tool", "planner", {"name": name, "args": call.args, "callId": id, "reasoning": why}

    def _left(self, call: str) -> Iterator[Line]:
        """A message is on its way, as it was decided or edited; once, however often it is recorded where to."""
        made = self._calls.get(call)
        if made is None or made.tool != SEND or call in self._sent:
            return
        self._sent.add(call)
        self.state = self.state or "submitted"
        yield "agent_message", "planner-agent", "planner", {**self._message_of(made.args), "callId": call}

    def _message_of(self, args: JsonObject) -> JsonObject:
        files = [file.outgoing for one in list_at(args, "attachments") if (file := self.vault.resolve(one)) is not None]
        finality = text_at(args, "finality") or "turn"
        return {"text": text_at(args, "text"), "attachments": attachments(files), "finality": finality}

    def _agent(self, seq: int, said: AgentSaid) -> Iterator[Line]:
        if said.call is None and not said.state:
            self.state = "input-required"  # somebody asks us: it is our turn
        yield from self._heard_of(said.state or "", said.message_id or f"#{seq}", text_of(said.text), said.files)

    def _heard_of(self, state: str, id: str, text: str, files: Iterable[FileRef]) -> Iterator[Line]:
        if (text or files) and id not in self._heard:
            self._heard.add(id)
            payload: JsonObject = {"text": text, "attachments": attachments(files), "messageId": id}
            yield "agent_message", "planner-agent", "agent", payload
        if state and state != self.state:
            self.state = state
            yield "status", "status", "agent", {"state": state}

    def _returned(self, returned: Returned) -> Iterator[Line]:
        made = self._calls.get(returned.call)
        if returned.ok:
            yield from self._left(returned.call)
            yield "tool_result", "tool", "system", {"result": returned.value, "callId": returned.call}
        else:
            error = {"code": returned.code or "", "message": returned.text}
            yield "tool_result", "tool", "system", {"error": error, "callId": returned.call}
            if returned.code not in QUIET:
                code = ERRORS.get((returned.code or "").partition("_")[0], ERRORS.get(returned.code or ""))
                yield error_line(code or "TOOL_EXEC_FAILED", returned.text)
        state = text_at(returned.value, "state") if made is not None and made.tool in (SEND, ASK) else ""
        if state and state != self.state:
            self.state = state
            yield "status", "status", "agent", {"state": state}


def _player(step: str) -> str:
    return "script" if step.startswith("script ") else "goals" if step.startswith("goal") else ""
