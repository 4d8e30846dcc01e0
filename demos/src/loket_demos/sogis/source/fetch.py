"""Patience around the one function by which the server lets this package fetch from the web."""

import hashlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

import anyio

from loket.core.web import Fetch, Fetched, FetchFailed
from loket_demos.sogis.source.port import GeoFailed

SECONDS = 5.0
"""How long one try may take."""
TRIES = 3
PAUSE = 0.25
"""Seconds before the second try; twice as many before each further one."""
MOST_BYTES = 8_000_000
FRESH_SECONDS = 300.0
MOST_KEPT = 256
_AGAIN = frozenset({429, 500, 502, 503, 504})
"""Answers that may be others a moment later."""


@dataclass
class Patient:
    """Fetches with several tries, and remembers for a while what was read. Forms are sent once: they are work."""

    fetch: Fetch
    pause: Callable[[float], Awaitable[None]] = anyio.sleep
    clock: Callable[[], float] = time.monotonic
    seconds: float = SECONDS
    _kept: OrderedDict[str, tuple[float, bytes]] = field(default_factory=OrderedDict[str, tuple[float, bytes]])

    async def read(self, url: str, query: Mapping[str, str]) -> bytes:
        """What lies at an address; empty when it answers that there is nothing. Raises GeoFailed."""
        asked = f"{url}?{urlencode(query)}"
        key = hashlib.sha256(asked.encode()).hexdigest()
        kept = self._kept.get(key)
        if kept is not None and kept[0] > self.clock():
            self._kept.move_to_end(key)
            return kept[1]
        body = _body(await self._tried(asked))
        self._kept[key] = (self.clock() + FRESH_SECONDS, body)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return body

    async def send(self, url: str, form: Mapping[str, str], deadline: float) -> bytes:
        """The answer to a form. Raises GeoFailed."""
        try:
            return _body(await self.fetch(url, form, deadline, MOST_BYTES))
        except FetchFailed as failed:
            raise _failed(failed) from failed

    async def _tried(self, url: str) -> Fetched:
        for more in reversed(range(TRIES)):
            try:
                found = await self.fetch(url, None, self.seconds, MOST_BYTES)
                if found.status not in _AGAIN or not more:
                    return found
            except FetchFailed as failed:
                if not more:
                    raise _failed(failed) from failed
            await self.pause(PAUSE * 2 ** (TRIES - 1 - more))
        raise GeoFailed("unreachable")


def _body(found: Fetched) -> bytes:
    if found.status == 204:
        return b""
    if found.status != 200:
        raise GeoFailed("http_status", status=str(found.status))
    return found.body


def _failed(failed: FetchFailed) -> GeoFailed:
    return GeoFailed("too_late" if failed.late else "unreachable")
