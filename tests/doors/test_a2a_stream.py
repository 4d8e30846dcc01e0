"""Streams of the A2A door: everything in order, ids that continue after a break or a restart, words in the making."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path

from loket.core.events import Answered
from loket.doors.a2a.cards import RESUME
from loket.doors.a2a.following import TaskNews
from loket.house.sse import beating
from tests.doors.a2a_citizens import agent
from tests.doors.a2a_reading import read, reading, words
from tests.servers import free_port


async def test_a_stream_begins_with_the_task_and_ends_with_its_state(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        events = await read(a2a, "SendStreamingMessage", words("hello", "m1"))
        assert [event.kind for event in events] == ["task SUBMITTED", "artifactUpdate", "statusUpdate COMPLETED"]
        assert [event.id for event in events] == [2, 3, 3]
        assert events[1].result["artifactUpdate"]["lastChunk"] is True
        events = await read(a2a, "SendStreamingMessage", words("ask", "m2"))
        assert [event.kind for event in events] == ["task SUBMITTED", "statusUpdate INPUT_REQUIRED"]


async def test_a_stream_of_0_3_says_that_it_ends_with_a_question_or_with_a_wait_for_a_person(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        for id, text, state in (("m1", "ask", "input-required"), ("m2", "delete", "auth-required")):
            message = {"kind": "message", "messageId": id, "role": "user", "parts": [{"kind": "text", "text": text}]}
            events = await read(a2a, "message/stream", {"message": message}, version="")
            updates = [event.result for event in events if event.result["kind"] == "status-update"]
            assert [update["final"] for update in updates] == [*[False] * (len(updates) - 1), True], updates
            assert events[-1].result["status"]["state"] == state and events[-1].result is updates[-1]


async def test_who_reads_words_alone_sees_what_can_be_answered_and_nothing_that_a_planner_keeps(tmp_path: Path) -> None:
    asked = {"choose": "Which?\n- Apple\n- Pear", "keep": "Which?\n- Apple: red", "form": "How old?\n- age"}
    async with agent(tmp_path) as a2a:
        for text, whole in asked.items():
            task = await a2a.send(text, f"m-{text}")
            parts = task["status"]["message"]["parts"]
            assert parts[0]["text"] == whole and set(parts[1]["data"]) <= {"choices", "form"}
            got = await a2a.call("GetTask", {"id": task["id"]})
            stream = [event.body for event in await read(a2a, "SendStreamingMessage", words(text, f"s-{text}"))]
            assert "kept by a planner" not in f"{task} {got} {stream}"


async def test_what_is_said_on_the_way_stands_beside_the_state_and_never_in_the_history(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        events = await read(a2a, "SendStreamingMessage", words("tell", "m1"))
        said = [
            event.result["statusUpdate"]["status"].get("message") for event in events if "statusUpdate" in event.kind
        ]
        assert [message["parts"] for message in said if message] == [[{"text": "I am looking."}]]
        task = (await a2a.call("GetTask", {"id": events[0].result["task"]["id"]}))["result"]
        assert [line["parts"][0]["text"] for line in task["history"]] == ["tell", "tool {'found': {}}"]
        asked = await a2a.send("ask", "m2")
        answered = await a2a.send("more", "m3", taskId=asked["id"])
        lines = [line["parts"][0]["text"] for line in answered["history"]]
        assert lines == ["ask", "What more?", "more", "answered more"], "a question belongs to what was said"


async def test_who_takes_json_alone_is_told_no_words_on_the_way(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        for modes, told in ((["application/json"], 0), (["text/plain", "application/json"], 1), (["*/*"], 1)):
            for text, count in (("tell", told), ("ask", 1)):  # a question is asked in any case
                asked = words(text, f"m-{text}-{modes[0]}-{told}")
                events = await read(
                    a2a, "SendStreamingMessage", {**asked, "configuration": {"acceptedOutputModes": modes}}
                )
                said = [e for e in events if "message" in e.result.get("statusUpdate", {}).get("status", {})]
                assert len(said) == count, (modes, text)


async def test_events_of_0_3_have_ids_for_those_who_know_what_they_are_for(tmp_path: Path) -> None:
    message = {"kind": "message", "messageId": "m", "role": "user", "parts": [{"kind": "text", "text": "ask"}]}
    async with agent(tmp_path) as a2a:
        events = await read(a2a, "message/stream", {"message": message}, version="")
        assert [event.id for event in events] == [None, None]
        known = {"X-A2A-Extensions": RESUME}
        events = await read(a2a, "message/stream", {"message": {**message, "messageId": "n"}}, "", **known)
        first, last = [event.id for event in events]
        assert first is not None and last is not None
        task, since = {"id": events[0].result["id"]}, {"Last-Event-ID": str(first)}
        async with reading(a2a, "tasks/resubscribe", task, version="", **since) as again:
            assert [(await anext(again)).id for _ in events] == [first, last]


async def test_words_in_the_making_are_pieces_of_one_result(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        events = await read(a2a, "SendStreamingMessage", words("draft", "m1"))
        pieces = [event.result["artifactUpdate"] for event in events if event.kind == "artifactUpdate"]
        assert "".join(piece["artifact"]["parts"][0]["text"] for piece in pieces) == "one two three"
        assert len(pieces) > 1 and len({piece["artifact"]["artifactId"] for piece in pieces}) == 1
        assert [piece.get("append", False) for piece in pieces] == [False, *[True] * (len(pieces) - 1)]
        assert [piece.get("lastChunk", False) for piece in pieces] == [*[False] * (len(pieces) - 1), True]
        task = events[0].result["task"]["id"]
        got = (await a2a.call("GetTask", {"id": task}))["result"]["artifacts"]
        assert [part for artifact in got for part in artifact["parts"]] == [{"text": "one two three"}]
        assert got[0]["artifactId"] == pieces[0]["artifact"]["artifactId"]


async def test_a_task_goes_on_when_its_follower_leaves_and_another_hears_the_rest(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        async with reading(a2a, "SendStreamingMessage", words("slow", "m1")) as events:
            task = (await anext(events)).result["task"]["id"]
            assert (await anext(events)).kind == "statusUpdate WORKING"
        async with reading(a2a, "SubscribeToTask", {"id": task}) as events:
            assert (await anext(events)).kind == "task WORKING"
            a2a.tools.gate.set()
            assert [event.kind async for event in events] == ["artifactUpdate", "statusUpdate COMPLETED"]
        assert a2a.tools.done == ["slow"]
        gone = await a2a.call("SubscribeToTask", {"id": task})
        assert gone["error"]["code"] == -32004


async def test_a_follower_stays_while_something_is_asked(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        task = (await a2a.send("ask", "m1"))["id"]
        async with reading(a2a, "SubscribeToTask", {"id": task}) as events:
            assert (await anext(events)).kind == "task INPUT_REQUIRED"
            await a2a.send("blue", "m2", taskId=task)
            kinds = [event.kind async for event in events]
            assert kinds == ["statusUpdate WORKING", "artifactUpdate", "statusUpdate COMPLETED"]


async def test_what_a_person_answers_on_a_screen_goes_on_with_the_task(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        task = (await a2a.send("delete", "m1"))["id"]
        conversation = task.partition("-")[0]
        async with reading(a2a, "SubscribeToTask", {"id": task}) as events:
            assert (await anext(events)).kind == "task AUTH_REQUIRED"
            looked = (await a2a.host.look(conversation)).state()
            question = next(item["id"] for item in looked["questions"]["state"]["items"])
            await a2a.host.tell(conversation, Answered(to=question, approve=True))
            assert [event.kind async for event in events][-1] == "statusUpdate COMPLETED"
        assert a2a.tools.done == ["delete"]


async def test_a_task_waits_until_each_of_two_held_calls_is_answered(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        task = (await a2a.send("twice", "m1"))["id"]
        conversation = task.partition("-")[0]
        looked = (await a2a.host.look(conversation)).state()
        first, second = [item["id"] for item in looked["questions"]["state"]["items"]]
        await a2a.host.settled(conversation, await a2a.host.tell(conversation, Answered(to=first, approve=True)))
        async with reading(a2a, "SubscribeToTask", {"id": task}) as events:
            assert (await anext(events)).kind == "task AUTH_REQUIRED"
            assert a2a.tools.done == ["delete"]
            await a2a.host.tell(conversation, Answered(to=second, refuse=True))
            assert [event.kind async for event in events][-1] == "statusUpdate COMPLETED"
        assert a2a.tools.done == ["delete"]


async def test_a_stream_goes_on_after_a_restart_without_gap_or_repeat(tmp_path: Path) -> None:
    port = free_port()
    async with agent(tmp_path, port=port) as a2a, reading(a2a, "SendStreamingMessage", words("slow", "m1")) as events:
        first, second = await anext(events), await anext(events)
        task, seen = first.result["task"]["id"], second.id
        assert second.kind == "statusUpdate WORKING" and seen is not None
    async with agent(tmp_path, port=port) as again:
        async with reading(again, "SubscribeToTask", {"id": task}, **{"Last-Event-ID": str(seen)}) as events:
            assert (await anext(events)).kind == "task WORKING"
            again.tools.gate.set()
            rest = [event async for event in events]
        assert [event.kind for event in rest] == ["artifactUpdate", "statusUpdate COMPLETED"]
        assert all(event.id is not None and event.id > seen for event in rest)
        replay = await read(again, "SubscribeToTask", {"id": task}, **{"Last-Event-ID": "2"})
        kinds = ["task SUBMITTED", "statusUpdate WORKING", "artifactUpdate", "statusUpdate COMPLETED"]
        assert [event.kind for event in replay] == kinds
        wrong = await again.http.post(
            again.url,
            json={"jsonrpc": "2.0", "id": 1, "method": "SubscribeToTask", "params": {"id": task}},
            headers={"A2A-Version": "1.0", "Last-Event-ID": "x"},
        )
        assert wrong.json()["error"]["code"] == -32602


async def test_whoever_stands_between_hears_that_a_quiet_stream_lives() -> None:
    closed: list[bool] = []

    async def quiet() -> AsyncGenerator[TaskNews, None]:
        try:
            yield TaskNews(1, {"message": {}})
            await asyncio.Event().wait()
        finally:
            closed.append(True)

    async with aclosing(beating(quiet(), 0.01)) as news:
        told = [await anext(news) for _ in range(3)]
    assert told[0] is not None and told[1:] == [None, None] and closed == [True]


async def test_no_owner_may_hold_all_streams(tmp_path: Path) -> None:
    async with agent(tmp_path, streams=1) as a2a:
        async with reading(a2a, "SendStreamingMessage", words("wait", "m1")) as events:
            await anext(events)
            refused = await a2a.call("SendStreamingMessage", words("hello", "m2"))
            assert refused["error"]["code"] == -32603 and "1 streams open" in refused["error"]["message"]
            other = await read(a2a, "SendStreamingMessage", words("hello", "m2"), Authorization="Bearer ann")
            assert other[-1].kind == "statusUpdate COMPLETED"
        for _ in range(500):  # the server hears that we left when it hears it
            if "error" not in (await a2a.http.post(a2a.url, json=BODY, headers={"A2A-Version": "1.0"})).text:
                return
        raise AssertionError("the stream that was left is still counted")


BODY = {"jsonrpc": "2.0", "id": 1, "method": "SendStreamingMessage", "params": words("hello", "m3")}


async def test_a_door_without_streams_says_so(tmp_path: Path) -> None:
    async with agent(tmp_path, streaming=False, push=False) as a2a:
        task = (await a2a.send("ask", "m1"))["id"]
        assert (await a2a.call("SendStreamingMessage", words("hello", "m2")))["error"]["code"] == -32004
        assert (await a2a.call("SubscribeToTask", {"id": task}))["error"]["code"] == -32004
        hook = {"taskId": task, "url": "https://example.com/"}
        assert (await a2a.call("CreateTaskPushNotificationConfig", hook))["error"]["code"] == -32003
        wish = {**words("hello", "m2"), "configuration": {"taskPushNotificationConfig": hook}}
        assert (await a2a.call("SendMessage", wish))["error"]["code"] == -32003
        assert (await a2a.call("GetExtendedAgentCard", {}))["error"]["code"] == -32004
