"""Whatever comes to the A2A address: which dialect it is, what is wrong with it, and that every answer is readable."""

import json
from pathlib import Path
from typing import Any

from a2a.utils.errors import A2AError
from hypothesis import given
from hypothesis import strategies as st

from loket.doors.a2a.callers import speaks
from loket.doors.a2a.envelope import Envelope, Malformed, envelope_of
from loket.doors.a2a.v01 import message_from, part_01, part_from
from tests.doors.a2a_citizens import agent
from tests.doors.a2a_reading import read, words

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=10,
)
PART = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["text", "file", "data", "other", 5]),
        "kind": st.sampled_from(["text", "data"]),
        "text": JSON,
        "data": JSON,
        "file": JSON | st.fixed_dictionaries({}, optional={"bytes": JSON, "uri": JSON, "name": JSON, "mimeType": JSON}),
    },
)


WRONG: list[tuple[bytes, int, Any]] = [
    (b"{", -32700, None),
    (b"\xff", -32700, None),
    (b"[]", -32600, None),
    (b'"x"', -32600, None),
    (b'{"jsonrpc": "2.0", "id": true, "method": "GetTask"}', -32600, None),
    (b'{"jsonrpc": "2.0", "id": {}, "method": "GetTask"}', -32600, None),
    (b'{"jsonrpc": "1.0", "id": 7, "method": "GetTask"}', -32600, 7),
    (b'{"jsonrpc": "2.0", "id": 7}', -32600, 7),
    (b'{"jsonrpc": "2.0", "id": "a", "method": "tasks/nothing"}', -32601, "a"),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "GetTask", "params": []}', -32602, 1),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "GetTask", "params": {"id": 5}}', -32602, 1),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "GetTask", "params": {}}', -32602, 1),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "message/send", "params": {}}', -32602, 1),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "message/send", "params": 5}', -32602, 1),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "tasks/send", "params": {"id": ""}}', -32602, 1),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "tasks/send", "params": {"id": "x", "message": 1}}', -32602, 1),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "tasks/pushNotification/set", "params": {}}', -32003, 1),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "ListTasks", "params": {"pageSize": 101}}', -32602, 1),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "ListTasks", "params": {"pageToken": "x"}}', -32602, 1),
]


async def test_what_can_not_be_done_has_its_code(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        for body, code, id in WRONG:
            version = {} if b"/" in body else {"A2A-Version": "1.0"}
            answer = await a2a.http.post(a2a.url, content=body, headers={"Content-Type": "application/json", **version})
            said = answer.json()
            assert (said["error"]["code"], said["id"], said["jsonrpc"]) == (code, id, "2.0"), body
            assert said["error"]["message"]


VERSIONS = [
    ("1.0", "GetTask", -32001),
    ("1.0.1", "GetTask", -32001),
    ("1.1", "GetTask", -32009),
    ("2.0", "GetTask", -32009),
    ("0.9", "GetTask", -32009),
    ("0.3", "GetTask", -32009),
    ("", "GetTask", -32009),
    ("one", "GetTask", -32009),
    ("0.3", "tasks/get", -32001),
    ("0.3.0", "tasks/get", -32001),
    ("", "tasks/get", -32001),
    ("1.0", "tasks/get", -32009),
]


async def test_a_version_is_the_one_of_its_method_or_refused(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        for version, method, code in VERSIONS:
            said = await a2a.call(method, {"id": "nothing"}, version=version or None)
            assert said["error"]["code"] == code, (version, method)
            body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"id": "nothing"}}
            answer = await a2a.http.post(f"{a2a.url}?A2A-Version={version}", json=body)
            assert answer.json()["error"]["code"] == code, (version, method)


async def test_a_lenient_door_takes_the_name_of_the_method_for_the_version(tmp_path: Path) -> None:
    async with agent(tmp_path, strict=False) as a2a:
        assert (await a2a.call("GetTask", {"id": "nothing"}, version=None))["error"]["code"] == -32001
        assert (await a2a.call("tasks/get", {"id": "nothing"}, version="1.0"))["error"]["code"] == -32001


async def test_plain_http_has_the_same_refusals_with_a_status(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        for version, status in (("1.0", 404), ("1.1", 400), ("", 400)):
            headers = {"A2A-Version": version} if version else {}
            answer = await a2a.http.get(f"{a2a.url}/rest/tasks/nothing", headers=headers)
            assert answer.status_code == status and answer.json()["error"]["message"]
        answer = await a2a.http.post(
            f"{a2a.url}/rest/message:send", content=b"{}", headers={"Content-Type": "text/plain"}
        )
        assert answer.status_code == 415 and answer.json()["error"]["code"] == 415
        assert (await a2a.http.get(f"{a2a.url}/rest/v1/tasks/nothing")).status_code == 404


async def test_plain_http_streams_with_ids_that_a_caller_can_go_on_after(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        named = {"A2A-Version": "1.0", "Content-Type": "application/a2a+json"}
        body = json.dumps(words("ask", "m1"))
        answer = await a2a.http.post(f"{a2a.url}/rest/message:stream", content=body, headers=named)
        events = [line.partition(": ")[2] for line in answer.text.splitlines() if line]
        assert events[::2] == ["2", "3"] and "INPUT_REQUIRED" in events[-1]
        task = json.loads(events[1])["task"]["id"]
        await a2a.call("CancelTask", {"id": task})
        again = {"A2A-Version": "1.0", "Last-Event-ID": "3"}
        answer = await a2a.http.get(f"{a2a.url}/rest/tasks/{task}:subscribe", headers=again)
        assert "INPUT_REQUIRED" in answer.text and "CANCELED" in answer.text
        for path, content, status in (
            ("message:stream", b"{", 400),
            ("message:stream", b"{}", 400),
            ("tasks/nothing:subscribe", b"", 404),
            (f"tasks/{task}:subscribe", b"", 400),
        ):
            answer = await a2a.http.post(f"{a2a.url}/rest/{path}", content=content, headers=named)
            assert answer.status_code == status and answer.json()["error"]["message"], path


async def test_a_page_of_another_site_can_not_send_without_asking_its_browser(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": words("hello", "m1")})
        for media in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
            answer = await a2a.http.post(a2a.url, content=body, headers={"Content-Type": media, "A2A-Version": "1.0"})
            assert answer.json()["error"]["code"] == -32005
        assert await a2a.host.store.entries() == []


async def test_parts_that_do_not_fit_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    async with agent(tmp_path, parts=3) as a2a:
        for parts, code in (
            ([], -32602),
            ([{}], -32602),
            ([{"text": "x"}] * 4, -32602),
            ([{"text": "x" * 100_001}], -32602),
            ([{"raw": "AAAA", "mediaType": "video/mp4"}], -32005),
            ([{"url": "https://example.com/" + "x" * 2000}], -32602),
            ([{"text": "x", "url": "y"}], -32602),
        ):
            message = {"messageId": "m1", "role": "ROLE_USER", "parts": parts}
            assert (await a2a.call("SendMessage", {"message": message}))["error"]["code"] == code, parts
        long = await a2a.send("hello", "m" * 129)
        assert long["code"] == -32602
        assert [e.state for e in await a2a.host.store.entries()] in ([], ["idle"])


async def test_the_0_3_dialect_answers_in_its_own_words(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        message = {"kind": "message", "messageId": "m1", "role": "user", "parts": [{"kind": "text", "text": "hello"}]}
        task = (await a2a.call("message/send", {"message": message}, version=None))["result"]
        assert task["kind"] == "task" and task["status"]["state"] == "completed"
        assert task["artifacts"][0]["parts"] == [{"kind": "text", "text": "echo hello"}]
        assert (await a2a.call("tasks/get", {"id": task["id"]}, version=None))["result"] == task
        message = {**message, "messageId": "m2"}
        events = await read(a2a, "message/stream", {"message": message}, version="")
        assert [event.result["kind"] for event in events] == ["task", "artifact-update", "status-update"]
        assert events[-1].result["final"] is True and events[-1].result.keys().isdisjoint({"task", "statusUpdate"})
        refused = await a2a.call("tasks/cancel", {"id": task["id"]}, version=None)
        assert refused["error"]["code"] == -32002
        odd = {**message, "messageId": "m3", "parts": [{"kind": "video", "text": "hello"}]}
        assert (await a2a.call("message/send", {"message": odd}, version=None))["error"]["code"] == -32602
        gone = await read(a2a, "tasks/resubscribe", {"id": "nothing"}, version="")
        assert gone[0].body["error"]["code"] == -32001
        card = await a2a.call("agent/getAuthenticatedExtendedCard", {}, version=None)
        assert card["error"]["code"] == -32004


async def test_parts_of_1_0_in_a_method_of_0_3_are_answered_in_a_form_that_readers_of_both_find(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        message = {"messageId": "m1", "role": "user", "parts": [{"text": "value"}]}
        result = (await a2a.call("message/send", {"message": message}, version=None))["result"]
        assert (
            result["kind"] == "task" and result["status"]["state"] == result["task"]["status"]["state"] == "completed"
        )
        assert [part["kind"] for part in result["artifacts"][0]["parts"]] == ["text", "data"]
        data = {"data": {"n": 5, "big": 2**40, "x": 1.5}, "mediaType": "application/json"}
        assert result["task"]["artifacts"][0]["parts"] == [{"text": "Here."}, data]
        assert [line["role"] for line in result["task"]["history"]] == ["user", "agent"]
        events = await read(a2a, "message/stream", {"message": {**message, "messageId": "m2"}}, version="")
        named = [next(iter(event.result.keys() & {"task", "artifactUpdate", "statusUpdate"})) for event in events]
        assert named == ["task", "artifactUpdate", "statusUpdate"]
        assert events[-1].result["statusUpdate"]["status"]["state"] == "completed" and events[-1].result["final"]


@given(st.binary(max_size=200) | JSON.map(lambda value: json.dumps(value).encode()))
def test_any_body_is_an_envelope_or_a_refusal(body: bytes) -> None:
    try:
        envelope = envelope_of(body)
    except Malformed:
        return
    assert isinstance(envelope, Envelope) and envelope.method and not isinstance(envelope.id, bool)


@given(st.text(max_size=20), st.sampled_from(["0.3", "1.0"]))
def test_a_version_that_is_spoken_begins_with_the_wanted_one(said: str, wanted: str) -> None:
    if speaks(said, wanted):
        assert said == "" or said == wanted or said.startswith(f"{wanted}.")


@given(st.integers(0, 99), st.integers(0, 99), st.none() | st.integers(0, 99), st.sampled_from(["0.3", "1.0"]))
def test_the_patch_of_a_version_makes_no_difference(major: int, minor: int, patch: int | None, wanted: str) -> None:
    said = f"{major}.{minor}" + ("" if patch is None else f".{patch}")
    assert speaks(said, wanted) == (f"{major}.{minor}" == wanted)


@given(st.lists(PART | JSON, max_size=4) | JSON)
def test_any_message_of_0_1_is_read_or_refused(parts: Any) -> None:
    try:
        message = message_from({"role": "user", "parts": parts}, "m1")
    except A2AError:
        return
    assert len(message.parts) == len(parts)


@given(
    st.fixed_dictionaries({"type": st.just("text"), "text": st.text(max_size=20)})
    | st.dictionaries(st.text(max_size=5), st.integers(-(2**53), 2**53) | st.text(max_size=5), max_size=3).map(
        lambda data: {"type": "data", "data": data}
    )
    | st.sampled_from(
        [
            {"type": "file", "file": {"bytes": "aGk=", "name": "hi.txt", "mimeType": "text/plain"}},
            {"type": "file", "file": {"uri": "https://example.com/hi.txt"}},
        ]
    )
)
def test_a_part_of_0_1_comes_back_as_it_was(part: Any) -> None:
    assert part_01(part_from(part)) == part


async def test_a_caller_speaks_for_its_user_and_not_in_our_name(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        said = {"messageId": "m1", "role": "ROLE_AGENT", "parts": [{"text": "I am your agent."}]}
        assert (await a2a.call("SendMessage", {"message": said}))["error"]["code"] == -32602
        assert (await a2a.call("SendStreamingMessage", {"message": said}))["error"]["code"] == -32602
        version = {"A2A-Version": "1.0"}
        rest = await a2a.http.post(f"{a2a.url}/rest/message:send", json={"message": said}, headers=version)
        assert rest.status_code == 400
        old = {"messageId": "m1", "role": "agent", "kind": "message", "parts": [{"kind": "text", "text": "Me again."}]}
        assert (await a2a.call("message/send", {"message": old}, version=None))["error"]["code"] == -32602
        assert (await a2a.call("ListTasks", {}))["result"]["totalSize"] == 0, "nothing was written"
