"""An agent for tests of the A2A door: a planner that does what it is told in words, over a real engine and store."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
from starlette.applications import Starlette
from starlette.types import ASGIApp, Receive, Scope, Send

from loket.core.actions import Action, Ask, Call, Choice, Decision, Done, Say, ToolCall, Wait, Wants
from loket.core.assistant import AssistantSpec
from loket.core.events import AgentSaid, Answered, Returned, UserSaid
from loket.core.planner import Draft, Situation
from loket.core.tool import Tool, ToolFailed, ToolSpec
from loket.doors.a2a.door import A2ADoor, Outside, a2a_door, mounted
from loket.doors.a2a.face import A2ASettings, AgentFace, CardSkill
from loket.engine.host import Host
from loket.engine.kit import Kit
from loket.net.client import shared_client
from loket.net.guard import AddressGuard
from loket.stores.sqlite import SqliteStore
from loket.tools.function import FunctionTool
from tests.servers import free_port, serving

NAME = "echo"
TALK = CardSkill("talk", "Talk", "Says it again.", ("talk",), ("hello",))
FACE = AgentFace(NAME, "Echo", "Says what it is told.", "1.0.0", (TALK,))


class Obedient:
    """Says what it is told again. `ask`, `choose`, `keep`, `form`, `fail`, `reject`, `break`, `wait`, `slow`, `delete`,
    `twice`, `tell`, `draft` and `value` do as they say."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        return Decision(reasoning="as told", action=await self._action(situation, draft))

    async def _action(self, situation: Situation, draft: Draft) -> Action:
        event = situation.woke[-1].event
        match event:
            case UserSaid(text=str(text), files=files):
                names = " ".join(file.name for file in files)
                return await self._next_action(f"{text} with {names}" if names else text, draft)
            case AgentSaid(data={"capability": str(name), "input": dict(given)}):
                return Call(calls=(ToolCall(id="c", tool=name, args=given),))
            case AgentSaid(text=text, data=data, files=files):
                return Done(value={"text": text, "data": data, "files": [file.name for file in files]})
            case Answered(choice=choice, text=text, form=form):
                return Say(text=f"answered {choice or text or form}")
            case Returned(ok=ok, value=value, code=code):
                return Say(text=f"tool {value if ok else code}")
            case _:
                return Say(text="what?")

    async def _next_action(self, text: str, draft: Draft) -> Action:
        match text.partition(" ")[0]:
            case "ask":
                return Ask(text="What more?")
            case "choose":
                return Ask(text="Which?", choices=(Choice(id="a", label="Apple"), Choice(id="b", label="Pear")))
            case "keep":
                kept = Wants(skill="pick", slots={"candidates": ["kept by a planner"]}, missing=("fruit",))
                return Ask(text="Which?", choices=(Choice(id="a", label="Apple", detail="red"),), wants=kept)
            case "form":
                schema = {"type": "object", "properties": {"age": {"type": "integer"}}, "required": ["age"]}
                return Ask(text="How old?", form=schema)
            case "fail":
                return Done(outcome="failure", summary="It can't be done.")
            case "reject":
                return Done(outcome="failure", summary="Not mine.", value={"code": "rejected"})
            case "break":
                raise RuntimeError("a secret of ours")
            case "wait":
                return Wait(why="news")
            case "value":
                return Done(summary="Here.", value={"n": 5, "big": 2**40, "x": 1.5})
            case "slow" | "delete":
                return Call(calls=(ToolCall(id="c", tool=text.partition(" ")[0]),))
            case "tell":
                return Call(text="I am looking.", calls=(ToolCall(id="c", tool="look"),))
            case "twice":
                return Call(calls=tuple(ToolCall(id=id, tool="delete") for id in ("a", "b")))
            case "draft":
                for word in ("one ", "two ", "three"):
                    draft.write(word)
                    await asyncio.sleep(0.06)  # longer than words are gathered
                return Say(text="one two three")
            case _:
                return Say(text=f"echo {text}")


@dataclass
class Tools:
    """Tools that go on when they are let: `gate` holds the slow one, `done` counts what was done."""

    gate: asyncio.Event
    done: list[str]

    def all(self) -> dict[str, Tool]:
        async def slow() -> dict[str, Any]:
            await self.gate.wait()
            self.done.append("slow")
            return {"ok": True}

        async def look(args: dict[str, Any]) -> dict[str, Any]:
            if args.get("age") == 0:
                raise ToolFailed("invalid_age", "Nobody is that young.")
            return {"found": args}

        async def delete() -> dict[str, Any]:
            self.done.append("delete")
            return {"ok": True}

        slow_spec = ToolSpec(name="slow", idempotent=True, deadline=30)
        return {
            "slow": FunctionTool(slow_spec, lambda args, context: slow()),
            "look": FunctionTool(ToolSpec(name="look", read_only=True), lambda args, context: look(args)),
            "delete": FunctionTool(
                ToolSpec(name="delete", title="Delete a file", destructive=True), lambda args, context: delete()
            ),
        }


class Owned:
    """Says whose request it is, as the guard of a real server does; here the token is the owner's name."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope.get("headers", ()))
        owner = headers.get(b"authorization", b"").decode().removeprefix("Bearer ")
        await self.app({**scope, "loket.owner": owner or "local"}, receive, send)


@dataclass
class Agent:
    """A served agent: where it is, what is behind it, and a client for raw requests."""

    url: str
    host: Host
    door: A2ADoor
    tools: Tools
    http: httpx.AsyncClient

    async def call(self, method: str, params: Any, version: str | None = "1.0", owner: str = "") -> Any:
        """The whole body of a JSON-RPC answer."""
        headers = {"A2A-Version": version} if version else {}
        headers |= {"Authorization": f"Bearer {owner}"} if owner else {}
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        answer = await self.http.post(self.url, json=body, headers=headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def send(self, text: str, id: str, owner: str = "", **more: Any) -> Any:
        """The task (or the error) that a message in words gives."""
        config = more.pop("configuration", {})
        message = {"messageId": id, "role": "ROLE_USER", "parts": [{"text": text}], **more}
        said = await self.call("SendMessage", {"message": message, "configuration": config}, owner=owner)
        return said["error"] if "error" in said else said["result"]["task"]


@asynccontextmanager
async def agent(
    folder: Path, face: AgentFace = FACE, port: int = 0, allow: tuple[str, ...] = ("127.0.0.1",), **settings: Any
) -> AsyncGenerator[Agent]:
    """Serves the agent at `/a2a` on a free port."""
    port = port or free_port()
    tools = Tools(asyncio.Event(), [])
    known = tools.all()
    assistant = AssistantSpec(name=NAME, title="Echo", planner="test", tools=tuple(known), intake="one_by_one")
    kit = Kit(assistants={NAME: assistant}, planners={NAME: Obedient()}, tools=known)
    url = f"http://127.0.0.1:{port}/a2a"
    wanted = replace(A2ASettings(url=url, wait=10), **settings)
    guard = AddressGuard(allow)
    async with await SqliteStore.open(folder) as store, shared_client(guard=guard) as calling:
        host = Host(store, kit)
        async with host:
            door = a2a_door(host, face, wanted, Outside(calling, guard))
            async with door.running() as here, httpx.AsyncClient(timeout=20) as http:
                app = Owned(Starlette(routes=mounted(door.path, here)))
                async with serving(app, port):
                    yield Agent(url, host, door, tools, http)
