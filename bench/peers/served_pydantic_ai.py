"""pydantic-ai over HTTP: an Agent whose events stream as server-sent events; the specialist is an agent inside a tool.

It keeps nothing itself; what was said stands in the memory of the process, as its chat example does with a list."""

import json
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.responses import StreamingResponse
from pydantic import BaseModel
from pydantic_ai import Agent
from pydantic_ai.messages import (
    FunctionToolCallEvent,
    FunctionToolResultEvent,
    ModelMessage,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
)
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.run import AgentRunResultEvent

from bench.peers.serving import KEY, MODEL, served
from bench.script import RESULT


class Said(BaseModel):
    """A message of a person."""

    conversation: str
    text: str


def root(url: str) -> Agent[None, str]:
    """The agent of the whole turn, with the specialist inside one of its tools."""
    model = OpenAIChatModel(MODEL, provider=OpenAIProvider(base_url=url, api_key=KEY))
    specialist = Agent(model, instructions="Advise.")
    agent = Agent(model, instructions="Plan days.")

    @specialist.tool_plain
    async def tool_c(q: str) -> dict[str, Any]:
        """The specialist's own tool."""
        return dict(RESULT)

    @agent.tool_plain
    async def tool_a(q: str) -> dict[str, Any]:
        """The weather."""
        return dict(RESULT)

    @agent.tool_plain
    async def tool_b(q: str) -> dict[str, Any]:
        """The calendar: it writes."""
        return dict(RESULT)

    @agent.tool_plain
    async def agent_c(q: str) -> str:
        """The specialist."""
        return (await specialist.run(q)).output

    return agent


def frame(**event: Any) -> bytes:
    """A server-sent event."""
    return b"data: " + json.dumps(event, default=str).encode() + b"\n\n"


def made(folder: Path, url: str) -> FastAPI:
    """The application."""
    agent, app, histories = root(url), FastAPI(), dict[str, list[ModelMessage]]()

    async def frames(said: Said) -> AsyncGenerator[bytes]:
        history = histories.get(said.conversation, [])
        async with agent.run_stream_events(said.text, message_history=history) as events:
            async for event in events:
                match event:
                    case PartStartEvent(part=TextPart(content=text)):
                        yield frame(delta=text)
                    case PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
                        yield frame(delta=text)
                    case FunctionToolCallEvent(part=part):
                        yield frame(call=part.tool_name, args=part.args)
                    case FunctionToolResultEvent(part=part):
                        yield frame(result=part.tool_name, value=part.content)
                    case AgentRunResultEvent(result=result):
                        histories[said.conversation] = result.all_messages()
                        yield frame(done=True)
                    case _:
                        pass

    @app.post("/turn")
    async def turn(said: Said) -> StreamingResponse:
        return StreamingResponse(frames(said), media_type="text/event-stream")

    return app


if __name__ == "__main__":
    served(made)
