"""The chat over HTTP in this process, with a model that plays a script, and its frames as a client reads them."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from typing import Any, Literal

import httpx
from starlette.applications import Starlette

from loket.core.model import DELEGATE, Delta, Model, ModelRequest, ModelResponse, TextDelta, ToolCallPart
from loket.doors.auth import Access, Guard
from loket.engine.host import Host
from loket.house.bundle import Packaged
from loket.house.house import House
from loket.models.scripted import Script, ScriptedModel
from loket.testing import talking
from loket_demos.relocation.doors.chat import RelocationChat
from tests.relocation.talking import RELOCATION
from tests.servers import serving

Frame = dict[str, Any]
EXTRA = frozenset({"heartbeat"})
THINKING = ("thinking_start", "thinking_token", "thinking_end")
BLOCKS = ("text_block_start", "text_block_gone", "usage_report", *THINKING)


class Player(ScriptedModel):
    """A scripted model that is given another script when a test wants one, and that stops at each "…" it says while it
    is held."""

    def __init__(self, script: Script = ()) -> None:
        self.plays(script)

    def plays(self, script: Script, *, held: bool = False) -> None:
        super().__init__(script)
        self.gate = asyncio.Event()
        if not held:
            self.gate.set()

    async def complete(self, request: ModelRequest) -> ModelResponse:
        await self.gate.wait()
        return await super().complete(request)

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta]:
        async with aclosing(super().stream(request)) as deltas:
            async for delta in deltas:
                yield delta
                if isinstance(delta, TextDelta) and "…" in delta.text:
                    await self.gate.wait()


@dataclass(frozen=True)
class Chat:
    """A client of the chat, and the engine behind it."""

    http: httpx.AsyncClient
    host: Host
    model: Player

    async def say(self, *words: str, key: str = "", owner: str = "a", **more: Any) -> list[Frame]:
        """The frames of a reply to a talk of words in turns, the user's first."""
        answer = await self.post(talk(*words) | more, key=key, owner=owner)
        assert answer.status_code == 200, answer.text
        return frames(answer.text)

    @asynccontextmanager
    async def live(self, *words: str, **more: Any) -> AsyncGenerator[AsyncGenerator[Frame]]:
        """The frames of a reply while they come."""
        body = talk(*words) | more
        async with (
            self.http.stream("POST", "/api/v1/chat", json=body) as answer,
            aclosing(coming(answer)) as told,
        ):
            yield told

    async def post(self, body: Any, key: str = "", owner: str = "a") -> httpx.Response:
        headers = {"Authorization": f"Bearer {owner * 16}"} | ({"Idempotency-Key": key} if key else {})
        return await self.http.post("/api/v1/chat", json=body, headers=headers)


@asynccontextmanager
async def chatting(
    assistant: Packaged = RELOCATION, *, model: Model | Literal["played"] | None = "played", **door: float
) -> AsyncGenerator[Chat]:
    """A server whose model plays what a test gives it; or with a model of the test's, or with none."""
    player = Player()
    async with talking(assistant, model=player if model == "played" else model) as there:
        routes = RelocationChat(House.of(there.host), "relocation", **door).routes()
        app = Guard(Starlette(routes=routes), Access(tokens={"a" * 16: "ann", "b" * 16: "ben"}))
        async with serving(app) as url, httpx.AsyncClient(base_url=url, timeout=20) as http:
            http.headers["Authorization"] = f"Bearer {'a' * 16}"
            yield Chat(http, there.host, player)


def talk(*words: str) -> Frame:
    """A body whose messages are these words in turns."""
    roles = ("user", "assistant")
    return {"messages": [{"role": roles[at % 2], "content": text} for at, text in enumerate(words)]}


def frames(body: str) -> list[Frame]:
    """What a client reads of a stream: one JSON object a frame, no names of events."""
    assert body.endswith("\n\n") and "event:" not in body
    lines = [line for line in body.split("\n\n") if line and not line.startswith(":")]
    assert all(line.startswith("data: ") and "\n" not in line for line in lines)
    return [json.loads(line.removeprefix("data: ")) for line in lines]


async def coming(answer: httpx.Response) -> AsyncGenerator[Frame]:
    """The frames of a stream as they come."""
    async for line in answer.aiter_lines():
        if line.startswith("data: "):
            yield json.loads(line.removeprefix("data: "))


async def until(told: AsyncGenerator[Frame], kind: str) -> list[Frame]:
    """The frames up to the next one of this type."""
    before: list[Frame] = []
    async for one in told:
        before.append(one)
        if one["type"] == kind:
            break
    return before


def types(told: list[Frame]) -> list[str]:
    """The types in their order, a row of pieces of text as one; without those that only come beside."""
    kinds = [one["type"] for one in told if one["type"] not in (*BLOCKS, *EXTRA)]
    return [kind for at, kind in enumerate(kinds) if not kind.endswith("token") or at == 0 or kinds[at - 1] != kind]


def words(told: list[Frame], kind: str = "token") -> str:
    return "".join(one["token"] for one in told if one["type"] == kind)


def of(told: list[Frame], kind: str) -> list[Frame]:
    return [one for one in told if one["type"] == kind]


def delegate(agent: str, task: str, id: str = "d1") -> ToolCallPart:
    return ToolCallPart(id=id, name=DELEGATE, args={"agent_name": agent, "task": task})


def calls(name: str, id: str = "c1", **args: Any) -> ToolCallPart:
    return ToolCallPart(id=id, name=name, args=args)


def visto(id: str = "c1", destination: str = "Portugal") -> ToolCallPart:
    """A call of the tool of the specialist in visas."""
    return calls("search_visa_requirements", id, origin="Brasil", destination=destination, visa_type="work")


def asked_of(request: ModelRequest) -> str:
    """Who is asked: the agent whose tool it is, else the orchestrator."""
    owners = {
        "search_visa_requirements": "visa_agent",
        "list_required_documents": "document_agent",
        "check_processing_times": "timeline_agent",
    }
    offered = {owners.get(tool.name, "") for tool in request.tools} - {""}
    return max(offered) if DELEGATE not in {tool.name for tool in request.tools} and offered else "orchestrator"


def turn(request: ModelRequest) -> int:
    """How many times it answered before, in this scope since the person's last words."""
    count = 0
    for message in reversed(request.messages):
        if message.role == "user":
            break
        count += message.role == "assistant"
    return count


def check(told: list[Frame]) -> None:
    """What holds for every stream that ended well, read as the seed reads it: by names alone."""
    assert told[0]["type"] == "message_start" and told[-1]["type"] == "message_end"
    running: list[str] = []
    calling: list[str] = []
    for one in told:
        match one:
            case {"type": "agent_start"}:
                assert not running, "delegations come one after the other"
                running.append(one["agent_name"])
            case {"type": "agent_end"}:
                assert running == [one["agent_name"]] and not calling
                assert isinstance(one["result_summary"], str) and len(one["result_summary"]) <= 200
                running.clear()
            case {"type": "agent_tool_use_start"}:
                assert running == [one["agent_name"]] and not calling and isinstance(one["tool_input"], dict)
                calling.append(one["tool_call_id"])
            case {"type": "agent_tool_use_result"}:
                assert calling == [one["tool_call_id"]] and isinstance(one["result"], dict)
                calling.clear()
            case {"type": "agent_token"}:
                assert running == [one["agent_name"]] and isinstance(one["token"], str)
            case _:
                pass
    assert not running and not calling
