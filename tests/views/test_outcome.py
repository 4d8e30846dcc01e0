"""The view `outcome`: any log is taken, an ended one stays as it is, and what followers are told adds up to it."""

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loket.core.actions import Ask, Call, Cancel, Decision, Done, Say, Task, ToolCall, Wait
from loket.core.data import FileRef, JsonObject
from loket.core.events import (
    AgentSaid,
    Answered,
    Closed,
    Faulted,
    Held,
    Opened,
    Returned,
    Stopped,
    UserSaid,
    Woke,
)
from loket.core.record import Record, decode
from loket.views.outcome import Outcomes, answered_at_once
from loket.views.outcome_state import ENDED, Outcome, sent_by, sent_key
from loket.views.view import fold
from tests.tries import tries
from tests.views.case import CASES
from tests.views.records import Story, ask

LOGS = sorted(CASES.glob("*.json"))
ACTIONS = st.sampled_from(
    [
        Say(text="words"),
        Say(text="on the way", final=False),
        Say(text="", files=(FileRef(name="a.txt"),)),
        Ask(text="Which?"),
        Ask(text="Which?", lasts=False),
        Call(calls=(ToolCall(id="a", tool="look"), ToolCall(id="b", tool="look"))),
        Call(calls=(Task(id="t", intent="x", to="other"),)),
        Wait(),
        Done(summary="Here.", value={"n": 1}),
        Done(outcome="failure", summary="No.", value={"code": "rejected"}),
        Cancel(),
    ]
)
USUAL = ("new", "more", "decided", "decided", "decided", "answered", "returned")
ODD = ("stopped", "faulted", "closed", "held", "woke", "opened", "said")


@st.composite
def asked_logs(draw: st.DrawFn) -> list[Record]:
    """Logs of messages of other agents and whatever may come of them, in any order, likely or not."""
    story = Story()
    keys: dict[int, str] = {}
    for _ in range(draw(st.integers(0, 14))):
        recent = st.integers(max(1, len(story.records) - 4), max(1, len(story.records)))
        seq = draw(recent)
        scope = draw(st.sampled_from(["/", "/", "/", f"/{seq}.t/"]))
        match draw(st.sampled_from((*USUAL, *USUAL, *ODD))):
            case "new":
                story.add("person", draw(st.sampled_from([UserSaid(text="hello"), AgentSaid(agent="caller", data={})])))
                keys[len(story.records)] = sent_key(0, "m")
            case "more":
                story.add("person", UserSaid(text="more"))
                keys[len(story.records)] = sent_key(seq, "m")
            case "decided":
                story.decide(
                    Decision(reasoning="", action=draw(ACTIONS)), *range(seq, len(story.records) + 1), scope=scope
                )
            case "answered":
                story.add("person", Answered(to=str(seq), text="blue"))
            case "stopped":
                story.add("person", Stopped(scope=scope, code=draw(st.sampled_from(["user", "budget_spent"]))))
            case "faulted":
                story.add("engine", Faulted(code="broke", took=(seq,)), scope)
            case "closed":
                story.add("engine", Closed(question=str(seq), code=draw(st.sampled_from(["superseded", "cancelled"]))))
            case "returned":
                story.add("tool", Returned(call=f"{seq}.{draw(st.sampled_from('abt'))}", ok=True))
            case "held":
                story.add("engine", Held(call=f"{seq}.a"))
            case "woke":
                story.add("clock", Woke(wait=seq))
            case "opened":
                task = Task(id="t", intent="x", to="other")
                story.add("engine", Opened(call=f"{seq}.t", assistant="other", version="1", task=task), f"/{seq}.t/")
            case _:
                story.add("person", UserSaid(text="on a screen"))
    return [replace(record, key=keys.get(record.seq)) for record in story.records]


def kept(task: Outcome) -> Any:
    """All that is shown of a task."""
    return (task.seq, task.state, task.at, task.said, tuple(task.history), tuple(task.pieces))


@settings(max_examples=tries(75))
@given(asked_logs())
def test_any_log_is_taken_and_an_ended_task_never_changes(log: list[Record]) -> None:
    fold, ended = Outcomes(sent=True), dict[int, Any]()
    for record in log:
        fold.apply(record)
        assert fold.apply(record) == []
        for seq, task in fold.known.items():
            if seq in ended:
                assert kept(task) == ended[seq]
            elif task.state in ENDED:
                ended[seq] = kept(task)
        assert fold.live.keys() == {seq for seq, task in fold.known.items() if not task.ended}


@settings(max_examples=tries(75))
@given(asked_logs())
def test_what_followers_are_told_adds_up_to_what_others_see(log: list[Record]) -> None:
    fold = Outcomes(sent=True)
    told: dict[int, Any] = {}
    pieces: dict[int, list[Any]] = {}
    for record in log:
        for changed in fold.apply(record):
            pieces.setdefault(changed.task.seq, []).extend(changed.pieces)
            if changed.status:
                told[changed.task.seq] = (changed.task.state, changed.task.said, changed.task.at)
    for seq, task in fold.known.items():
        assert told[seq] == (task.state, task.said, task.at)
        assert pieces.get(seq, []) == task.pieces


@settings(max_examples=tries(75))
@given(asked_logs())
def test_a_fold_from_a_task_on_knows_it_as_a_fold_from_the_beginning_does(log: list[Record]) -> None:
    whole = Outcomes(sent=True)
    for record in log:
        whole.apply(record)
    for seq, task in whole.known.items():
        part = Outcomes(sent=True)
        for record in log[seq - 1 :]:
            part.apply(record)
        assert kept(part.known[seq]) == kept(task)


@settings(max_examples=tries(75))
@given(asked_logs())
def test_what_was_answered_at_once_is_what_the_fold_makes_of_it(log: list[Record]) -> None:
    for pair in pairwise(log):
        short = answered_at_once(pair)
        if short is not None:
            fold = Outcomes(sent=True)
            for record in pair:
                fold.apply(record)
            assert short == fold.known[short.seq] and fold.known.keys() == {short.seq}


@settings(max_examples=tries(15))
@given(asked_logs(), st.booleans(), st.data())
def test_a_fold_goes_on_from_its_state_as_if_it_had_seen_every_record(
    log: list[Record], sent: bool, data: st.DataObject
) -> None:
    cut, whole = data.draw(st.integers(0, len(log))), fold(Outcomes(sent), log)
    part = fold(Outcomes(sent), log[:cut])
    again = Outcomes.restore(json.loads(json.dumps(part.state())))
    assert again.state() == part.state() and again.known == part.known
    assert fold(again, log[cut:]).state() == whole.state() and again.known == whole.known


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_the_cases_say_what_became_of_each_message(path: Path) -> None:
    log = [decode(json.dumps(raw).encode()) for raw in json.loads(path.read_text())["records"]]
    whole = fold(Outcomes(), log)
    assert summary(whole) == json.loads((CASES / "outcomes" / path.name).read_text())
    for seq in whole.known:
        assert summary(fold(Outcomes(), log[seq - 1 :]))[str(seq)] == summary(whole)[str(seq)]


def summary(outcomes: Outcomes) -> JsonObject:
    """What a person reads over: states, questions, results, and the steps in short."""
    return {
        str(seq): {
            "state": one.state,
            "said": one.said.text if one.said is not None else None,
            "asks": list(one.asks),
            "results": [piece.value if piece.text is None else piece.text for piece in one.pieces],
            "steps": [f"{step.seq} {step.kind} {step.name or step.text} {step.code}".strip() for step in one.steps],
        }
        for seq, one in outcomes.known.items()
    }


def test_what_is_no_state_of_it_is_refused() -> None:
    with pytest.raises(ValueError, match="known"):
        Outcomes.restore({"known": 3})


def test_words_that_the_first_thought_answers_need_no_fold() -> None:
    for action in (Say(text="Hello."), Say(text="", files=(FileRef(name="a.txt"),)), Say(text="")):
        story = Story()
        story.add("person", UserSaid(text="hello"))
        story.decide(Decision(reasoning="", action=action), 1)
        records = keyed(story)
        short, fold = answered_at_once(records), Outcomes(sent=True)
        for record in records:
            fold.apply(record)
        assert short is not None and short == fold.known[1] and short.state == "completed"
        assert answered_at_once(records[:1]) is None and answered_at_once(story.records) is None


def states_of(story: Story) -> list[tuple[str, str | None]]:
    """The states of the first task, and what was said with them."""
    fold, states = Outcomes(sent=True), list[tuple[str, str | None]]()
    for record in keyed(story):
        for changed in fold.apply(record):
            if changed.status and changed.task.seq == 1:
                said = changed.task.said
                states.append((changed.task.state, str(said.text) if said is not None else None))
    return states


def keyed(story: Story) -> list[Record]:
    """The records, with each message as one of another agent: the first begins a task, the rest go on with it."""
    first = True
    records: list[Record] = []
    for record in story.records:
        if isinstance(record.event, UserSaid):
            record = replace(record, key=sent_key(0 if first else 1, f"m{record.seq}"))
            first = False
        records.append(record)
    return records


def say(text: str, final: bool = True) -> Decision:
    return Decision(reasoning="It is known.", action=Say(text=text, final=final))


def test_a_question_is_asked_answered_and_the_task_completed() -> None:
    story = Story()
    seq = story.add("person", UserSaid(text="hello"))
    question = story.decide(ask("How old?"), seq)
    answer = story.add("person", Answered(to=str(question), text="nine"))
    story.decide(say("Thank you."), answer)
    assert states_of(story) == [("submitted", None), ("asking", "How old?"), ("working", None), ("completed", None)]


def test_words_on_the_way_are_said_with_the_work_and_are_no_part_of_the_history() -> None:
    story = Story()
    seq = story.add("person", UserSaid(text="hello"))
    step = story.decide(say("One moment.", final=False), seq)
    story.decide(Decision(reasoning="Done.", action=Done(summary="Here.", value={"n": 1})), step)
    assert states_of(story) == [("submitted", None), ("working", "One moment."), ("completed", None)]
    fold = Outcomes(sent=True)
    for record in keyed(story):
        fold.apply(record)
    task = fold.known[1]
    assert [str(line.text) for line in task.history] == ["hello", "Here."]
    assert [(piece.text, piece.value) for piece in task.pieces] == [("Here.", {"n": 1})]


def test_a_newer_message_takes_the_place_of_a_question_that_does_not_last() -> None:
    story = Story()
    first = story.add("person", UserSaid(text="hello"))
    question = story.decide(ask("Which?", "a", "b", lasts=False), first)
    records = keyed(story)
    second = Record(seq=3, at=records[-1].at, by="person", event=UserSaid(text="other"), key=sent_key(0, "m3"))
    closed = replace(story.records[-1], seq=4, by="engine", event=Closed(question=str(question)))
    fold = Outcomes(sent=True)
    for record in (*records, second, closed):
        fold.apply(record)
    assert (fold.known[1].state, fold.known[3].state) == ("canceled", "submitted")


def test_stopping_a_conversation_cancels_and_a_limit_fails() -> None:
    for code, state in (("user", "canceled"), ("budget_spent", "failed")):
        story = Story()
        seq = story.add("person", UserSaid(text="hello"))
        story.decide(ask("Which?"), seq)
        story.add("person", Stopped(code=code))
        assert states_of(story)[-1][0] == state


@given(st.integers(0, 10**11), st.text(max_size=30), st.sampled_from(["", "abc"]))
def test_a_key_says_what_it_was_made_from(task: int, message_id: str, nonce: str) -> None:
    sent = sent_by(sent_key(task, message_id, nonce))
    assert sent is not None and (sent.task, sent.message_id) == (task, message_id)


def test_other_keys_are_none_of_ours() -> None:
    assert sent_by(None) is None and sent_by("a2a:x") is None and sent_by("m1") is None
