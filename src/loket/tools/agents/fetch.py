"""Fetching the card of an agent from a site nobody has vouched for: where to look, and when to stop looking.

At most three requests for a site and two for each of four steps of a path, three redirects each, one deadline for all,
a million bytes; every address is judged again."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Literal

import anyio
import httpx
import msgspec

from loket.core.data import Json, JsonObject
from loket.core.shapes import deeper_than, is_list, is_object, text_at
from loket.core.tool import ToolFailed
from loket.net.client import REPLY_BYTES, REPLY_LEVELS, HttpAnswer, ReplyTooLarge, fetched, origin
from loket.net.guard import REFUSED, AddressRefusal, AddressRefused
from loket.tools.agents.card import card_of
from loket.tools.agents.settings import NEW_PATH, OLD_PATH, AgentSettings, this_machine

REDIRECTS = 3
PARENTS = 4
"""So many steps of a path are looked below, from its end."""
CARD_NAMES = ("agent-card.json", "agent.json")
HEAD_BYTES = 64 * 1024
"""As much of a page is read for its links; what comes later is no head of a page any more."""

_MOVED = (301, 302, 303, 307, 308)


@dataclass(frozen=True, slots=True)
class Target:
    """What somebody wants to reach: an origin, the address of a card when just that was given, and a path whose own
    agent is meant when there is one below it."""

    origin: str
    card: str | None = None
    path: str = ""

    @property
    def place(self) -> str:
        """The address without a slash at its end."""
        return self.origin + self.path

    @property
    def places(self) -> list[str]:
        """Where an agent may live that is meant by the address, the nearest first: at the path, then at its parents,
        and at last at the origin."""
        steps = self.path.split("/")[1:]
        return [*(f"{self.origin}/{'/'.join(steps[:n])}" for n in range(len(steps), 0, -1)[:PARENTS]), self.origin]


@dataclass(frozen=True, slots=True)
class FetchedCard:
    """The JSON of a card, the address it came from in the end, and whose card it is: the origin or the path it was
    found below, or its own address when that is none of the well-known ones."""

    raw: JsonObject
    url: str
    whose: str


@dataclass(frozen=True, slots=True)
class Missing:
    """No card. `not_found`: the site answers and has none; `error`: nobody knows, and `code` says why."""

    status: Literal["not_found", "error"]
    code: str
    text: str
    value: JsonObject = field(default_factory=dict)


def refused(why: AddressRefusal) -> Missing:
    """That an address is not called, and what its cause is: that is no person's no."""
    return Missing("error", REFUSED, why.text, {"host": why.host, "cause": why.cause})


def missed(missing: Missing) -> ToolFailed:
    """The same as a failure of a call."""
    return ToolFailed(missing.code, missing.text, missing.value or None)


def target_of(url: str) -> Target | None:
    """What an address means; a missing scheme is https, of this machine http. None when it is no address of a site."""
    text = url.strip()
    try:
        parsed = httpx.URL(text if "://" in text else f"https://{text}")
        if "://" not in text and this_machine(parsed.host):
            parsed = httpx.URL(f"http://{text}")
        where = origin(parsed)
    except (httpx.InvalidURL, ValueError):
        return None
    if parsed.scheme not in ("http", "https") or not parsed.host or len(text) > 2000:
        return None
    if parsed.path.endswith(tuple(f"/{name}" for name in CARD_NAMES)):
        path = re.sub("//+(?=[.]well-known/)", "/", parsed.path)  # a base with a slash, and the path of cards behind it
        return Target(where, str(parsed.copy_with(username=None, password=None, fragment=None, path=path)))
    return Target(where, path=parsed.path.rstrip("/"))


async def find_card(client: httpx.AsyncClient, target: Target, settings: AgentSettings) -> FetchedCard | Missing:
    """Looks at the well-known paths below the path that was given, then below its parents, then at the origin, and for
    `<link rel="agent">` in the site's page. The first card is final. Where something keeps us from knowing whether an
    agent lives at the path, the one of the origin does not stand in for it. Where the older path is looked at first,
    the card at the later one counts when it is the same agent's and of a newer dialect."""
    fetcher = _Fetcher(client, settings, anyio.current_time() + settings.card_deadline)
    worst: Missing | None = None
    async for address, whose in fetcher.addresses(target):
        if worst is not None and target.path and whose == target.origin:
            return worst
        match await fetcher.card(address, whose):
            case FetchedCard() as found:
                return found if target.card is not None else await fetcher.newest(found, address)
            case Missing(code="unreachable" | "timeout" | "address_refused") as missing:
                return missing
            case Missing(status="error") as missing:
                worst = worst or missing
            case _:
                pass
    return worst or Missing("not_found", "no_card", f"{target.origin} shows no agent card.")


def _place(card: str) -> str:
    """Whose card is at an address: the place that it is the well-known one of, else nobody's but its own."""
    for path in (NEW_PATH, OLD_PATH):
        if card.endswith(path):
            return card.removesuffix(path)
    return card


@dataclass(slots=True)
class _Fetcher:
    client: httpx.AsyncClient
    settings: AgentSettings
    until: float

    async def addresses(self, target: Target) -> AsyncIterator[tuple[str, str]]:
        """Where a card may be, likeliest first, and whose it would be; asked one after the other until one is there."""
        if target.card is not None:
            yield target.card, _place(target.card)
            return
        for place in target.places:
            for path in self.settings.paths:
                yield place + path, place
        linked = await self._linked(target.origin)
        if linked is not None:
            yield linked, target.origin

    async def card(self, address: str, whose: str) -> FetchedCard | Missing:
        got = await self._get(address, "application/json")
        if isinstance(got, Missing):
            return got
        reply, url = got
        where = origin(url)
        if reply.status in (404, 405, 410):
            return Missing("not_found", "no_card", f"{where} shows no agent card.")
        if reply.status in (401, 403):
            return Missing("error", "forbidden", f"{where} shows its agent card only to those who log in.")
        if reply.status != 200:
            return Missing("error", "http_error", f"{where} answered with HTTP {reply.status}.")
        try:
            found: Json = msgspec.json.decode(reply.body)
        except (ValueError, RecursionError):
            return Missing("not_found", "no_card", f"{where} answered with something that is no JSON.")
        if deeper_than(found, REPLY_LEVELS):
            text = f"What {where} shows as its agent card is nested more than {REPLY_LEVELS} levels deep."
            return Missing("error", "bad_card", text)
        if not is_object(found) or not text_at(found, "name").strip() or not _is_card(found):
            return Missing("error", "bad_card", f"What {where} shows as its agent card has no name or no skills.")
        return FetchedCard(found, url, whose)

    async def newest(self, found: FetchedCard, address: str) -> FetchedCard:
        """The card of the later path, when this one is from the older path and may not be the newest of its agent. What
        is wholly in the form of the mission stands: its agents have one card."""
        dialect = _dialect(found)
        if self.settings.paths != (OLD_PATH, NEW_PATH) or not address.endswith(OLD_PATH) or dialect is None:
            return found
        other = await self.card(address.removesuffix(OLD_PATH) + NEW_PATH, found.whose)
        if isinstance(other, Missing) or text_at(other.raw, "name") != text_at(found.raw, "name"):
            return found
        return other if (_dialect(other) or "") > dialect else found

    async def _linked(self, where: str) -> str | None:
        got = await self._get(where + "/", "text/html")
        if isinstance(got, Missing) or got[0].status != 200:
            return None
        reply, url = got
        reader = _Links()
        reader.feed(reply.body[:HEAD_BYTES].decode("utf-8", "replace"))
        try:
            return str(httpx.URL(url).join(reader.found)) if reader.found else None
        except httpx.InvalidURL:
            return None

    async def _get(self, address: str, accept: str) -> tuple[HttpAnswer, str] | Missing:
        url = address
        for _ in range(REDIRECTS + 1):
            if (why := self.settings.refusal(url)) is not None:
                return refused(why)
            request = self.client.build_request("GET", url, headers={"accept": accept, "a2a-version": "1.0"})
            reply = await self._sent(request)
            if isinstance(reply, Missing):
                return reply
            if reply.status not in _MOVED:
                return reply, url
            try:
                url = str(httpx.URL(url).join(reply.headers.get("location", "")))
            except httpx.InvalidURL:
                return Missing("error", "http_error", f"{origin(url)} sends us to something that is no address.")
        return Missing("error", "too_many_redirects", f"{origin(address)} sends us on more than {REDIRECTS} times.")

    async def _sent(self, request: httpx.Request) -> HttpAnswer | Missing:
        where = origin(request.url)
        left = self.until - anyio.current_time()
        late = Missing("error", "timeout", f"{where} did not show its card in {self.settings.card_deadline:g} seconds.")
        if left <= 0:
            return late
        try:
            return await fetched(self.client, request, left, REPLY_BYTES)
        except AddressRefused as error:
            return refused(error.refusal)
        except ReplyTooLarge:
            return Missing("error", "too_large", f"{where} shows more than {REPLY_BYTES} bytes.")
        except httpx.ConnectTimeout:
            return Missing("error", "unreachable", f"{where} can't be reached.")
        except httpx.TimeoutException:
            return late
        except (httpx.TransportError, httpx.DecodingError) as error:
            why = f": {_short(error)}" if not isinstance(error, httpx.ConnectError) or "SSL" in str(error) else ""
            return Missing("error", "unreachable", f"{where} can't be reached{why}.")


def _short(error: Exception) -> str:
    return str(error).split("\n", 1)[0][:200].rstrip(".") or type(error).__name__


def _is_card(raw: JsonObject) -> bool:
    """A list of names in place of skills is what the simplest agents have; a list without skills, or in 1.0 none, is
    what those have that are asked in words."""
    return any(is_list(raw.get(name)) for name in ("skills", "capabilities", "supportedInterfaces"))


def _dialect(found: FetchedCard) -> str | None:
    """The newest dialect that a card offers; none in the form of the mission, which names a base and nothing else."""
    try:
        ways = card_of(found.raw, found.url).interfaces
    except ToolFailed:
        return None
    return max((way.dialect for way in ways if way.binding != "bare"), default=None)


class _Links(HTMLParser):
    """Finds the first `<link rel="agent" href="…">` of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "link" and not self.found and "agent" in told.get("rel", "").lower().split():
            self.found = told.get("href", "").strip()[:2000]
