"""The scripted turn through the real engine over the SQLite store: a new conversation, a message, its end, one watcher.

The root has four steps (two calls, a task for the specialist, the words), the specialist two; tool_b is not read-only.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Coroutine
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import uvloop

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
    next_call,
    text_of,
)
from loket.core.actions import Call, Decision, Say, Task, ToolCall
from loket.core.assistant import AssistantSpec
from loket.core.data import Json, JsonObject
from loket.core.events import Returned, UserSaid
from loket.core.planner import Draft, Situation
from loket.core.tool import ToolSpec
from loket.engine.host import Host
from loket.engine.kit import Kit
from loket.engine.steady import steady
from loket.stores.sqlite import SqliteStore
from loket.tools.function import FunctionTool

ROOT = "bench"
SPECIALIST = "agent_c"
OWNER = "local"
RECORDS = 14
"""Started, user_said; six decided; four returned; call_started of the one call that is not read-only; opened."""
DEADLINE = 60.0


class Scripted:
    """Asks for the tools of its plan one by one, then says its words one by one."""

    def __init__(self, plan: tuple[str, ...], words: list[str]) -> None:
        self.plan, self.words = plan, words

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """What it makes of the conversation so far."""
        name = next_call(self.plan, returned(situation))
        if name is None:
            if situation.task is None:
                for word in self.words:
                    draft.write(word)
            return Decision(reasoning="done", action=Say(text=text_of(self.words)))
        arguments: JsonObject = json.loads(ARGUMENTS)
        if name == SPECIALIST:
            task = Task(id="a", intent="advise", to=SPECIALIST, task=arguments["q"])
            return Decision(reasoning="needs " + name, action=Call(calls=(task,)))
        call = ToolCall(id="a", tool=name, args=arguments)
        return Decision(reasoning="needs " + name, action=Call(calls=(call,)))


def returned(situation: Situation) -> int:
    """How many results there are since the person last said something."""
    done = 0
    for record in reversed(situation.history):
        if isinstance(record.event, UserSaid):
            break
        done += isinstance(record.event, Returned)
    return done


def tool(name: str, called: Called) -> FunctionTool:
    """A tool that answers at once."""

    async def body(args: JsonObject) -> Json:
        called(name)
        return dict(RESULT)

    schema: JsonObject = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}
    return FunctionTool(ToolSpec(name=name, input=schema, read_only=name != "tool_b"), body)


def bench_kit(called: Called) -> Kit:
    """The two assistants, their planners and the three tools."""
    root = AssistantSpec(name=ROOT, title="Bench", tools=("tool_a", "tool_b"), specialists=(SPECIALIST,))
    specialist = AssistantSpec(name=SPECIALIST, title="Specialist", tools=("tool_c",), hidden=True)
    return Kit(
        assistants={ROOT: root, SPECIALIST: specialist},
        planners={ROOT: Scripted(ROOT_PLAN, WORDS), SPECIALIST: Scripted(SPECIALIST_PLAN, [SPECIALIST_SAYS])},
        tools={name: tool(name, called) for name in ("tool_a", "tool_b", "tool_c")},
    )


class Watching:
    """One live watcher: follows the conversation from its first record until it has seen the answer."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.there = asyncio.Event()

    async def follow(self, host: Host, conversation: str) -> None:
        """Keeps every frame as it comes."""
        async with aclosing(host.follow(conversation, 0, OWNER)) as news:
            async for frames in news:
                self.frames += frames
                self.there.set()
                if any(b'"kind":"say"' in frame and b'"scope":"/"' in frame for frame in frames):
                    return

    def verify(self) -> None:
        """Fails unless every record came, in order, and the drafts add up to all words."""
        records = [frame for frame in self.frames if frame.startswith(b"id: ")]
        seqs = [int(frame[4 : frame.index(b"\n")]) for frame in records]
        if seqs != list(range(1, RECORDS + 1)):
            raise RuntimeError(f"the watcher saw the records {seqs}, not 1 to {RECORDS}")
        notes = [json.loads(frame[6:-2]) for frame in self.frames if frame.startswith(b"data: ")]
        words = "".join(note["text"] for note in notes if note["kind"] == "delta")
        if words != text_of(WORDS):
            raise RuntimeError(f"the watcher saw {len(words)} characters of words, not all")


def turns(host: Host) -> Turn:
    """The turn on this host: a conversation each."""

    async def turn(name: str) -> None:
        watching = Watching()
        conversation = await host.start(OWNER, ROOT)
        async with asyncio.TaskGroup() as group:
            group.create_task(watching.follow(host, conversation))
            await watching.there.wait()
            seq = await host.tell(conversation, UserSaid(text=QUESTION), OWNER, key=name)
            await host.settled(conversation, seq, DEADLINE)
        watching.verify()

    return turn


@asynccontextmanager
async def opened(folder: Path, called: Called) -> AsyncGenerator[Turn]:
    """The engine over one SQLite file, a conversation a turn."""
    async with await SqliteStore.open(folder) as store, Host(store, bench_kit(called)) as host:
        yield turns(host)


def as_served(work: Coroutine[None, None, dict[str, object]]) -> dict[str, object]:
    """Runs as `loket serve` does: on uvloop, with rarer garbage collections."""
    steady()
    return uvloop.run(work)


if __name__ == "__main__":
    main(Contender("loket", ("loket", "uvloop"), opened, as_served))
