"""Sites with an agent, for tests: cards of an invented rowing club in every dialect, and a server that shows them."""

import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from loket.core.data import JsonObject, text_of
from loket.core.events import AgentSaid
from loket.core.remote import RemoteNotes
from loket.core.tool import CallContext
from loket.net.client import shared_client
from loket.stores.memory import MemoryStore
from loket.tools.agents.credentials import Keyring
from loket.tools.agents.directory import AgentDirectory
from loket.tools.agents.settings import AgentSettings
from loket.tools.agents.webhooks import Webhooks
from loket.tools.discover import DiscoverTool
from loket.tools.invoke import InvokeTool
from tests.loopback import Answer, Asked, Loopback, answering, reply

KEY = "5b1f2c7e-0000-8000-8000-000000000001"
NEW, OLD = "/.well-known/agent-card.json", "/.well-known/agent.json"
SETTINGS = AgentSettings(allow_private=("127.0.0.1",))
SCHEMA: JsonObject = {
    "type": "object",
    "properties": {
        "boat": {"type": "string", "enum": ["single", "double", "eight"]},
        "hours": {"type": "integer", "minimum": 1},
    },
    "required": ["boat"],
}
FREE: JsonObject = {"free": 3}
SKILL: JsonObject = {
    "id": "free_boats",
    "name": "FreeBoats",
    "description": "Tells which boats are free.",
    "tags": ["rowing", "boats"],
    "parameters": SCHEMA,
    "examples": ["Is there a single free tonight?"],
}


def bare_card(url: str, **more: Any) -> JsonObject:
    """A card in the form of the mission."""
    told = {"id": "urn:oar:agent", "name": "Oar Club", "version": "2.1", "description": "Boats of the Oar Club."}
    return {**told, "base_url": url, "authentication": {"type": "none"}, "skills": [SKILL], **more}


def card_03(url: str, **more: Any) -> JsonObject:
    told = {"name": "Oar Club", "version": "2.1", "description": "Boats of the Oar Club.", "protocolVersion": "0.3.0"}
    return {**told, "url": f"{url}/rpc", "preferredTransport": "JSONRPC", "skills": [SKILL], **more}


def card_10(url: str, **more: Any) -> JsonObject:
    way = {"url": f"{url}/rpc", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
    told = {"name": "Oar Club", "version": "2.1", "description": "Boats of the Oar Club."}
    return {**told, "supportedInterfaces": [way], "skills": [SKILL], **more}


CARDS: Mapping[str, Callable[..., JsonObject]] = {"bare": bare_card, "0.3": card_03, "1.0": card_10}


@asynccontextmanager
async def site(
    card: Callable[[str], Any] | None, answer: Answer = lambda asked: reply(b"", 404), path: str = NEW
) -> AsyncGenerator[Loopback]:
    """A site whose card, made from its address, is at one path; `answer` gives everything else."""
    here: list[Loopback] = []

    def served(asked: Asked) -> Any:
        if card is not None and asked.target == path:
            return reply(card(here[0].url))
        return reply(b"", 404) if asked.target.endswith((NEW, OLD)) else answer(asked)

    async with answering(served) as server:
        here.append(server)
        yield server


def calls(server: Loopback) -> list[Asked]:
    """The requests to the agent itself."""
    return [asked for asked in server.asked if asked.method == "POST"]


def paths(server: Loopback) -> list[str]:
    """What was asked for, in order."""
    return [asked.target for asked in server.asked]


def rpc(asked: Asked, result: Any) -> bytes:
    """A JSON-RPC answer to a request."""
    return reply({"jsonrpc": "2.0", "id": json.loads(asked.body)["id"], "result": result})


def rpc_error(asked: Asked, code: int, message: str = "No.", **more: Any) -> bytes:
    error = {"code": code, "message": message, **more}
    return reply({"jsonrpc": "2.0", "id": json.loads(asked.body)["id"], "error": error})


async def at_once(seconds: float) -> None:
    """Waits for nothing, so that asking again and again takes no time."""


@dataclass
class Listened(RemoteNotes):
    """The remote work of a call in memory; what is told on the way is also given to `heard_of`."""

    heard_of: Callable[[str], None] = lambda words: None

    def news(self, news: AgentSaid, *, last: bool = False) -> None:
        super().news(news, last=last)
        if not last:
            self.heard_of(f"{news.state}: {text_of(news.text)}".rstrip(": "))


def listening(heard_of: Callable[[str], None], deadline: float = 30, **more: Any) -> CallContext:
    """A call whose notes and news are given to a function."""
    return context(deadline, progress=lambda note, part: heard_of(note), remote=Listened(heard_of=heard_of), **more)


def context(deadline: float = 30, key: str = KEY, **more: Any) -> CallContext:
    return CallContext("conv", "local", "/", "1.a", key, deadline, **more)


@asynccontextmanager
async def invoking(
    settings: AgentSettings = SETTINGS,
    book: MemoryStore | None = None,
    webhooks: Webhooks | None = None,
    pause: Callable[[float], Awaitable[None]] = at_once,
) -> AsyncGenerator[tuple[InvokeTool, AgentDirectory]]:
    """The tool over a guarded client and a memory of its own."""
    async with shared_client(settings.allow_private) as client:
        memory = book or MemoryStore()
        directory = AgentDirectory(client, memory, settings)
        yield InvokeTool(directory, Keyring(client, settings.secrets), pause, webhooks, memory), directory


def asking(url: str, **more: Any) -> JsonObject:
    """A request for the club's one skill."""
    given = {"task_base_url": url, "skill_id": "free_boats", "parameters": {"boat": "single"}}
    return {**given, "contextual_query_text": "Is there a single free?", **more}


def done(**more: Any) -> JsonObject:
    """A completed task of 0.1 and 0.3."""
    parts = [{"kind": "data", "type": "data", "data": FREE}, {"kind": "text", "type": "text", "text": "Three."}]
    return {"id": "t1", "status": {"state": "completed"}, "artifacts": [{"parts": parts}], **more}


def done_10(**more: Any) -> JsonObject:
    parts = [{"data": {"free": 3.0}}, {"text": "Three."}]
    told = {"id": "t1", "contextId": "c1", "status": {"state": "TASK_STATE_COMPLETED"}}
    return {"task": {**told, "artifacts": [{"artifactId": "a", "parts": parts}], **more}}


async def seen(directory: AgentDirectory, url: str, **more: Any) -> JsonObject:
    return await DiscoverTool(directory).call({"target_url": url, **more}, context())
