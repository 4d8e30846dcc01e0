"""How often one owner may ask for something that costs: so many times a minute, counted in memory."""

from collections import deque
from collections.abc import Callable

WINDOW = 60.0
OWNERS = 1000


class Pace:
    """`most` in a minute by each owner; a restart forgives. The owners that came longest ago are forgotten first."""

    def __init__(self, most: int, clock: Callable[[], float]) -> None:
        self.most = most
        self._clock = clock
        self._by: dict[str, deque[float]] = {}

    def wait(self, owner: str) -> float:
        """0 when this owner may now, which counts; else the seconds until they may."""
        now = self._clock()
        times = self._by.pop(owner, deque[float]())
        self._by[owner] = times
        while len(self._by) > OWNERS:
            del self._by[next(iter(self._by))]
        while times and times[0] <= now - WINDOW:
            times.popleft()
        if len(times) >= self.most:
            return times[0] + WINDOW - now
        times.append(now)
        return 0.0
