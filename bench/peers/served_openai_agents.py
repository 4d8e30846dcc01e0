"""openai-agents over HTTP: Runner.run_streamed with SQLiteSession, tracing off, its events as server-sent events; the
specialist is an agent as a tool."""

import json
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

from agents import (
    Agent,
    OpenAIChatCompletionsModel,
    RunConfig,
    Runner,
    SQLiteSession,
    function_tool,
    set_tracing_disabled,
)
from fastapi import FastAPI
from fastapi.responses import StreamingResponse
from openai import AsyncOpenAI
from pydantic import BaseModel

from bench.peers.serving import KEY, MODEL, served
from bench.script import RESULT


class Said(BaseModel):
    """A message of a person."""

    conversation: str
    text: str


@function_tool
async def tool_a(q: str) -> str:
    """The weather."""
    return json.dumps(RESULT)


@function_tool
async def tool_b(q: str) -> str:
    """The calendar: it writes."""
    return json.dumps(RESULT)


@function_tool
async def tool_c(q: str) -> str:
    """The specialist's own tool."""
    return json.dumps(RESULT)


def root(url: str) -> Agent[None]:
    """The agent of the whole turn, with the specialist as one of its tools."""
    set_tracing_disabled(True)
    model = OpenAIChatCompletionsModel(MODEL, AsyncOpenAI(base_url=url, api_key=KEY))
    specialist = Agent[None](name="agent_c", instructions="Advise.", model=model, tools=[tool_c])
    nested = specialist.as_tool("agent_c", "The specialist.")
    return Agent[None](name="root", instructions="Plan days.", model=model, tools=[tool_a, tool_b, nested])


def frame(**event: Any) -> bytes:
    """A server-sent event."""
    return b"data: " + json.dumps(event, default=str).encode() + b"\n\n"


def made(folder: Path, url: str) -> FastAPI:
    """The application over one SQLite file."""
    agent, app, database = root(url), FastAPI(), folder / "sessions.db"
    held = SQLiteSession("held open", database)  # else the last session to close tears the WAL down
    config = RunConfig(tracing_disabled=True)

    async def frames(said: Said) -> AsyncGenerator[bytes]:
        session = SQLiteSession(said.conversation, database)
        result = Runner.run_streamed(agent, said.text, session=session, run_config=config)
        async for event in result.stream_events():
            if event.type == "raw_response_event":
                if event.data.type == "response.output_text.delta":
                    yield frame(delta=event.data.delta)
            elif event.type == "run_item_stream_event":
                yield frame(step=event.name, item=event.item.to_input_item())
        session.close()

    app.state.held = held

    @app.post("/turn")
    async def turn(said: Said) -> StreamingResponse:
        return StreamingResponse(frames(said), media_type="text/event-stream")

    return app


if __name__ == "__main__":
    served(made)
