"""Garbage over plain HTTP: every body that can't be read is answered with 400 in the words of its version."""

from pathlib import Path

import pytest

from tests.doors.a2a_citizens import agent

BODIES = {
    "not utf-8": b"\xff\xfe{}",
    "half a character": rb'{"message":{"parts":"\ud800"}}',
    "a sign that no header takes": '{"message":{"parts":"\u202e"}}'.encode(),
    "such a sign escaped": rb'{"message":{"parts":"\u202e"}}',
    "such a sign for a number": rb'{"message":{"role":"\u202e"}}',
    "such a sign for bytes": rb'{"message":{"parts":[{"raw":"\u202e"}]}}',
    "no base64": b'{"message":{"messageId":"1","role":"ROLE_USER","content":[{"file":{"fileWithBytes":"x"}}]}}',
    "metadata that is none": b'{"message":{"messageId":"1","role":"ROLE_USER","content":[{"metadata":"x"}]}}',
    "a list": b"[]",
    "a text": b'"x"',
    "nested": b'{"message":' * 300 + b"1" + b"}" * 300,
}


@pytest.mark.parametrize(("under", "version"), [("/rest", "1.0"), ("/rest/v1", "0.3")])
async def test_a_body_that_can_not_be_read_is_400(tmp_path: Path, under: str, version: str) -> None:
    async with agent(tmp_path) as a2a:
        for name, body in BODIES.items():
            for method in ("message:send", "message:stream", "tasks/x/pushNotificationConfigs"):
                headers = {"A2A-Version": version, "Content-Type": "application/json"}
                answer = await a2a.http.post(f"{a2a.url}{under}/{method}", content=body, headers=headers)
                told = answer.json()
                assert answer.status_code == 400, (name, method, answer.text)
                assert (told.get("error") or told)["message"], (name, method)
