"""A flow written as a generator: what it yields is a decision, and what it is sent stands in the log.

It is begun anew for every decision and fed from the log up to where it stands; between two yields it must be pure."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from loket.core.actions import Action, Call, Decision, Done, Task, ToolCall, Wait
from loket.core.data import Json, JsonObject, as_blob
from loket.core.events import Answered, Decided, Returned
from loket.core.planner import Situation
from loket.core.tool import ToolFailed
from loket.planners.flow_ends import FAILED, FlowWords, failing, renewed, stopped
from loket.planners.flow_progress import OWN, retrying, since_restart, wish_of
from loket.planners.script_steps import Calls, FlowEnd, FlowQuestion, Step, Unclear

Script = Generator[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class FlowContext:
    """What a flow may know besides its arguments. `now` is when it began, whenever it is replayed."""

    now: datetime
    locale: str
    owner: str
    conversation: str
    settings: JsonObject


@dataclass(frozen=True)
class ScriptFlow:
    """A flow as the planner of flows walks it. `begin` makes the generator from the arguments; ToolFailed when they do
    not fit. `step_of` reads what it yields."""

    name: str
    surface: str
    title: str
    begin: Callable[[JsonObject, FlowContext], Script]
    step_of: Callable[[Any], Step]
    end_of: Callable[[Any], FlowEnd]
    prepare: Callable[[JsonObject], JsonObject] = dict
    describe: Callable[[JsonObject], str] = lambda args: ""

    def walk(self, task: Task, situation: Situation, words: FlowWords) -> Decision:
        """The next decision, by what the log of this scope says of the earlier ones."""
        if any(wish_of(record, situation.history) == "stop" for record in situation.woke):
            return stopped(words)
        context = FlowContext(
            situation.history[0].at,
            situation.assistant.locale,
            situation.owner,
            situation.conversation,
            situation.settings,
        )
        try:
            script = self.begin(task.args, context)
        except ToolFailed as error:
            return _refused(error)
        try:
            return _Replay(self, script, _Past(situation), words).decision()
        finally:
            script.close()


class _Past:
    """What was decided in this scope since it began, or began anew, in order, and what came of it."""

    def __init__(self, situation: Situation) -> None:
        history = since_restart(situation.history)
        self.own = situation.assistant.name
        self.code = situation.assistant.locale
        self.steps = [
            (record.seq, record.event)
            for record in history
            if isinstance(record.event, Decided) and not isinstance(record.event.action, Wait)
        ]
        self.answers = {r.event.to: r.event for r in history if isinstance(r.event, Answered)}
        self._returns: dict[str, Returned] = {r.event.call: r.event for r in history if isinstance(r.event, Returned)}

    def returns(self, at: int) -> Sequence[Returned] | None:
        """How the calls of a step came back, in their order; None while one is out."""
        seq, decided = self.steps[at]
        match decided.action:
            case Call(calls=works):
                back = [self._returns.get(f"{seq}.{work.id}") for work in works]
                return None if None in back else [one for one in back if one is not None]
            case _:
                return ()

    def answer(self, at: int) -> Answered | None:
        """What was answered to a step that asks."""
        return self.answers.get(str(self.steps[at][0]))


class _Replay:
    """One run through the generator, along the log and one decision beyond it."""

    def __init__(self, flow: ScriptFlow, script: Script, past: _Past, words: FlowWords) -> None:
        self._flow, self._script, self._past, self._words = flow, script, past, words
        self._at = 0

    def decision(self) -> Decision:
        send: Callable[[], Any] = lambda: next(self._script)  # noqa: E731 - the first is as the others
        while True:
            try:
                step = self._flow.step_of(send())
            except StopIteration as end:
                return self._ended(end.value)
            except _Passed as passed:
                return failing(passed.step, passed.bad, self._words)
            except ToolFailed as error:
                return _refused(error)
            came = self._came(step)
            if isinstance(came, Decision):
                return came
            send = came

    def _ended(self, value: Any) -> Decision:
        if self._at < len(self._past.steps):
            return renewed(self._words)
        finished = self._flow.end_of(value)
        done = Done(outcome=finished.outcome, summary=finished.text or self._words.done, value=finished.value)
        return Decision(reasoning=f"{self._flow.title}: this was its last step.", action=done, step="done")

    def _came(self, step: Step) -> Decision | Callable[[], Any]:
        """What goes on in the generator with what the log has for this step; a decision when it has nothing yet."""
        if isinstance(step, Calls):
            return self._calls(step)
        return self._asked(step)

    def _calls(self, step: Calls) -> Decision | Callable[[], Any]:
        action = step.action(self._past.own)
        retried: Sequence[Returned] = ()
        while True:
            if self._at == len(self._past.steps):
                again = retrying(action, retried) if retried and isinstance(action, Call) else action
                return Decision(reasoning=step.reason, action=again, step=step.name)
            decided = self._past.steps[self._at][1]
            if decided.step != step.name or not _same(decided.action, action):
                return renewed(self._words)
            returns = self._past.returns(self._at)
            self._at += 1
            if returns is None:
                return _waits()
            bad = next((returned for returned in returns if not returned.ok), None)
            if bad is None:
                values = step.values(returns)
                return lambda: self._script.send(values)
            if not self._own_question():
                return lambda: self._thrown(step, bad)
            if self._past.answer(self._at) is None:
                return _waits()
            self._at, retried = self._at + 1, returns

    def _own_question(self) -> bool:
        """Whether the planner itself asked next how to go on."""
        return self._at < len(self._past.steps) and self._past.steps[self._at][1].step in OWN

    def _thrown(self, step: Calls, bad: Returned) -> Any:
        """What the generator makes of a failure; one that it lets pass is told the person, who may have it tried
        again."""
        error = ToolFailed(bad.code or "failed", bad.text, bad.value)
        try:
            return self._script.throw(error)
        except ToolFailed as passed:
            if passed is error:
                raise _Passed(step.name, bad) from passed
            raise

    def _asked(self, step: FlowQuestion) -> Decision | Callable[[], Any]:
        again = ""
        while True:
            if self._at == len(self._past.steps):
                ask = step.action(self._flow.name, again)
                return Decision(reasoning=step.reason, action=ask, step=step.name)
            decided = self._past.steps[self._at][1]
            if decided.step != step.name or not _same(decided.action, step.action(self._flow.name, "")):
                return renewed(self._words)
            answer = self._past.answer(self._at)
            self._at += 1
            if answer is None:
                return _waits()
            value = step.value(answer, self._past.code)
            if value is Unclear.STOP:
                return stopped(self._words)
            if value is not Unclear.AGAIN:
                return lambda: self._script.send(value)
            again = answer.text or ""


class _Passed(Exception):
    """A generator let the failure of this step pass."""

    def __init__(self, step: str, bad: Returned) -> None:
        super().__init__(step)
        self.step, self.bad = step, bad


def _refused(error: ToolFailed) -> Decision:
    """The end of a flow that says no by itself."""
    done = Done(outcome="failure", summary=error.text, value={"code": error.code, "text": error.text})
    return Decision(reasoning=f"The flow ends here: {error.code}.", action=done, step=FAILED)


def _waits() -> Decision:
    return Decision(reasoning="What was begun is not back yet.", action=Wait(why="for what is under way"), step="wait")


def _same(logged: Action, made: Action) -> bool:
    """Whether a replay decides what the log says. The words of a question may be put better; what was asked for may
    not be another thing."""
    return _essence(logged) == _essence(made) or _spilled(logged)


def _essence(action: Action) -> Json:
    match action:
        case Call(calls=calls):
            return [(call.id, *_whom(call), call.args) for call in calls]
        case _:
            choices = [choice.id for choice in getattr(action, "choices", ())]
            return [action.kind, choices, getattr(action, "form", None)]


def _whom(call: ToolCall | Task) -> tuple[str, ...]:
    return (call.tool,) if isinstance(call, ToolCall) else (call.to, call.intent)


def _spilled(action: Action) -> bool:
    """Whether some of the arguments were too long for the log, which then has references in their place."""
    return isinstance(action, Call) and any(_has_blob(call.args) for call in action.calls)


def _has_blob(value: Json) -> bool:
    if as_blob(value) is not None:
        return True
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return any(_has_blob(one) for one in inner)
