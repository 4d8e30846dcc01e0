"""What an owner may still store: asked of the store, before anything new is taken from outside."""

from dataclasses import dataclass

from loket.core.errors import OutOfRoom
from loket.core.events import Event
from loket.core.limits import Limits
from loket.core.outside import NEWS
from loket.core.ports import Entry, Store
from loket.engine.keeping import asked_by
from loket.engine.kit import Kit

MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Allowance:
    """The limits of every owner. What programs ask of specialists and tools takes room like all else; only their number
    has no limit, since they are forgotten after a day. What this process asks its own agents is nobody's."""

    store: Store
    kit: Kit
    limits: Limits

    async def begin(self, owner: str, assistant: str) -> float:
        """The bytes that a new conversation may take. OutOfRoom when there may be none."""
        if not (self.limits.conversations or self.limits.megabytes) or owner == asked_by(assistant):
            return float("inf")
        used = await self.store.used(owner, [one.name for one in self.kit.assistants.values() if one.hidden])
        most = 0 if self._hidden(assistant) else self.limits.conversations
        if most and used.conversations >= most:
            text = f"You have {used.conversations} conversations, and may have {most}. Erase some to begin another."
            raise OutOfRoom("too_many_conversations", text)
        return self._left(used.bytes)

    async def room(self, entry: Entry, size: int) -> None:
        """OutOfRoom when a file of so many bytes is more than its owner may still store."""
        if not self.limits.megabytes or entry.owner == asked_by(entry.assistant):
            return
        if self._left((await self.store.used(entry.owner)).bytes) < size:
            raise full(self.limits)

    async def say(self, entry: Entry, event: Event) -> None:
        """OutOfRoom when there is none for what somebody says or does. Answers, stops and what takes back are taken."""
        if self.limits.megabytes and event.kind in NEWS and not self._hidden(entry.assistant):
            self._left((await self.store.used(entry.owner)).bytes)

    def _hidden(self, assistant: str) -> bool:
        known = self.kit.assistants.get(assistant)
        return known is not None and known.hidden

    def _left(self, used: int) -> float:
        if not self.limits.megabytes:
            return float("inf")
        left = self.limits.megabytes * MEGABYTE - used
        if left <= 0:
            raise full(self.limits)
        return left


def full(limits: Limits) -> OutOfRoom:
    """Nothing more is stored of this owner."""
    text = f"Your conversations and files take the {limits.megabytes:g} MB you may have. Erase some to go on."
    return OutOfRoom("no_room", text)
