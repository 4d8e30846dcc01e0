"""langgraph over HTTP: langchain's create_agent with AsyncSqliteSaver, stream modes "messages" and "updates" as
server-sent events; the specialist is an agent inside a tool."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.responses import StreamingResponse
from langchain.agents import create_agent
from langchain_core.messages import AIMessageChunk
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from pydantic import BaseModel, SecretStr

from bench.peers.serving import KEY, MODEL, served
from bench.script import RESULT


class Said(BaseModel):
    """A message of a person."""

    conversation: str
    text: str


def root(url: str, saver: AsyncSqliteSaver) -> Any:
    """The agent of the whole turn, with the specialist inside one of its tools."""
    model = ChatOpenAI(model=MODEL, base_url=url, api_key=SecretStr(KEY), streaming=True)

    @tool
    async def tool_c(q: str) -> dict[str, Any]:
        """The specialist's own tool."""
        return dict(RESULT)

    nested = create_agent(model, [tool_c], system_prompt="Advise.")

    @tool
    async def tool_a(q: str) -> dict[str, Any]:
        """The weather."""
        return dict(RESULT)

    @tool
    async def tool_b(q: str) -> dict[str, Any]:
        """The calendar: it writes."""
        return dict(RESULT)

    @tool
    async def agent_c(q: str) -> str:
        """The specialist."""
        said = await nested.ainvoke({"messages": [{"role": "user", "content": q}]})
        return str(said["messages"][-1].content)

    return create_agent(model, [tool_a, tool_b, agent_c], system_prompt="Plan days.", checkpointer=saver)


def frame(event: dict[str, Any]) -> bytes:
    """A server-sent event."""
    return b"data: " + json.dumps(event, default=str).encode() + b"\n\n"


async def frames(agent: Any, said: Said) -> AsyncGenerator[bytes]:
    """The words and steps of one turn; those of the specialist stay inside its tool."""
    start = {"messages": [{"role": "user", "content": said.text}]}
    config = {"configurable": {"thread_id": said.conversation}}
    stream = agent.astream(start, config, stream_mode=["messages", "updates"], durability="sync")
    async for mode, part in stream:
        if mode == "updates":
            for update in part.values():
                yield frame({"step": [message.model_dump() for message in update["messages"]]})
        elif isinstance(part[0], AIMessageChunk) and part[0].content:
            yield frame({"delta": part[0].content})


def made(folder: Path, url: str) -> FastAPI:
    """The application over one SQLite file."""
    agents: dict[str, Any] = {}

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncGenerator[None]:
        async with AsyncSqliteSaver.from_conn_string(str(folder / "langgraph.db")) as saver:
            agents["root"] = root(url, saver)
            yield

    app = FastAPI(lifespan=running)

    @app.post("/turn")
    async def turn(said: Said) -> StreamingResponse:
        return StreamingResponse(frames(agents["root"], said), media_type="text/event-stream")

    return app


if __name__ == "__main__":
    served(made)
