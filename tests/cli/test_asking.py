"""`loket ask`: the steps as they come, JSON for machines, an exit code by status; beside a server or without one."""

import asyncio
import json
import os
import socket
from pathlib import Path

import httpx
import pytest

from loket.cli.asking import CODES
from loket.core.events import UserSaid
from loket.core.record import decode
from loket.core.steps import RANK
from tests.cli.test_server_log import BREAKER
from tests.doors.test_auth import ANNA, TOKENS
from tests.serving import ran, serving_child, serving_here

ROOT = Path(__file__).parents[2]
ASKER = {"LOKET_ASSISTANTS": "tests.cli.asker:bundle"}
ENDS = [
    ("choose", 2, "needs_user_choice", "Which of these?"),
    ("approve", 2, "needs_user_choice", "approve              as the word says"),
    ("tell", 3, "needs_clarification", "What is it about?"),
    ("both", 3, "needs_clarification", "What is it about?"),
    ("nothing", 0, "ok", "Fine."),
]
QUESTION = "Heb ik recht op zorgtoeslag in 2026? Ik woon alleen en verdien 24.000 euro per jaar."


async def test_the_steps_come_with_their_reasons_and_the_answer_last(tmp_path: Path) -> None:
    code, said, complained = await ran("ask", "overheid", QUESTION, "--data", str(tmp_path))
    assert (code, complained) == (0, "")
    lines = said.splitlines()
    steps = [line.split()[0] for line in lines]
    wanted = ["rules_lookup", "doc_checklist", "risk_notes", "explain_toeslagen", "done"]
    assert [step for step in steps if step in wanted] == wanted
    answer = steps.index("Zorgtoeslag")
    assert answer > steps.index("done") and "indicatie" in lines[answer]


async def test_for_machines_every_line_is_json_and_the_last_says_how_it_ended(tmp_path: Path) -> None:
    code, said, _ = await ran("ask", "overheid", QUESTION, "--json", "--data", str(tmp_path))
    *records, end = said.splitlines()
    seqs = [decode(line.encode()).seq for line in records]
    assert seqs == list(range(1, len(seqs) + 1)) and len(seqs) > 10
    told = json.loads(end)
    assert (told["status"], code) == ("ok", 0)
    exported = await ran("log", "export", told["conversation"], "--data", str(tmp_path))
    assert exported == (0, "\n".join(records) + "\n", "")


async def test_what_went_wrong_has_an_exit_code_of_its_own(tmp_path: Path) -> None:
    env = {"MCP_SSE_URL": "http://127.0.0.1:9/sse"}
    code, said, complained = await ran("ask", "overheid", QUESTION, "--data", str(tmp_path), "--json", env=env)
    status = json.loads(said.splitlines()[-1])["status"]
    assert (code, complained) == (CODES[status], "") == (4, "")
    *_, end = (await ran("ask", "overheid", QUESTION, "--data", str(tmp_path), env=env))[1].splitlines()
    assert end.startswith("To answer, run ") and " -m loket serve --data " in end


@pytest.mark.parametrize(("text", "code", "status", "line"), ENDS)
async def test_a_question_that_stays_open_has_the_exit_code_of_its_kind(
    tmp_path: Path, text: str, code: int, status: str, line: str
) -> None:
    ask = ("ask", "asker", text, "--data", str(tmp_path))
    ended, said, complained = await ran(*ask, env=ASKER, folder=ROOT)
    assert (ended, complained) == (code, "") and line in said.splitlines()
    ended, said, complained = await ran(*ask, "--json", env=ASKER, folder=ROOT)
    assert (ended, complained, json.loads(said.splitlines()[-1])["status"]) == (code, "", status)


async def test_who_is_asked_something_is_told_a_command_that_leads_to_the_question_when_it_is_pasted(
    tmp_path: Path,
) -> None:
    config, data = tmp_path / "of my own.toml", tmp_path / "a folder"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config.write_text(f'assistants = ["tests.cli.asker:bundle"]\nport = {port}\n')
    ask = ("ask", "asker", "approve", "--data", str(data))
    *_, held, end = (await ran(*ask, env={"LOKET_CONFIG": str(config)}, folder=ROOT))[1].splitlines()
    assert held.strip().startswith("held until a person approves it")
    command, _, page = end.removeprefix("To answer, run ").partition(" and open ")
    url, _, id = page.partition("/#/c/")
    pasted = await asyncio.create_subprocess_shell(
        f"exec env {command}", cwd=ROOT, stdout=asyncio.subprocess.PIPE, env={"PATH": os.environ["PATH"]}
    )
    try:
        assert pasted.stdout is not None
        assert f"is on {url}" in (await asyncio.wait_for(pasted.stdout.readline(), 30)).decode()
        async with httpx.AsyncClient(base_url=url) as http:
            (question,) = (await http.get(f"/api/conversations/{id}")).json()["views"]["questions"]["state"]["items"]
            answer = {"kind": "answered", "to": question["id"], "approve": True}
            assert (await http.post(f"/api/conversations/{id}/events", json=answer)).status_code == 200
    finally:
        pasted.terminate()
        await pasted.wait()


async def test_the_advised_log_is_there(tmp_path: Path) -> None:
    env = BREAKER | {"PYTHONPATH": str(ROOT)}
    *_, end = (await ran("ask", "breaker", "planner", "--data", str(tmp_path), env=env, folder=ROOT))[1].splitlines()
    command = end.removeprefix("What happened: ")
    shown = await asyncio.create_subprocess_shell(f"exec {command}", cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    said = (await shown.communicate())[0].decode()
    assert shown.returncode == 0 and "planner_failed RuntimeError" in said


async def test_beside_a_server_it_is_the_page_of_that_server(tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=["tests.cli.asker:bundle"]) as here:
        assert here.store is not None
        here.store.tell_address(here.url)
        said = (await ran("ask", "asker", "choose", "--data", str(tmp_path)))[1].splitlines()
        (entry,) = (await here.http.get("/api/conversations")).json()["items"]
        assert said == ["Which of these?", "  * A", "  * B", f"To answer, open {here.url}/#/c/{entry['id']}"]


def test_every_status_has_a_code() -> None:
    assert set(CODES) == set(RANK) and CODES["ok"] == 0 and len(set(CODES.values())) == len(CODES)


async def test_beside_a_running_server_it_is_the_server_that_answers(tmp_path: Path) -> None:
    async with serving_child(tmp_path) as child:
        code, said, complained = await ran("ask", "overheid", QUESTION, "--json", "--data", str(tmp_path))
        assert (code, complained) == (0, "")
        *records, end = said.splitlines()
        shown = await ran("log", "show", json.loads(end)["conversation"], "--json", "--data", str(tmp_path))
        assert shown[1].splitlines() == records
        assert child.complained == []


async def test_words_with_odd_line_ends_arrive_whole_beside_a_server_too(tmp_path: Path) -> None:
    text = f"{QUESTION}\u2028euro\u2029\x85\x0b\x1c en verder"
    async with serving_child(tmp_path):
        code, said, complained = await ran("ask", "overheid", text, "--json", "--data", str(tmp_path))
    assert (code, complained) == (0, "")
    event = decode(said.split("\n")[1].encode()).event
    assert isinstance(event, UserSaid) and event.text == text


async def test_a_server_with_tokens_wants_one_of_the_command_line_too(tmp_path: Path) -> None:
    pairs = ",".join(f"{owner}:{token}" for owner, token in TOKENS.items())
    async with serving_child(tmp_path, env={"LOKET_TOKENS": pairs}):
        without = await ran("ask", "overheid", "hallo", "--data", str(tmp_path))
        assert without[0] == 1 and "[no_token]" in without[2]
        with_token = await ran("ask", "overheid", "blauw", "--data", str(tmp_path), env={"LOKET_TOKEN": ANNA})
        assert with_token[0] == 3 and ANNA not in with_token[1] + with_token[2]


async def test_an_assistant_that_is_none_is_said_with_and_without_a_server(tmp_path: Path) -> None:
    refused = (1, "", "loket: There is no assistant named niemand. [no_assistant]\n")
    for _ in range(2):
        assert await ran("ask", "niemand", "hallo", "--data", str(tmp_path)) == refused
    async with serving_child(tmp_path):
        assert await ran("ask", "niemand", "hallo", "--data", str(tmp_path)) == refused


async def test_the_folder_of_loket_up_is_found_too(tmp_path: Path) -> None:
    async with serving_here(tmp_path / "overheid") as here:
        assert here.store is not None
        here.store.tell_address(here.url)
        code, _, complained = await ran("ask", "overheid", "blauw", "--data", str(tmp_path))
        assert (code, complained) == (3, "")
        assert len((await here.http.get("/api/conversations")).json()["items"]) == 1
