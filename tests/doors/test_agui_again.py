"""A run over AG-UI that is sent again, cut in the middle, or looked at later: nothing twice, nothing lost."""

import asyncio
import json
from contextlib import aclosing
from pathlib import Path

import pytest

from loket.core.data import JsonObject
from loket.views.agui_messages import Messages
from tests.doors.agui_front import Front, Told, fronting
from tests.doors.agui_reading import well_formed

TOKENS = {"tokens": {"anna": "a" * 24, "bert": "b" * 24}}


async def log_of(front: Front, conversation: str) -> list[str]:
    """The kinds of the records of a conversation."""
    answer = await front.here.http.get(f"/api/conversations/{conversation}/events?limit=1000")
    return [item["event"]["kind"] for item in answer.json()["items"]]


def conversation_of(told: Told) -> str:
    return str(told.events[0]["metadata"]["loket"]["conversation"])


async def test_the_same_message_is_said_once_and_its_answer_is_given_again(front: Front) -> None:
    body = front.body("look")
    first = await front.run(body)
    kinds = await log_of(front, conversation_of(first))
    again = await front.run(body)
    well_formed(again)
    assert again.types == ["RUN_STARTED", "MESSAGES_SNAPSHOT", "STATE_SNAPSHOT", "RUN_FINISHED"]
    said = [message["content"] for message in again.of("MESSAGES_SNAPSHOT")[0]["messages"]]
    assert said == ["look", "I look.", '{"found": "Dune"}', 'It says {"found": "Dune"}.']
    assert await log_of(front, conversation_of(again)) == kinds
    other = {**body, "runId": "another", "messages": [{**body["messages"][0], "content": "hello"}]}
    assert (await front.run(other)).events[-1]["code"] == "key_reused"


async def test_who_comes_back_in_the_middle_sees_all_of_it(front: Front) -> None:
    body = front.body("halves")
    async with front.streaming(body) as events:
        async for _, event in events:
            if event["type"] == "TEXT_MESSAGE_CONTENT":
                break
    async with front.streaming(body) as events:
        got: list[JsonObject] = []
        async for _, event in events:
            got.append(event)
            if event["type"] == "TEXT_MESSAGE_CONTENT":
                front.gate.set()
    told = Told(got, [])
    well_formed(told)
    assert told.text == "Half a word."
    assert told.types[:3] == ["RUN_STARTED", "MESSAGES_SNAPSHOT", "STATE_SNAPSHOT"]


async def test_a_cut_run_goes_on_after_every_event_without_gap_or_repeat(front: Front) -> None:
    body = front.body("expert look")
    whole = await front.run(body)
    seqs = [seq for seq in whole.ids if seq is not None]
    for seq in seqs[1:]:
        rest = await front.run(body, **{"Last-Event-ID": str(seq)})
        after = whole.events[whole.ids.index(seq) + 1 :]
        assert rest.types[0] == "STATE_SNAPSHOT"
        assert rest.events[1:] == after


async def test_leaving_does_not_stop_the_work(front: Front) -> None:
    body = front.body("slow")
    async with front.streaming(body) as events, aclosing(events):
        async for _, event in events:
            if event["type"] == "TOOL_CALL_END":
                break
    front.gate.set()
    told = await front.run(body)
    messages = Messages()
    for event in told.events:
        messages.take(event)
    said = {message["content"]: None for message in [*told.of("MESSAGES_SNAPSHOT")[0]["messages"], *messages.items]}
    assert list(said)[-1] == 'It says "done".'


async def test_leaving_stops_the_work_of_a_client_that_says_so(front: Front) -> None:
    front.query, body = "?leave=stop", front.body("slow")
    async with front.streaming(body) as events, aclosing(events):
        async for _, event in events:
            if event["type"] == "TOOL_CALL_END":
                break
    front.query = ""
    async with asyncio.timeout(10):
        while (told := await front.run(body)).events[-1].get("outcome") != {"type": "cancelled"}:
            pass
    assert told.of("MESSAGES_SNAPSHOT")[0]["messages"][-1]["content"] == "unknown_outcome"


async def test_a_client_that_holds_everything_is_sent_no_messages(front: Front) -> None:
    await front.say("look")
    [snapshot] = (await front.run(front.body())).of("MESSAGES_SNAPSHOT")
    body = front.body("hello")
    body["messages"] = [*snapshot["messages"], *body["messages"]]
    told = await front.run(body)
    assert told.types[:2] == ["RUN_STARTED", "STATE_SNAPSHOT"]
    assert told.text == "You said hello"


async def test_a_snapshot_leaves_the_client_the_message_that_it_brings(front: Front) -> None:
    await front.say("look")
    body = front.body("hello")
    told = await front.run(body)
    assert told.of("MESSAGES_SNAPSHOT")[0]["messages"][-1] == body["messages"][-1]
    assert told.types.count("TEXT_MESSAGE_START") == 1


async def test_two_front_ends_of_one_thread_run_side_by_side(front: Front) -> None:
    got: list[JsonObject] = []
    async with front.streaming(front.body("slow")) as events:
        async for _, event in events:
            got.append(event)
            if event["type"] == "TOOL_CALL_END":
                told = await front.say("hello")
                assert "You said hello" in told.text and "TOOL_CALL_RESULT" not in told.types
                front.gate.set()
    well_formed(Told(got, []))
    assert Told(got, []).text.endswith('It says "done".')


async def test_a_failure_is_told_again(front: Front) -> None:
    body = front.body("break")
    for _ in range(2):
        told = await front.run(body)
        assert (told.types[-1], told.events[-1]["code"]) == ("RUN_ERROR", "planner_failed")
        assert "secret" not in json.dumps(told.events)


async def test_a_thread_that_was_erased_begins_anew(front: Front) -> None:
    first = conversation_of(await front.say("hello"))
    assert (await front.here.http.delete(f"/api/conversations/{first}")).is_success
    second = await front.say("hello")
    assert conversation_of(second) != first and second.text == "You said hello"


async def test_threads_are_of_their_owner_and_of_their_assistant(tmp_path: Path) -> None:
    async with fronting(tmp_path, **TOKENS) as front:
        anna, bert = ({"Authorization": f"Bearer {letter * 24}"} for letter in "ab")
        mine = await front.run(front.body("hello"), **anna)
        theirs = await front.run(front.body("hello"), **bert)
        assert conversation_of(mine) != conversation_of(theirs)
        stolen = {**front.body("hello"), "threadId": conversation_of(mine)}
        assert conversation_of(await front.run(stolen, **bert)) not in (conversation_of(mine), conversation_of(theirs))
        assert (await front.here.http.post("/agui/clerk", json=front.body("hello"))).status_code == 401


@pytest.mark.parametrize("name", ["clerk.expert", "nobody", "", "clerk/x", "x" * 200])
async def test_only_what_people_can_talk_with_is_offered(front: Front, name: str) -> None:
    answer = await front.here.http.post(f"/agui/{name}", json=front.body("hello"))
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")
