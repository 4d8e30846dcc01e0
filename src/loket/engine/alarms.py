"""The deadlines of one conversation: many moments and one timer, which is set anew only for an earlier one."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType

EARLY_SECONDS = 0.001
"""Timers may come this much before their moment: some loops count in whole milliseconds."""


@dataclass(slots=True, eq=False)
class Alarm:
    """Something to do at a moment of the loop's clock, unless it is dropped before."""

    when: float
    act: Callable[[], None]


class Alarms:
    """Nearly every alarm is dropped before its moment, so setting and dropping one costs no timer: the one there is
    comes at the earliest moment it was ever set for, and then looks what is left."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._alarms: set[Alarm] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._due = 0.0

    def set(self, seconds: float, act: Callable[[], None]) -> Alarm:
        """Calls `act` in so many seconds."""
        alarm = Alarm(self._loop.time() + seconds, act)
        self._alarms.add(alarm)
        if self._timer is None or alarm.when < self._due:
            self._arm(alarm.when)
        return alarm

    def drop(self, alarm: Alarm) -> None:
        """It will not be called any more."""
        self._alarms.discard(alarm)

    def within(self, seconds: float) -> "Within":
        """A block that may take so long: TimeoutError when it takes longer. For tasks, like `asyncio.timeout`."""
        return Within(self, seconds)

    def close(self) -> None:
        """None of them will be called."""
        self._alarms.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _arm(self, when: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._due, self._timer = when, self._loop.call_at(when, self._ring)

    def _ring(self) -> None:
        self._timer = None
        now = self._loop.time() + EARLY_SECONDS
        ringing = [alarm for alarm in self._alarms if alarm.when <= now]
        self._alarms.difference_update(ringing)
        if self._alarms:
            self._arm(min(alarm.when for alarm in self._alarms))
        for alarm in ringing:
            alarm.act()


class Within:
    """See `Alarms.within`."""

    __slots__ = ("_alarm", "_alarms", "_asked", "_late", "_seconds", "_task")

    def __init__(self, alarms: Alarms, seconds: float) -> None:
        self._alarms, self._seconds, self._late = alarms, seconds, False

    def __enter__(self) -> None:
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("only a task can be interrupted")
        self._task, self._asked = task, task.cancelling()
        self._alarm = self._alarms.set(self._seconds, self._interrupt)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._alarms.drop(self._alarm)
        if self._late and self._task.uncancel() <= self._asked and kind is asyncio.CancelledError:
            raise TimeoutError from error

    def _interrupt(self) -> None:
        self._late = True
        self._task.cancel()
