"""Who is signed in on a page. The cookie holds a name that nobody can guess and no token; the Book knows whose it is
until they sign out, its time is over, or their token is another one."""

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from loket.core.ports import Book
from loket.core.shapes import text_at

LASTS = timedelta(days=30)


@dataclass(frozen=True)
class SignIns:
    """The sign-ins of one server; `tokens` are the owners by their tokens. What the Book holds lets nobody in: neither
    the name in the cookie nor the token can be told from it."""

    book: Book
    tokens: Mapping[str, str]

    async def begin(self, token: str) -> str:
        """Signs the owner of this token in; what the cookie is to hold."""
        name = secrets.token_urlsafe(32)
        known = {"owner": self.tokens[token], "proof": _proof(name, token)}
        await self.book.note("", _note(name), known, expires=datetime.now(UTC) + LASTS)
        return name

    async def owner(self, name: str) -> str | None:
        """Who is signed in by this name; None when nobody is, or no longer."""
        noted = await self.book.look("", _note(name))
        if noted is None:
            return None
        proof = text_at(noted.value, "proof")
        for token, owner in self.tokens.items():
            if owner == text_at(noted.value, "owner") and hmac.compare_digest(_proof(name, token), proof):
                return owner
        return None

    async def end(self, name: str) -> None:
        """Signs out: the name means nobody from now on. None was signed in: no mistake."""
        if await self.book.look("", _note(name)) is not None:
            await self.book.forget("", _note(name))


def _note(name: str) -> str:
    return f"sign-in/{hashlib.sha256(name.encode(errors='replace')).hexdigest()}"


def _proof(name: str, token: str) -> str:
    return hmac.new(name.encode(errors="replace"), token.encode(errors="replace"), hashlib.sha256).hexdigest()
