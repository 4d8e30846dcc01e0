"""Makes the lines of a step from a decision, and blanks lines whose records were redacted."""

from loket.core.actions import Ask, Call, Choice, Done, Say, Wait
from loket.core.events import Decided, Opened
from loket.core.record import Record
from loket.views.asking import task_scope
from loket.views.plain import iso, light, number, short
from loket.views.steps_shelf import decision
from loket.views.steps_state import CallLine, ConsideredLine, ScopeLine, StepLine, StepsState, TaskLine, WakingLine

REASONING = 2000
"""Characters of a decision's reasoning in a step."""
QUESTION = 4000
"""Characters of what is asked: less than the whole can't be answered."""
CONSIDERED = 20


def begin(record: Record, decided: Decided, message: int | None) -> StepLine:
    """The step of a decision, without its calls and tasks."""
    action = decided.action
    step = StepLine(seq=record.seq, at=iso(record.at), kind=action.kind, name=decided.step, message=message)
    step.reasoning = short(decided.reasoning, REASONING)
    step.usage = decided.usage
    step.considered = [
        ConsideredLine(name=short(c.name), score=number(c.score), why=short(c.why))
        for c in decided.considered[:CONSIDERED]
    ]
    match action:
        case Say(text=text):
            step.text = short(text)
        case Ask(text=text, choices=choices):
            step.text, step.state, step.asking, step.choices = short(text, QUESTION), "open", "open", list(choices)
        case Wait(why=why, until=until):
            step.text, step.state, step.until = short(why), "open", iso(until) if until else None
        case Done(outcome=outcome, summary=summary):
            step.text, step.code = short(summary), outcome
        case Call(text=text):
            step.text, step.state = short(text), "open"
        case _:
            pass
    return step


def call_lines(record: Record, step: StepLine, action: Call) -> list[CallLine]:
    """The uses of tools of a decision, side by side."""
    lines: list[CallLine] = []
    for call in action.tools:
        args, cut = light(call.args)
        lines.append(
            CallLine(
                id=f"{record.seq}.{call.id}",
                tool=call.tool,
                reason=short(step.reasoning),
                args=args,
                args_cut=cut,
                retries=call.retries,
                decided=step.at,
            )
        )
    return lines


def task_lines(record: Record, action: Call) -> list[TaskLine]:
    """The tasks of a decision."""
    return [
        TaskLine(
            id=f"{record.seq}.{task.id}",
            intent=task.intent,
            to=task.to,
            text=short(task.task),
            needs=[f"{record.seq}.{need}" for need in task.needs],
            corrects=task.corrects,
        )
        for task in action.tasks
    ]


def scope_line(record: Record, opened: Opened, parent: ScopeLine, step: StepLine) -> ScopeLine:
    """The scope of a task that this step of the parent planned."""
    return ScopeLine(
        path=task_scope(parent.path, opened.call),
        parent=parent.path,
        call=opened.call,
        title=short(opened.task.task or opened.task.intent),
        intent=opened.task.intent,
        assistant=opened.assistant,
        reason=step.reasoning,
        opened=record.seq,
        started=iso(record.at),
        waking=[WakingLine(seq=record.seq, message=step.message, person=False)],
    )


def blank(state: StepsState, seqs: frozenset[int]) -> None:
    """Takes out what these records said; ids, kinds, states and codes stay."""
    if state.message in seqs:
        state.scopes[0].title = ""
    for scope in state.scopes:
        _blank_scope(scope, seqs)
        for step in scope.steps:
            if step.seq in seqs:
                _blank_step(step)
            for line in step.commands:
                line.command = {} if line.seq in seqs else line.command
            for call in step.calls:
                _blank_call(call, seqs)
            for task in step.tasks:
                task.text = "" if step.seq in seqs else task.text
                task.result = "" if task.returned in seqs else task.result


def _blank_scope(scope: ScopeLine, seqs: frozenset[int]) -> None:
    planned = scope.call is not None and decision(scope.call) in seqs
    if planned:
        scope.reason = ""
    if planned or (scope.call is not None and scope.opened in seqs):
        scope.title = short(scope.intent)
    if scope.said in seqs:
        scope.message = ""


def _blank_step(step: StepLine) -> None:
    step.redacted, step.reasoning, step.text, step.considered = True, "", "", []
    step.choices = [Choice(id=choice.id, label="") for choice in step.choices]


def _blank_call(call: CallLine, seqs: frozenset[int]) -> None:
    decided = decision(call.id) in seqs
    if decided:
        call.reason = ""
    if (decided and call.edited is None) or call.edited in seqs:
        call.args, call.args_cut = {}, False
    if call.returned in seqs:
        call.text, call.value, call.value_cut = "", None, False
    call.notes = [note for note in call.notes if note.seq not in seqs]
