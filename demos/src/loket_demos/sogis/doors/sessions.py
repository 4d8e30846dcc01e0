"""Sessions of the map: which conversation a client's session id means, one request of it after the other."""

import asyncio
from weakref import WeakValueDictionary

from loket.core.events import Changed
from loket.core.shapes import text_at
from loket.house.house import House


class MapSessions:
    """A session is a conversation that is found by the client's id; one that was deleted begins anew."""

    def __init__(self, house: House, assistant: str) -> None:
        self.house, self.assistant = house, assistant
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, owner: str, session: str) -> asyncio.Lock:
        """Held by the request of this session that is being answered."""
        return self._locks.setdefault(f"{owner}\0{session}", asyncio.Lock())

    async def conversation(self, owner: str, session: str, locale: str = "") -> str:
        """The conversation of a session, made when there is none yet, in the language the client names, if it does."""
        return await self.house.session(owner, self.assistant, session, {"locale": locale} if locale else None)

    async def speak(self, owner: str, conversation: str, locale: str) -> str:
        """The language of a session from now on, as the client names it or last named it. A new one is told the log."""
        before = text_at(await self.house.settings(conversation, owner), "locale")
        if not locale or locale == before:
            return before
        await self.house.tell(conversation, Changed(settings={"locale": locale}), owner=owner)
        return locale

    async def forget(self, owner: str, session: str) -> None:
        """Erases the conversation of a session with everything in it; none is no mistake."""
        if (conversation := await self.house.session_known(owner, self.assistant, session)) is not None:
            await self.house.erase(conversation)
