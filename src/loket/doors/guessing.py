"""What a wrong token costs: time, more of it with every one from the same address, and at last no answer but "later".

A right token is taken at once wherever it comes from: nobody can lock an owner out by guessing beside them."""

import asyncio
import logging
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from starlette.responses import Response

from loket.house.refusal import refused

FREE = 100
"""Wrong ones of an address that cost nothing: a person who mistypes, a page with an old cookie."""
FIRST_SECONDS, MOST_SECONDS = 0.25, 4.0
WAITING, WAITING_IN_ALL = 4, 100
"""So many wrong ones of one address, and of all together, wait for their answer; more are sent away at once."""
FORGET_SECONDS = 600.0
ADDRESSES = 10_000

log = logging.getLogger("loket.doors")


@dataclass(slots=True)
class _Guesser:
    """An address that tokens came from which nobody has: how many, when the last, and how many wait now."""

    wrong: int = 0
    last: float = 0.0
    waiting: int = 0


class Guessing:
    """Counts wrong tokens by address; the oldest addresses are forgotten."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._guessers: OrderedDict[str, _Guesser] = OrderedDict()
        self._waiting = 0

    async def pay(self, address: str) -> Response | None:
        """To be awaited before a wrong token is told to be one; with an answer instead when there are too many."""
        guesser = self._guesser(address)
        guesser.wrong += 1
        if guesser.wrong <= FREE:
            return None
        seconds = min(MOST_SECONDS, FIRST_SECONDS * 2 ** min(guesser.wrong - FREE - 1, 10))
        if guesser.waiting >= WAITING or self._waiting >= WAITING_IN_ALL:
            text = "Too many wrong tokens came from where you are. Try again later."
            return refused(429, "too_many_wrong_tokens", text, {"Retry-After": str(math.ceil(seconds))})
        if guesser.wrong == FREE + 1:
            log.warning("wrong tokens come from %s; each costs more time from now on", address)
        guesser.waiting += 1
        self._waiting += 1
        try:
            await asyncio.sleep(seconds)
        finally:
            guesser.waiting -= 1
            self._waiting -= 1
        return None

    def _guesser(self, address: str) -> _Guesser:
        now = self.clock()
        guesser = self._guessers.setdefault(address, _Guesser(last=now))
        if now - guesser.last > FORGET_SECONDS and not guesser.waiting:
            guesser.wrong = 0
        guesser.last = now
        self._guessers.move_to_end(address)
        while len(self._guessers) > ADDRESSES:
            self._guessers.popitem(last=False)
        return guesser


def address_of(client: object) -> str:
    """The address of an ASGI scope's `client`; all without one count as one."""
    return str(client[0]) if isinstance(client, tuple | list) and client else ""
