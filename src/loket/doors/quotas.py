"""How much one owner asks at once: requests a second and requests that are open, which is what streams are."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from starlette.types import ASGIApp, Receive, Scope, Send

from loket.core.limits import Limits
from loket.house.refusal import refused
from loket.house.requests import OWNER

SECONDS = 10
"""Requests are counted over so many seconds: a page that loads asks a lot at once."""
MANY = 10_000
"""Owners who are remembered; beyond that those are forgotten who have been quiet for long enough to have all again."""
FREE = ("DELETE",)
"""Erasing, cancelling and signing out make room, and work for an owner who has none left."""


@dataclass(slots=True)
class _Use:
    """What one owner has left of requests, at which moment, and how many of them are open."""

    left: float
    at: float
    open: int = 0


class Quotas:
    """ASGI middleware behind the guard, which has noted whose a request is; `exempt` is nobody in
    particular."""

    def __init__(
        self, app: ASGIApp, limits: Limits, exempt: str | None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.app, self.limits, self.exempt, self.clock = app, limits, exempt, clock
        self._used: dict[str, _Use] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        limited = bool(self.limits.requests or self.limits.open) and scope.get("method") not in FREE
        if not limited or scope["type"] != "http" or scope.get(OWNER, self.exempt) == self.exempt:
            await self.app(scope, receive, send)
            return
        use = self._use(scope[OWNER])
        most, rate = self.limits.open, self.limits.requests
        if most and use.open >= most:
            text = f"You have {most} requests open already, streams among them. Close some first."
            await refused(429, "too_many_open", text, {"Retry-After": "5"})(scope, receive, send)
            return
        if rate and use.left < 1:
            wait = math.ceil((1 - use.left) / rate)
            text = f"You may send {rate:g} requests a second. Try again in {wait} s."
            await refused(429, "too_many_requests", text, {"Retry-After": str(wait)})(scope, receive, send)
            return
        use.left -= 1
        use.open += 1
        try:
            await self.app(scope, receive, send)
        finally:
            use.open -= 1

    def _use(self, owner: str) -> _Use:
        """What this owner has used, with what time has given back."""
        now, full = self.clock(), self.limits.requests * SECONDS
        use = self._used.get(owner)
        if use is None:
            if len(self._used) >= MANY:
                self._used = {name: used for name, used in self._used.items() if used.open or now - used.at < SECONDS}
            use = self._used[owner] = _Use(full, now)
        use.left = min(full, use.left + (now - use.at) * self.limits.requests)
        use.at = now
        return use
