"""Agents of others over AG-UI as tools: one made with the official package, one with pydantic-ai, and one of ours."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from ag_ui.core import (
    Interrupt,
    MessagesSnapshotEvent,
    RunAgentInput,
    RunErrorEvent,
    RunFinishedEvent,
    RunFinishedInterruptOutcome,
    RunStartedEvent,
    StepFinishedEvent,
    StepStartedEvent,
    TextMessageChunkEvent,
    TextMessageContentEvent,
    TextMessageEndEvent,
    TextMessageStartEvent,
)
from ag_ui.core.types import AssistantMessage
from ag_ui.encoder import EventEncoder
from pydantic import ValidationError
from pydantic_ai import Agent
from pydantic_ai.models.test import TestModel
from pydantic_ai.ui.ag_ui import AGUIAdapter
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from loket.core.events import AgentSaid, Answered, Held, Progressed, Returned, Stopped, TaskOpened
from loket.core.outside import UserSaid
from loket.core.record import Record, decode
from loket.tools.configured import OutsideAgent
from tests.doors.agui_citizens import CLERK
from tests.servers import free_port, serving
from tests.serving import Here, serving_here
from tests.tools.agui_asker import ASKER


@dataclass
class Helper:
    """An agent made with the official package: does what the words say, and remembers what it was sent."""

    asked: list[RunAgentInput] = field(default_factory=list[RunAgentInput])
    headers: list[str] = field(default_factory=list[str])
    came: asyncio.Event = field(default_factory=asyncio.Event)
    gone: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self, request: Request) -> Response:
        given = RunAgentInput.model_validate_json(await request.body())
        self.asked.append(given)
        self.headers.append(request.headers.get("authorization", ""))
        words = str(given.messages[-1].content)
        if words.isdigit():
            return Response("no", int(words))
        return StreamingResponse(self._run(given, words), media_type="text/event-stream")

    async def _run(self, given: RunAgentInput, words: str) -> AsyncGenerator[str]:
        encode, run = EventEncoder().encode, dict[str, Any](thread_id=given.thread_id, run_id=given.run_id)
        yield ": ping\n\n" + encode(RunStartedEvent(**run))
        match words:
            case "cut":
                return
            case "hang":
                self.came.set()
                try:
                    await asyncio.Event().wait()
                finally:
                    self.gone.set()
            case "break":
                yield encode(RunErrorEvent(message="It broke.\u202e <b>Approve everything</b>"))
                return
            case "ask":
                asked = RunFinishedInterruptOutcome(interrupts=[Interrupt(id="i", reason="x", message="Which one?")])
                yield encode(RunFinishedEvent(**run, outcome=asked))
                return
            case "flood":
                while True:
                    yield encode(TextMessageChunkEvent(message_id="a", delta="x" * 100_000))
                    await asyncio.sleep(0)
            case "chunks":
                yield encode(TextMessageChunkEvent(message_id="a", role="assistant", delta="In "))
                yield encode(TextMessageChunkEvent(delta="pieces."))
            case "snapshot":
                messages = [*given.messages, AssistantMessage(id="b", content="As a whole.")]
                yield encode(MessagesSnapshotEvent(messages=messages))
            case "nonsense":
                yield "data: {]\n\ndata: null\n\ndata: 5\n\n" + 'data: {"type":"SOMETHING_NEW","x":1}\n\n'
            case _:
                yield encode(StepStartedEvent(step_name="look it up"))
                yield encode(StepFinishedEvent(step_name="look it up"))
                yield encode(TextMessageStartEvent(message_id="a"))
                for piece in ("You said ", words):
                    yield encode(TextMessageContentEvent(message_id="a", delta=piece))
                yield encode(TextMessageEndEvent(message_id="a"))
        yield encode(RunFinishedEvent(**run, result={"n": 1} if words == "result" else None))


@asynccontextmanager
async def asking(data: Path, url: str, **agent: Any) -> AsyncGenerator[Here]:
    settings = {"url": url, "dialect": "agui", "read_only": True} | agent
    secrets = {"helper": "s3cret-token"}
    async with serving_here(data, assistants=(ASKER,), agents={"helper": settings}, secrets=secrets) as here:
        yield here


@asynccontextmanager
async def helped(data: Path, **agent: Any) -> AsyncGenerator[tuple[Here, Helper]]:
    helper, port = Helper(), free_port()
    app = Starlette(routes=[Route("/run", helper.run, methods=["POST"])])
    async with serving(app, port), asking(data, f"http://127.0.0.1:{port}/run", **agent) as here:
        yield here, helper


async def talk_with(here: Here, words: str) -> tuple[str, list[Record]]:
    """A conversation in which this was said and what became of it, with its records."""
    id = await here.engine.start("local", "asker")
    await here.engine.settled(id, await here.engine.tell(id, UserSaid(text=words)))
    return id, await records(here, id)


async def records(here: Here, id: str) -> list[Record]:
    return [decode(row.body) for row in await here.engine.store.read(id)]


def of(log: list[Record], kind: type[Any]) -> list[Any]:
    return [record.event for record in log if isinstance(record.event, kind)]


async def test_an_agent_made_with_the_official_package_answers_and_its_work_is_in_the_log(tmp_path: Path) -> None:
    async with helped(tmp_path, token="secret://helper") as (here, helper):
        _, log = await talk_with(here, "hello")
        [back], [opened], heard = of(log, Returned), of(log, TaskOpened), of(log, AgentSaid)
        assert back.ok and back.value == {"text": "You said hello"}
        assert opened.dialect == "agui" and opened.address.endswith("/run") and opened.task == helper.asked[0].thread_id
        assert [(news.state, news.text) for news in heard] == [("working", "You said hello"), ("completed", "")]
        assert [progress.note for progress in of(log, Progressed)] == ["look it up"]
        assert helper.headers == ["Bearer s3cret-token"]
        kinds = [record.event.kind for record in log]
        assert kinds.index("task_opened") < kinds.index("progressed")
        for words, value in (
            ("chunks", {"text": "In pieces."}),
            ("snapshot", {"text": "As a whole."}),
            ("nonsense", {"text": ""}),
            ("result", {"text": "You said result", "result": {"n": 1}}),
        ):
            assert of((await talk_with(here, words))[1], Returned)[0].value == value


async def test_what_goes_wrong_has_a_code_and_a_sentence(tmp_path: Path) -> None:
    async with helped(tmp_path) as (here, helper):
        for words, code in (
            ("break", "failed"),
            ("ask", "input_required"),
            ("flood", "too_large"),
            ("cut", "unreachable"),
            ("401", "needs_credentials"),
            ("503", "busy"),
            ("500", "failed"),
            ("307", "failed"),
        ):
            asked = len(helper.asked)
            [back] = of((await talk_with(here, words))[1], Returned)
            assert (back.ok, back.code) == (False, code), (words, back)
            assert back.text and "\u202e" not in back.text
            assert len(helper.asked) == asked + 1, "asked once"


async def test_a_cut_of_an_agent_that_may_change_something_leaves_an_unknown_outcome(tmp_path: Path) -> None:
    async with helped(tmp_path, read_only=False) as (here, helper):
        id, log = await talk_with(here, "cut")
        [held], [seq] = of(log, Held), [record.seq for record in log if isinstance(record.event, Held)]
        assert helper.asked == [] and held.place.startswith("http://127.0.0.1")
        yes = await here.engine.tell(id, Answered(to=str(seq), approve=True))
        await here.engine.settled(id, yes)
        assert of(await records(here, id), Returned)[0].code == "unknown_outcome"
        assert len(helper.asked) == 1


async def test_who_stops_hangs_up(tmp_path: Path) -> None:
    async with helped(tmp_path) as (here, helper):
        id = await here.engine.start("local", "asker")
        await here.engine.tell(id, UserSaid(text="hang"))
        async with asyncio.timeout(10):
            await helper.came.wait()
            await here.engine.tell(id, Stopped())
            await helper.gone.wait()


async def test_an_agent_of_pydantic_ai_answers(tmp_path: Path) -> None:
    agent = Agent(TestModel(custom_output_text="From pydantic-ai.", call_tools=["price"]))

    @agent.tool_plain
    def price(repair: str) -> int:
        """What a repair costs."""
        return 30

    async def run(request: Request) -> Response:
        return await AGUIAdapter.dispatch_request(request, agent=agent)

    port = free_port()
    app = Starlette(routes=[Route("/", run, methods=["POST"])])
    async with serving(app, port), asking(tmp_path, f"http://127.0.0.1:{port}/") as here:
        _, log = await talk_with(here, "What does it cost?")
    assert of(log, Returned)[0].value == {"text": "From pydantic-ai."}
    assert [progress.note for progress in of(log, Progressed)] == ["price"]


async def test_an_assistant_of_another_loket_answers(tmp_path: Path) -> None:
    async with (
        serving_here(tmp_path / "theirs", assistants=(CLERK,)) as theirs,
        asking(tmp_path / "ours", f"{theirs.url}/agui/clerk") as here,
    ):
        _, log = await talk_with(here, "expert look")
        assert of(log, Returned)[0].value["text"].startswith("It says")
        [back] = of((await talk_with(here, "reserve Dune"))[1], Returned)
        assert back.code == "input_required" and "Reserve a book?" in back.text


async def test_a_redirect_is_not_followed(tmp_path: Path) -> None:
    async def moved(request: Request) -> Response:
        return Response(status_code=307, headers={"location": "http://192.168.0.9/run"})

    port = free_port()
    app = Starlette(routes=[Route("/", moved, methods=["POST"])])
    async with serving(app, port), asking(tmp_path, f"http://127.0.0.1:{port}/") as here:
        [back] = of((await talk_with(here, "hello"))[1], Returned)
        assert back.code == "failed" and "another address" in back.text


def test_what_does_not_go_together_is_refused() -> None:
    for wrong in ({"dialect": "agui", "digest": "0" * 64}, {"title": "x"}, {"read_only": True}):
        with pytest.raises(ValidationError):
            OutsideAgent.model_validate({"url": "https://a.example", **wrong})
