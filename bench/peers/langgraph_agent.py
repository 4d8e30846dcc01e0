"""The scripted turn as a langchain agent, which is a langgraph graph, over AsyncSqliteSaver: the form most people run.

A scripted chat model of langchain-core, tools as functions, words through stream mode "messages", the specialist an
agent inside a tool, durability "sync". The store of langgraph_sqlite, with the cost of the chat model, its messages and
their callbacks.
"""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from langchain.agents import create_agent
from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.tools import tool
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

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
)


class ScriptedChat(BaseChatModel):
    """Asks for the tools of its plan one by one, then says its words one by one."""

    plan: tuple[str, ...]
    words: list[str]

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> "ScriptedChat":
        """The script knows its tools."""
        return self

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        done = sum(isinstance(m, ToolMessage) for m in messages)
        name = next_call(self.plan, done)
        if name is None:
            return ChatResult(generations=[ChatGeneration(message=AIMessage("".join(self.words)))])
        wanted = [{"name": name, "args": json.loads(ARGUMENTS), "id": f"call_{done}", "type": "tool_call"}]
        return ChatResult(generations=[ChatGeneration(message=AIMessage("", tool_calls=wanted))])

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        return self._generate(messages)

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        done = sum(isinstance(m, ToolMessage) for m in messages)
        name = next_call(self.plan, done)
        if name is not None:
            piece = {"name": name, "args": ARGUMENTS, "id": f"call_{done}", "index": 0, "type": "tool_call_chunk"}
            yield ChatGenerationChunk(message=AIMessageChunk("", tool_call_chunks=[piece]))
            return
        for word in self.words:
            yield ChatGenerationChunk(message=AIMessageChunk(word))


def root(called: Called, saver: AsyncSqliteSaver) -> Any:
    """The agent of the whole turn, with the specialist inside one of its tools."""

    @tool
    async def tool_c(q: str) -> dict[str, Any]:
        """The specialist's own tool."""
        called("tool_c")
        return dict(RESULT)

    nested = create_agent(ScriptedChat(plan=SPECIALIST_PLAN, words=[SPECIALIST_SAYS]), [tool_c])

    @tool
    async def tool_a(q: str) -> dict[str, Any]:
        """The weather."""
        called("tool_a")
        return dict(RESULT)

    @tool
    async def tool_b(q: str) -> dict[str, Any]:
        """The calendar: it writes."""
        called("tool_b")
        return dict(RESULT)

    @tool
    async def agent_c(q: str) -> str:
        """The specialist."""
        said = await nested.ainvoke({"messages": [{"role": "user", "content": q}]})
        return str(said["messages"][-1].content)

    return create_agent(ScriptedChat(plan=ROOT_PLAN, words=WORDS), [tool_a, tool_b, agent_c], checkpointer=saver)


def pass_on(watcher: Watcher, update: dict[str, Any]) -> str:
    """Sends the finished messages of one step to the watcher; the text of the last one."""
    text = ""
    for part in update.values():
        for message in part["messages"]:
            watcher.event(message.type, {"text": message.content, "calls": getattr(message, "tool_calls", [])})
            text = str(message.content)
    return text


@asynccontextmanager
async def opened(folder: Path, called: Called) -> AsyncGenerator[Turn]:
    """The agent over one SQLite file."""
    async with AsyncSqliteSaver.from_conn_string(str(folder / "langgraph.db")) as saver:
        agent = root(called, saver)

        async def turn(name: str) -> None:
            watcher, answer = Watcher(), ""
            start = {"messages": [{"role": "user", "content": QUESTION}]}
            config = {"configurable": {"thread_id": name}}
            stream: Callable[..., Any] = agent.astream
            async for mode, part in stream(start, config, stream_mode=["messages", "updates"], durability="sync"):
                if mode == "updates":
                    answer = pass_on(watcher, part)
                elif isinstance(part[0], AIMessageChunk) and part[0].content:
                    watcher.delta(str(part[0].content))
            watcher.verify(answer)

        yield turn


if __name__ == "__main__":
    main(Contender("langgraph-agent", ("langchain", "langgraph", "langgraph-checkpoint-sqlite"), opened))
