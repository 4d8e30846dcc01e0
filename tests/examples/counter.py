"""An assistant's bundle behind the engine's front door, as a test of your own assistant would open it."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from loket.core.actions import Ask, Say
from loket.core.data import JsonObject, text_of
from loket.core.events import Answered, Decided, Event, UserSaid
from loket.core.record import Record, decode
from loket.engine.host import Host
from loket.engine.kit import Kit
from loket.house.bundle import Bundle
from loket.stores.memory import MemoryStore

OWNER = "local"


@dataclass(frozen=True)
class Talk:
    """One conversation of a person with the front assistant of a bundle."""

    host: Host
    conversation: str

    async def say(self, text: str) -> None:
        """Says something and waits until everything it caused is at rest."""
        await self._tell(UserSaid(text=text))

    async def answer(self, **given: object) -> None:
        """Answers the one open question."""
        (question,) = await self.open()
        await self._tell(Answered.model_validate({"to": question["id"], **given}))

    async def open(self) -> list[JsonObject]:
        """The questions that wait for an answer."""
        items: list[JsonObject] = (await self.view("questions"))["items"]
        return [item for item in items if item["state"] == "open"]

    async def view(self, name: str) -> JsonObject:
        """The state of a view."""
        looked = await self.host.look(self.conversation, OWNER)
        state: JsonObject = looked.state()[name]["state"]
        return state

    async def records(self) -> list[Record]:
        """The log."""
        return [decode(row.body) for row in await self.host.store.read(self.conversation)]

    async def last(self) -> str:
        """The words of the newest decision, which must be something said or asked."""
        decided = [r.event for r in await self.records() if isinstance(r.event, Decided)][-1]
        assert isinstance(decided.action, Say | Ask)
        return text_of(decided.action.text)

    async def _tell(self, event: Event) -> None:
        seq = await self.host.tell(self.conversation, event, owner=OWNER)
        await self.host.settled(self.conversation, seq, 10)


@asynccontextmanager
async def talking(bundle: Bundle) -> AsyncGenerator[Talk]:
    """A new conversation, over the memory store."""
    kit = Kit(
        assistants={assistant.name: assistant for assistant in bundle.assistants},
        planners=bundle.planners,
        tools={tool.spec.name: tool for tool in (*bundle.tools, *bundle.inner)},
        screens=bundle.screens,
    )
    async with Host(MemoryStore(), kit) as host:
        yield Talk(host, await host.start(OWNER, bundle.name))
