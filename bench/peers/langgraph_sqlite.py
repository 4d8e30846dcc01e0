"""The scripted turn as a langgraph StateGraph over AsyncSqliteSaver, with the specialist as a subgraph.

Its fastest reasonable form: plain functions and dicts as nodes and messages (no LangChain model or callbacks), words
through the custom stream writer, and durability "sync", the mode in which a step is stored before the next one starts
(the default "async" stores the same rows a step later and costs more here).
"""

import json
import operator
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Annotated, Any, Literal, TypedDict

from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.config import get_stream_writer
from langgraph.graph import END, START, StateGraph
from langgraph.types import Durability

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

Message = dict[str, Any]


class Thread(TypedDict):
    """The state of a graph: what was said and done."""

    messages: Annotated[list[Message], operator.add]


def asked(state: Thread) -> Literal["act", "__end__"]:
    """On to the tools when the last message calls one."""
    return "act" if "call" in state["messages"][-1] else END


def results(state: Thread) -> int:
    """How many tool results the scripted model has before it."""
    return sum(m["role"] == "tool" for m in state["messages"])


def call(tool: str) -> Message:
    """A model's message that asks for one tool."""
    return {"role": "assistant", "reasoning": "needs " + tool, "call": tool, "args": ARGUMENTS}


def specialist(called: Called) -> Any:
    """The nested graph: one call, one answer."""

    async def plan(state: Thread) -> Thread:
        tool = next_call(SPECIALIST_PLAN, results(state))
        return {"messages": [call(tool) if tool else {"role": "assistant", "text": SPECIALIST_SAYS}]}

    async def act(state: Thread) -> Thread:
        json.loads(state["messages"][-1]["args"])
        called("tool_c")
        return {"messages": [{"role": "tool", "content": dict(RESULT)}]}

    return wired(plan, act).compile()


def root(called: Called) -> StateGraph[Thread]:
    """The graph of the whole turn."""
    nested = specialist(called)

    async def plan(state: Thread) -> Thread:
        tool = next_call(ROOT_PLAN, results(state))
        if tool:
            return {"messages": [call(tool)]}
        write = get_stream_writer()
        for word in WORDS:
            write(word)
        return {"messages": [{"role": "assistant", "text": text_of(WORDS)}]}

    async def act(state: Thread) -> Thread:
        message = state["messages"][-1]
        arguments = json.loads(message["args"])
        if message["call"] == "agent_c":
            said = await nested.ainvoke({"messages": [{"role": "user", "text": arguments["q"]}]})
            return {"messages": [{"role": "tool", "content": said["messages"][-1]["text"]}]}
        called(message["call"])
        return {"messages": [{"role": "tool", "content": dict(RESULT)}]}

    return wired(plan, act)


def wired(plan: Any, act: Any) -> StateGraph[Thread]:
    """The usual loop: plan, act, plan again, until the plan answers."""
    graph = StateGraph(Thread)
    graph.add_node("plan", plan)
    graph.add_node("act", act)
    graph.add_edge(START, "plan")
    graph.add_conditional_edges("plan", asked)
    graph.add_edge("act", "plan")
    return graph


def sqlite(folder: Path) -> AbstractAsyncContextManager[Any]:
    """The checkpoints in one SQLite file."""
    return AsyncSqliteSaver.from_conn_string(str(folder / "langgraph.db"))


def stored(
    durability: Durability, opened_saver: Callable[[Path], AbstractAsyncContextManager[Any]] = sqlite
) -> Callable[[Path, Called], AbstractAsyncContextManager[Turn]]:
    """The graph over its checkpoints, stored as that durability says."""

    @asynccontextmanager
    async def opened(folder: Path, called: Called) -> AsyncGenerator[Turn]:
        async with opened_saver(folder) as saver:
            graph = root(called).compile(checkpointer=saver)

            async def turn(name: str) -> None:
                watcher = Watcher()
                start = {"messages": [{"role": "user", "text": QUESTION}]}
                config = {"configurable": {"thread_id": name}}
                modes = ["custom", "updates"]
                stream = graph.astream(start, config, stream_mode=modes, durability=durability)
                watcher.verify(await watched(stream, watcher))

            yield turn

    return opened


async def watched(stream: AsyncIterator[Any], watcher: Watcher) -> str:
    """Follows one turn for its watcher; the answer."""
    answer = ""
    async for mode, part in stream:
        if mode == "custom":
            watcher.delta(part)
            continue
        for update in part.values():
            for message in update["messages"]:
                watcher.event(message["role"], message)
                answer = message.get("text", answer)
    return answer


if __name__ == "__main__":
    main(Contender("langgraph", ("langgraph", "langgraph-checkpoint-sqlite"), stored("sync")))
