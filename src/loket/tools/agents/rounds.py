"""When to ask after a task again: soon at first and ever later, and at once when its agent says that there is news."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import anyio

FIRST, GROWTH = 0.1, 1.6
LONGEST = 5.0
LONGEST_TROUBLED = 30.0
"""Seconds between two looks at an agent that does not tell how its task stands."""

LONGEST_CALLED = 60.0
"""Seconds between two looks when the agent calls us: then they are there for the day that it forgets to."""

BREATH = 1.0
"""Seconds between two looks at least, however often an agent says that there is news."""


@dataclass(slots=True)
class Rounds:
    """The waits of one talk, in seconds. `pause` waits that long; `news` is set by the agent's calls, once it knows
    where to call. `waited` is how long we waited so far, `troubled` since the agent last told how its task stands."""

    pause: Callable[[float], Awaitable[None]]
    wait: float = FIRST
    waited: float = 0.0
    troubled: float = 0.0
    news: asyncio.Event | None = None
    _stumbling: bool = False
    _looked: float = float("-inf")

    def hear(self, news: asyncio.Event) -> None:
        """From now on the agent's calls end a wait, and so does the first one: what happened before is not told."""
        self.news = news
        self.wait = max(self.wait, LONGEST)
        news.set()

    def stumbled(self) -> bool:
        """A look went wrong, so the next one is not put off for long at first. Whether it is the first in a row."""
        first, self._stumbling = not self._stumbling, True
        if first:
            self.wait = min(self.wait, LONGEST)
        return first

    def recovered(self) -> None:
        """A look went well."""
        self._stumbling, self.troubled = False, 0.0

    async def turn(self, left: float) -> None:
        """Returns when it is time to look, after at most so many seconds."""
        seconds = max(min(self.wait, left), 0)
        if self.news is None:
            await self.pause(seconds)
        else:
            await self._until(self.news, seconds)
            if (early := self._looked + BREATH - anyio.current_time()) > 0:
                await self.pause(early)
            self.news.clear()
            self._looked = anyio.current_time()
        self.waited += seconds
        self.troubled += seconds if self._stumbling else 0
        longest = LONGEST_TROUBLED if self._stumbling else LONGEST
        self.wait = min(self.wait * GROWTH, longest if self.news is None else LONGEST_CALLED)

    async def _until(self, news: asyncio.Event, seconds: float) -> None:
        async with anyio.create_task_group() as either:

            async def called() -> None:
                await news.wait()
                either.cancel_scope.cancel()

            either.start_soon(called)
            await self.pause(seconds)
            either.cancel_scope.cancel()
