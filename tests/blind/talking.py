"""Asking our own assistants the questions of a set: each question a conversation of its own, over the real engine and
tools, on the day that the set is of."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from loket.app import opened
from loket.config import Config
from loket.doors.auth import LOCAL
from loket.face.dialogue import Dialogue
from loket.face.opening import memory
from loket.face.steps import Answer

SECONDS = 30.0
SUNDAY, MONDAY = datetime(2026, 11, 22, 11, tzinfo=UTC), datetime(2026, 11, 23, 11, tzinfo=UTC)
SATURDAY, NEXT_MONDAY = datetime(2026, 11, 28, 11, tzinfo=UTC), datetime(2026, 11, 30, 11, tzinfo=UTC)
NEXT_SUNDAY = datetime(2026, 11, 29, 11, tzinfo=UTC)
Begin = Callable[[str], Dialogue]


@asynccontextmanager
async def assistant(name: str, now: datetime, *bundles: str) -> AsyncGenerator[Begin]:
    """Begins conversations with this assistant, or with another of those that are served; nothing is kept, nothing
    outside is reached."""
    with TemporaryDirectory(prefix="blind-") as folder:
        config = Config.model_validate({"data": Path(folder), **({"assistants": bundles} if bundles else {})})
        async with opened(config, {}, store_at=memory) as served:
            host = served.host
            assert host is not None
            host.clock = lambda: now
            yield lambda other: Dialogue(host, other or name, LOCAL, seconds=SECONDS)


async def talked(begin: Begin, turns: Sequence[str]) -> list[Answer]:
    """What came of each turn of one conversation."""
    talk = begin("")
    return [await talk.say(turn) for turn in turns]
