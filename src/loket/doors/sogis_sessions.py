"""Sessions of the map: which conversation a client's session id means, one request of it after the other."""

import asyncio
import hashlib
from weakref import WeakValueDictionary

from loket.core.data import JsonObject
from loket.core.errors import Conflict, Gone, NotFound
from loket.core.events import Changed
from loket.engine.host import Host
from loket.engine.names import new_name


class Sessions:
    """A session is a conversation that the Book knows under the client's id; one that was deleted begins anew. Beside
    it the Book has the language that the client named last, which the log was told."""

    def __init__(self, host: Host, assistant: str) -> None:
        self.host, self.assistant = host, assistant
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, owner: str, session: str) -> asyncio.Lock:
        """Held by the request of this session that is being answered."""
        return self._locks.setdefault(f"{owner}\0{session}", asyncio.Lock())

    async def conversation(self, owner: str, session: str, locale: str = "") -> str:
        """The conversation of a session, made when there is none yet, in the language the client names, if it does."""
        while True:
            noted = await self.host.store.look(owner, self._note(session))
            if noted is not None and await self._there(owner, str(noted.value)):
                return str(noted.value)
            name = new_name()
            try:
                version = 0 if noted is None else noted.version
                await self.host.store.note(owner, self._note(session), name, expect=version)
            except Conflict:
                continue  # another server was first
            settings: JsonObject = {"locale": locale} if locale else {}
            await self.host.store.note(owner, self._language(session), locale)
            return await self.host.start(owner, self.assistant, settings, name)

    async def speak(self, owner: str, session: str, conversation: str, locale: str) -> str:
        """The language of a session from now on, as the client names it or last named it. A new one is told the log."""
        noted = await self.host.store.look(owner, self._language(session))
        before = "" if noted is None else str(noted.value)
        if not locale or locale == before:
            return before
        await self.host.tell(conversation, Changed(settings={"locale": locale}), owner=owner)
        await self.host.store.note(owner, self._language(session), locale)
        return locale

    async def forget(self, owner: str, session: str) -> None:
        """Erases the conversation of a session with everything in it; none is no mistake."""
        noted = await self.host.store.look(owner, self._note(session))
        if noted is None:
            return
        if await self._there(owner, str(noted.value)):
            await self.host.erase(str(noted.value))
        await self.host.store.forget(owner, self._note(session))
        await self.host.store.forget(owner, self._language(session))

    async def _there(self, owner: str, conversation: str) -> bool:
        try:
            await self.host.owned(conversation, owner)
        except (NotFound, Gone):
            return False
        return True

    def _note(self, session: str) -> str:
        return f"{self.assistant}/session/{hashlib.sha256(session.encode(errors='replace')).hexdigest()}"

    def _language(self, session: str) -> str:
        return f"{self._note(session)}/locale"
