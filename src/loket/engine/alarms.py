"""The deadlines of all conversations here: many moments, and one timer that is set anew only for an earlier one."""

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
    ring: Callable[[], object]


class Alarms:
    """Nearly every alarm is dropped before its moment, so setting and dropping one costs no timer: the one there is
    comes at the earliest moment it was ever set for, and then looks what is left."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._alarms: set[Alarm | Within] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._due = 0.0

    def set(self, seconds: float, act: Callable[[], object]) -> Alarm:
        """Calls `act` in so many seconds."""
        alarm = Alarm(self.loop.time() + seconds, act)
        self.add(alarm)
        return alarm

    def add(self, alarm: "Alarm | Within") -> None:
        """One that is made already."""
        self._alarms.add(alarm)
        if self._timer is None or alarm.when < self._due:
            self._arm(alarm.when)

    def drop(self, alarm: "Alarm | Within") -> None:
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
        self._due, self._timer = when, self.loop.call_at(when, self._ring)

    def _ring(self) -> None:
        self._timer = None
        now = self.loop.time() + EARLY_SECONDS
        try:
            for alarm in [alarm for alarm in self._alarms if alarm.when <= now]:
                if alarm in self._alarms:  # the one before may have dropped it
                    self._alarms.discard(alarm)
                    alarm.ring()
        finally:
            if self._alarms:
                self._arm(min(alarm.when for alarm in self._alarms))


class Within:
    """See `Alarms.within`. It is its own alarm: two objects that know each other would be left to the collector."""

    __slots__ = ("_alarms", "_asked", "_late", "_seconds", "_task", "when")

    def __init__(self, alarms: Alarms, seconds: float) -> None:
        self._alarms, self._seconds, self._late = alarms, seconds, False

    def __enter__(self) -> None:
        alarms = self._alarms
        task = asyncio.current_task(alarms.loop)
        if task is None:
            raise RuntimeError("only a task can be interrupted")
        self._task, self._asked = task, task.cancelling()
        self.when = alarms.loop.time() + self._seconds
        alarms.add(self)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._alarms.drop(self)
        if self._late and self._task.uncancel() <= self._asked and kind is asyncio.CancelledError:
            raise TimeoutError from error

    def ring(self) -> None:
        """The time is over."""
        self._late = True
        self._task.cancel()
