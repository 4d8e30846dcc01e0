"""Runs over AG-UI: words, calls, specialists, pages and errors, as events of the protocol and in its order."""

import asyncio
import json
from pathlib import Path

import pytest
from ag_ui.core import RunAgentInput

from loket.core.data import JsonObject
from tests.doors.agui_citizens import LONG
from tests.doors.agui_front import Front, Told
from tests.doors.agui_reading import well_formed

SNAPSHOT = Path(__file__).parent / "agui_frames.jsonl"
TALK = ("hello", "look", "fail", "expert look", "expert choose", "give", "page", "map", "expert break", "both", "break")


def plain(told: Told) -> list[str]:
    """The frames without the name that a conversation has by chance of its owner."""
    conversation = told.events[0]["metadata"]["loket"]["conversation"]
    lines = [json.dumps([seq, event], ensure_ascii=False) for seq, event in zip(told.ids, told.events, strict=True)]
    return [line.replace(conversation, "CONVERSATION") for line in lines]


async def test_a_talk_is_told_in_these_frames(front: Front) -> None:
    lines: list[str] = []
    front.thread = "t"
    for words in TALK:
        told = await front.say(words)
        well_formed(told)
        lines += plain(told)
    if not SNAPSHOT.exists():
        SNAPSHOT.write_text("\n".join(lines) + "\n")
        pytest.fail(f"{SNAPSHOT.name} was not there and is written: look at it, and run again")
    assert lines == SNAPSHOT.read_text().splitlines()


async def test_words_stream_while_they_are_made(front: Front) -> None:
    async with front.streaming(front.body("halves")) as events:
        seen: list[str] = []
        async for _, event in events:
            seen.append(event["type"])
            if event["type"] == "TEXT_MESSAGE_CONTENT" and not front.gate.is_set():
                assert event["delta"] == "Half "
                front.gate.set()
        assert seen[-4:] == ["TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END", "RUN_FINISHED"]


@pytest.mark.parametrize("words", ["think", "expert think"])
async def test_what_is_thought_aloud_is_reasoning_before_the_words(front: Front, words: str) -> None:
    told = await front.say(words)
    well_formed(told)
    about = [
        event for event in told.events if event["type"].startswith(("REASONING_M", "TEXT_")) and "role" not in event
    ]
    thoughts = [event for event in about if event["messageId"].endswith((".thinking", ".thinking.2"))]
    assert [event.get("delta", "") for event in thoughts] == ["Let me ", "see.", "", "Or not?", ""]
    kinds = [event["type"].removeprefix("REASONING_") for event in about]
    assert kinds.index("MESSAGE_END") < kinds.index("TEXT_MESSAGE_CONTENT")
    assert ("subagentRunId" in thoughts[0]) == (words != "think")
    again = await front.say("hello")
    assert not any("thinking" in str(event) for event in again.events), "kept nowhere"
    front.query = "?compat=0"
    well_formed(await front.say(words))


async def test_words_that_came_out_otherwise_are_told_anew(front: Front) -> None:
    async with front.streaming(front.body("other")) as events:
        got: list[JsonObject] = []
        async for _, event in events:
            got.append(event)
            if event["type"] == "TEXT_MESSAGE_CONTENT":
                front.gate.set()
        told = Told(got, [])
        well_formed(told)
        assert told.text == "Half a word."
        assert told.of("MESSAGES_SNAPSHOT")[-1]["messages"][-1]["content"] == "Another word."


async def test_a_result_that_was_put_aside_comes_whole(front: Front) -> None:
    [result] = (await front.say("long")).of("TOOL_CALL_RESULT")
    assert result["content"] == LONG


async def test_what_is_done_on_a_page_is_an_activity_that_changes(front: Front) -> None:
    await front.say("page")
    action = {"name": "count", "surfaceId": "form", "sourceComponentId": "root", "context": {"count": 3}}
    body = front.body(forwardedProps={"a2uiAction": {"userAction": action}})
    told = await front.run(body)
    well_formed(told)
    [opened], [changed] = told.of("ACTIVITY_SNAPSHOT"), told.of("ACTIVITY_DELTA")
    assert opened["messageId"] == changed["messageId"] == "surface-form"
    assert [list(one)[-1] for one in opened["content"]["a2ui_operations"]] == [
        "createSurface",
        "updateComponents",
        "updateDataModel",
    ]
    assert changed["patch"][0]["value"]["updateDataModel"] == {"surfaceId": "form", "path": "/count", "value": 3}
    assert told.of("STATE_DELTA")[0]["delta"] == [{"op": "replace", "path": "/surfaces/form/count", "value": 3}]
    assert told.text == "Counted."
    again = await front.run(body)
    assert "Counted." not in again.text, "pressed once"


async def test_an_old_client_is_told_nothing_that_ends_its_run(front: Front) -> None:
    front.query = "?compat=0"
    told = await front.say("expert look")
    assert not [type for type in told.types if type.startswith("SUBAGENT")]
    assert not any("subagentRunId" in event for event in told.events)
    assert [event["toolCallName"] for event in told.of("TOOL_CALL_START")] == ["clerk.expert", "look"]
    assert len(told.of("TOOL_CALL_RESULT")) == 2
    assert told.text.count("It says") == 2, "what the specialist said is in its result, told by the assistant"
    front.query = ""
    undeclared = front.body("expert look")
    del undeclared["protocolVersion"]
    assert "SUBAGENT_STARTED" not in (await front.run(undeclared)).types
    front.query = "?compat=1"
    undeclared = front.body("expert look")
    del undeclared["protocolVersion"]
    assert "SUBAGENT_STARTED" in (await front.run(undeclared)).types


async def test_a_stop_is_told_as_what_it_is(front: Front) -> None:
    async with front.streaming(front.body("slow")) as events:
        seen: list[JsonObject] = []
        async for _, event in events:
            seen.append(event)
            if event["type"] == "TOOL_CALL_END":
                conversation = seen[0]["metadata"]["loket"]["conversation"]
                stop = {"kind": "stopped"}
                assert (await front.here.http.post(f"/api/conversations/{conversation}/events", json=stop)).is_success
        assert seen[-1]["outcome"] == {"type": "cancelled"}
        well_formed(Told(seen, []))


async def test_words_that_were_read_stay_when_a_person_stops(front: Front) -> None:
    body = front.body("halves")
    async with front.streaming(body) as events:
        seen: list[JsonObject] = []
        async for _, event in events:
            seen.append(event)
            if event["type"] == "TEXT_MESSAGE_CONTENT":
                conversation = seen[0]["metadata"]["loket"]["conversation"]
                stop = {"kind": "stopped"}
                assert (await front.here.http.post(f"/api/conversations/{conversation}/events", json=stop)).is_success
    well_formed(Told(seen, []))
    assert [event["type"] for event in seen[-3:]] == ["TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END", "RUN_FINISHED"]
    assert seen[-2]["metadata"] == {"loket": {"interrupted": True}}
    again = await front.run(body)
    assert again.of("MESSAGES_SNAPSHOT")[0]["messages"][-1]["content"] == "Half "
    assert again.events[-1]["outcome"] == {"type": "cancelled"}


async def test_the_two_sides_of_a_conversation_meet(front: Front) -> None:
    told = await front.say("hello")
    conversation = told.events[0]["metadata"]["loket"]["conversation"]
    said = {"kind": "user_said", "text": "from the page"}
    answer = await front.here.http.post(f"/api/conversations/{conversation}/events", json=said)
    await front.here.engine.settled(conversation, answer.json()["seq"])
    [snapshot] = (await front.run(front.body())).of("MESSAGES_SNAPSHOT")
    assert [message["content"] for message in snapshot["messages"]] == [
        "hello",
        "You said hello",
        "from the page",
        "You said from the page",
    ]
    front.thread = conversation
    assert (await front.say("again")).events[0]["metadata"]["loket"]["conversation"] == conversation


async def test_the_official_input_is_understood_as_its_library_writes_it(front: Front) -> None:
    body = RunAgentInput.model_validate(front.body("hello", resume=[], parentRunId="p"))
    told = await front.run(json.loads(body.model_dump_json(by_alias=True)))
    assert told.text == "You said hello"
    await asyncio.sleep(0)
