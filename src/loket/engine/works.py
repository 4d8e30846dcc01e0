"""The tasks of one conversation: one that is done with its work carries on with what followed from it."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field

from loket.views.turn_state import LiveCall

SLICE_SECONDS = 0.002
"""Of the processor, in a turn of the event loop, after which no further thought is begun in it, if each took long."""
LONG_SECONDS = 0.001


@dataclass(slots=True, eq=False)
class Work:
    """A thought or a call under way: listed under its name for as long as it lasts, and the task that carries it.

    `given` are the seqs a thought was begun for; `call` is what is performed, and `taken_back` whether it was cancelled
    already."""

    name: str
    listed: dict[str, "Work"]
    act: Callable[[], Coroutine[None, None, None]]
    given: tuple[int, ...] = ()
    call: LiveCall | None = None
    taken_back: bool = False
    task: asyncio.Task[None] = field(init=False)


class Gate:
    """Lets thoughts begin, those of all conversations in their order: after a slice of a turn of the loop, one in each
    further turn. To begin one takes as long as to hand on a dozen words; of fifty that began at the same moment, each
    word that came meanwhile would wait for all, at each of its steps."""

    def __init__(self, clock: Callable[[], float] = time.thread_time) -> None:
        self._clock = clock
        self._since, self._begun = 0.0, 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def passed(self) -> None:
        """Returns when a thought may begin. Short ones do at once, since a commit for all costs less than one each."""
        if not self._begun:
            self._since = self._clock()
            asyncio.get_running_loop().call_soon(self._turn)
        elif self._waiting or self._is_long(SLICE_SECONDS):
            waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(waiting)
            await waiting
            return
        self._begun += 1

    def _is_long(self, least: float) -> bool:
        """Whether those of this turn of the loop took long, and all of them more than `least`."""
        took = self._clock() - self._since
        return took > least and took > self._begun * LONG_SECONDS

    def _turn(self) -> None:
        """The next turn of the loop has come."""
        most = 1 if self._is_long(0.0) else len(self._waiting)
        self._begun = 0
        while self._waiting and self._begun < most:
            waiting = self._waiting.popleft()
            if not waiting.done():
                self._begun += 1
                waiting.set_result(None)
        if self._begun:
            self._since = self._clock()
            asyncio.get_running_loop().call_soon(self._turn)


class Works:
    """Fast twin of a task for each work: begins works, each in a task of its own unless the one that just became free
    can take it. `after` is called when a work has ended and may begin others; `failed` when something
    of ours broke, which must not leave the conversation hanging; thoughts begin as the gate lets them. Once `ending`,
    tasks end with the work they have."""

    def __init__(self, after: Callable[[], None], failed: Callable[[BaseException], None], gate: Gate) -> None:
        self._after, self._failed, self._gate = after, failed, gate
        self.ending = False
        self._free: asyncio.Task[None] | None = None
        self._next: Work | None = None

    def let_go(self) -> None:
        """What began these works has ended: it hears of them no more, and nothing here keeps it alive."""
        self.ending, self._after, self._failed = True, _nothing, _nothing

    def begin(self, work: Work) -> None:
        """Lists the work. It takes its first step later, never within this call."""
        if self._free is not None:
            work.task, self._free, self._next = self._free, None, work
        else:
            work.task = asyncio.create_task(self._carry(work))
            work.task.add_done_callback(lambda _: self._unbegun(work))
        work.listed[work.name] = work

    async def _carry(self, first: Work) -> None:
        work: Work | None = first
        try:
            while work is not None:
                if work.call is None:
                    if work is not first:
                        await asyncio.sleep(0)  # what comes back at the same moment is thought about together
                    await self._gate.passed()
                await work.act()
                self._over(work)
                work = self._followed(work.task)
        except asyncio.CancelledError:
            self._over(work)
            self._after()
            raise
        except Exception as error:  # noqa: BLE001 - see above
            self._over(work)
            self._failed(error)
        finally:
            del first, work  # a task keeps what it was cancelled with, and that this frame: a circle with its work

    def _over(self, work: Work | None) -> None:
        """It has ended, however it did. Saying so again changes nothing."""
        if work is not None and work.listed.get(work.name) is work:
            del work.listed[work.name]

    def _unbegun(self, work: Work) -> None:
        """One that is cancelled before its first step never gets to say that it is over: its task does, once ended."""
        if work.listed.get(work.name) is work:
            self._over(work)
            self._after()

    def _followed(self, task: asyncio.Task[None]) -> Work | None:
        """What this task carries on with. One that was cancelled takes nothing more: it would be taken for cancelled
        work."""
        self._free, self._next = None if task.cancelling() or self.ending else task, None
        try:
            self._after()
        finally:
            self._free = None
        following, self._next = self._next, None
        return following


def _nothing(*_: object) -> None:
    """Nobody listens any more."""
