"""Garbage at the API: every piece gets a code and a sentence, nothing is stored, nothing breaks."""

import asyncio
import json
import logging
import resource
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from loket.cli.heads import HEAD_BYTES
from tests.doors.talking import CHECK, begun, code_of, streamed, tell_and_settle
from tests.serving import Here, serving_child, serving_here

BLOB = {"sha256": "0" * 64, "size": 1, "media": "text/plain", "preview": "x"}
JSON = {"Content-Type": "application/json"}


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Here]:
    async with serving_here(tmp_path) as served:
        yield served


def surface(payload: str) -> bytes:
    return b'{"kind":"surface_acted","surface":"toeslagen","name":"toeslagen/check","payload":%b}' % payload.encode()


BAD_BODIES: dict[str, tuple[bytes, int, str]] = {
    "nothing": (b"", 422, "invalid"),
    "broken": (b'{"kind":', 400, "bad_json"),
    "not utf-8": (b'{"kind":"user_said","text":"\xff"}', 400, "bad_json"),
    "a list": (b"[]", 422, "invalid"),
    "a number": (b"1e999", 422, "invalid"),
    "no kind": (b"{}", 422, "invalid"),
    "unknown kind": (b'{"kind":"reboot"}', 422, "invalid"),
    "a kind that is not a person's": (b'{"kind":"returned","call":"1.a","ok":true}', 422, "invalid"),
    "text that is a number": (b'{"kind":"user_said","text":1}', 422, "invalid"),
    "text that is null": (b'{"kind":"user_said","text":null}', 422, "invalid"),
    "no words": (b'{"kind":"user_said","text":""}', 422, "no_words"),
    "words that are blank": (b'{"kind":"user_said","text":" \\n\\u2003"}', 422, "no_words"),
    "an answer of no words": (b'{"kind":"answered","to":"1.q","text":" "}', 422, "no_words"),
    "half a character": (b'{"kind":"user_said","text":"\\ud83d"}', 422, "bad_text"),
    "half a character inside": (surface('{"a":"\\ud83d"}'), 422, "bad_text"),
    "half a character as a name": (surface('{"\\ud83d":1}'), 422, "bad_text"),
    "no number": (surface('{"a":NaN}'), 422, "bad_number"),
    "endless number": (surface('{"a":1e999}'), 422, "bad_number"),
    "huge number": (surface('{"a":%s}' % ("9" * 100)), 422, "bad_number"),
    "a number of too many digits": (surface('{"a":%s}' % ("9" * 5000)), 400, "bad_json"),
    "nested": (surface('{"a":' + "[" * 100 + "]" * 100 + "}"), 422, "too_deep"),
    "deeply nested": (surface('{"a":' + "[" * 500_000 + "]" * 500_000 + "}"), 413, "too_many_values"),
    "a reference to bytes": (json.dumps({"kind": "user_said", "text": BLOB}).encode(), 422, "reference"),
    "a reference inside": (surface(json.dumps({"text": BLOB})), 422, "reference"),
    "too long": (json.dumps({"kind": "user_said", "text": "é" * 100_001}).encode(), 413, "too_large"),
    "endless": (b'{"kind":"user_said","text":"' + b"x" * 5_000_000 + b'"}', 413, "too_large"),
    "an answer that says nothing": (b'{"kind":"answered","to":"1.q"}', 422, "invalid"),
    "an answer that says two things": (b'{"kind":"answered","to":"1.q","text":"a","choice":"b"}', 422, "invalid"),
    "stopping what is not there": (b'{"kind":"stopped","scope":"/9.x/"}', 404, "no_scope"),
}


async def test_bad_bodies_are_refused_with_a_code_and_leave_nothing(here: Here) -> None:
    id = await begun(here.http)
    for name, (body, status, code) in BAD_BODIES.items():
        answer = await here.http.post(f"/api/conversations/{id}/events", content=body, headers=JSON)
        assert code_of(answer) == (status, code), name
    assert await here.engine.store.head(id) == 1


async def test_bad_conversations_are_refused_with_a_code_and_leave_nothing(here: Here) -> None:
    bodies: dict[bytes, tuple[int, str]] = {
        b'{"assistant":""}': (422, "invalid"),
        b'{"assistant":1}': (422, "invalid"),
        b'{"assistant":"overheid","settings":[]}': (422, "invalid"),
        b'{"assistant":"overheid","settings":{"a":"\\ud800"}}': (422, "bad_text"),
        b'{"assistant":"overheid","settings":{"a":"%b"}}' % (b"x" * 20_000): (413, "too_large"),
        b'{"assistant":"%b"}' % (b"x" * 129): (422, "invalid"),
        b'{"assistant":"../../etc/passwd"}': (404, "no_assistant"),
        b'{"assistant":"\\u0000"}': (404, "no_assistant"),
    }
    for body, expected in bodies.items():
        assert code_of(await here.http.post("/api/conversations", content=body, headers=JSON)) == expected, body
    assert (await here.http.get("/api/conversations")).json()["items"] == []


async def test_odd_but_lawful_words_are_kept_as_they_are(here: Here) -> None:
    id = await begun(here.http)
    for text in (
        "<script>alert(1)</script>",
        "\x00\x01\x1f",
        "\u2028\r\n\n: ping\n\nid: 999\n\n",
        "😀" * 50_000,
        " a\n",
    ):
        seq = await tell_and_settle(here, id, {"kind": "user_said", "text": text})
        stream = await streamed(here.http, id, seq, f"?after={seq - 1}")
        assert stream.startswith(b"id: %d\ndata: {" % seq) and stream.count(b"\n") == 3, "one frame, one line"
        event = json.loads(stream.split(b"data: ")[1])["event"]
        if len(text) < 1000:
            assert event["text"] == text
        else:
            assert event["text"]["size"] == len(text.encode())


async def test_a_flow_with_odd_values_ends_well_or_says_why(here: Here) -> None:
    odd = [None, True, -1, 1.5, "x" * 99_999, "<b>", "\x00", [], {}, [[[]]], {"a": {"b": 1}}]
    for value in odd:
        id = await begun(here.http)
        event = {**CHECK, "payload": dict.fromkeys(("regeling", "jaar", "situatie", "loonOfVermogen"), value)}
        await tell_and_settle(here, id, event)
        records = (await here.http.get(f"/api/conversations/{id}/events?limit=1000")).json()["items"]
        assert "faulted" not in {record["event"]["kind"] for record in records}, value
        looked = (await here.http.get(f"/api/conversations/{id}")).json()
        assert looked["state"] in ("idle", "asking"), value


async def test_raw_garbage_on_the_line_is_answered_or_cut(here: Here, caplog: pytest.LogCaptureFixture) -> None:
    host, port = here.url.removeprefix("http://").split(":")
    good = f"Host: {host}:{port}\r\n".encode()
    lines = [
        b"\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\xff\xfe HTTP/1.1\r\n" + good + b"\r\n",
        b"GET /api/conversations/%ff%fe HTTP/1.1\r\n" + good + b"\r\n",
        b"GET /api/conversations/../../etc/passwd HTTP/1.1\r\n" + good + b"\r\n",
        b"GET /assets/../../config.py HTTP/1.1\r\n" + good + b"\r\n",
        b"GET /assets/..%2f..%2fconfig.py HTTP/1.1\r\n" + good + b"\r\n",
        b"GET /healthz HTTP/1.1\r\n" + good + b"X-Long: " + b"x" * 200_000 + b"\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\n" + good + b"Cookie: loket_token=\xff\xfe;;;=\r\n\r\n",
        b"POST /api/conversations HTTP/1.1\r\n" + good + b"Content-Length: -1\r\n\r\n",
        b"POST /api/conversations HTTP/1.1\r\n" + good + b"Content-Length: 99999999999999999999\r\n\r\n",
        b"POST /api/conversations HTTP/1.1\r\n" + good + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET /events HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: eA==\r\n\r\n",
    ]
    for line in lines:
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(line)
        writer.write_eof()
        try:
            async with asyncio.timeout(10):
                answer = await reader.read(300)
        except ConnectionResetError:  # how a line is cut when what came on it was not all read
            assert len(line) > HEAD_BYTES, line
            answer = b""
        assert not answer or int(answer.split()[1]) in (200, 400, 404, 405, 413, 421, 422, 431), (line[:60], answer)
        assert b"import " not in answer
        writer.close()
    assert (await here.http.get("/healthz")).json()["ok"] is True
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == [], "no error of ours"


async def test_a_disk_that_takes_nothing_is_said_and_the_server_goes_on_when_there_is_room(tmp_path: Path) -> None:
    async with serving_child(tmp_path) as child, httpx.AsyncClient(base_url=child.url) as http:
        id = await begun(http)
        url = f"/api/conversations/{id}/events"
        usual = resource.prlimit(child.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(child.process.pid, resource.RLIMIT_FSIZE, (1, usual[1]))
        said = {"kind": "user_said", "text": "x" * 20_000}
        refused = await http.post(url, json=said)
        assert code_of(refused) == (503, "disk_failed")
        assert (await http.get("/healthz")).status_code == 200
        resource.prlimit(child.process.pid, resource.RLIMIT_FSIZE, usual)
        async with asyncio.timeout(20):
            while (answer := await http.post(url, json=said)).status_code == 503:
                assert code_of(answer)[1] == "disk_failed", answer.text
        assert answer.json()["seq"] == 2
