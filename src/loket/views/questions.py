"""The view `questions`: what was asked of the person, what is still open, and how the rest was closed."""

from dataclasses import dataclass, field

from loket.core.actions import Ask, Call, Choice
from loket.core.data import Json
from loket.core.events import Answered, Decided, Held, Redacted, Returned
from loket.core.record import Record
from loket.views.asking import closes
from loket.views.plain import iso, light, short
from loket.views.turn_state import Question
from loket.views.view import FoldedView

CLOSED = 100
"""Closed questions kept; `dropped` counts the others that went. Open ones stay, up to four times as many."""
CALLS = 200
"""Calls remembered until they are back, for the case that they are held."""


@dataclass(slots=True, kw_only=True)
class AnswerLine:
    """What was answered by record `seq`; one of the last six says how."""

    seq: int
    at: str
    choice: str | None
    text: str | None
    form: Json
    approve: bool | None
    edit: Json
    refuse: bool | None


@dataclass(slots=True, kw_only=True)
class HeldLine:
    """The call that waits for approval; `args_cut`: too long for a view, the decision holds the whole. The rest is
    what the record `Held` shows; `input` is None when it is too long for a view."""

    call: str
    tool: str
    args: Json
    args_cut: bool
    reason: str
    why: str
    title: str = ""
    description: str = ""
    source: str = ""
    place: str = ""
    reversible: bool | None = None
    input: Json = None


@dataclass(slots=True, kw_only=True)
class WantsLine:
    """What a pending request still lacks; `slots` is None when they are too long for a view."""

    skill: str
    slots: Json
    missing: list[str]


@dataclass(slots=True, kw_only=True)
class QuestionItem:
    """One question. `state`: open, answered, superseded, gone (its scope ended) or another code; `closed` is when."""

    id: str
    seq: int
    at: str
    scope: str
    text: str = ""
    choices: list[Choice] = field(default_factory=list)
    form: Json = None
    wants: WantsLine | None = None
    lasts: bool = True
    held: HeldLine | None = None
    state: str = "open"
    answer: AnswerLine | None = None
    closed: str | None = None
    redacted: bool = False


@dataclass(slots=True, kw_only=True)
class PendingCall:
    """A call that is not back yet."""

    id: str
    scope: str
    tool: str
    args: Json
    args_cut: bool
    reason: str
    decided: int


@dataclass(slots=True, kw_only=True)
class QuestionsState:
    """Questions in the order they were asked."""

    upto: int = 0
    dropped: int = 0
    items: list[QuestionItem] = field(default_factory=list)
    calls: list[PendingCall] = field(default_factory=list)


class Questions(FoldedView[QuestionsState]):
    """Closes questions by the rules of design 4.8 and 4.9, from the records alone."""

    name = "questions"
    version = "1"
    kept = QuestionsState

    def __init__(self, state: QuestionsState | None = None) -> None:
        super().__init__(state)
        self._open = {item.id: _open(item) for item in self._state.items if item.state == "open"}

    def _take(self, record: Record) -> None:
        state = self._state
        for id, how in closes(record, self._open).items():
            self._close(record, id, how)
        match record.event:
            case Decided(action=Ask() as ask):
                self._ask(record, ask)
            case Decided(action=Call(tools=calls), reasoning=reasoning):
                for call in calls:
                    id = f"{record.seq}.{call.id}"
                    args, cut = light(call.args)
                    line = PendingCall(
                        id=id,
                        scope=record.scope,
                        tool=call.tool,
                        args=args,
                        args_cut=cut,
                        reason=short(reasoning),
                        decided=record.seq,
                    )
                    state.calls = [*state.calls, line][-CALLS:]
            case Held() as held:
                self._hold(record, held)
            case Returned(call=id):
                state.calls = [line for line in state.calls if line.id != id]
            case Redacted(seqs=seqs):
                self._redact(frozenset(seqs))
            case _:
                pass

    def open(self) -> list[QuestionItem]:
        """Those that can still be answered, the oldest first."""
        return [item for item in self._state.items if item.state == "open"]

    def _ask(self, record: Record, ask: Ask) -> None:
        item = QuestionItem(id=str(record.seq), seq=record.seq, at=iso(record.at), scope=record.scope)
        item.text, item.choices, item.lasts = ask.text, list(ask.choices), ask.lasts
        item.form = light(ask.form)[0]
        if ask.wants is not None:
            slots, missing = light(ask.wants.slots)[0], list(ask.wants.missing)
            item.wants = WantsLine(skill=ask.wants.skill, slots=slots, missing=missing)
        self._add(item)

    def _hold(self, record: Record, held: Held) -> None:
        line = next((line for line in self._state.calls if line.id == held.call), None)
        if line is None or any(open_.held == held.call for open_ in self._open.values()):
            return
        item = QuestionItem(id=str(record.seq), seq=record.seq, at=iso(record.at), scope=record.scope)
        args, cut, reason = line.args, line.args_cut, line.reason
        item.held = HeldLine(
            call=line.id,
            tool=line.tool,
            args=args,
            args_cut=cut,
            reason=reason,
            why=held.why,
            title=short(held.title),
            description=short(held.description),
            source=short(held.source),
            place=short(held.place),
            reversible=held.reversible,
            input=light(held.input)[0],
        )
        self._add(item)

    def is_late(self, id: str, seq: int) -> bool:
        """Whether the answer in record `seq` came when its question was closed already."""
        item = next((item for item in self._state.items if item.id == id), None)
        if item is None or item.state == "open":
            return False
        return item.answer is None or item.answer.seq != seq

    def _add(self, item: QuestionItem) -> None:
        items = self._state.items
        items.append(item)
        self._open[item.id] = _open(item)
        closed = len(items) - len(self._open)
        old = next((i for i in items if i.state != "open"), None) if closed > CLOSED else None
        if old is None and len(items) > 4 * CLOSED:
            old = items[0]
        if old is not None:
            items.remove(old)
            self._open.pop(old.id, None)
            self._state.dropped += 1

    def _close(self, record: Record, id: str, how: str) -> None:
        self._open.pop(id)
        item = next(item for item in self._state.items if item.id == id)
        item.state, item.closed = how, iso(record.at)
        if isinstance(record.event, Answered):
            a = record.event
            item.answer = AnswerLine(
                seq=record.seq,
                at=item.closed,
                choice=a.choice,
                text=a.text,
                form=light(a.form)[0],
                approve=a.approve,
                edit=light(a.edit)[0],
                refuse=a.refuse,
            )
            for line in self._state.calls:
                if a.amend is not None and item.held is not None and line.id == item.held.call:
                    line.args, line.args_cut = light(a.amend)

    def _redact(self, seqs: frozenset[int]) -> None:
        amended = {item.held.call: item.seq for item in self._state.items if item.held and _amended_in(item, seqs)}
        for line in self._state.calls:
            if line.decided in seqs:
                line.args, line.args_cut, line.reason = {}, False, ""
            if line.id in amended:
                line.args, line.args_cut = {}, False
        for item in self._state.items:
            if item.seq in seqs:
                item.redacted, item.text, item.form, item.wants = True, "", None, None
                item.choices = [Choice(id=choice.id, label="") for choice in item.choices]
            if item.held is not None and int(item.held.call.split(".", 1)[0]) in seqs:
                item.held.args, item.held.args_cut, item.held.reason = {}, False, ""
            if item.held is not None and item.seq > amended.get(item.held.call, item.seq):
                item.held.args, item.held.args_cut = {}, False
            if item.answer is not None and item.answer.seq in seqs:
                _blank(item.answer)


def _amended_in(item: QuestionItem, seqs: frozenset[int]) -> bool:
    answer = item.answer
    decided = answer is None or answer.approve or answer.refuse or answer.edit is not None
    return not decided and answer is not None and answer.seq in seqs


def _blank(answer: AnswerLine) -> None:
    answer.choice = None if answer.choice is None else ""
    answer.text = None if answer.text is None else ""
    answer.form = None if answer.form is None else {}
    answer.edit = None if answer.edit is None else {}


def _open(item: QuestionItem) -> Question:
    return Question(item.id, item.scope, held=item.held.call if item.held else None)
