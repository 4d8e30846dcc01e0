"""Questions and held calls over AG-UI: a run ends with interrupts, and another one answers them, once."""

from typing import Any

import pytest

from tests.doors.agui_front import Front
from tests.doors.agui_reading import well_formed

APPROVAL = {"approved": True}


async def held(front: Front, words: str = "reserve Dune") -> Any:
    """The interrupt of a call that is held."""
    told = await front.say(words)
    well_formed(told)
    assert told.types[-3:] == ["STATE_SNAPSHOT", "MESSAGES_SNAPSHOT", "RUN_FINISHED"]
    return told.interrupts[0]


async def test_a_destructive_call_waits_for_a_yes_and_is_made_once(front: Front) -> None:
    asked = await held(front)
    assert (asked["reason"], asked["toolCallId"]) == ("tool_call", "3.c")
    assert asked["message"] == "Reserve a book?\nbook: Dune"
    assert asked["responseSchema"]["required"] == ["approved"]
    assert asked["responseSchema"]["properties"]["editedArgs"]["required"] == ["book"]
    assert front.done == []
    entry = {"interruptId": asked["id"], "status": "resolved", "payload": APPROVAL}
    body = front.body(resume=[entry])
    told = await front.run(body)
    well_formed(told)
    assert told.types.count("TOOL_CALL_START") == 0, "the call began in the run before"
    assert told.of("TOOL_CALL_RESULT")[0]["toolCallId"] == "3.c"
    assert told.text == 'It says {"reserved": "Dune"}.'
    assert told.of("STATE_DELTA")[0]["delta"] == [{"op": "replace", "path": "/questions", "value": []}]
    for again in (body, front.body(resume=[entry])):
        told = await front.run(again)
        assert told.types[-1] == "RUN_FINISHED"
        assert told.of("MESSAGES_SNAPSHOT")[0]["messages"][-1]["content"] == 'It says {"reserved": "Dune"}.'
    assert front.done == ["reserve Dune"]


async def test_arguments_can_be_edited_with_the_yes(front: Front) -> None:
    asked = await held(front)
    told = await front.answer(asked["id"], {**APPROVAL, "editedArgs": {"book": "Emma"}})
    assert told.text == 'It says {"reserved": "Emma"}.'
    assert front.done == ["reserve Emma"]


@pytest.mark.parametrize(("payload", "status"), [({"approved": False}, "resolved"), (None, "cancelled")])
async def test_a_no_makes_no_call(front: Front, payload: Any, status: str) -> None:
    asked = await held(front)
    told = await front.answer(asked["id"], payload, status)
    assert told.events[-1]["outcome"] == {"type": "success"}
    assert told.of("TOOL_CALL_RESULT")[0]["metadata"]["loket"]["code"] == "refused"
    assert front.done == []


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        (None, "wrong_answer"),
        ("yes", "wrong_answer"),
        ({"approved": "true"}, "wrong_answer"),
        ({"approved": 1}, "wrong_answer"),
        ({**APPROVAL, "editedArgs": {"page": 3}}, "wrong_answer"),
        ({**APPROVAL, "editedArgs": "Emma"}, "wrong_answer"),
    ],
)
async def test_what_is_no_plain_yes_or_no_is_refused_and_the_call_goes_on_waiting(
    front: Front, payload: Any, code: str
) -> None:
    asked = await held(front)
    told = await front.answer(asked["id"], payload)
    assert told.types == ["RUN_STARTED", "RUN_ERROR"]
    assert told.events[-1]["code"] == code
    assert front.done == []
    assert (await front.run(front.body())).interrupts == [asked]


async def test_two_calls_are_answered_in_one_run_or_one_by_one(front: Front) -> None:
    told = await front.say("both")
    first, second = (one["id"] for one in told.interrupts)
    told = await front.answer(first, APPROVAL)
    assert [one["id"] for one in told.interrupts] == [second]
    told = await front.answer(second, {"approved": False})
    assert told.interrupts == [] and front.done == ["reserve one"]
    told = await front.answer(first, {"approved": False})
    assert told.events[-1]["code"] == "question_closed"


@pytest.mark.parametrize(
    ("words", "payload", "said"),
    [
        ("choose", "b", "You said b."),
        ("choose", {"choice": "a"}, "You said a."),
        ("either", "a plum", "You said a plum."),
        ("form", {"age": 7}, 'You said {"age": 7}.'),
        ("expert choose", "a", 'It says {"text": "You said a."}.'),
    ],
)
async def test_a_question_is_answered_as_it_asks(front: Front, words: str, payload: Any, said: str) -> None:
    told = await front.say(words)
    [asked] = told.interrupts
    assert asked["reason"] == "input_required" and asked["message"]
    told = await front.answer(asked["id"], payload)
    well_formed(told)
    assert told.events[-1]["outcome"] == {"type": "success"}
    assert said in told.text


@pytest.mark.parametrize(("words", "payload"), [("form", {"age": "x"}), ("form", 7), ("choose", "")])
async def test_an_answer_that_does_not_fit_is_refused(front: Front, words: str, payload: Any) -> None:
    [asked] = (await front.say(words)).interrupts
    told = await front.answer(asked["id"], payload)
    assert (told.types[-1], told.events[-1]["code"]) == ("RUN_ERROR", "wrong_answer")


async def test_a_question_in_words_is_answered_by_the_next_message(front: Front) -> None:
    told = await front.say("ask")
    assert told.text == "What more?" and told.interrupts == []
    [question] = told.of("STATE_DELTA")[0]["delta"][0]["value"]
    assert question["message"] == "What more?"
    assert (await front.say("tea")).text == "You said tea."
    asked = (await front.say("ask")).of("STATE_DELTA")[0]["delta"][0]["value"][0]["id"]
    assert (await front.answer(asked, "milk")).text.endswith("You said milk.")


async def test_who_leaves_a_question_for_good_ends_what_asked_it(front: Front) -> None:
    [asked] = (await front.say("choose")).interrupts
    told = await front.answer(asked["id"], status="cancelled")
    assert told.events[-1]["outcome"] == {"type": "cancelled"}
    assert (await front.say("hello")).text == "You said hello"


async def test_a_front_end_without_interrupts_asks_and_answers_in_words(front: Front) -> None:
    front.query = "?interrupts=0"
    told = await front.say("choose")
    assert told.text == "Which?Which?\n- Apple\n- Pear" and told.interrupts == []
    assert (await front.say("pear")).text == "You said b."
    told = await front.say("reserve Dune")
    assert told.text.endswith("Reserve a book?\nbook: Dune") and told.interrupts == []
    told = await front.say("yes")
    assert front.done == ["reserve Dune"]
    assert told.text == 'It says {"reserved": "Dune"}.'


async def test_an_answer_is_of_this_thread_and_of_its_owner(front: Front) -> None:
    asked = await held(front)
    front.thread = "another"
    told = await front.answer(asked["id"], APPROVAL)
    assert told.events[-1]["code"] == "question_closed"
    assert front.done == []
