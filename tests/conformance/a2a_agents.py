"""Agents for the public compatibility kits: what they do follows from the message id, as the kits agreed with servers.

They are planned by a script, over the real engine and the real log, behind the door that everybody uses."""

import asyncio
import secrets
import tempfile
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import Route

from loket.core.actions import Action, Ask, Decision, Done, Say
from loket.core.assistant import AssistantSpec
from loket.core.data import FileRef
from loket.core.events import Decided
from loket.core.planner import Draft, Situation
from loket.doors.a2a.door import Outside, a2a_door, mounted
from loket.doors.a2a.face import A2ASettings, AgentFace, CardSkill
from loket.doors.a2a.grpc import grpc_served
from loket.doors.a2a.seal import KEY_BYTES
from loket.doors.auth import Access
from loket.engine.host import Host
from loket.engine.kit import Kit
from loket.net.client import shared_client
from loket.net.guard import AddressGuard
from loket.stores.sqlite import SqliteStore
from loket.views.outcome_state import sent_by

NAME = "kit"
LONG, SHORT, PIECE = 4.0, 0.3, 0.1
"""Seconds: twice the kits' patience with a stream, a little while, and more than words are gathered."""

SKILLS = (CardSkill("script", "Script", "Does what the id of a message asks for.", ("kit",), ("tck-complete-task",)),)
EXTENDED = (CardSkill("more", "More", "What is only told to callers who are known.", ("kit",), ()),)
FACE = AgentFace(NAME, "Kit", "An agent for compatibility kits.", "1.0.0", SKILLS, direct=True)
TEXT_FILE = FileRef(name="output.txt", media="text/plain", uri="data:text/plain;base64,dGNr")
LINKED_FILE = FileRef(name="output.txt", media="text/plain", uri="https://example.com/output.txt")


def _text(words: str) -> Action:
    return Done(value={"text": words})


ACTIONS: dict[str, Action] = {
    "tck-complete-task": Done(summary="Hello from TCK"),
    "tck-artifact-text": _text("Generated text content"),
    "tck-artifact-file": Say(text="", files=(TEXT_FILE,)),
    "tck-artifact-file-url": Say(text="", files=(LINKED_FILE,)),
    "tck-artifact-data": Done(value={"key": "value", "count": 42}),
    "tck-message-response": Say(text="Direct message response"),
    "tck-input-required": Ask(text="What else should be done?"),
    "tck-reject-task": Done(outcome="failure", summary="rejected", value={"code": "rejected"}),
    "tck-stream-001": _text("Stream hello from TCK"),
    "tck-stream-003": _text("Stream task lifecycle"),
    "tck-stream-ordering-001": _text("Ordered output"),
    "tck-stream-artifact-text": _text("Streamed text content"),
    "tck-stream-artifact-file": Say(text="", files=(TEXT_FILE,)),
    "tck-stream-artifact-chunked": Say(text="chunk-1 chunk-2"),
    "test-resubscribe-message-id": Done(summary="Done."),
    "tck-": Done(summary="Done."),
    "": Ask(text="Is there anything else?"),
}
WORKS_FIRST = ("tck-stream-0", "tck-stream-ordering", "tck-stream-artifact", "tck-artifact-file", "test-resubscribe")


class Scripted:
    """Plans by the id of the newest message."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        sent = next((sent for r in reversed(situation.history) if (sent := sent_by(r.key)) is not None), None)
        said = "" if sent is None else sent.message_id
        prefix = max((p for p in ACTIONS if said.startswith(p)), key=len)
        begun = isinstance(situation.woke[-1].event, Decided)
        if not begun and (not prefix or prefix.startswith(WORKS_FIRST)):
            return Decision(reasoning="The kit wants to see work.", action=Say(text="Working on it.", final=False))
        if prefix == "test-resubscribe-message-id":
            await asyncio.sleep(LONG)
        elif not prefix:
            await asyncio.sleep(SHORT)
        elif prefix == "tck-stream-artifact-chunked":
            draft.write("chunk-1 ")
            await asyncio.sleep(PIECE)
            draft.write("chunk-2")
            await asyncio.sleep(PIECE)
        return Decision(reasoning=f"The message id begins with {prefix or 'nothing known'}.", action=ACTIONS[prefix])


def profile_of(name: str, port: int) -> A2ASettings:
    """What the kit of this name wants to see at a port."""
    url = f"http://127.0.0.1:{port}/a2a"
    shared = A2ASettings(
        url=url,
        repeats=False,
        modes=False,
        grpc_listed=True,
        legacy=False,
        insecure_webhooks=True,
        streams=1000,
        key=secrets.token_bytes(KEY_BYTES),
    )
    grpc = f"127.0.0.1:{port + 1}"
    match name:
        case "tck-full":
            return replace(shared, extended=EXTENDED, open_extended=True, grpc=grpc)
        case "tck-off":
            return replace(shared, streaming=False, push=False, grpc=grpc)
        case _:
            return replace(shared, legacy=True, extended=EXTENDED, blocking=False)


def kit_app(name: str, port: int) -> Starlette:
    """The application of a profile: the agent at `/a2a`, its cards at the root too. Its data goes when it ends."""
    settings = profile_of(name, port)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        assistant = AssistantSpec(name=NAME, title="Kit", planner="script")
        kit = Kit(assistants={NAME: assistant}, planners={NAME: Scripted()})
        guard = AddressGuard(("127.0.0.1", "localhost"))
        with tempfile.TemporaryDirectory() as folder:
            async with (
                await SqliteStore.open(Path(folder)) as store,
                Host(store, kit) as host,
                shared_client(guard=guard) as http,
                AsyncExitStack() as stack,
            ):
                door = a2a_door(host, FACE, settings, Outside(http, guard))
                cards = [route for route in door.routes if isinstance(route, Route) and route.path != "/"]
                app.router.routes += [*cards, *mounted(door.path, await stack.enter_async_context(door.running()))]
                if settings.grpc is not None:
                    await stack.enter_async_context(grpc_served(door.requests, settings.grpc, Access()))
                yield

    return Starlette(lifespan=lifespan)
