"""What is remembered of agents, by owner, in the Book: cards for a while, pins for good; and webhooks we gave them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from loket.core.data import Frozen, Json, JsonObject
from loket.core.ports import Book
from loket.tools.agents.dialect import Interface
from loket.tools.agents.signature import Signature

DAYS_WAY = 7
DAYS_WEBHOOK = 30
WEBHOOKS = "webhooks"
"""Whose notes tell what a webhook was given for: an agent that calls one does not say whose conversation it is."""


class KeptCard(Frozen):
    """A card as it was fetched, or why there was none."""

    raw: JsonObject | None = None
    url: str = ""
    whose: str = ""
    signature: Signature = Signature()
    status: str = ""
    code: str = ""
    text: str = ""


class Pin(Frozen):
    """The card of an origin as it was first used, or as a person last agreed to: `told` is what it said. `agreed`: the
    person also agreed to call what this very card names, be it elsewhere. `key` made its signature, if it had one."""

    digest: str
    key: str = ""
    told: JsonObject
    since: str
    agreed: bool = False


class GivenWebhook(Frozen):
    """For which call of whose conversation an agent was given a webhook of ours, and at which address of ours."""

    url: str = ""
    owner: str
    conversation: str
    call: str


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class AgentBook:
    """One owner's memory of agents."""

    book: Book
    owner: str
    clock: Callable[[], datetime] = field(default=_now)

    async def card(self, key: str) -> KeptCard | None:
        found = await self._look(f"a2a/card/{key}")
        return None if found is None else KeptCard.model_validate(found)

    async def keep_card(self, key: str, card: KeptCard, seconds: float) -> None:
        await self._note(f"a2a/card/{key}", card.model_dump(mode="json"), seconds)

    async def pin(self, key: str) -> Pin | None:
        found = await self._look(f"a2a/pin/{key}")
        return None if found is None else Pin.model_validate(found)

    async def keep_pin(self, key: str, pin: Pin) -> None:
        await self._note(f"a2a/pin/{key}", pin.model_dump(mode="json"))

    async def site(self, base: str) -> str | None:
        """Where the card was found that wants to be called at this address."""
        found = await self._look(f"a2a/base/{base}")
        return found if isinstance(found, str) else None

    async def keep_site(self, base: str, target: str) -> None:
        await self._note(f"a2a/base/{base}", target)

    async def way(self, url: str) -> Interface | None:
        """What is really spoken at an address whose card said something else."""
        found = await self._look(f"a2a/way/{url}")
        return Interface(**found) if isinstance(found, dict) else None

    async def keep_way(self, url: str, way: JsonObject) -> None:
        await self._note(f"a2a/way/{url}", way, DAYS_WAY * 86_400)

    def moment(self) -> str:
        """Now, as it is written down."""
        return self.clock().isoformat(timespec="seconds")

    async def _look(self, name: str) -> Json:
        found = await self.book.look(self.owner, name)
        return None if found is None else found.value

    async def _note(self, name: str, value: Json, seconds: float | None = None) -> None:
        expires = None if seconds is None else self.clock() + timedelta(seconds=seconds)
        await self.book.note(self.owner, name, value, expires=expires)


async def given_webhook(book: Book, id: str) -> GivenWebhook | None:
    """What the webhook with this id was given for; None when no agent has it."""
    notes = await book.names(WEBHOOKS, f"a2a/webhook/{id}/", limit=1)
    return GivenWebhook.model_validate(notes[0].value) if notes else None


async def keep_webhook(book: Book, id: str, given: GivenWebhook) -> None:
    """Under the conversation's id, so that it is erased with it."""
    expires = _now() + timedelta(days=DAYS_WEBHOOK)
    await book.note(WEBHOOKS, f"a2a/webhook/{id}/{given.conversation}", given.model_dump(), expires=expires)
