"""The tasks of one conversation: a thought or a call each, and what follows when one of them has ended."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field

from loket.engine.alarms import Alarm, Alarms
from loket.views.turn_state import LiveCall


@dataclass(slots=True, eq=False)
class Work:
    """A thought or a call under way: listed under its name for as long as it lasts, and the task that carries it.

    `given` are the seqs a thought was begun for; `call` is what is performed, and `taken_back` whether it was cancelled
    already; `patience` is dropped when it is over."""

    name: str
    listed: dict[str, "Work"]
    act: Callable[[], Coroutine[None, None, None]]
    given: tuple[int, ...] = ()
    call: LiveCall | None = None
    taken_back: bool = False
    patience: Alarm | None = None
    task: asyncio.Task[None] = field(init=False)


class Works:
    """Begins works, each in a task of its own. `after` is called when a work has ended and may begin others; `failed`
    when something of ours broke, which must not leave the conversation hanging."""

    def __init__(self, alarms: Alarms, after: Callable[[], None], failed: Callable[[BaseException], None]) -> None:
        self._alarms, self._after, self._failed = alarms, after, failed

    def let_go(self) -> None:
        """What began these works has ended: it hears of them no more, and nothing here keeps it alive."""
        self._after, self._failed = _nothing, _nothing

    def begin(self, work: Work) -> None:
        """Lists the work. It takes its first step later, never within this call: what comes back at the same moment is
        thought about together."""
        work.task = asyncio.create_task(self._carry(work))
        # One that is cancelled before its first step never gets to say that it is over.
        work.task.add_done_callback(lambda _: self._over(work))
        work.listed[work.name] = work

    async def _carry(self, work: Work) -> None:
        try:
            await work.act()
            self._over(work)
            self._after()
        except asyncio.CancelledError:
            self._over(work)
            self._after()
            raise
        except Exception as error:  # noqa: BLE001 - see above
            self._over(work)
            self._failed(error)
        finally:
            del work  # a task keeps what it was cancelled with, and that this frame: a circle with its work

    def _over(self, work: Work) -> None:
        """It has ended, however it did. Saying so again changes nothing."""
        if work.listed.get(work.name) is work:
            del work.listed[work.name]
        if work.patience is not None:
            self._alarms.drop(work.patience)


def _nothing(*_: object) -> None:
    """Nobody listens any more."""
