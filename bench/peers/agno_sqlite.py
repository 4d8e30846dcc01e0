"""The scripted turn through agno's Agent with its SqliteDb; the specialist is an agent inside a tool.

Its fastest reasonable form: telemetry off, the plain SqliteDb (faster here than AsyncSqliteDb), a scripted Model, and
checkpoint "runs", agno's default, which stores a run when it ends. The specialist has a session of its own.
"""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from agno.agent import Agent
from agno.db.sqlite import SqliteDb
from agno.models.base import Model
from agno.models.response import ModelResponse
from agno.run import RunContext

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


@dataclass
class Scripted(Model):
    """Asks for the tools of its plan one by one, then says its words one by one."""

    plan: tuple[str, ...] = ()
    words: list[str] = field(default_factory=list[str])

    def answers(self, messages: list[Any]) -> Iterator[ModelResponse]:
        """What the model makes of the conversation so far."""
        done = sum(m.role == "tool" for m in messages)
        name = next_call(self.plan, done)
        if name is not None:
            wanted = {"name": name, "arguments": ARGUMENTS}
            yield ModelResponse(
                role="assistant", tool_calls=[{"id": f"call_{done}", "type": "function", "function": wanted}]
            )
            return
        for word in self.words:
            yield ModelResponse(content=word)

    def invoke(self, *args: Any, messages: list[Any], **kwargs: Any) -> ModelResponse:
        """The whole answer at once."""
        parts = list(self.answers(messages))
        text = "".join(str(p.content) for p in parts if p.content is not None)
        return ModelResponse(role="assistant", content=text or None, tool_calls=parts[0].tool_calls)

    async def ainvoke(self, *args: Any, messages: list[Any], **kwargs: Any) -> ModelResponse:
        """The whole answer at once."""
        return self.invoke(messages=messages)

    def invoke_stream(self, *args: Any, messages: list[Any], **kwargs: Any) -> Iterator[ModelResponse]:
        """The answer word by word."""
        return self.answers(messages)

    async def ainvoke_stream(self, *args: Any, messages: list[Any], **kwargs: Any) -> AsyncIterator[ModelResponse]:
        """The answer word by word."""
        for part in self.answers(messages):
            yield part

    def _parse_provider_response(self, response: Any, **kwargs: Any) -> ModelResponse:
        return response

    def _parse_provider_response_delta(self, response: Any) -> ModelResponse:
        return response


Checkpoint = Literal["runs", "tool-batch"]


def root(called: Called, db: SqliteDb, checkpoint: Checkpoint) -> Agent:
    """The agent of the whole turn, with the specialist inside one of its tools."""

    async def tool_c(q: str) -> str:
        """The specialist's own tool."""
        called("tool_c")
        return json.dumps(RESULT)

    scripted = Scripted(id="scripted", plan=SPECIALIST_PLAN, words=[SPECIALIST_SAYS])
    nested = Agent(name="agent_c", model=scripted, tools=[tool_c], db=db, telemetry=False, checkpoint=checkpoint)

    async def tool_a(q: str) -> str:
        """The weather."""
        called("tool_a")
        return json.dumps(RESULT)

    async def tool_b(q: str) -> str:
        """The calendar: it writes."""
        called("tool_b")
        return json.dumps(RESULT)

    async def agent_c(run_context: RunContext, q: str) -> str:
        """The specialist."""
        said = await nested.arun(q, session_id=run_context.session_id + "/agent_c")
        return str(said.content)

    scripted = Scripted(id="scripted", plan=ROOT_PLAN, words=WORDS)
    tools = [tool_a, tool_b, agent_c]
    return Agent(name="root", model=scripted, tools=tools, db=db, telemetry=False, checkpoint=checkpoint)


def stored(checkpoint: Checkpoint) -> Callable[[Path, Called], AbstractAsyncContextManager[Turn]]:
    """The agent over one SQLite file, a session a turn, stored as that checkpoint says."""

    @asynccontextmanager
    async def opened(folder: Path, called: Called) -> AsyncGenerator[Turn]:
        db = SqliteDb(db_file=str(folder / "agno.db"))
        agent = root(called, db, checkpoint)

        async def turn(name: str) -> None:
            watcher, answer = Watcher(), ""
            async for event in agent.arun(QUESTION, session_id=name, stream=True, stream_events=True):
                match event.event:
                    case "RunContent":
                        watcher.delta(str(event.content))
                    case "ToolCallStarted" | "ToolCallCompleted":
                        watcher.event(event.event, [event.tool.tool_name, event.tool.tool_args, event.tool.result])
                    case "RunCompleted":
                        answer = str(event.content)
                    case _:
                        pass
            watcher.verify(answer)

        yield turn
        db.close()

    return opened


if __name__ == "__main__":
    main(Contender("agno", ("agno", "sqlalchemy"), stored("runs")))
