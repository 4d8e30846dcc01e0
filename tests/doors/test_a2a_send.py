"""Sending and getting over JSON-RPC 1.0: a message becomes a task, whose state and results are read from the log."""

import json
from pathlib import Path
from typing import Any

from loket.core.events import UserSaid
from tests.doors.a2a_citizens import agent
from tests.doors.a2a_reading import read, words

MISSING = "echo-that-is-not-there"


async def test_a_message_becomes_a_task_that_can_be_got_again(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        task = await a2a.send("hello", "m1")
        assert task["status"]["state"] == "TASK_STATE_COMPLETED"
        assert [part["text"] for artifact in task["artifacts"] for part in artifact["parts"]] == ["echo hello"]
        assert [line["role"] for line in task["history"]] == ["ROLE_USER", "ROLE_AGENT"]
        assert task["history"][0]["messageId"] == "m1" and task["history"][1]["parts"] == [{"text": "echo hello"}]
        assert "message" not in task["status"] and [one["name"] for one in task["artifacts"]] == ["answer"]
        got = await a2a.call("GetTask", {"id": task["id"]})
        assert got["result"] == task
    async with agent(tmp_path) as again:
        assert (await again.call("GetTask", {"id": task["id"]}))["result"] == task


async def test_the_history_has_the_last_messages_as_many_as_are_wanted_or_all_there_are(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        asked = await a2a.send("ask", "m1")
        await a2a.send("blue", "m2", taskId=asked["id"])
        lines = ["ask", "What more?", "blue", "answered blue"]
        for length in range(8):
            got = (await a2a.call("GetTask", {"id": asked["id"], "historyLength": length}))["result"]
            there = [line["parts"][0]["text"] for line in got.get("history", [])]
            assert there == lines[max(0, 4 - length) :], length


BEGIN, END = "<<<BEGIN_QUOTED_AGENT_CONTENT>>>", "<<<END_QUOTED_AGENT_CONTENT>>>"
RELAYED = (
    f"For context: below is a transcript of what another agent did, quoted between {BEGIN} and {END}.",
    f"[front] called tool `transfer_to_agent` with parameters:\n{BEGIN}\n{{'agent_name': 'echo'}}\n{END}",
    f"[front] `transfer_to_agent` tool returned result:\n{BEGIN}\n{{'result': 'delete'}}\n{END}",
)


async def test_what_is_quoted_of_other_agents_is_nobodys_wish(tmp_path: Path) -> None:
    """ADK relays what its other agents did in parts beside the person's; a word in them may be a command of ours."""
    async with agent(tmp_path) as a2a:

        async def echoed(*texts: str) -> str:
            message = {"messageId": texts[0][:20], "role": "ROLE_USER", "parts": [{"text": text} for text in texts]}
            task = (await a2a.call("SendMessage", {"message": message}))["result"]["task"]
            return task["artifacts"][0]["parts"][0]["text"]

        assert await echoed("hello", *RELAYED) == "echo hello"
        assert await echoed(*RELAYED, "hello", "again") == "echo hello\n\nagain"
        assert (await echoed(RELAYED[1])).startswith("echo [front]"), "nothing else was said"


async def test_what_the_planner_decides_is_the_state_of_the_task(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        for text, state, words in (
            ("ask", "INPUT_REQUIRED", "What more?"),
            ("fail", "FAILED", "It can't be done."),
            ("reject", "REJECTED", "Not mine."),
            ("choose", "INPUT_REQUIRED", "Which?\n- Apple\n- Pear"),
            ("form", "INPUT_REQUIRED", "How old?\n- age"),
            ("delete", "AUTH_REQUIRED", "A person must agree before this goes on: Delete a file."),
        ):
            status = (await a2a.send(text, f"m-{text}"))["status"]
            assert status["state"] == f"TASK_STATE_{state}"
            assert status["message"]["parts"][0]["text"] == words
            assert status["message"]["role"] == "ROLE_AGENT"


async def test_what_broke_is_told_without_what_it_said(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        task = await a2a.send("break", "m1")
        assert task["status"]["state"] == "TASK_STATE_FAILED"
        assert "secret" not in str(task)


async def test_values_and_data_go_through_unchanged(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        task = await a2a.send("value", "m1")
        [answer] = task["artifacts"]
        assert answer["parts"][0] == {"text": "Here."} == task["history"][-1]["parts"][0]
        assert answer["parts"][1]["data"] == {"n": 5, "big": 2**40, "x": 1.5} and len(answer["parts"]) == 2
        got = (await a2a.call("GetTask", {"id": task["id"]}))["result"]
        events = await read(a2a, "SendStreamingMessage", words("value", "m3"))
        for said in (task, got, events[1].result["artifactUpdate"]):
            assert '"n": 5' in json.dumps(said) and '"n": 5.0' not in json.dumps(said)
        parts = [{"text": "see"}, {"data": {"a": [1, 2.5, None]}}, {"raw": "aGk=", "filename": "hi.txt"}]
        message = {"messageId": "m2", "role": "ROLE_USER", "parts": parts}
        task = (await a2a.call("SendMessage", {"message": message}))["result"]["task"]
        assert task["artifacts"][0]["parts"] == [{"text": "echo see with hi.txt data.json"}]
        kept = task["history"][0]["parts"]
        assert kept[0] == {"text": "see"} and kept[1]["raw"] == "aGk="
        assert kept[2]["data"] == {"a": [1, 2.5, None]}
        long = {"letters": "x" * 5000}
        message = {"messageId": "m4", "role": "ROLE_USER", "parts": [{"text": "see"}, {"data": long}]}
        task = (await a2a.call("SendMessage", {"message": message}))["result"]["task"]
        assert task["history"][0]["parts"][1]["data"] == long
        odd = {"raw": "eA==", "filename": "data.json", "mediaType": "application/json"}
        message = {"messageId": "m6", "role": "ROLE_USER", "parts": [{"text": "see"}, odd]}
        task = (await a2a.call("SendMessage", {"message": message}))["result"]["task"]
        assert task["history"][0]["parts"][1] == {**odd, "mediaType": "text/plain"}, "it is what is in it"
        message = {"messageId": "m5", "role": "ROLE_USER", "parts": [{"data": {"a": 1}}, {"raw": "aGk="}]}
        task = (await a2a.call("SendMessage", {"message": message}))["result"]["task"]
        assert task["artifacts"][0]["parts"][0]["data"] == {"text": "", "data": {"a": 1}, "files": ["file"]}


async def test_the_same_message_is_the_same_task_and_another_body_is_refused(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        task = await a2a.send("hello", "m1")
        assert await a2a.send("hello", "m1") == task
        assert (await a2a.send("other", "m1"))["code"] == -32602
        assert (await a2a.send("hello", "m1", contextId="elsewhere"))["code"] == -32602
        named = await a2a.send("hello", "m2", contextId="trip")
        assert named["contextId"] == "trip"
        assert (await a2a.send("hello", "m2", contextId="trip"))["id"] == named["id"]
        assert (await a2a.send("hello", "m2", contextId="other"))["code"] == -32602
        assert (await a2a.send("hello", "m2"))["code"] == -32602
    async with agent(tmp_path) as again:
        assert await again.send("hello", "m1") == task
        assert (await again.send("hello", "m2", contextId="trip"))["id"] == named["id"]


async def test_a_context_is_a_conversation_with_several_tasks(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        first = await a2a.send("hello", "m1")
        second = await a2a.send("again", "m2", contextId=first["contextId"])
        assert second["contextId"] == first["contextId"] and second["id"] != first["id"]
        other = await a2a.send("hello", "m3", contextId="by another name")
        third = await a2a.send("again", "m4", contextId="by another name")
        assert other["contextId"] == third["contextId"] == "by another name"
        assert other["id"].split("-")[0] == third["id"].split("-")[0]


async def test_what_was_answered_sleeps_at_once_and_wakes_for_whoever_goes_on_with_it(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        opened = a2a.host.runs.open
        first = await a2a.send("hello", "m1")
        assert not opened, "most that agents begin are never gone on with"
        assert await a2a.send("hello", "m1") == first == (await a2a.call("GetTask", {"id": first["id"]}))["result"]
        await a2a.send("again", "m2", contextId=first["contextId"])
        assert list(opened) == [first["contextId"]], "a talk stays open"
        asked = await a2a.send("ask", "m3")
        assert asked["contextId"] in opened, "an answer will come"


async def test_an_answer_goes_on_with_its_task(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        for asked, parts, echoed in (
            ("ask", [{"text": "blue"}], "answered blue"),
            ("choose", [{"text": "pear"}], "answered b"),
            ("choose", [{"data": {"choice": "a"}}], "answered a"),
            ("form", [{"data": {"age": 9}}], "answered {'age': 9}"),
        ):
            id = f"{asked}-{echoed}"
            task = await a2a.send(asked, id)
            message: Any = {"messageId": f"{id}-2", "role": "ROLE_USER", "parts": parts, "taskId": task["id"]}
            after = (await a2a.call("SendMessage", {"message": message}))["result"]["task"]
            assert after["id"] == task["id"] and after["status"]["state"] == "TASK_STATE_COMPLETED"
            assert after["artifacts"][0]["parts"] == [{"text": echoed}]
            assert [line["role"] for line in after["history"]] == ["ROLE_USER", "ROLE_AGENT"] * 2
            again = (await a2a.call("SendMessage", {"message": message}))["result"]["task"]
            assert again == after
            message["messageId"] += "-late"
            late = await a2a.call("SendMessage", {"message": message})
            assert late["error"]["code"] == -32004


async def test_words_in_a_context_answer_the_one_thing_that_was_asked_in_it(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        task = await a2a.send("ask", "m1")
        after = await a2a.send("blue", "m2", contextId=task["contextId"])
        assert after["id"] == task["id"] and after["status"]["state"] == "TASK_STATE_COMPLETED"
        assert await a2a.send("blue", "m2", contextId=task["contextId"]) == after


async def test_somebody_elses_task_is_not_there(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        task = await a2a.send("ask", "m1", owner="ann")
        for method in ("GetTask", "CancelTask", "SubscribeToTask"):
            for id, owner in ((task["id"], "bob"), (task["id"], ""), (MISSING, "ann"), (task["id"] + "0", "ann")):
                assert (await a2a.call(method, {"id": id}, owner=owner))["error"]["code"] == -32001
        assert (await a2a.send("x", "m2", owner="bob", taskId=task["id"]))["code"] == -32001
        theirs = await a2a.send("x", "m3", owner="bob", contextId=task["contextId"])
        assert theirs["id"].split("-")[0] != task["id"].split("-")[0]
        assert (await a2a.send("ask", "m1", owner="bob"))["id"] != task["id"]
        assert (await a2a.call("GetTask", {"id": task["id"]}, owner="ann"))["result"]["id"] == task["id"]


async def test_a_cancelled_task_ends_and_can_not_be_cancelled_twice(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        for text, id in (("ask", "m1"), ("slow", "m2"), ("wait", "m3"), ("delete", "m4")):
            task = await a2a.send(text, id, configuration={"returnImmediately": True})
            done = (await a2a.call("CancelTask", {"id": task["id"]}))["result"]
            assert done["status"]["state"] == "TASK_STATE_CANCELED"
            assert (await a2a.call("CancelTask", {"id": task["id"]}))["error"]["code"] == -32002
            assert (await a2a.send("more", f"{id}-2", taskId=task["id"]))["code"] == -32004
        assert a2a.tools.done == []


async def test_cancelling_a_task_that_asks_leaves_the_others_of_its_context(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        parked = await a2a.send("choose", "m5", contextId="both")
        other = await a2a.send("ask", "m6", contextId="both")
        assert (await a2a.call("CancelTask", {"id": parked["id"]}))["result"]["status"]["state"].endswith("CANCELED")
        left = (await a2a.call("GetTask", {"id": other["id"]}))["result"]["status"]["state"]
        assert left == "TASK_STATE_INPUT_REQUIRED"


async def test_a_conversation_that_a_person_began_goes_on_with_an_agent_and_back(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        conversation = await a2a.host.start("local", "echo")
        seq = await a2a.host.tell(conversation, UserSaid(text="hello"), owner="local")
        await a2a.host.settled(conversation, seq)
        task = await a2a.send("ask", "m1", contextId=conversation)
        assert task["contextId"] == conversation and task["status"]["state"] == "TASK_STATE_INPUT_REQUIRED"
        seq = await a2a.host.tell(conversation, UserSaid(text="blue"), owner="local")
        await a2a.host.settled(conversation, seq)
        done = (await a2a.call("GetTask", {"id": task["id"]}))["result"]
        assert done["artifacts"][0]["parts"] == [{"text": "answered blue"}]
        assert [line["parts"][0]["text"] for line in done["history"]] == ["ask", "What more?", "blue", "answered blue"]
        listed = (await a2a.call("ListTasks", {"contextId": conversation}))["result"]
        assert [one["id"] for one in listed["tasks"]] == [task["id"]]
