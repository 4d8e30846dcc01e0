"""One connection of a page: reads records as they are committed and sends what they change.

Messages of a flow wait in line for the pace of the door. What a person does does not wait: opening a page shows it at
once, as far as this client has seen it; a new run, a reset or a stop drops what still waits for that surface."""

import asyncio
import json
import logging
from collections import deque
from collections.abc import AsyncIterator, Sequence

from loket.core.data import JsonObject
from loket.core.events import SurfaceActed, SurfaceShown
from loket.core.record import Record
from loket.core.surfaces import apply_patches
from loket.house.a2ui import A2uiStream
from loket.house.sessions import name_of
from loket_demos.overheid.doors.sessions import Sessions

PING_SECONDS = 15.0
HOME = "home"
STOP = "flow/stop"

log = logging.getLogger("loket.doors")


class SurfaceStream:
    """Frames for one client of one session; between two frames of a flow the house's pace goes by."""

    def __init__(self, sessions: Sessions, owner: str, session: str, dialect: A2uiStream | None = None) -> None:
        self._house, self._sessions, self._owner, self._session = sessions.house, sessions, owner, session
        self._conversation = name_of(session) or ""
        self._pace, self._dialect = self._house.pace, dialect
        self._screens = self._house.screens(sessions.assistant)
        self._seq = 0
        self._line: deque[tuple[int, JsonObject]] = deque()
        self._at_once: deque[tuple[int, JsonObject]] = deque()
        self._shown: dict[str, JsonObject] = {}
        self._sent_at: dict[str, float] = {}
        self._news = asyncio.Event()
        self._over = False

    async def frames(self) -> AsyncIterator[bytes]:
        """The session, what is open, then every change. Ends when the session does or the server stops."""
        yield self._frame({"kind": "session/created", "sessionId": self._session})
        for message in await self._present():
            for frame in await self._spoken(message):
                yield frame
            self._sent(message)
        reader = asyncio.create_task(self._read())
        try:
            while not self._over or self._line or self._at_once:
                message = await self._next()
                if message is None:
                    yield b": ping\n\n"
                    continue
                for frame in await self._spoken(message):
                    yield frame
                self._sent(message)
        finally:
            reader.cancel()
            await asyncio.gather(reader, return_exceptions=True)

    async def _present(self) -> list[JsonObject]:
        """The surfaces as they are now, the one on screen last; `home` when nothing was opened yet."""
        screens = self._screens
        if await self._sessions.exists(self._owner, self._conversation):
            looked = await self._house.look(self._conversation, self._owner)
            screens.restored(looked.views[screens.name].state())
            self._seq = looked.upto
        screens.opening(HOME)
        order = sorted(screens.models, key=lambda surface: (surface == screens.shown, surface != HOME))
        return [screens.opening(surface) for surface in order]

    async def _read(self) -> None:
        try:
            if await self._sessions.begun(self._owner, self._session):
                async for batch in self._house.follow(self._conversation, self._seq, self._owner):
                    for record in batch:
                        if isinstance(record, Record):
                            self._take(record)
                    self._news.set()
        except Exception:
            log.exception("the stream of a session ended; its client will come back")
        finally:
            self._over = True
            self._news.set()

    def _take(self, record: Record) -> None:
        event, screens = record.event, self._screens
        opened_page = isinstance(event, SurfaceShown) and event.message.get("kind") == "surface/open"
        for message in screens.project(record):
            surface = message["surfaceId"]
            if opened_page:
                self._open_page(record.seq, message)
                continue
            if message["kind"] == "surface/open":
                self._drop(surface)
            self._line.append((record.seq, message))
        if isinstance(event, SurfaceActed) and event.name == STOP and event.surface in screens.models:
            self._drop(event.surface)
            self._at_once.append((record.seq, screens.opening(event.surface)))

    def _open_page(self, seq: int, message: JsonObject) -> None:
        """The page with what this client has seen of it, so that what is in line still fits; a run that is about to
        open the surface opens the page as well."""
        surface = message["surfaceId"]
        waiting = [said["kind"] for _, said in self._line if said["surfaceId"] == surface]
        if "surface/open" not in waiting:
            model = self._shown.get(surface, message["dataModel"]) if waiting else message["dataModel"]
            self._at_once.append((seq, {**message, "dataModel": model}))

    def _drop(self, surface: str) -> None:
        self._line = deque(item for item in self._line if item[1]["surfaceId"] != surface)

    async def _next(self) -> JsonObject | None:
        """The next message whose time has come; None when it is time for a ping, or when all is over."""
        waited = 0.0
        while waited < PING_SECONDS:
            now = asyncio.get_running_loop().time()
            if self._at_once:
                return self._taken(*self._at_once.popleft())
            pause = PING_SECONDS - waited
            for item in self._line:
                wait = self._sent_at.get(item[1]["surfaceId"], -1e9) + self._pace - now
                if wait <= 0:
                    self._line.remove(item)
                    return self._taken(*item)
                pause = min(pause, wait)
            if self._over and not self._line:
                return None
            self._news.clear()
            try:
                async with asyncio.timeout(pause):
                    await self._news.wait()
            except TimeoutError:
                waited += pause
        return None

    def _taken(self, seq: int, message: JsonObject) -> JsonObject:
        self._seq = max(self._seq, seq)
        return message

    def _sent(self, message: JsonObject) -> None:
        """The pace counts from when a frame has gone out, so that a slow moment can't bring two together."""
        self._sent_at[message["surfaceId"]] = asyncio.get_running_loop().time()

    async def _spoken(self, message: JsonObject) -> list[bytes]:
        surface = message["surfaceId"]
        if message["kind"] == "surface/open":
            message = await self._house.worded(self._conversation, message)
            self._shown[surface] = message["dataModel"]
        else:
            self._shown[surface], _ = apply_patches(self._shown.get(surface, {}), message["patches"])
        spoken: Sequence[JsonObject] = [message] if self._dialect is None else self._dialect.messages(message)
        return [self._frame(said) for said in spoken]

    def _frame(self, message: JsonObject) -> bytes:
        body = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        return f"id: {self._session}.{self._seq}\ndata: {body}\n\n".encode()
