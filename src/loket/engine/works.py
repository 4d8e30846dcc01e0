"""The tasks of one conversation: one that is done with its work carries on with what followed from it."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field

from loket.stores.patience import works
from loket.views.turn_state import LiveCall


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


class Works:
    """Fast twin of a task for each work: begins works, each in a task of its own unless the one that just became free
    can take it. `after` is called when a work has ended and may begin others; `failed` when something
    of ours broke, which must not leave the conversation hanging. Once `ending`, tasks end with the work they have."""

    def __init__(self, after: Callable[[], None], failed: Callable[[BaseException], None]) -> None:
        self._after, self._failed = after, failed
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
            work.task = asyncio.get_running_loop().create_task(self._carry(work))
            work.task.add_done_callback(lambda _: self._unbegun(work))
        work.listed[work.name] = work

    async def _carry(self, first: Work) -> None:
        works()
        work: Work | None = first
        try:
            while work is not None:
                if work.call is None and work is not first:
                    await asyncio.sleep(0)  # what comes back at the same moment is thought about together
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
