"""What whoever runs the server can read: every bug with its traceback, and with `--verbose` every request."""

import asyncio
import json
import logging
from pathlib import Path
from typing import Any

import httpx
import pytest

from loket.cli.server_log import JsonLines, TextLines
from loket.core.events import UserSaid
from tests.serving import Loket, ran, serving_child, serving_here

ROOT = Path(__file__).parents[2]
BREAKER = {"LOKET_ASSISTANTS": "tests.cli.breaker:bundle", "PYTHONPATH": str(ROOT)}
TOKEN = "a-long-token-of-anna"
SECRET = "my-secret"


async def conversation_with(http: httpx.AsyncClient, text: str) -> str:
    """A conversation in which this was said."""
    id = str((await http.post("/api/conversations", json={"assistant": "breaker"})).json()["id"])
    sent = await http.post(f"/api/conversations/{id}/events?note={SECRET}", json={"kind": "user_said", "text": text})
    assert sent.status_code == 200
    return id


async def line(child: Loket, *words: str) -> str:
    """The first line of the server's log with all these words."""
    async with asyncio.timeout(10):
        while True:
            for one in child.complained:
                if all(word in one for word in words):
                    return one
            await asyncio.sleep(0.01)


async def test_every_bug_is_in_the_servers_log_with_where_and_when_and_every_request_when_asked(tmp_path: Path) -> None:
    flags = ("--verbose", "--log-format", "json")
    async with serving_child(tmp_path, *flags, env=BREAKER | {"LOKET_TOKENS": f"anna:{TOKEN}"}) as child:
        async with httpx.AsyncClient(base_url=child.url, headers={"Authorization": f"Bearer {TOKEN}"}) as http:
            first, second = await conversation_with(http, f"planner {SECRET}"), await conversation_with(http, "tool x")
            assert (await http.get("/api/conversations", headers={"Authorization": ""})).status_code == 401
        broken: dict[str, Any] = json.loads(await line(child, "the planner of breaker broke"))
        assert (broken["level"], broken["conversation"], broken["seq"]) == ("error", first, 3)
        assert broken["code"] == "planner_failed" and broken["at"].endswith("Z")
        assert f"RuntimeError: planner bug with planner {SECRET}" in broken["traceback"]
        assert "breaker.py" in broken["traceback"]
        tool: dict[str, Any] = json.loads(await line(child, "the tool break broke"))
        assert (tool["conversation"], tool["call"]) == (second, "3.a") and "KeyError" in tool["traceback"]
        seen: dict[str, Any] = json.loads(await line(child, f"/{first}/events"))
        assert {k: seen[k] for k in ("method", "path", "status", "owner")} == {
            "method": "POST",
            "path": f"/api/conversations/{first}/events",
            "status": 200,
            "owner": "anna",
        }
        assert seen["bytes"] > 0 and seen["ms"] >= 0
        assert json.loads(await line(child, "loket.access", '"status": 401'))["owner"] == "-"
        access = [one for one in child.complained if "loket.access" in one]
        assert not any(TOKEN in one or SECRET in one for one in access), "no query, no header"
        assert all(json.loads(one) for one in child.complained), "one object a line"


async def test_no_record_no_page_and_no_agent_gets_the_words_of_an_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving_here(tmp_path, assistants=["tests.cli.breaker:bundle"]) as here:
        for word, outcome in ((f"planner {SECRET}", "failure"), (f"tool {SECRET}", "failure"), ("hello", "success")):
            id = await here.engine.start("local", "breaker")
            await here.engine.settled(id, await here.engine.tell(id, UserSaid(text=word)), 10)
            records = (await here.http.get(f"/api/conversations/{id}/events")).json()["items"]
            ours = [one["event"] for one in records if one["event"]["kind"] in ("faulted", "returned")]
            assert SECRET not in json.dumps(ours)
            listed = (await here.http.get("/api/conversations")).json()["items"][0]
            assert (listed["id"], listed["outcome"]) == (id, outcome)
            told = {"role": "user", "messageId": id, "parts": [{"kind": "text", "text": word}]}
            call = {"jsonrpc": "2.0", "id": 1, "method": "message/send", "params": {"message": told}}
            answer = (await here.http.post("/a2a/breaker", json=call)).json()["result"]
            if word != "hello":
                assert answer["status"]["state"] == "failed"
                status = json.dumps(answer["status"])
                assert SECRET not in status and "Error" not in status
                assert "(planner_failed, record 3)" in status or "limit" in status
    assert any(record.exc_info and SECRET in str(record.exc_info[1]) for record in caplog.records)


async def test_the_command_line_says_in_a_sentence_what_broke_and_what_came_to_a_limit(tmp_path: Path) -> None:
    code, said, complained = await ran("ask", "breaker", "planner x", "--data", str(tmp_path), env=BREAKER)
    assert code == 4 and "Something of ours broke (planner_failed: RuntimeError, record 3)" in said
    assert "RuntimeError: planner bug" in complained and "Traceback" in complained
    code, said, complained = await ran("ask", "breaker", "for ever", "--data", str(tmp_path), env=BREAKER)
    assert (code, complained) == (4, "") and "It took the 20 decisions it may take." in said


def test_a_line_of_the_log_can_not_be_forged() -> None:
    record = logging.LogRecord("x", logging.WARNING, "", 1, "a\nERROR forged \x1b[31m\u202e", (), None)
    assert "\n" not in TextLines().format(record) and TextLines().format(record).isprintable()
    assert JsonLines().format(record).isprintable()


async def test_half_a_character_in_words_of_others_costs_no_handler_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = logging.FileHandler(tmp_path / "server.log", encoding="utf-8")  # as a company that embeds Loket may log
    logging.getLogger().addHandler(file)
    try:
        async with serving_here(tmp_path, assistants=["tests.cli.breaker:bundle"]) as here:
            id = await here.engine.start("local", "breaker")
            await here.engine.settled(id, await here.engine.tell(id, UserSaid(text="tool half")), 10)
    finally:
        logging.getLogger().removeHandler(file)
        file.close()
    written = (tmp_path / "server.log").read_text("utf-8")
    assert "the tool break broke" in written and "ValueError: half \\ud800 of it" in written
    assert "Logging error" not in capsys.readouterr().err
    record = logging.LogRecord("x", logging.WARNING, "", 1, "half \ud800", (), None)
    for form in (TextLines(), JsonLines()):
        assert "half \\ud800" in form.format(record)
