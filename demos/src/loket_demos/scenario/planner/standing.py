"""How a run stands, as far as its planner looks back: whose turn it is, what was said last, what tools gave."""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, fields, replace

from loket.core.actions import Ask, Call, Decision, Say, ToolCall, Wait
from loket.core.data import Json, JsonObject, text_of
from loket.core.events import AgentSaid, Answered, Decided, Returned, Stopped, UserSaid
from loket.core.planner import Situation
from loket.core.record import Record
from loket.core.shapes import list_at, text_at
from loket_demos.scenario.events import ERROR, IDLE
from loket_demos.scenario.oracle.documents import gathered
from loket_demos.scenario.planner.own_words import own_words
from loket_demos.scenario.run import ASK, SEND, SOURCE, ScenarioRun
from loket_demos.scenario.shapes import EndStatus

NOT_LEFT = ("cancelled", "refused", "not_sent")
"""Codes of messages that were called off, or that a crash came before."""
LEFT = ("still_working", "unknown_outcome", "task_failed", "task_rejected", "task_canceled", "task_unknown")
"""Codes of messages that the other agent has, or may have."""
NOBODY = "(Nobody is there to answer; go on as you think best.)"
OVER = ("completed", "failed", "canceled", "rejected")


@dataclass
class Standing:
    """A fold of the records of a run. `state` is that of the other agent's task as far as we asked it; `heard` counts
    what the other agent said since our last message. `results` are the last of each tool, `outcomes` all of them. `out`
    are calls that are not back."""

    run: ScenarioRun
    state: str = ""
    task: str = ""
    heard: int = 0
    sent: int = 0
    closed: bool = False
    said: str = ""
    answer: str = ""
    latest: str = ""
    last: str = ""
    results: dict[str, Json] = field(default_factory=dict[str, Json])
    outcomes: list[Json] = field(default_factory=list[Json])
    tried: list[str] = field(default_factory=list[str])
    fresh: list[str] = field(default_factory=list[str])
    ended_by: str = ""
    wrapped_up: bool = False
    asked_at_end: bool = False
    errors: int = 0
    trouble: str = ""
    follows: bool = False
    steps: dict[int, str] = field(default_factory=dict[int, str])
    out: dict[str, ToolCall] = field(default_factory=dict[str, ToolCall])
    _asked: tuple[int, str] = (0, "")
    """The question to our principal that is not answered: its seq, and which step it was."""
    _calls: dict[str, ToolCall] = field(default_factory=dict[str, ToolCall])

    @property
    def asks(self) -> bool:
        """Whether we ask the other agent; else it asks us."""
        return bool(self.run.endpoint)

    @property
    def over(self) -> bool:
        """Whether nothing can be sent any more."""
        return self.closed or self.state in OVER

    @property
    def may_send(self) -> bool:
        """Whether a message may go to the other agent now: while it has no task, or waits for us; and never twice
        without news."""
        if self.over or any(call.tool in (SEND, ASK) for call in self.out.values()):
            return False
        if not self.asks:
            return self.heard > 0 or (self.run.starts and self.sent == 0)
        return self.sent == 0 or self.state == "input-required"

    def of(self, run: ScenarioRun) -> "Standing":
        """The same for a run as it is set now, which may go on by itself."""
        return replace(self, **{one.name: copy(getattr(self, one.name)) for one in fields(self)} | {"run": run})

    def apply(self, record: Record) -> None:
        """Takes the next record in."""
        match record.event:
            case UserSaid(text=text):
                self._answered()
                self.answer = self.latest = text_of(text)
            case Answered(text=text, choice=choice, approve=None, edit=None, refuse=None):
                self._answered()
                self.answer = self.latest = text or choice or ""
            case AgentSaid() as said:
                self._agent(said)
            case Decided() as decided:
                self._decided(record.seq, decided)
            case Returned() as returned:
                self._returned(returned)
            case Stopped():
                self.out.clear()
                self.steps.pop(self._asked[0], None)  # whoever begins again is asked again, unless they answer first
            case _:
                pass

    def _answered(self) -> None:
        seq, step = self._asked
        if step:
            self.steps[seq] = step
        self._asked = (0, "")

    def _decided(self, seq: int, decided: Decided) -> None:
        wrong = decided.step.startswith(ERROR)
        self.errors = self.errors + 1 if wrong else 0
        if decided.step not in ("", IDLE) and not wrong:
            self.steps[seq] = decided.step
        if isinstance(decided.action, Ask):
            self._asked = (seq, self.steps.get(seq, ""))
        if isinstance(decided.action, Ask | Say):
            self.asked_at_end = self.asked_at_end or self.over
        for call in decided.action.tools if isinstance(decided.action, Call) else ():
            self._calls[f"{seq}.{call.id}"] = self.out[f"{seq}.{call.id}"] = call

    def _agent(self, said: AgentSaid) -> None:
        text = text_of(said.text)
        if said.state:
            self.state = said.state
        if text or said.files:
            self.heard += 1
            self.said, self.latest = text or self.said, text or self.latest

    def _returned(self, returned: Returned) -> None:
        self.out.pop(returned.call, None)
        call = self._calls.get(returned.call)
        if call is None:
            return
        if call.tool not in (SEND, ASK):
            name = call.tool.removeprefix(f"{SOURCE}.")
            tool = self.run.me.tool(name)
            self.tried.append(name)
            if returned.ok:
                self.results[name] = returned.value
                self.outcomes.append(returned.value)
                self.fresh.append(name)
            if returned.ok and tool is not None and tool.ends_conversation:
                self.ended_by = name
            return
        self.follows = returned.code == "still_working"
        self.trouble = "" if returned.ok or self.follows or returned.code in NOT_LEFT else returned.text or "It failed."
        if not returned.ok and returned.code not in LEFT:  # it never left: the step is still to be taken
            self.steps.pop(int(returned.call.partition(".")[0]), None)
        self.state = text_at(returned.value, "state") or self.state
        self.task = text_at(returned.value, "task_id") or self.task
        if returned.ok:
            self.sent += 1
            self.fresh, self.last = [], text_at(call.args, "text")
            self.heard = self.heard if text_at(call.args, "finality") == "none" and not self.asks else 0
            self.closed = text_at(call.args, "finality") == "conversation"
            self.wrapped_up = self.wrapped_up or bool(self.ended_by)


def standing(run: ScenarioRun, history: Iterable[Record]) -> Standing:
    """How a run stands after these records."""
    stands = Standing(run)
    for record in history:
        stands.apply(record)
    return stands


def sleep(why: str, reasoning: str = "", step: str = "") -> Decision:
    """Nothing until the next trigger."""
    return Decision(reasoning=reasoning or why, action=Wait(why=why), step=step)


def idle(why: str) -> Decision:
    """The same for records that are no trigger: no step was taken."""
    return sleep(why, step=IDLE)


def question(run: ScenarioRun, text: str) -> Ask | Say:
    """What our principal is asked; where nobody sits before this side, with what the scenario has it answer."""
    if not run.alone:
        return Ask(text=text)
    answer = next((a for words, a in run.me.answers.items() if words.casefold() in text.casefold()), "")
    return Say(text=f"{text}\n\n{answer or NOBODY}", final=False)


def open_question(situation: Situation) -> bool:
    """Whether the principal was asked something and has not answered."""
    return any(question.ask is not None for question in situation.questions)


def ending(stands: Standing) -> EndStatus:
    """How the run ended: as the tool says that ended it, else as the task did."""
    tool = stands.run.me.tool(stands.ended_by)
    if tool is not None:
        return tool.conversation_end_status
    return "success" if stands.state in ("", "completed", "input-required") else "failure"


def closing_message(stands: Standing, args: JsonObject) -> ToolCall:
    """The one message after a tool that ended the conversation: with all documents that it made."""
    made = [document.doc_id for document in gathered(stands.results.get(stands.ended_by)).documents]
    given = list_at(args, "attachments")
    there = {text_at(one, "docId") for one in given}
    attachments = [*given, *({"docId": id} for id in made if id not in there)]
    return message(
        stands, {**args, "finality": "conversation", **({"attachments": attachments} if attachments else {})}
    )


def looks(stands: Standing) -> Decision | None:
    """The other agent took longer than one call may: it is asked how far it is."""
    if not (stands.follows and stands.task):
        return None
    args = {"task_base_url": stands.run.endpoint, "task_id": stands.task, "look": True, "each": True}
    look = ToolCall(id="look", tool=ASK, args=args | {"site": stands.run.endpoint})
    return Decision(reasoning=own_words("sent.looks"), action=Call(calls=(look,)))


def message(stands: Standing, args: JsonObject) -> ToolCall:
    """The call that sends this to the other agent: where to and for which task is added."""
    where: JsonObject = {"endpoint": stands.run.endpoint} if stands.asks else {}
    if stands.asks and stands.task and not stands.over:
        where["taskId"] = stands.task
    return ToolCall(id="send", tool=SEND, args={**args, **where})
