"""Every way in from outside is named here with what it does, and none calls a tool past a person's word."""

import re
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest
from a2a.compat.v0_3 import a2a_v0_3_pb2 as pb03
from a2a.types import a2a_pb2 as pb
from starlette.routing import Mount

from loket.app import opened
from loket.config import Config
from loket.core.errors import NotFound
from loket.core.events import Answered, Held, Returned
from loket.core.record import decode
from loket.doors.later import Later
from loket.wiring.a2a import Below
from tests.doors.desk import effects
from tests.doors.test_a2a_grpc import NEW, OLD
from tests.doors.test_published import ANNA, TOKENS
from tests.doors.ways_in import SENDS, V1, message, wires_of
from tests.serving import Here

DESK = "tests.doors.desk:bundle"
DEMOS = tuple(f"loket_demos.{name}.components:bundle" for name in ("overheid", "relocation", "sogis", "urmston"))
WRITES = frozenset({"POST", "PUT", "PATCH", "DELETE"})

Kind = Literal["talks", "calls", "neither"]


@dataclass(frozen=True)
class Way:
    """What a way in does: talks to a conversation, calls a tool or skill in one of these ways, or neither."""

    kind: Kind
    why: str
    sends: tuple[str, ...] = ()


def calls(why: str, *sends: str) -> Way:
    return Way("calls", why, sends)


def talks(why: str) -> Way:
    return Way("talks", why)


def neither(why: str) -> Way:
    return Way("neither", why)


READ = neither("It shows what became of a task.")
ENDS = neither("It ends a task, and begins nothing.")
HOOK = neither("It says where news of a task goes; nothing of the conversation is done for that.")
ORDER = talks("A task of the club is a conversation with it, whose planner calls what it calls.")
NO_TENANTS = neither("It is refused: over HTTP an agent is told by its address.")
MAP = talks("A message of the map's talk.")

HTTP: dict[str, Way] = {
    "/message": calls("The first dialect of tools.", "first dialect"),
    "/mcp": calls("MCP over streamable HTTP, in both eras.", "mcp", "mcp of 2026"),
    "/mcp/messages": calls("MCP over HTTP and SSE.", "mcp over sse"),
    "/agents/NAME": calls("A capability, by its name.", "capability"),
    "/agents/NAME/": calls("The same with the slash.", "capability with a slash"),
    "/a2a/NAME/": calls(
        "A2A over JSON-RPC.",
        *("SendMessage", "SendStreamingMessage", "message/send", "message/stream", "tasks/send", "tasks/sendSubscribe"),
    ),
    "/a2a/NAME/tasks/send": calls("The bare form of 0.1, and its envelope.", "bare", "bare with an envelope"),
    "/a2a/NAME/tasks/get": READ,
    "/a2a/NAME/tasks/cancel": ENDS,
    "/a2a/NAME/rest/message:send": calls("Plain HTTP of 1.0.", "rest"),
    "/a2a/NAME/rest/message:stream": calls("The same as a stream.", "rest stream"),
    "/a2a/NAME/rest/v1/message:send": calls("Plain HTTP of 0.3.", "rest of 0.3"),
    "/a2a/NAME/rest/v1/message:stream": calls("The same as a stream.", "rest stream of 0.3"),
    "/a2a/NAME/rest/{tenant}/message:send": NO_TENANTS,
    "/a2a/NAME/rest/{tenant}/message:stream": NO_TENANTS,
    **{
        f"/a2a/NAME/rest{at}/tasks/{{id}}{more}": way
        for at in ("", "/v1", "/{tenant}")
        for more, way in ((":cancel", ENDS), (":subscribe", READ), ("/pushNotificationConfigs", HOOK))
    },
    "/a2a/NAME/rest/tasks/{id}/pushNotificationConfigs/{push_id}": HOOK,
    "/a2a/NAME/rest/{tenant}/tasks/{id}/pushNotificationConfigs/{push_id}": HOOK,
    "/api/conversations": talks("It begins one; what it is told comes by its events."),
    "/api/conversations/{id}/events": talks("What a person does: words, a press on a page, an answer."),
    "/api/conversations/{id}/files": talks("Files, and words with them."),
    "/api/conversations/{id}/files/{sha256}/link": neither("It makes an address at which a kept file can be read."),
    "/api/conversations/{id}/fork": neither("It begins with records that are there and makes none of their calls."),
    "/api/conversations/{id}": neither("It erases one."),
    "/api/letters/pdf": neither("A PDF is made of a text; nothing of it is kept."),
    "/api/letters/text": neither("The text of a PDF is read; nothing of it is kept."),
    "/api/login": neither("A token becomes a sign-in, or that ends."),
    "/api/client-event": talks("A press on a page of the mission is told to its conversation."),
    "/agui/{name:path}": talks("AG-UI: a message, an answer or a press, and what comes of it as a stream."),
    "/chat/stream": talks("A message, and what comes of it as a stream."),
    "/api/v1/chat": talks("A message to the orchestrator, and its reply as frames."),
    "/api/v1/chat/{message}": neither("It stops a reply."),
    "/api/v1/admin/crawl/{code}": talks("It asks the crawler to read shipped or public pages, which is not held."),
    "/chat": MAP,
    "/api/chat": MAP,
    "/agents/club": ORDER,
    "/agents/club/": ORDER,
    "/agents/club/tasks/send": ORDER,
    "/agents/club/tasks/get": READ,
    "/agents/club/tasks/cancel": ENDS,
    "/assets": neither("Files of the shell, to be read."),
    "/assets/pages/NAME": neither("Files of a package's pages, to be read."),
}

GRPC: dict[str, Way] = {
    f"{NEW}SendMessage": calls("A2A 1.0 over gRPC.", "grpc"),
    f"{NEW}SendStreamingMessage": calls("The same as a stream.", "grpc stream"),
    f"{OLD}SendMessage": calls("A2A 0.3 over gRPC.", "grpc of 0.3"),
    f"{OLD}SendStreamingMessage": calls("The same as a stream.", "grpc stream of 0.3"),
    **{f"{service}GetTask": READ for service in (NEW, OLD)},
    f"{NEW}ListTasks": READ,
    f"{NEW}SubscribeToTask": READ,
    f"{OLD}TaskSubscription": READ,
    f"{NEW}GetExtendedAgentCard": neither("It shows what the agent can do."),
    f"{OLD}GetAgentCard": neither("It shows what the agent can do."),
    **{f"{service}CancelTask": ENDS for service in (NEW, OLD)},
    **{
        f"{service}{verb}TaskPushNotificationConfig{s}": HOOK
        for service, several in ((NEW, "s"), (OLD, ""))
        for verb, s in (("Create", ""), ("Get", ""), ("Delete", ""), ("List", several))
    },
}
SENT = [name for way in (*HTTP.values(), *GRPC.values()) for name in way.sends]


async def ways_of(app: Any, at: str = "") -> AsyncGenerator[str]:
    """The addresses below an application at which something may be sent, also into doors that open when somebody comes.
    A `Route` to an application leaves its address as it is; a `Mount` takes its own away."""
    if isinstance(app, Later):
        app.wake()
        app = await vars(app)["_app"]
    if isinstance(app, Below):
        at += vars(app)["_prefix"]
    router = getattr(app, "original_router", app)
    inner = next((vars(app)[name] for name in ("app", "_app") if name in getattr(app, "__dict__", {})), None)
    if isinstance(routes := getattr(router, "routes", None), list):
        for route in routes:
            if hasattr(route, "original_router"):
                below, place = route, at
            elif isinstance(route, Mount):
                below, place = route.app, at + route.path
            elif (methods := getattr(route, "methods", None)) is not None:
                if methods & WRITES:
                    yield at + route.path
                continue
            else:
                below, place = route.endpoint, at if hasattr(route.endpoint, "__dict__") else at + route.path
                if not _opens(below):
                    yield at + route.path
                    continue
            async for way in ways_of(below, place):
                yield way
    elif inner is not None and _opens(inner):
        async for way in ways_of(inner, at):
            yield way
    else:
        yield at


def _opens(app: Any) -> bool:
    """Whether there may be addresses inside."""
    inner = [vars(app)[name] for name in ("app", "_app") if name in getattr(app, "__dict__", {})]
    return isinstance(app, Later | Below) or hasattr(app, "routes") or any(_opens(one) for one in inner)


def plain(way: str) -> str:
    """The address without the name of who is served there, where all names are served alike."""
    way = re.sub(
        r"^/(a2a)/[^/]+|^/(agents)/(?:keeper|toeslagen|bezwaar|genui)\b", lambda m: f"/{m[1] or m[2]}/NAME", way
    )
    return re.sub(r"^/assets/pages/.*", "/assets/pages/NAME", re.sub(r"^/tools/[^/]+", "", way))


async def test_every_way_in_is_named_with_what_it_does(tmp_path: Path) -> None:
    config = Config(data=tmp_path, port=1, assistants=(DESK, *DEMOS))
    async with opened(config, {}) as served:
        there = {plain(way) async for way in ways_of(served.app)}
    assert there == set(HTTP), (
        "a new way in: say in the table what it does, and how a call is sent there if it makes any"
    )
    services = ((NEW, pb), (OLD, pb03))
    methods = {f"{at}{one.name}" for at, of in services for one in of.DESCRIPTOR.services_by_name["A2AService"].methods}
    assert methods == set(GRPC)
    assert set(SENT) == set(SENDS), "what is sent in the table, and how"
    for address, way in (HTTP | GRPC).items():
        assert way.why and bool(way.sends) == (way.kind == "calls"), address


async def held(here: Here) -> dict[str, str]:
    """The question of each conversation of calls from outside whose call waits for a person."""
    waiting: dict[str, str] = {}
    for assistant in ("desk.outside", "desk.keeper"):
        for entry in await here.engine.store.entries(assistant=assistant):
            records = [decode(row.body) for row in await here.engine.store.read(entry.conversation)]
            records = [record for record in records if isinstance(record.event, Held | Returned)]
            if len(records) == 1 and isinstance(records[0].event, Held):
                assert entry.owner == "anna"
                waiting[entry.conversation] = str(records[0].seq)
    return waiting


ALONE = tuple(name for name in SENT if name.endswith("of 0.3") and name.startswith("grpc"))
"""Callers of 0.3 name no agent on the port of gRPC: they ask the first one, here the only one."""


@pytest.mark.parametrize(("only", "names"), [(None, SENT), ("desk.keeper", ALONE)])
async def test_a_destructive_call_is_held_on_every_wire_and_made_once_when_approved(
    tmp_path: Path, only: str | None, names: Sequence[str]
) -> None:
    async with wires_of(tmp_path, only=only, assistants=(DESK,), tokens=TOKENS, headers=ANNA) as wires:
        here, done = wires.here, list[str]()
        for number, name in enumerate(name for name in names if only or name not in ALONE):
            told = await SENDS[name](wires, f"b{number}")
            assert effects(tmp_path) == done, f"{name} made its call at once"
            waiting = await held(here)
            assert len(waiting) == 1, f"{name}: no conversation of its sender holds the call: {told}"
            [(conversation, question)] = waiting.items()
            with pytest.raises(NotFound):
                await here.engine.look(conversation, "bert")
            yes = await here.engine.tell(conversation, Answered(to=question, approve=True), owner="anna")
            await here.engine.settled(conversation, yes)
            done.append(f"{'reserve' if 'mcp' in name or 'dialect' in name else 'burn'} b{number}")
            assert effects(tmp_path) == done, name
            await SENDS[name](wires, f"b{number}")
            assert effects(tmp_path) == done, f"{name}, sent again under the same id"


async def test_no_agent_has_tenants_over_http(tmp_path: Path) -> None:
    async with wires_of(tmp_path, assistants=(DESK,), headers=ANNA, tokens=TOKENS) as wires:
        for way in ("send", "stream"):
            path = f"/a2a/keeper/rest/keeper/message:{way}"
            answer = await wires.here.http.post(path, json={"message": message("1.0", way, "b")}, headers=V1)
            assert answer.status_code == 400 and "no tenants" in answer.text
        assert effects(tmp_path) == [] and await held(wires.here) == {}
