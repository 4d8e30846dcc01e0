"""Until when futures are waited for: one timer for all, because nearly all of them are done long before."""

import asyncio
import math


class Deadlines:
    """Of one event loop. Whoever waits sets its deadline, and takes it back when it waits no longer."""

    def __init__(self) -> None:
        self._ends: dict[asyncio.Future[bool], float] = {}
        self._next = math.inf
        self._timer: asyncio.TimerHandle | None = None

    def set(self, waiter: asyncio.Future[bool], end: float) -> None:
        """It ends with TimeoutError at this moment by the clock of the loop, if nothing else ends it."""
        self._ends[waiter] = end
        if end < self._next:
            self._wake_at(end)

    def take_back(self, waiter: asyncio.Future[bool]) -> None:
        """Nobody waits for it any more."""
        self._ends.pop(waiter, None)

    def _wake_at(self, end: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._next, self._timer = end, asyncio.get_running_loop().call_at(end, self._ring, end)

    def _ring(self, moment: float) -> None:
        self._next, self._timer = math.inf, None
        for waiter in [waiter for waiter, end in self._ends.items() if end <= moment]:
            del self._ends[waiter]
            if not waiter.done():
                waiter.set_exception(TimeoutError())
        if self._ends:
            self._wake_at(min(self._ends.values()))
