"""How long to wait for a server that is not ours, and when to try again."""

import random
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """How long we wait for what, in seconds. `trial` is the least time between two attempts to connect that callers
    may provoke: within it calls to a server that is down wait for the next. A connection that lasted `steady` seconds
    was a good one. After `timeouts` calls in a row without an answer the connection is given up."""

    connect: float = 10.0
    first: float = 0.5
    longest: float = 30.0
    trial: float = 0.25
    steady: float = 10.0
    stop: float = 5.0
    tries: int = 3
    timeouts: int = 3

    def pause(self, failures: int) -> float:
        """The wait after so many failures in a row: doubling, with jitter, so that many clients do not come at once."""
        return min(self.longest, self.first * 2 ** min(failures - 1, 10)) * random.uniform(0.75, 1.25)  # noqa: S311
