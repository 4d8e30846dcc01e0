"""The scripted turn through google-adk's Runner and SqliteSessionService; the specialist is a single-turn sub-agent.

Its fastest reasonable form: telemetry without content and without the per-chunk records of its newer conventions, the
database switched to WAL beforehand (the service leaves the journal mode to the file), the a2a extra installed (without
it, a failing import is tried again in every turn).
"""

import json
import logging
import os
import sqlite3
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from pathlib import Path
from typing import Any

from google.adk.agents import LlmAgent
from google.adk.agents.run_config import RunConfig, StreamingMode
from google.adk.models import BaseLlm, LlmRequest, LlmResponse
from google.adk.runners import Runner
from google.adk.sessions import BaseSessionService
from google.adk.sessions.sqlite_session_service import SqliteSessionService
from google.adk.telemetry.context import ContentCapturingMode, TelemetryConfig
from google.genai import types

from bench.measure import Contender, Turn, main
from bench.script import (
    ARGUMENTS,
    QUESTION,
    RESULT,
    ROOT_PLAN,
    SPECIALIST_PLAN,
    SPECIALIST_SAYS,
    WORDS,
    Called,
    Watcher,
    next_call,
    text_of,
)

APP = "bench"
PERSON = "person"


def model_words(text: str, partial: bool) -> LlmResponse:
    """A model's words."""
    content = types.Content(role="model", parts=[types.Part(text=text)])
    reason = None if partial else types.FinishReason.STOP
    return LlmResponse(content=content, partial=partial, finish_reason=reason)


def quiet() -> RunConfig:
    """Streaming, and as little telemetry as there can be."""
    os.environ["ADK_CAPTURE_MESSAGE_CONTENT_IN_SPANS"] = "false"
    logging.getLogger("google_adk").setLevel(logging.ERROR)
    telemetry = TelemetryConfig(
        genai_semconv_stability_opt_in="stable", capture_message_content=ContentCapturingMode.NO_CONTENT
    )
    return RunConfig(streaming_mode=StreamingMode.SSE, telemetry=telemetry)


class Scripted(BaseLlm):
    """Asks for the tools of its plan one by one, then says its words one by one."""

    plan: tuple[str, ...]
    words: list[str]

    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        """What the model makes of the conversation so far."""
        parts = [part for content in llm_request.contents for part in content.parts or []]
        done = sum(part.function_response is not None for part in parts)
        name = next_call(self.plan, done)
        if name is not None:
            arguments = json.loads(ARGUMENTS)
            if name == "agent_c":
                arguments = {"request": arguments["q"]}
            call = types.FunctionCall(name=name, args=arguments, id=f"call_{name}")
            yield LlmResponse(
                content=types.Content(role="model", parts=[types.Part(function_call=call)]),
                finish_reason=types.FinishReason.STOP,
            )
            return
        if stream and len(self.words) > 1:
            for word in self.words:
                yield model_words(word, partial=True)
        yield model_words(text_of(self.words), partial=False)


def root(called: Called) -> LlmAgent:
    """The agent of the whole turn, with the specialist below it."""

    async def tool_a(q: str) -> dict[str, Any]:
        """The weather."""
        called("tool_a")
        return dict(RESULT)

    async def tool_b(q: str) -> dict[str, Any]:
        """The calendar: it writes."""
        called("tool_b")
        return dict(RESULT)

    async def tool_c(q: str) -> dict[str, Any]:
        """The specialist's own tool."""
        called("tool_c")
        return dict(RESULT)

    specialist = LlmAgent(
        name="agent_c",
        description="The specialist.",
        mode="single_turn",
        model=Scripted(model="scripted", plan=SPECIALIST_PLAN, words=[SPECIALIST_SAYS]),
        tools=[tool_c],
        disallow_transfer_to_parent=True,
        disallow_transfer_to_peers=True,
    )
    model = Scripted(model="scripted", plan=ROOT_PLAN, words=WORDS)
    return LlmAgent(name="root", model=model, tools=[tool_a, tool_b], sub_agents=[specialist])


def opened_with(
    service: Callable[[Path], BaseSessionService],
) -> Callable[[Path, Called], AbstractAsyncContextManager[Turn]]:
    """The agent over one SQLite file that such a session service keeps, a session a turn."""

    @asynccontextmanager
    async def opened(folder: Path, called: Called) -> AsyncGenerator[Turn]:
        path = folder / "adk.db"
        with closing(sqlite3.connect(path)) as held:  # else the last connection to close tears the WAL down
            held.execute("pragma journal_mode=wal")
            config = quiet()
            sessions = service(path)
            runner = Runner(app_name=APP, agent=root(called), session_service=sessions)

            async def turn(name: str) -> None:
                watcher = Watcher()
                await sessions.create_session(app_name=APP, user_id=PERSON, session_id=name)
                question = types.Content(role="user", parts=[types.Part(text=QUESTION)])
                stream = runner.run_async(user_id=PERSON, session_id=name, new_message=question, run_config=config)
                watcher.verify(await watched(stream, watcher))

            yield turn
            await runner.close()

    return opened


async def watched(stream: AsyncIterator[Any], watcher: Watcher) -> str:
    """Follows one turn for its watcher; the answer."""
    answer = ""
    async for event in stream:
        for part in event.content.parts if event.content else []:
            if event.partial:
                watcher.delta(part.text)
            elif part.function_call:
                watcher.event("call", [part.function_call.name, part.function_call.args])
            elif part.function_response:
                watcher.event("result", [part.function_response.name, part.function_response.response])
            elif part.text:
                answer = part.text
    return answer


if __name__ == "__main__":
    opened = opened_with(lambda path: SqliteSessionService(str(path)))
    main(Contender("google-adk", ("google-adk", "aiosqlite"), opened))
