"""Kill -9 in the middle of a reply of the mission's chat: the next server tells it whole."""

from contextlib import aclosing
from pathlib import Path

import httpx

from tests.relocation.chatting import Frame, check, coming, frames, of, talk, words
from tests.relocation.killed import AGENTS, ANSWER, BEGUN, WHOLE
from tests.serving import serving_child
from tests.tools.test_notified_crash import until


async def test_a_reply_that_was_killed_in_its_middle_is_told_whole_by_the_next_server(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    settings = tmp_path / "loket.toml"
    settings.write_text('assistants = ["tests.relocation.killed:bundle"]\n')
    env = {"LOKET_CONFIG": str(settings), "GATE": str(gate)}
    async with serving_child(tmp_path / "data", env=env) as server, httpx.AsyncClient(base_url=server.url) as http:
        before = await begun(http)
        await until(http, f"/api/conversations/{before[0]['chat_id']}/events", '"kind":"drafted"')
        await server.kill()
    gate.touch()
    async with serving_child(tmp_path / "data", env=env) as server, httpx.AsyncClient(base_url=server.url) as http:
        told = frames((await http.get(f"/api/v1/chat/{before[0]['message_id']}", timeout=20)).text)
    assert [one["token"].strip() for one in of(before, "agent_token")] == [BEGUN.strip()] * 2
    check(told)
    assert [one["agent_name"] for one in of(told, "agent_start")] == list(AGENTS), "the cards stand, each once"
    assert [one["status"] for one in of(told, "agent_end")] == ["done", "done"]
    assert all(one["result_summary"] == WHOLE for one in of(told, "agent_end")) and words(told) == ANSWER
    said = {one["text_block_id"] for one in of(told, "agent_token")}
    assert {one["text_block_id"] for one in of(before, "agent_token")} & said, "the words that were shown stand"


async def begun(http: httpx.AsyncClient) -> list[Frame]:
    """The frames of a reply until both specialists have said something."""
    seen: list[Frame] = []
    body = talk("Vistos e prazos?") | {"parallel": True}
    async with http.stream("POST", "/api/v1/chat", json=body) as answer, aclosing(coming(answer)) as told:
        async for one in told:
            seen.append(one)
            if len(of(seen, "agent_token")) == len(AGENTS):
                break
    return seen
