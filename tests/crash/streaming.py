"""One life of a server whose model streams to three specialists at once: the first is killed in the middle of their
words, the second goes on. What its watcher sees is written down."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from pathlib import Path

from loket import Assistant, tool
from loket.app import Brought, opened
from loket.config import Config
from loket.core.errors import Conflict
from loket.core.events import Drafted, UserSaid
from loket.core.model import Delta, Finished, Model, ModelRequest, ModelResponse, TextDelta, TextPart, ToolCallPart
from loket.core.record import decode

NAME = "0000000000000000000002"
SPECIALISTS = ("visa", "papers", "dates")
PATIENCE = 20.0
BROKEN_OFF, WHOLE = "I think ", "I think so."


@tool(read_only=True)
async def look(place: str) -> str:
    """Look something up."""
    folder = Path(os.environ["LIFE"])
    with (folder / "looked").open("a") as file:
        file.write(f"{place}\n")
    if not (folder / "killed").exists():
        await asyncio.Event().wait()
    return f"{place} is open"


class Streaming:
    """A model that begins to speak, and in its first life never ends; it gives three tasks and a call at once."""

    name = "streaming"

    def __init__(self, killed: bool) -> None:
        self._killed = killed

    async def complete(self, request: ModelRequest) -> ModelResponse:
        async with aclosing(self.stream(request)) as deltas:
            async for delta in deltas:
                if isinstance(delta, Finished):
                    return delta.response
        raise AssertionError("it always ends")

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta]:
        front = request.messages[0].text.startswith("You are in front.")
        if front and not any(message.role == "tool" for message in request.messages):
            calls = [ToolCallPart(id=name, name=name, args={"task": f"The {name}?"}) for name in SPECIALISTS]
            calls.append(ToolCallPart(id="look", name="look", args={"place": "town hall"}))
            yield Finished(response=ModelResponse(parts=tuple(calls), finish="tool_calls"))
            return
        if not front:
            yield TextDelta(text=BROKEN_OFF)
            if not self._killed:
                await asyncio.Event().wait()
            yield TextDelta(text=WHOLE.removeprefix(BROKEN_OFF))
        text = "All three agree." if front else WHOLE
        yield Finished(response=ModelResponse(parts=(TextPart(text=text),)))

    async def close(self) -> None:
        """Nothing is open."""


def assistant() -> Assistant:
    specialists = [Assistant(name, title=name, instructions="You are a specialist.") for name in SPECIALISTS]
    return Assistant("front", instructions="You are in front.", tools=[look], specialists=specialists)


async def live(folder: Path) -> None:
    killed = (folder / "killed").exists()
    model: Model = Streaming(killed)
    config = Config.model_validate({"data": folder / "data"})
    async with opened(config, {}, brought=Brought((assistant(),), model)) as served:
        host = served.host
        assert host is not None
        with suppress(Conflict):
            await host.start("local", "front", conversation=NAME)
        watcher = asyncio.create_task(watching(folder, host.follow(NAME, last_seen(folder)), killed))
        seq = await host.tell(NAME, UserSaid(text="May I move?"), key="go")
        await host.settled(NAME, seq, PATIENCE)
        watcher.cancel()


async def watching(folder: Path, frames: AsyncGenerator[list[bytes]], killed: bool) -> None:
    """Writes down the records that come; ends the process when the words of all three are kept."""
    drafts: set[str] = set()
    with (folder / "seen").open("ab", buffering=0) as seen:
        async for batch in frames:
            for frame in batch:
                if frame.startswith(b"id: "):
                    body = frame.partition(b"\ndata: ")[2].removesuffix(b"\n\n")
                    seen.write(body + b"\n")
                    event = decode(body).event
                    drafts |= {event.of} if isinstance(event, Drafted) else set()
            if not killed and len(drafts) == len(SPECIALISTS):
                (folder / "killed").touch()
                os.kill(os.getpid(), signal.SIGKILL)


def last_seen(folder: Path) -> int:
    lines = (folder / "seen").read_bytes().splitlines() if (folder / "seen").exists() else []
    return decode(lines[-1]).seq if lines else 0


if __name__ == "__main__":
    os.environ["LIFE"] = sys.argv[1]
    asyncio.run(live(Path(sys.argv[1])))
