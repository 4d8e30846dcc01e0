"""An event loop whose time leaps over every wait, so that seconds of grace and deadlines cost a test nothing."""

import asyncio
import selectors
from collections.abc import Coroutine
from datetime import UTC, datetime, timedelta
from typing import TypeVar

T = TypeVar("T")
START = datetime(2026, 11, 21, 12, tzinfo=UTC)


class _Leaping(selectors.DefaultSelector):
    """Looks for input without waiting; a wait that nothing interrupts only moves the clock."""

    def __init__(self, loop: "VirtualLoop") -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found = super().select(0)
        if not found and timeout is None:
            raise RuntimeError("everybody waits for something that nobody will do")
        if not found and timeout:
            self._loop.moment += timeout
        return found


class VirtualLoop(asyncio.SelectorEventLoop):
    """For code that uses no threads and no sockets."""

    def __init__(self) -> None:
        self.moment = 0.0
        super().__init__(_Leaping(self))

    def time(self) -> float:
        return self.moment

    def clock(self) -> datetime:
        """The date that goes with the loop's time."""
        return START + timedelta(seconds=self.moment)

    async def drain(self) -> None:
        """Returns when nothing can go on without time passing."""
        while True:
            await asyncio.sleep(0)
            if not self._ready:
                return


def virtual() -> VirtualLoop:
    """The loop of the test that is running."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    return loop


def live(main: Coroutine[None, None, T]) -> T:
    """Runs a test to its end."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(main)
