"""Sessions of the map: which conversation a client's session id means, one request of it after the other."""

import asyncio
import hashlib
from weakref import WeakValueDictionary

from loket.core.data import JsonObject
from loket.core.errors import Conflict, Gone, NotFound
from loket.engine.host import Host
from loket.engine.names import new_name


class Sessions:
    """A session is a conversation that the Book knows under the client's id; one that was deleted begins anew."""

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
            return await self.host.start(owner, self.assistant, settings, name)

    async def forget(self, owner: str, session: str) -> None:
        """Erases the conversation of a session with everything in it; none is no mistake."""
        noted = await self.host.store.look(owner, self._note(session))
        if noted is None:
            return
        if await self._there(owner, str(noted.value)):
            await self.host.erase(str(noted.value))
        await self.host.store.forget(owner, self._note(session))

    async def _there(self, owner: str, conversation: str) -> bool:
        try:
            await self.host.owned(conversation, owner)
        except (NotFound, Gone):
            return False
        return True

    def _note(self, session: str) -> str:
        return f"{self.assistant}/session/{hashlib.sha256(session.encode(errors='replace')).hexdigest()}"
