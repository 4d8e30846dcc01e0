"""The scripted turn through openai-agents' Runner with a SQLiteSession; the specialist is an agent inside a tool.

Its fastest reasonable form: tracing off, one shared RunConfig, a scripted Model whose text events are made once (the
one in agents.testing copies every call deeply), one session held open so that the WAL outlives a turn, the specialist
run unstreamed in a session of its own.
"""

import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents import (
    Agent,
    FunctionTool,
    Model,
    ModelResponse,
    RunConfig,
    RunContextWrapper,
    Runner,
    SQLiteSession,
    Usage,
    function_tool,
    set_tracing_disabled,
)
from openai.types.responses import (
    Response,
    ResponseCompletedEvent,
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseOutputText,
    ResponseTextDeltaEvent,
)

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


@dataclass(frozen=True)
class Place:
    """Where a turn keeps its sessions: the context every tool is handed."""

    name: str
    database: Path


def delta(number: int, word: str) -> ResponseTextDeltaEvent:
    """A piece of the answer as the provider's event."""
    return ResponseTextDeltaEvent(
        type="response.output_text.delta",
        delta=word,
        item_id="msg",
        output_index=0,
        content_index=0,
        sequence_number=number,
        logprobs=[],
    )


class Scripted(Model):
    """Asks for the tools of its plan one by one, then says its words one by one."""

    def __init__(self, plan: tuple[str, ...], words: list[str]) -> None:
        self.plan = plan
        self.words = words
        self.deltas = [delta(i, word) for i, word in enumerate(words)]

    def output(self, items: Any) -> ResponseFunctionToolCall | ResponseOutputMessage:
        """What the model makes of the conversation so far."""
        done = sum(i.get("type") == "function_call_output" for i in items)
        name = next_call(self.plan, done)
        if name is not None:
            return ResponseFunctionToolCall(
                type="function_call", name=name, arguments=ARGUMENTS, call_id=f"call_{done}", id=f"fc_{done}"
            )
        text = ResponseOutputText(type="output_text", text="".join(self.words), annotations=[])
        return ResponseOutputMessage(id="msg", type="message", role="assistant", status="completed", content=[text])

    async def get_response(
        self, system_instructions: str | None, input: Any, *args: Any, **kwargs: Any
    ) -> ModelResponse:
        """The whole answer at once."""
        return ModelResponse(output=[self.output(input)], usage=Usage(), response_id=None)

    async def stream_response(
        self, system_instructions: str | None, input: Any, *args: Any, **kwargs: Any
    ) -> AsyncIterator[Any]:
        """The answer word by word."""
        output = self.output(input)
        if isinstance(output, ResponseOutputMessage):
            for event in self.deltas:
                yield event
        whole = Response(
            id="resp",
            created_at=0.0,
            model="scripted",
            object="response",
            output=[output],
            tools=[],
            tool_choice="auto",
            parallel_tool_calls=False,
        )
        yield ResponseCompletedEvent(type="response.completed", response=whole, sequence_number=len(self.words))


def plain_tool(name: str, says: str, called: Called) -> FunctionTool:
    """A tool that answers at once."""

    async def body(q: str) -> str:
        called(name)
        return json.dumps(RESULT)

    return function_tool(body, name_override=name, description_override=says)


def root(called: Called, config: RunConfig) -> Agent[Place]:
    """The agent of the whole turn, with the specialist inside one of its tools."""
    own = plain_tool("tool_c", "The specialist's own tool.", called)
    specialist = Agent[Place](name="agent_c", model=Scripted(SPECIALIST_PLAN, [SPECIALIST_SAYS]), tools=[own])

    async def agent_c(context: RunContextWrapper[Place], q: str) -> str:
        session = SQLiteSession(context.context.name + "/agent_c", context.context.database)
        result = await Runner.run(specialist, q, context=context.context, session=session, run_config=config)
        session.close()
        return str(result.final_output)

    tools = [
        plain_tool("tool_a", "The weather.", called),
        plain_tool("tool_b", "The calendar: it writes.", called),
        function_tool(agent_c, description_override="The specialist."),
    ]
    return Agent[Place](name="root", model=Scripted(ROOT_PLAN, WORDS), tools=list(tools))


@asynccontextmanager
async def opened(folder: Path, called: Called) -> AsyncGenerator[Turn]:
    """The agent over one SQLite file, a session a turn."""
    set_tracing_disabled(True)
    config = RunConfig(tracing_disabled=True)
    agent = root(called, config)
    held = SQLiteSession("held open", folder / "sessions.db")  # else the last session to close tears the WAL down
    await held.get_items()

    async def turn(name: str) -> None:
        watcher = Watcher()
        place = Place(name, folder / "sessions.db")
        session = SQLiteSession(name, place.database)
        result = Runner.run_streamed(agent, QUESTION, context=place, session=session, run_config=config)
        async for event in result.stream_events():
            if event.type == "raw_response_event":
                if event.data.type == "response.output_text.delta":
                    watcher.delta(event.data.delta)
            elif event.type == "run_item_stream_event":
                watcher.event(event.name, event.item.to_input_item())
        session.close()
        watcher.verify(str(result.final_output))

    yield turn
    held.close()


if __name__ == "__main__":
    main(Contender("openai-agents", ("openai-agents",), opened))
