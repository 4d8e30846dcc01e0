"""Where raw exchanges are kept: in the Book, by conversation, beside its log. The newest of a conversation stay.

Nothing is decided by them. Each has a line for lists, and a body with all that was said, and each conversation how much
it keeps; erasing the conversation takes all, since it is a part of their names."""

import hashlib
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

import msgspec

from loket.core.data import Json, JsonObject
from loket.core.errors import LoketError, NotFound
from loket.core.exchange import RawExchange
from loket.core.shapes import is_object, text_at
from loket.core.tool import CallContext
from loket_demos.scenario.counterpart import OpenHouse

LINES, BODIES, SIZES = "scenario/exchange/", "scenario/exchange-body/", "scenario/exchange-size/"
MOST, MOST_BYTES = 500, 20_000_000
"""Of one conversation."""
OWNER_BYTES, CONVERSATIONS = 200_000_000, 50_000
"""Of one owner; and how many conversations are counted."""
NOWHERE = "-"
"""The place of exchanges that no conversation could be found for."""
BODY = {"request_headers", "request", "response_headers", "response", "frames"}


@dataclass(frozen=True)
class ExchangeBook:
    """All exchanges of a server. `most` are the bytes of one owner: where there are more, the conversations that were
    quiet longest lose theirs."""

    opened: OpenHouse
    most: int = OWNER_BYTES
    _totals: dict[str, int] = field(default_factory=dict[str, int])

    def noted(self, context: CallContext) -> CallContext:
        """The context of a call whose exchanges are kept."""
        return replace(context, exchanges=ExchangesOf(self, context.owner, context.conversation))

    async def keep(self, owner: str, conversation: str, exchange: RawExchange) -> None:
        """Keeps one, in place of what was kept of it before."""
        book, name = self.opened.house.book, name_of(exchange)
        body = exchange.model_dump(mode="json", include=BODY)
        raw = msgspec.json.encode(body)
        line = exchange.model_dump(mode="json", exclude=BODY) | {
            "name": name,
            "conversation": conversation,
            "frames": len(exchange.frames),
            "bytes": len(raw),
            "sha256": hashlib.sha256(raw).hexdigest(),
        }
        await book.note(owner, f"{BODIES}{conversation}/{name}", body)
        await book.note(owner, f"{LINES}{conversation}/{name}", line)
        if exchange.took_ms is not None:
            await self._make_room(owner, conversation)

    async def lines(self, owner: str, conversation: str, words: str = "") -> list[JsonObject]:
        """One line for each of a conversation, the newest first; with words only those that have all of them."""
        noted = await self.opened.house.book.names(owner, f"{LINES}{conversation}/", limit=MOST + 1)
        lines: list[JsonObject] = [one.value for one in reversed(noted) if is_object(one.value)]
        wanted = words.casefold().split()
        return [line for line in lines if not wanted or await self._has(owner, line, wanted)]

    async def gone(self, owner: str, conversation: str) -> str:
        """Why there are no exchanges of a conversation any more; "" when none were taken from it."""
        noted = await self.opened.house.book.look(owner, f"{SIZES}{conversation}")
        if noted is None or not noted.value.get("dropped"):
            return ""
        return f"Of all your conversations the newest {self.most // 1_000_000} MB are kept; those of this one are gone."

    async def whole(self, owner: str, conversation: str, name: str) -> JsonObject:
        """All of one. NotFound."""
        book = self.opened.house.book
        line = await book.look(owner, f"{LINES}{conversation}/{name}")
        body = await book.look(owner, f"{BODIES}{conversation}/{name}")
        if line is None or body is None:
            why = await self.gone(owner, conversation)
            raise NotFound("no_exchange", why or "There is no such exchange, or it is kept no longer.")
        return {**line.value, **body.value}

    async def _has(self, owner: str, line: JsonObject, words: list[str]) -> bool:
        body = await self.opened.house.book.look(owner, f"{BODIES}{line['conversation']}/{line['name']}")
        texts: list[Json] = [line["url"], line["method"], line["dialect"], line["error"], str(line["status"])]
        if body is not None:
            texts += [
                body.value["request"],
                body.value["response"],
                *(text_at(f, "text") for f in body.value["frames"]),
            ]
        said = "\n".join(texts).casefold()
        return all(word in said for word in words)

    async def _make_room(self, owner: str, conversation: str) -> None:
        """Drops the oldest until the rest fits."""
        lines, book = await self.lines(owner, conversation), self.opened.house.book
        size = kept = 0
        for at, line in enumerate(lines):
            size += line["bytes"]
            if at >= MOST or size > MOST_BYTES:
                for prefix in (LINES, BODIES):
                    await book.forget(owner, f"{prefix}{conversation}/{line['name']}")
            else:
                kept = size
        before = await book.look(owner, f"{SIZES}{conversation}")
        now = {"bytes": kept, "at": lines[0]["name"] if lines else "", "dropped": False}
        await book.note(owner, f"{SIZES}{conversation}", now)
        if owner in self._totals:
            self._totals[owner] += kept - (before.value["bytes"] if before is not None else 0)
        if self._totals.get(owner, self.most + 1) > self.most:
            await self._of_owner(owner, conversation)

    async def _of_owner(self, owner: str, conversation: str) -> None:
        """Counts anew what an owner keeps, and takes from the conversations that were quiet longest."""
        book = self.opened.house.book
        noted = await book.names(owner, SIZES, limit=CONVERSATIONS)
        total = sum(one.value["bytes"] for one in noted)
        for one in sorted(noted, key=lambda one: one.value["at"]):
            quiet = one.name.removeprefix(SIZES)
            if total <= self.most:
                break
            if quiet == conversation or not one.value["bytes"]:
                continue
            for line in await self.lines(owner, quiet):
                for prefix in (LINES, BODIES):
                    await book.forget(owner, f"{prefix}{quiet}/{line['name']}")
            await book.note(owner, one.name, {"bytes": 0, "at": one.value["at"], "dropped": True})
            total -= one.value["bytes"]
        self._totals[owner] = total


@dataclass(frozen=True)
class ExchangesOf:
    """Those of one call. What can't be kept disturbs no call."""

    book: ExchangeBook
    owner: str
    conversation: str

    async def keep(self, exchange: RawExchange) -> None:
        """See RawExchanges."""
        with suppress(LoketError):  # a full disk says so itself
            await self.book.keep(self.owner, self.conversation, exchange)


def name_of(exchange: RawExchange) -> str:
    """By which exchanges are in the order they began."""
    ms = round((exchange.started - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds() * 1000)
    return f"{ms:014d}-{exchange.id}"
