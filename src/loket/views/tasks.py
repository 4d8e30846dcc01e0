"""The view `tasks`: what other agents asked, each message with all it caused, as one task with a state and results.

A task begins with a message whose key says so (`sent_key`); what descends from it belongs to it, also what a person
answers on a screen. The fold may begin at any record: tasks that began before are then not known."""

from collections.abc import Sequence

from loket.core.actions import Ask, Call, Done, Say, Wait
from loket.core.data import Json
from loket.core.events import (
    AgentSaid,
    Answered,
    Closed,
    Decided,
    Faulted,
    Held,
    Returned,
    Stopped,
    UserSaid,
    Withdrawn,
    Woke,
)
from loket.core.record import Record
from loket.core.shapes import text_at
from loket.views.tasks_lines import asked_for, line, ours
from loket.views.tasks_state import Changed, Line, Piece, Sent, State, TaskState, sent_by
from loket.views.turn import Turn

BROKE = "Something of ours broke. Whoever runs this server finds it in the server's log."
SUPERSEDED = "A newer message took the place of this question."
ENDED_WITH = "The conversation was ended."
LIMIT = "This came to the limit of what one conversation may do."


class Tasks:
    """Changes in place; `live` are the tasks that can still change, `known` all it has met since its first record."""

    def __init__(self) -> None:
        self.turn = Turn()
        self.known: dict[int, TaskState] = {}
        self.live: dict[int, TaskState] = {}
        self.of: dict[int, int] = {}
        self._waits: dict[int, list[TaskState]] = {}

    @property
    def upto(self) -> int:
        """The last record it has taken in."""
        return self.turn.seq

    def apply(self, record: Record) -> list[Changed]:
        """Takes the next record in; what it changed, for those who follow."""
        if record.seq <= self.turn.seq:
            return []
        meant = self._meant(record)
        opened = self._opened(record)
        self.turn.apply(record)
        if not self.live:
            return []
        counts = {task.seq: len(task.pieces) for task in meant}
        for task in meant:
            self._take(task, record)
        changes: list[Changed] = []
        for task in list(self.live.values()):
            status = self._settle(task, record) or task is opened
            pieces = tuple(task.pieces[counts.get(task.seq, len(task.pieces)) :])
            if status or pieces:
                changes.append(Changed(task, pieces, status))
            if task.ended:
                del self.live[task.seq]
        return changes

    def drafting(self, draft: str) -> list[TaskState]:
        """The tasks that words in the making are for: a draft is named after the newest record it was given."""
        seq = draft.removeprefix("/").partition(".")[0]
        pending = self.turn.scopes["/"].pending.get(int(seq)) if seq.isdigit() else None
        return [] if pending is None else self._with(pending.origins)

    def _opened(self, record: Record) -> TaskState | None:
        """The task that begins with this record, or goes on with it."""
        sent = sent_by(record.key)
        if sent is None or not isinstance(record.event, UserSaid | AgentSaid):
            return None
        if sent.task:
            return None
        capability = isinstance(record.event, AgentSaid) and bool(text_at(record.event.data, "capability"))
        task = TaskState(record.seq, record.at, seqs={record.seq}, capability=capability)
        self.known[record.seq] = self.live[record.seq] = task
        self.of[record.seq] = record.seq
        task.history.append(line(record, sent))
        return task

    def _meant(self, record: Record) -> list[TaskState]:
        """The tasks this record belongs to, found before it changes what is pending."""
        match record.event:
            case Decided(took=took) | Faulted(took=took):
                scope = self.turn.scopes.get(record.scope)
                taken = [scope.pending[seq].origins for seq in took if seq in scope.pending] if scope else []
                return self._with(frozenset[int]().union(*taken))
            case Held(call=call) | Returned(call=call):
                return self._with(self.turn.calls[call].origins) if call in self.turn.calls else []
            case Answered(to=question) | Closed(question=question):
                return [task for task in self.live.values() if question in task.asks]
            case UserSaid() | AgentSaid():
                sent = sent_by(record.key)
                return [self.live[sent.task]] if sent is not None and sent.task in self.live else []
            case Woke(wait=wait):
                return [task for task in self._waits.pop(wait, []) if not task.ended]
            case Stopped(scope="/"):
                return list(self.live.values())
            case Withdrawn(seqs=seqs):
                return [task for task in self.live.values() if task.seqs <= set(seqs)]
            case _:
                return []

    def _with(self, origins: frozenset[int]) -> list[TaskState]:
        return [task for task in self.live.values() if not task.seqs.isdisjoint(origins)]

    def _take(self, task: TaskState, record: Record) -> None:
        match record.event:
            case Decided() as decided:
                self._decided(task, record, decided)
            case Faulted(code=code) if record.scope == "/":
                _end(task, record, "failed", f"{BROKE} ({code}, record {record.seq})")
            case Held():
                text = "A person must agree before this goes on."
                task.asks[str(record.seq)] = ours(record, text)
            case Answered() | UserSaid() | AgentSaid() | Woke():
                self._joined(task, record)
            case Returned() as returned if record.scope == "/" and task.capability and not task.came:
                self._came(task, record, returned)
            case Closed(code=code):
                text = "" if code == "cancelled" else SUPERSEDED
                _end(task, record, "canceled", text)
            case Stopped(code=code):
                _end(task, record, *(("canceled", "") if code == "user" else ("failed", LIMIT)))
                task.over = True
            case Withdrawn():
                _end(task, record, "canceled", "")
                task.over = True
            case _:
                pass

    def _came(self, task: TaskState, record: Record, returned: Returned) -> None:
        """The first thing that came back to a specialist is what it was asked for."""
        task.came = True
        if returned.ok and returned.value is not None:
            task.pieces.append(Piece(record.seq, f"result-{record.seq}", value=returned.value))
        elif not returned.ok:
            code = text_at(returned.value, "code") or returned.code or "failed"
            task.refusal = ours(record, returned.text, {"code": code})

    def _joined(self, task: TaskState, record: Record) -> None:
        task.seqs.add(record.seq)
        self.of[record.seq] = task.seq
        if isinstance(record.event, Woke):
            return
        sent = sent_by(record.key) or Sent(0, f"{record.seq}")
        if task.said is not None:
            task.history.append(task.said)
            task.said = None
        task.history.append(line(record, sent))

    def _decided(self, task: TaskState, record: Record, decided: Decided) -> None:
        task.decisions += 1
        task.lone = False
        action, root = decided.action, record.scope == "/"
        if root:
            task.outcome = task.last = None
        match action:
            case Ask():
                task.asks[str(record.seq)] = ours(record, action.text, asked_for(action))
            case Wait():
                self._waits.setdefault(record.seq, []).append(task)
            case Say(text=text, final=True) if root and task.came:
                _end(task, record, "completed", text)
                if task.refusal is not None:
                    task.outcome, task.last = "failed", task.refusal
            case Say(text=text, files=files, final=True) if root:
                if text or files:
                    task.pieces.append(Piece(record.seq, decided.draft or f"answer-{record.seq}", text, files))
                task.lone = task.decisions == 1 and bool(task.pieces)
                task.outcome = "completed"
            case Say(text=text, files=files) if root:
                task.last = ours(record, text)
                if files:
                    task.pieces.append(Piece(record.seq, f"files-{record.seq}", None, files))
            case Call(text=text) if root and text:
                task.last = ours(record, text)
            case Done(outcome=outcome, summary=summary, value=value) if root:
                if value is not None and outcome != "failure":
                    task.pieces.append(Piece(record.seq, f"result-{record.seq}", value=value))
                _end(task, record, _outcome(outcome, value), summary, value if outcome == "failure" else None)
                task.over = True
            case _:
                pass

    def _settle(self, task: TaskState, record: Record) -> bool:
        """Gives the task the state it has now; whether that, or what is said with it, is new."""
        state, said = self._standing(task, record)
        if state == task.state and (said is None or said is task.said):
            return False
        if task.said is not None and said is not task.said:
            task.history.append(task.said)
        task.state, task.said, task.at = state, said, record.at
        return True

    def _standing(self, task: TaskState, record: Record) -> tuple[State, Line | None]:
        if task.over and task.outcome is not None:
            return task.outcome, task.last
        if self._busy(task):
            return ("working" if task.decisions else "submitted"), task.last
        open_ = [question for question in self.turn.questions.values() if question.id in task.asks]
        asked = next((question for question in open_ if question.ask is not None), None)
        if asked is not None:
            return "asking", task.asks[asked.id]
        if open_:
            return "held", task.asks[open_[0].id]
        if task.outcome is not None:
            return task.outcome, task.last
        if self._out(task) or self._waiting(task):
            return "working", task.last
        return "canceled", ours(record, ENDED_WITH)

    def _busy(self, task: TaskState) -> bool:
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

    def _out(self, task: TaskState) -> bool:
        return any(not task.seqs.isdisjoint(call.origins) for call in self.turn.calls.values())

    def _waiting(self, task: TaskState) -> bool:
        waits = {scope.wait.seq for scope in self.turn.scopes.values() if scope.wait is not None}
        return any(task in self._waits.get(seq, ()) for seq in waits)


def answered_at_once(records: Sequence[Record]) -> TaskState | None:
    """The task of a person's words that the first thought answered, and nothing else happened: what the view makes of
    the two records, without folding them. None for all others; a test holds both against each other."""
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
    task = TaskState(asked.seq, answer.at, "completed", history=[line(asked, sent)], seqs={asked.seq})
    if action.text or action.files:
        id = decided.draft or f"answer-{answer.seq}"
        task.pieces.append(Piece(answer.seq, id, action.text, action.files))
    task.outcome, task.decisions, task.lone = "completed", 1, bool(task.pieces)
    return task


def _end(task: TaskState, record: Record, state: State, text: str, data: Json = None) -> None:
    task.outcome = state
    task.last = ours(record, text, data) if text or data is not None else None


def _outcome(outcome: str, value: Json) -> State:
    """A failure whose value has the code `rejected` says that the task was not taken on."""
    if outcome != "failure":
        return "completed"
    return "rejected" if isinstance(value, dict) and value.get("code") == "rejected" else "failed"
