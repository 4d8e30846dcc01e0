"""The view `outcome`: what became of each message from outside and of all it caused, with steps, results and a state.

An outcome begins with a message; what descends from it belongs to it, also what a person answers on a screen. The fold
may begin at any message: what began before is then not known."""

from collections.abc import Sequence
from typing import ClassVar, Self

from pydantic import TypeAdapter

from loket.core.actions import Say, Wait
from loket.core.at_most import STORED
from loket.core.data import JsonObject
from loket.core.events import (
    AgentSaid,
    Answered,
    ClientTold,
    Closed,
    Decided,
    Faulted,
    FileKept,
    Held,
    Returned,
    Stopped,
    UserSaid,
    Withdrawn,
    Woke,
)
from loket.core.outside import NEWS
from loket.core.record import OUTSIDE, Record
from loket.core.shapes import text_at
from loket.views.due import owing, settled
from loket.views.outcome_lines import answer_lines, line, ours, step_of
from loket.views.outcome_state import (
    Outcome,
    OutcomeChange,
    OutcomeMessage,
    OutcomeResult,
    OutcomesState,
    OutcomeStep,
    State,
    sent_by,
)
from loket.views.outcome_take import take
from loket.views.turn import Turn
from loket.views.turn_snapshot import turn_from, turn_json

ENDED_WITH = "The conversation was ended."

_states = TypeAdapter(OutcomesState)


class Outcomes:
    """Changes in place; `live` are the outcomes that can still change, `known` all it has met since its first record,
    `of` says which one a record from outside belongs to. `sent`: only of messages whose key says that an agent sent
    them to a task (`sent_key`)."""

    name: ClassVar[str] = "outcome"
    version: ClassVar[str] = "2"

    def __init__(self, sent: bool = False, state: OutcomesState | None = None, turn: Turn | None = None) -> None:
        state = state or OutcomesState(sent)
        self.turn = turn or Turn()
        self.known, self.of = state.known, state.of
        self.live = {seq: task for seq, task in self.known.items() if not task.ended}
        self._state = state

    def state(self) -> JsonObject:
        """The whole state."""
        return {"turn": turn_json(self.turn), **_states.dump_python(self._state, mode="json")}

    @classmethod
    def restore(cls, state: JsonObject) -> Self:
        """The view whose `state` this is."""
        try:
            return cls(state=_states.validate_python(state, context=STORED), turn=turn_from(state["turn"]))
        except (KeyError, TypeError) as error:
            raise ValueError("This is no state of the view outcome.") from error

    def outcome(self, seq: int) -> Outcome | None:
        """What became of a message; of an answer: of the message that it goes on with."""
        return self.known.get(self.of.get(seq, seq))

    def ended(self, seq: int) -> bool:
        """Whether nothing changes any more what became of this message."""
        outcome = self.known.get(seq)
        return outcome is not None and outcome.ended

    def steps(self) -> list[OutcomeStep]:
        """Of all outcomes, each once, in order."""
        steps = {step.seq: step for one in self.known.values() for step in one.steps}
        return [steps[seq] for seq in sorted(steps)]

    def settled(self, seq: int) -> bool:
        """Whether all that came of this record is at rest."""
        return self.upto >= seq and not owing(self.turn) and settled(self.turn, seq)

    @property
    def upto(self) -> int:
        """The last record it has taken in."""
        return self.turn.seq

    def apply(self, record: Record) -> list[OutcomeChange]:
        """Takes the next record in; what it changed, for those who follow."""
        if record.seq <= self.turn.seq:
            return []
        meant = self._meant(record)
        opened = self._opened(record, meant)
        for task in meant:
            if (step := step_of(record, self.turn)) is not None:
                task.steps.append(step)
        if isinstance(record.event, Decided):
            self._state.latest = [task.seq for task in meant]
        elif isinstance(record.event, ClientTold):
            self._commanded(record, record.event)
        self.turn.apply(record)
        if not self.live:
            return []
        counts = {task.seq: len(task.pieces) for task in meant}
        for task in meant:
            self._take(task, record)
        changes: list[OutcomeChange] = []
        for task in list(self.live.values()):
            status = self._settle(task, record) or task is opened
            pieces = tuple(task.pieces[counts.get(task.seq, len(task.pieces)) :])
            if status or pieces:
                changes.append(OutcomeChange(task, pieces, status))
            if task.ended:
                del self.live[task.seq]
        return changes

    def drafting(self, draft: str) -> list[Outcome]:
        """The tasks that words in the making are for: a draft is named after the newest record it was given."""
        seq = draft.removeprefix("/").partition(".")[0]
        pending = self.turn.scopes["/"].pending.get(int(seq)) if seq.isdigit() else None
        return [] if pending is None else self._with(pending.origins)

    def _opened(self, record: Record, meant: Sequence[Outcome]) -> Outcome | None:
        """What begins with this record."""
        sent, event = sent_by(record.key), record.event
        if self._state.sent:
            if sent is None or sent.task or not isinstance(event, UserSaid | AgentSaid):
                return None
        elif meant or record.by not in OUTSIDE or not _begins(record):
            return None
        capability = isinstance(event, AgentSaid) and bool(text_at(event.data, "capability"))
        task = Outcome(record.seq, record.at, seqs={record.seq}, capability=capability)
        self.known[record.seq] = self.live[record.seq] = task
        self.of[record.seq] = record.seq
        task.history.append(line(record))
        return task

    def _commanded(self, record: Record, event: ClientTold) -> None:
        """The commands of a decision come right after it, also of one that ended it all."""
        for seq in self._state.latest:
            steps = self.known[seq].steps
            if steps and steps[-1].scope == record.scope:
                steps[-1].commands.append(event.command)

    def _meant(self, record: Record) -> list[Outcome]:
        """The tasks this record belongs to, found before it changes what is pending."""
        match record.event:
            case Decided(took=took) | Faulted(took=took):
                scope = self.turn.scopes.get(record.scope)
                taken = [scope.pending[seq].origins for seq in took if seq in scope.pending] if scope else []
                return self._with(frozenset[int]().union(*taken))
            case Held(call=call) | FileKept(call=call) | Returned(call=call):
                return self._with(self.turn.calls[call].origins) if call in self.turn.calls else []
            case Answered(to=question):
                return [task for task in self.live.values() if question in task.asks]
            case Closed(question=question, code=code):
                return [
                    task
                    for task in self.live.values()
                    if question in task.asks and not (code == "superseded" and self._goes_on(task))
                ]
            case UserSaid() | AgentSaid():
                sent = sent_by(record.key)
                return [self.live[sent.task]] if sent is not None and sent.task in self.live else []
            case Woke(wait=wait):
                return [self.live[seq] for seq in self._state.waits.pop(wait, ()) if seq in self.live]
            case Stopped(scope="/"):
                return list(self.live.values())
            case Stopped(scope=path) if (scope := self.turn.scopes.get(path)) is not None:
                return self._with(self.turn.calls[scope.call].origins) if scope.call in self.turn.calls else []
            case Withdrawn(seqs=seqs):
                return [task for task in self.live.values() if task.seqs <= set(seqs)]
            case _:
                return []

    def _goes_on(self, task: Outcome) -> bool:
        """Whether the newest words are the task's own: what they took the place of is no end of it, and no news."""
        newest = [seq for seq, one in self.turn.scopes["/"].pending.items() if isinstance(one.record.event, UserSaid)]
        return bool(newest) and max(newest) in task.seqs

    def _with(self, origins: frozenset[int]) -> list[Outcome]:
        return [task for task in self.live.values() if not task.seqs.isdisjoint(origins)]

    def _take(self, task: Outcome, record: Record) -> None:
        match record.event:
            case Answered() | UserSaid() | AgentSaid() | Woke():
                task.seqs.add(record.seq)
                self.of[record.seq] = task.seq
            case Decided(action=Wait()):
                self._state.waits.setdefault(record.seq, []).append(task.seq)
            case _:
                pass
        take(task, record)

    def _settle(self, task: Outcome, record: Record) -> bool:
        """Gives the task the state it has now; whether that, or what is said with it, is new."""
        state, said = self._standing(task, record)
        task.question = self._asked(task) if state in ("asking", "held") else ""
        if state == task.state and (said is None or said == task.said):
            return False
        if said != task.said:
            task.keep_question()
        task.state, task.said, task.at = state, said, record.at
        if task.ended:
            task.history += answer_lines(task)
        return True

    def _standing(self, task: Outcome, record: Record) -> tuple[State, OutcomeMessage | None]:
        if task.over and task.end is not None:
            return task.end, task.last
        if self._busy(task):
            return ("working" if task.decisions else "submitted"), task.last
        if asked := self._asked(task):
            return "asking" if self.turn.questions[asked].ask is not None else "held", task.asks[asked]
        if task.end is not None:
            return task.end, task.last
        if self._out(task) or self._waiting(task):
            return "working", task.last
        return "canceled", ours(record, ENDED_WITH)

    def _asked(self, task: Outcome) -> str:
        """Its question that comes first: one in words, then a call that is held; "" when none is open."""
        if not task.asks:
            return ""
        asked = [question for question in self.turn.questions.values() if question.id in task.asks]
        return next((one.id for one in sorted(asked, key=lambda one: one.ask is None)), "")

    def _busy(self, task: Outcome) -> bool:
        """Whether something of it is to be thought about or runs."""
        turn = self.turn
        for scope in turn.scopes.values():
            if any(not task.seqs.isdisjoint(pending.origins) for pending in scope.pending.values()) and (
                turn.alive(scope.path) and not turn.gated(scope)
            ):
                return True
        return any(
            call.state not in ("held", "opened") and not task.seqs.isdisjoint(call.origins)
            for call in turn.calls.values()
        )

    def _out(self, task: Outcome) -> bool:
        return any(not task.seqs.isdisjoint(call.origins) for call in self.turn.calls.values())

    def _waiting(self, task: Outcome) -> bool:
        waits = {scope.wait.seq for scope in self.turn.scopes.values() if scope.wait is not None}
        return any(task.seq in self._state.waits.get(seq, ()) for seq in waits)


def answered_at_once(records: Sequence[Record]) -> Outcome | None:
    """Fast twin of the view for a person's words that the first thought answered, and nothing else happened: the task
    that it makes of the two records, without folding them. None for all others; a test compares both."""
    if len(records) != 2:
        return None
    asked, answer = records
    said, decided, sent = asked.event, answer.event, sent_by(asked.key)
    if not (isinstance(said, UserSaid) and isinstance(decided, Decided) and sent is not None and not sent.task):
        return None
    action = decided.action
    if asked.scope != "/" or answer.scope != "/" or asked.seq not in decided.took or asked.by != "person":
        return None
    if not isinstance(action, Say) or not action.final:
        return None
    history = [OutcomeMessage(asked.seq, sent.message_id, False, said.text, said.files)]
    task = Outcome(asked.seq, answer.at, "completed", history=history, seqs={asked.seq})
    if action.text or action.files:
        id = (decided.draft if action.text else None) or f"answer-{answer.seq}"
        task.pieces.append(OutcomeResult(answer.seq, id, action.text or None, action.files))
        task.history += answer_lines(task)
    task.end, task.decisions, task.lone = "completed", 1, bool(task.pieces)
    task.steps.append(OutcomeStep("say", answer.seq, text=action.text, decided=decided))
    return task


def _begins(record: Record) -> bool:
    event = record.event
    return event.kind in NEWS and not (isinstance(event, AgentSaid) and (event.call is not None or not event.wakes))
