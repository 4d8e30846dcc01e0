"""Whose a request is where another application signs people in: by its function, else a visitor with a cookie."""

import hashlib
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from inspect import isawaitable

from starlette.requests import Request
from starlette.types import Scope

from loket.house.requests import VISITOR

COOKIE = "loket_visitor"
LASTS = 30 * 24 * 3600
"""Seconds after which a visitor who stays away is another one."""
NEW_A_MINUTE, MOST_ADDRESSES = 60, 10_000
"""New visitors of one address in a minute, and addresses that are remembered for it."""

OwnerOf = Callable[[Request], str | Awaitable[str | None] | None]
"""Who is signed in, by the host application's own means; None when nobody is."""

_NAME = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True)
class Owners:
    """`of` says who is signed in; without one, and where it gives None, a person is a visitor when `visitors` is set.
    A visitor is known by a name in a cookie that nobody can guess and no script can read; nothing of it is stored."""

    of: OwnerOf | None = None
    visitors: bool = True
    _new: dict[str, tuple[float, int]] = field(default_factory=dict, compare=False)

    async def owner(self, scope: Scope) -> tuple[str | None, str]:
        """Whose it is, and the cookie to set for a visitor who had none; None when nobody may ask."""
        request = Request(scope)
        if self.of is not None:
            found = self.of(request)
            signed_in = await found if isawaitable(found) else found
            if signed_in:
                return signed_in, ""
        if not self.visitors:
            return None, ""
        name = _sent(request)
        if _NAME.fullmatch(name):
            return _visitor(name), ""
        if not self._may_come(request.client.host if request.client is not None else ""):
            return None, ""
        name = secrets.token_urlsafe(32)
        path = f"{scope.get(ROOT, '')}/"
        secure = "; Secure" if request.url.scheme == "https" else ""
        return _visitor(name), f"{COOKIE}={name}; Max-Age={LASTS}; Path={path}; HttpOnly; SameSite=Lax{secure}"

    def _may_come(self, address: str) -> bool:
        """Whether one more new visitor may come from there now: each may store as much as an owner may."""
        if len(self._new) > MOST_ADDRESSES:
            self._new.clear()
        now = time.monotonic()
        since, count = self._new.get(address, (now, 0))
        if now - since > 60:
            since, count = now, 0
        self._new[address] = since, count + 1
        return count < NEW_A_MINUTE


ROOT = "loket.root"
"""Where a request notes the path below which this application is mounted."""


def _sent(request: Request) -> str:
    try:
        cookie = SimpleCookie(request.headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return "" if cookie is None else cookie.value


def _visitor(name: str) -> str:
    """The owner; the name itself lets in, so it is kept nowhere."""
    return f"{VISITOR}{hashlib.sha256(name.encode()).hexdigest()[:32]}"
