"""One node of the fault runs: `loket serve` itself on a host of the little network. It stops or dies at a place that it
is told beforehand, writes down when it was last sure to live before an effect, and its clock may jump."""

import json
import os
import runpy
import signal
import sys
import time
from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from types import FrameType
from typing import Any

from loket.core.data import Json, JsonObject
from loket.core.tool import CallContext, Tool, ToolSpec
from loket.engine.nodes import Nodes
from loket.engine.perform import Performer
from loket.stores.jetstream import JetStore
from loket.stores.jetstream.stream import Stream, ToStore
from tests.cluster.network import enter

HOST, CONTROLS = "CLUSTER_HOST", "CLUSTER_CONTROLS"
"""Variables: the host to be on, and the folder with what it is told: `place`, `clock`."""
PLACES = (
    "before-commit",
    "after-commit",
    "before-look",
    "after-look",
    "at-send",
    "after-effect",
    "before-claim",
    "after-claim",
)
"""Of a call that is not read-only: before and after its CallStarted is stored, before and after the last look whether
this node lives, before and after the effect. Of a takeover: before and after its claim is stored."""

DONE = "_done"
"""Where a performer goes from the start of a call to its effect."""
_real_time = time.time
_calling: ContextVar[bool] = ContextVar("calling", default=False)
_looked: ContextVar[tuple[str, float]] = ContextVar("looked")


def reached(place: str) -> None:
    """Ends or stops this process when it was told to, once: `place` holds the name of the place and the signal."""
    told = Path(os.environ[CONTROLS]) / "place"
    try:
        name, sign = told.read_text().split()
    except (FileNotFoundError, ValueError):
        return
    if name == place:
        told.rename(told.with_name("reached"))
        os.kill(os.getpid(), int(sign))


@dataclass(frozen=True)
class Marked:
    """A tool whose way to its effect has places."""

    tool: Tool

    @property
    def spec(self) -> ToolSpec:
        return self.tool.spec

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        node, looked = _looked.get()
        line = {"key": context.key, "node": node, "looked": looked}
        with (Path(os.environ[CONTROLS]) / "looks").open("a") as looks:
            looks.write(json.dumps(line) + "\n")
        reached("at-send")
        value = await self.tool.call(args, context)
        reached("after-effect")
        return value

    async def look_up(self, args: JsonObject, context: CallContext) -> Json:
        return await self.tool.look_up(args, context)


def with_places() -> None:
    """Puts the places around the real thing."""
    stored, held, claimed, joined = Stream.store, Nodes.holds, JetStore.claim, Nodes.__aenter__
    done = getattr(Performer, DONE)

    async def store(self: Stream, messages: Sequence[ToStore]) -> int:
        starts = any(b'"call_started"' in message.body for message in messages)
        if starts:
            reached("before-commit")
        last = await stored(self, messages)
        if starts:
            reached("after-commit")
        return last

    def holds(self: Nodes, lease: int) -> bool:
        if not _calling.get():
            return held(self, lease)
        reached("before-look")
        _looked.set((self.id, _real_time()))
        answer = held(self, lease)
        reached("after-look")
        return answer

    async def claim(self: JetStore, conversation: str) -> int:
        reached("before-claim")
        seq = await claimed(self, conversation)
        reached("after-claim")
        return seq

    async def perform(self: Performer, call: Any, tool: Tool, *rest: Any) -> Json:
        _calling.set(True)
        return await done(self, call, tool if tool.spec.read_only else Marked(tool), *rest)

    async def join(self: Nodes) -> Nodes:
        (Path(os.environ[CONTROLS]) / "life").write_text(self.id)
        return await joined(self)

    Nodes.__aenter__ = join
    Stream.store, Nodes.holds, JetStore.claim = store, holds, claim
    setattr(Performer, DONE, perform)


class Moments(type):
    """A moment is one whichever clock it was taken from."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, datetime)


class Jumping(datetime, metaclass=Moments):
    """A clock that is `offset` seconds off."""

    offset = 0.0

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:
        return datetime.now(tz) + timedelta(seconds=cls.offset)


def with_a_clock() -> None:
    """SIGUSR1: the clock is as many seconds off as the file says."""

    def jump(sign: int, frame: FrameType | None) -> None:
        Jumping.offset = float((Path(os.environ[CONTROLS]) / "clock").read_text())

    signal.signal(signal.SIGUSR1, jump)
    time.time = lambda: _real_time() + Jumping.offset
    for name, module in list(sys.modules.items()):
        if name.startswith("loket") and getattr(module, "datetime", None) is datetime:
            setattr(module, "datetime", Jumping)  # noqa: B010 - modules have no such name for the checker


if __name__ == "__main__":
    enter(os.environ[HOST])
    with_places()
    with_a_clock()
    runpy.run_module("loket", run_name="__main__", alter_sys=True)
