"""One conversation at the counter about an allowance: what is told there, and the last words of its answer."""

from dataclasses import dataclass

from loket.core.actions import Action, Ask, Done, Say
from loket.core.data import JsonObject, text_of
from loket.core.events import Answered, Decided, Event, SurfaceActed, UserSaid
from loket.core.record import decode
from loket.engine.host import Host

OWNER = "local"


@dataclass(frozen=True)
class Desk:
    """A talk with the counter of a real server."""

    host: Host
    conversation: str

    async def say(self, text: str) -> str:
        """What is answered or asked."""
        return await self._answer_to(UserSaid(text=text))

    async def answer(self, text: str) -> str:
        """Answers the open question in words."""
        (question,) = [one for one in (await self._view("questions"))["items"] if one["state"] == "open"]
        return await self._answer_to(Answered(to=question["id"], text=text))

    async def fill(self, form: JsonObject) -> str:
        """Sends the form of the page; what it ends with."""
        decided = await self._decided(SurfaceActed(surface="toeslagen", name="toeslagen/check", payload=form))
        return text_of(next(one.summary for one in reversed(decided) if isinstance(one, Done)))

    async def asks(self) -> bool:
        """Whether a question waits."""
        return any(one["state"] == "open" for one in (await self._view("questions"))["items"])

    async def _view(self, name: str) -> dict[str, list[dict[str, str]]]:
        return (await self.host.look(self.conversation, OWNER)).state()[name]["state"]

    async def _answer_to(self, event: Event) -> str:
        said = [one for one in await self._decided(event) if isinstance(one, Say | Ask)]
        return text_of(said[-1].text)

    async def _decided(self, event: Event) -> list[Action]:
        """All that was decided once this event is dealt with."""
        seq = await self.host.tell(self.conversation, event, owner=OWNER)
        await self.host.settled(self.conversation, seq, 20)
        rows = [decode(row.body) for row in await self.host.store.read(self.conversation)]
        return [record.event.action for record in rows if isinstance(record.event, Decided)]


async def desk(host: Host) -> Desk:
    """A new one."""
    return Desk(host, await host.start(OWNER, "overheid"))
