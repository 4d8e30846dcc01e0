"""Finding agents and remembering them: cards are kept for a while, pinned at first use, and compared ever after."""

import hashlib
from dataclasses import asdict, dataclass
from typing import Literal

import httpx

from loket.core.data import Frozen, JsonObject
from loket.core.ports import Book
from loket.core.tool import ToolFailed
from loket.net.client import origin
from loket.tools.agents.book import AgentBook, KeptCard, Pin
from loket.tools.agents.card import AgentCard, card_of
from loket.tools.agents.dialect import Interface
from loket.tools.agents.difference import Difference, differences, told_by
from loket.tools.agents.fetch import FetchedCard, Missing, find_card, refused, target_of
from loket.tools.agents.settings import AgentSettings, same_site
from loket.tools.agents.signature import Signature, signature_of
from loket.tools.agents.text import line

BAD_ADDRESS = Missing("error", "bad_address", "That is no address of a site; give one like https://club.example.")


class KnownAgent(Frozen):
    """An agent whose card we have. `whose` is the place (an origin, with a path when it lives below one) that stands
    for it, `url` where the card came from. `instead_of` is the address that was asked for when no agent lives there and
    this is that of the origin. `elsewhere` is the origin it wants to be called at when that is not its own. `pin`:
    whether the card was ever seen before, and is the same; `agreed`: a person said yes to exactly this card."""

    whose: str
    url: str
    card: AgentCard
    digest: str
    pin: Literal["new", "same", "changed"] = "new"
    since: str = ""
    agreed: bool = False
    differences: tuple[Difference, ...] = ()
    elsewhere: str = ""
    instead_of: str = ""
    signature: Signature = Signature()

    @property
    def instead(self) -> str:
        """That it is not the agent that was asked for, in a sentence; empty when it is."""
        at = line(self.instead_of, 300)
        return f"No agent shows a card at {at}; this is the agent of {self.whose}." if at else ""

    def doubts(self) -> list[Literal["changed_card", "other_origin"]]:
        """Why a person has to agree before it is called."""
        found: list[Literal["changed_card", "other_origin"]] = []
        if self.pin == "changed":
            found.append("changed_card")
        if self.elsewhere and not self.agreed:
            found.append("other_origin")
        return found


@dataclass(frozen=True, slots=True)
class AgentDirectory:
    """Finds the agents of sites. All that is remembered belongs to an owner."""

    client: httpx.AsyncClient
    book: Book
    settings: AgentSettings

    def book_of(self, owner: str) -> AgentBook:
        return AgentBook(self.book, owner)

    async def find(self, url: str, owner: str, *, fresh: bool = False) -> KnownAgent | Missing:
        """The agent of a site, from memory unless it is too old or a `fresh` look is wanted."""
        target = target_of(url)
        if target is None:
            return BAD_ADDRESS
        if (why := self.settings.refusal(target.origin)) is not None:
            return refused(why)
        book = self.book_of(owner)
        key = target.card or target.place
        kept = None if fresh else await book.card(key)
        if kept is None:
            fetched = await find_card(self.client, target, self.settings)
            # What kept us from knowing may be over in a moment; only what we know is remembered.
            if isinstance(fetched, Missing) and fetched.status == "error":
                return fetched
            kept = await self._fetched(fetched)
            await book.keep_card(key, kept, self.settings.card_ttl if kept.raw else self.settings.absent_ttl)
        found = await self._resolved(kept, book)
        if (
            isinstance(found, KnownAgent)
            and target.path
            and found.whose == target.origin
            and not _names(found, target.place)
        ):
            return found.model_copy(update={"instead_of": target.place})
        return found

    async def at(self, base: str, owner: str) -> KnownAgent | Missing:
        """The agent that wants to be called at an address: the one whose card named it, else the one of its site."""
        site = await self.book_of(owner).site(_plain(base))
        return await self.find(site or base, owner)

    async def meant(self, base: str, site: str, owner: str) -> KnownAgent | Missing:
        """The agent whose card was found at `site`; where that is not told, the one that wants to be called at `base`.
        Another site may have a card that names the same base: what a person saw is the card of `site`."""
        return await (self.find(site, owner) if site else self.at(base, owner))

    async def agree(self, known: KnownAgent, owner: str) -> None:
        """A person wants this agent, exactly as its card is now."""
        book = self.book_of(owner)
        told = told_by(known.card, known.signature)
        pin = Pin(digest=known.card.digest, key=known.signature.key, told=told, since=book.moment(), agreed=True)
        await book.keep_pin(known.whose, pin)

    async def _fetched(self, found: FetchedCard | Missing) -> KeptCard:
        if isinstance(found, Missing):
            return KeptCard(status=found.status, code=found.code, text=found.text)
        signature, raw = await signature_of(self.client, found.raw, found.url, self.settings)
        return KeptCard(raw=raw, url=found.url, whose=found.whose, signature=signature)

    async def _resolved(self, kept: KeptCard, book: AgentBook) -> KnownAgent | Missing:
        if kept.raw is None:
            return Missing("not_found", kept.code, kept.text)
        if kept.signature.state == "invalid":
            text = f"The agent card of {origin(kept.url)} is signed, and the signature is wrong."
            return Missing("error", "bad_signature", text)
        try:
            card = card_of(kept.raw, kept.url)
        except ToolFailed as failed:
            return Missing("error", "bad_card", failed.text)
        digest = _sealed(card.digest, kept.signature.key)
        known = KnownAgent(whose=kept.whose, url=kept.url, card=card, digest=digest, signature=kept.signature)
        known = known.model_copy(update={"elsewhere": self._elsewhere(known)})
        await self._keep_bases(known, book)
        return await self._pinned(known, book)

    async def _pinned(self, known: KnownAgent, book: AgentBook) -> KnownAgent:
        told = told_by(known.card, known.signature)
        pin = await book.pin(known.whose)
        # A key that can't be fetched for once is no other key.
        other_key = pin is not None and pin.key and known.signature.key and pin.key != known.signature.key
        if pin is not None and pin.digest == known.card.digest and not other_key:
            return known.model_copy(update={"pin": "same", "since": pin.since, "agreed": pin.agreed})
        # A card of our own differs when our code does, which whoever runs this server wanted.
        if pin is None or self.settings.own(known.whose):
            since = book.moment()
            first = Pin(digest=known.card.digest, key=known.signature.key, told=told, since=since)
            await book.keep_pin(known.whose, first)
            return known.model_copy(update={"since": since})
        found = tuple(differences(pin.told, told))
        return known.model_copy(update={"pin": "changed", "since": pin.since, "differences": found})

    def _elsewhere(self, known: KnownAgent) -> str:
        """The first origin among its addresses that is neither its own nor vouched for by the operator."""
        for url in (known.card.url, *(way.url for way in known.card.interfaces)):
            if url and not same_site(url, known.whose) and not self.settings.allowed(url):
                return origin(url)
        return ""

    async def _keep_bases(self, known: KnownAgent, book: AgentBook) -> None:
        """Remembers whose addresses these are. A card can't take an address away from the site it belongs to."""
        for url in {_plain(known.card.url), *(_plain(way.url) for way in known.card.interfaces)}:
            before = await book.site(url)
            if before != known.whose and (before is None or same_site(known.whose, url)):
                await book.keep_site(url, known.whose)


def ways_at(known: KnownAgent, base: str) -> list[Interface]:
    """How to call an agent at an address it named, or at its origin; empty when it never named that address."""
    ways = list(known.card.interfaces)
    named = [way for way in ways if _plain(way.url) == _plain(base)]
    if named:
        return [*named, *(way for way in ways if way not in named)]
    at_home = _plain(base) in (_plain(known.card.url), _plain(known.whose), _plain(origin(known.whose)))
    return ways if at_home else []


def _names(known: KnownAgent, base: str) -> bool:
    """Whether the agent itself says that it is called at an address."""
    return _plain(base) in {_plain(url) for url in (known.card.url, *(way.url for way in known.card.interfaces))}


def _sealed(digest: str, key: str) -> str:
    """A card and the key that signed it in one digest: whoever agrees, agrees to both."""
    return hashlib.sha256(f"{digest} {key}".encode()).hexdigest() if key else digest


def _plain(url: str) -> str:
    return url.strip().rstrip("/")


def noted(way: Interface) -> JsonObject:
    """A way as it is written into the Book."""
    return asdict(way)
