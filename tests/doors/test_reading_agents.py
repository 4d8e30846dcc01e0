"""Nobody who reads words alone is left with nothing, or with words that are for a program."""

from pathlib import Path

import pytest
from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
from a2a.types import a2a_pb2 as pb

from tests.doors.reading_agents import FOLDER, QUESTIONS, current
from tests.serving import serving_here


async def test_what_is_read_of_each_agent_is_as_written_down(tmp_path: Path) -> None:
    now = await current(tmp_path)
    assert sorted(now) == sorted(file.name for file in FOLDER.glob("*.txt"))
    for name, page in now.items():
        written = (FOLDER / name).read_text(encoding="utf-8")
        assert page == written, f"{name} changed; if that is meant: python -m tests.doors.reading_agents"
        assert "[working]" not in page and "{" not in page and "Klaar." not in page, name


@pytest.mark.parametrize(("wire", "version"), [("JSONRPC", "1.0"), ("HTTP+JSON", "1.0"), ("JSONRPC", "0.3")])
async def test_the_club_alone_is_read_and_asked_by_a_standard_client(tmp_path: Path, wire: str, version: str) -> None:
    async with serving_here(tmp_path, only="urmston.club") as here:
        mission, card = [
            await A2ACardResolver(here.http, here.url, f"/.well-known/{name}").get_agent_card()
            for name in ("agent.json", "agent-card.json")
        ]
        assert [one.id for one in mission.skills] == [one.id for one in card.skills]
        assert mission.name == "Urmston Town Juniors Orchestrator Agent" and not mission.supported_interfaces
        kept = [i for i in card.supported_interfaces if (i.protocol_binding, i.protocol_version) == (wire, version)]
        del card.supported_interfaces[:]
        card.supported_interfaces.extend(kept)
        config = ClientConfig(httpx_client=here.http, supported_protocol_bindings=[wire], streaming=False)
        question = pb.Message(message_id="m1", role=pb.ROLE_USER, parts=[pb.Part(text=QUESTIONS["club"][0])])
        request = pb.SendMessageRequest(message=question)
        [answer] = [one async for one in ClientFactory(config).create(card).send_message(request)]
        assert "have 4 places for an 8-year-old" in answer.task.artifacts[0].parts[0].text
