"""A counter whose only tool stamps letters far away: at an office that counts them, and answers when it likes."""

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from loket.core.actions import Call, Decision, Say, ToolCall
from loket.core.assistant import AssistantSpec
from loket.core.data import JsonObject, text_of
from loket.core.events import Returned, UserSaid
from loket.core.planner import Draft, Situation
from loket.core.tool import CallContext, ToolSpec
from loket.house.bundle import Bundle, Services
from loket.tools.function import FunctionTool

OFFICE = "STAMP_OFFICE"
"""The variable with the port where the office is."""


class Counter:
    """Has stamped whatever somebody says, and says what came back."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        match situation.woke[0].event:
            case UserSaid(text=text):
                calls = (ToolCall(id="a", tool="stamp", args={"letter": text_of(text)}),)
                return Decision(step="counter", reasoning="a letter", action=Call(calls=calls))
            case Returned(value=value, code=code):
                return Decision(step="counter", reasoning="it is back", action=Say(text=str(code or value)))
            case _:
                return Decision(step="counter", reasoning="nothing to stamp", action=Say(text="Hm."))


LETTER: JsonObject = {"type": "object", "properties": {"letter": {"type": "string"}}}


async def stamped(port: int, letter: str) -> str:
    """What the office says of a letter and its key."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(f"{letter}\n".encode())
        return (await reader.readline()).decode().strip()
    finally:
        writer.close()


def stamp_at(port: int, name: str = "stamp", held: bool = False) -> FunctionTool:
    """The tool that sends a letter to the office, when a person approved it if it is to be `held`."""

    async def stamp(args: JsonObject, context: CallContext) -> str:
        return await stamped(port, f"{args['letter']} {context.key}")

    return FunctionTool(ToolSpec(name=name, input=LETTER, destructive=held), stamp)


def bundle(services: Services) -> Bundle:
    """The counter and its tool."""
    stamp = stamp_at(int(services.env[OFFICE]))
    counter = AssistantSpec(name="counter", title="The counter", tools=("stamp",))
    return Bundle(name="counter", assistants=(counter,), planners={"counter": Counter()}, inner=(stamp,))


@dataclass
class Office:
    """Where letters are stamped: `letters` as they came, each with its key; each waits until the office is `open`."""

    letters: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    open: asyncio.Event = field(default_factory=asyncio.Event)
    came: asyncio.Event = field(default_factory=asyncio.Event)
    port: int = 0

    @property
    def env(self) -> dict[str, str]:
        """What a server needs to be a counter of this office."""
        return {"LOKET_ASSISTANTS": "tests.cli.counter:bundle", OFFICE: str(self.port), "PATH": os.environ["PATH"]}

    async def stamp(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One letter."""
        letter, _, key = (await reader.readline()).decode().strip().rpartition(" ")
        self.letters.append((letter, key))
        self.came.set()
        await self.open.wait()
        writer.write(f"{letter} is stamped\n".encode())
        writer.close()


@asynccontextmanager
async def office() -> AsyncGenerator[Office]:
    """An office on a free port of the loopback."""
    here = Office()
    server = await asyncio.start_server(here.stamp, "127.0.0.1", 0)
    here.port = server.sockets[0].getsockname()[1]
    try:
        yield here
    finally:
        here.open.set()
        server.close()
