"""What is owed after an erasure, off everybody's road: deleting what is left, emptying the log of writes, looking."""

import asyncio
import logging
from contextlib import suppress
from functools import partial

from loket.core.errors import LoketError
from loket.stores import erasing, gaps
from loket.stores.checkpoints import Checkpoints
from loket.stores.commits import Commits

PATIENCE_SECONDS = 1.0
"""So long who erases waits for the bytes to be gone; after that they go as soon as those who read let go of them."""
_AGAIN_SECONDS = (0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0)
LOOK_SECONDS = 600.0
"""So long after an erasure the whole file is looked through."""
_PAGES = 64
_PAUSE_SECONDS = 0.01  # between so many pages: a gigabyte takes a minute

log = logging.getLogger("loket.stores")


class Sweep:
    """Lives on the event loop. Everything it does can be cut off by a crash and is done after the next start."""

    def __init__(self, commits: Commits) -> None:
        self._commits = commits
        self._asked = self._done = 0
        self._sweeping: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None
        self._reading: asyncio.Task[list[int] | None] | None = None

    async def begin(self) -> None:
        """What the last life left: moved at once, the rest in the background."""
        owed, looked = await self._commits.beside(_state)
        if not await self._commits.beside(Checkpoints.emptied) or owed:
            self._begin_sweeping()
        if not looked:
            self._begin_looking(0.0, news=False)

    async def erased(self) -> None:
        """After the commit that erased: returns when its bytes are gone from the files, or `PATIENCE_SECONDS` later."""
        self._begin_looking(LOOK_SECONDS, news=True)
        sweeping = self._begin_sweeping()
        await asyncio.wait([sweeping], timeout=PATIENCE_SECONDS)

    async def close(self) -> None:
        """Leaves the rest to the next life."""
        tasks = [task for task in (self._sweeping, self._looking) if task is not None]
        for task in tasks:
            task.cancel()
        reading = () if self._reading is None else (self._reading,)  # the file must stay open as long
        await asyncio.gather(*tasks, *reading, return_exceptions=True)

    def _begin_sweeping(self) -> asyncio.Task[None]:
        self._asked += 1
        if self._sweeping is None or self._sweeping.done():
            self._sweeping = asyncio.create_task(self._sweep())
        return self._sweeping

    async def _sweep(self) -> None:
        tries = 0
        while self._done < self._asked:
            asked = self._asked
            with suppress(LoketError):  # a full disk, or damage: tried again, and said to those who write
                while (await self._commits.beside(_state))[0]:
                    await self._commits.submit(erasing.go_on, frees=True)
                if await self._commits.beside(Checkpoints.emptied):
                    self._done, tries = asked, 0
                    continue
            await asyncio.sleep(_AGAIN_SECONDS[min(tries, len(_AGAIN_SECONDS) - 1)])
            tries += 1

    def _begin_looking(self, wait: float, news: bool) -> None:
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look(wait, news))

    async def _look(self, wait: float, news: bool) -> None:
        """Looks through the whole file, a little at a time. `news`: nothing should be found."""
        await asyncio.sleep(wait)
        file, first, found = self._commits.file, 1, 0
        with suppress(LoketError):
            while (pages := await self._remnants(file, first)) is not None:
                blanked = await self._commits.beside(partial(_blanked, pages)) if pages else 0
                if blanked is not None:  # else somebody still reads what was there before
                    found, first = found + blanked, first + _PAGES
                await asyncio.sleep(_PAUSE_SECONDS)
            if news and found:
                log.error("%d pages held bytes of rows that had moved; they are blank now", found)
            await self._commits.submit(erasing.looked_through)

    async def _remnants(self, file: int, first: int) -> list[int] | None:
        """The next pages with something in their gap, None past the end."""
        self._reading = asyncio.create_task(asyncio.to_thread(gaps.remnants, file, first, _PAGES))
        return await asyncio.shield(self._reading)


def _state(checkpoints: Checkpoints) -> tuple[bool, bool]:
    """Whether something erased is still to be deleted, and whether the whole file was looked through."""
    return erasing.is_owed(checkpoints.db), erasing.is_looked_through(checkpoints.db)


def _blanked(pages: list[int], checkpoints: Checkpoints) -> int | None:
    return checkpoints.blanked(pages)
