"""Whole replies, kept as they go over the wire; the web's reader is tested with the same files. LOKET_SNAPSHOTS=renew
writes them anew, to be read like code."""

import json
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from loket.core.model import ModelRequest
from loket.models.scripted import Line, Script
from tests.relocation.chatting import Chat, Frame, asked_of, calls, chatting, check, delegate, turn, visto
from tests.relocation.tiny import DIRECT, RELOCATION

HERE = Path(__file__).parent / "replies"


def one_agent(request: ModelRequest) -> Line:
    if asked_of(request) == "visa_agent":
        return ["Vou ver.", visto()] if turn(request) == 0 else "Precisa de passaporte."
    return ["Vou perguntar.", delegate("visa_agent", "Documentos?")] if turn(request) == 0 else "É o passaporte."


def the_same_agent_twice(request: ModelRequest) -> Line:
    if asked_of(request) == "visa_agent":
        return [visto()] if turn(request) == 0 else "Achei."
    tasks = [delegate("visa_agent", "Trabalho?", "a")], ["E ainda:", delegate("visa_agent", "Estudo?", "b")]
    return tasks[turn(request)] if turn(request) < 2 else "As duas coisas."


def an_agent_fails(request: ModelRequest) -> Line:
    if asked_of(request) == "visa_agent":
        if turn(request) == 0:
            return [visto(destination="Atlantis")]
        raise RuntimeError("broken")
    return [delegate("visa_agent", "Atlântida?")] if turn(request) == 0 else "Não consegui saber."


REPLIES: dict[str, Script] = {
    "greeting": ["Oi! Em que posso ajudar?"],
    "one_agent": one_agent,
    "the_same_agent_twice": the_same_agent_twice,
    "an_agent_fails": an_agent_fails,
    "broken": [],
}
TOOL: list[Line] = [["Vejo.", calls("check_processing_times", destination="PT")], "São 60 dias."]


@pytest.fixture(scope="module")
async def chat() -> AsyncIterator[Chat]:
    """One server for all replies but that with a direct tool."""
    async with chatting(RELOCATION) as served:
        yield served


@pytest.mark.parametrize("name", REPLIES)
async def test_a_reply_is_as_it_was(chat: Chat, name: str) -> None:
    chat.model.plays(REPLIES[name] if name != "broken" else _broken)
    told = await chat.say("Quais documentos preciso?")
    if name != "broken":
        check(told)
    compare(name, told)


async def test_a_reply_with_a_direct_tool_is_as_it_was() -> None:
    async with chatting(DIRECT) as chat:
        chat.model.plays(TOOL)
        compare("direct_tool", await chat.say("Quanto demora?"))


def _broken(request: ModelRequest) -> Line:
    raise RuntimeError("broken")


def compare(name: str, told: list[Frame]) -> None:
    """The frames as they are kept: words of a block in one frame, and every moment the same."""
    kept: list[Frame] = []
    for one in told:
        before = kept[-1] if kept else {}
        same = {**before, "token": ""} == {**one, "token": ""} and one["type"].endswith("token")
        if same:
            kept[-1] = before | {"token": before["token"] + one["token"]}
        else:
            kept.append(one)
    moments: dict[str, Any] = {"chat_id": "CHAT", "message_id": "CHAT.2", "server_time": "2026-11-23T12:00:00+00:00"}
    moments["duration_ms"] = 7
    lines = [
        json.dumps({key: moments.get(key, value) for key, value in one.items()}, ensure_ascii=False) for one in kept
    ]
    body = "".join(f"data: {line}\n\n" for line in lines)
    file = HERE / f"{name}.sse"
    if os.environ.get("LOKET_SNAPSHOTS") == "renew":
        file.parent.mkdir(exist_ok=True)
        file.write_text(body, "utf-8")
    assert body == file.read_text("utf-8"), f"{file.name} is another reply"
