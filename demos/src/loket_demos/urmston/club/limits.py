"""How often a caller may try: guessing a registration code must take longer than it is worth."""

from collections import deque
from collections.abc import Callable

TRIES, WINDOW = 10, 60.0
"""So many in so many seconds, by each caller."""
TRIES_OF_ALL = 120
CALLERS = 1000


class Tries:
    """Counts in memory; a restart forgives. The callers that came longest ago are forgotten first."""

    def __init__(self, clock: Callable[[], float], tries: int = TRIES, of_all: int = TRIES_OF_ALL) -> None:
        self._clock, self._tries, self._of_all = clock, tries, of_all
        self._by: dict[str, deque[float]] = {}
        self._all: deque[float] = deque()

    def allowed(self, caller: str) -> bool:
        """Whether this caller may try once more; the try counts when it may."""
        now = self._clock()
        own = self._by.pop(caller, deque[float]())
        for times in (own, self._all):
            while times and times[0] <= now - WINDOW:
                times.popleft()
        may = len(own) < self._tries and len(self._all) < self._of_all
        if may:
            own.append(now)
            self._all.append(now)
        self._by[caller] = own
        while len(self._by) > CALLERS:
            del self._by[next(iter(self._by))]
        return may
