"""Agents made with libraries of others, by the cards and streams that their servers really sent: each is found where
it lives, asked in words alone, and its words are read whole. `tests/conformance/asked` runs the servers."""

import json
from pathlib import Path
from typing import Any

import pytest

from loket.tools.discover import discover_a2a_agent_capabilities
from tests.loopback import Asked, Loopback, answering, reply
from tests.tools.hostile import streaming
from tests.tools.sites import SETTINGS, calls, context, invoking

RECORDED: dict[str, Any] = json.loads(Path(__file__).with_name("others.json").read_text("utf-8"))
ASSISTANT = "e57a9d33-62f5-55b4-a9c5-c71ccb9afa57"
CARD = "/.well-known/agent-card.json"
PLACES = {
    "strands": ("", CARD, "/"),
    "adk": ("", CARD, ""),
    "pydantic-ai": ("", CARD, ""),
    "agno": ("/a2a/agents/greeter", f"/a2a/agents/greeter{CARD}", "/a2a/agents/greeter/v1/message:stream"),
    "langgraph": (f"{CARD}?assistant_id={ASSISTANT}", f"{CARD}?assistant_id={ASSISTANT}", f"/a2a/{ASSISTANT}"),
}
"""The address that a person gives, where the card is, and where it is called."""
WORDS = "How much is 2*3*4 in Paris?"


@pytest.mark.parametrize("name", RECORDED)
async def test_it_is_found_asked_in_words_and_read_whole(name: str) -> None:
    address, card, where = PLACES[name]
    here: list[Loopback] = []

    def served(asked: Asked) -> Any:
        if asked.target == card:
            return reply(json.loads(json.dumps(RECORDED[name]["card"]).replace("{url}", here[0].url)))
        return streaming(*RECORDED[name]["frames"])(asked) if asked.method == "POST" else reply(b"", 404)

    async with answering(served) as server, invoking() as (tool, _):
        here.append(server)
        found: Any = await discover_a2a_agent_capabilities(server.url + address, settings=SETTINGS)
        assert (found["status"], found["instead_of"]) == ("success", "")
        request = {"task_base_url": found["tasking_base_url"], "site": server.url + address}
        skill = found["available_skills"][0]["id"]
        request |= {"skill_id": skill, "parameters": {}, "contextual_query_text": WORDS}
        result: Any = await tool.call(request, context())
    assert (result["status"], result["text"]) == ("success", f"Welcome! I was asked: {WORDS}")
    assert "notes" not in result, "nothing is odd about any of them"
    (call,) = calls(server)
    assert call.target == (where or "/")
    (part,) = call.json["params"]["message"]["parts"]
    assert part["text"] == WORDS
