"""The worker that tells webhooks what happened, again if need be, and goes on where it was after a restart.

The log is the queue: what stands in the Book of a webhook is how far it was told. It may hear the last thing twice,
when the process dies between the telling and the note of it; the event id says that it is the same. Of several nodes
the one that has the conversation tells; who was taken for dead stops at its next note, which has another version."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta

from a2a.compat.v0_3 import conversions
from a2a.types import a2a_pb2 as pb
from a2a.utils.errors import TaskNotFoundError
from google.protobuf.json_format import ParseDict

from loket.core.data import JsonObject
from loket.core.errors import Conflict, LoketError, Moved, Unavailable
from loket.core.ports import Book
from loket.core.shapes import text_at
from loket.doors.a2a.face import OUTBOX, A2ASettings
from loket.doors.a2a.following import TaskNews, following
from loket.doors.a2a.places import Places
from loket.doors.a2a.said import whole_numbers
from loket.doors.a2a.seal import Seal
from loket.doors.a2a.tasks import Place, Writing
from loket.engine.host import Host
from loket.logs import logger
from loket.net.client import CallFailed, Client, fetched, origin
from loket.net.hooks import HookRefused, hook_request
from loket.views.outcome_state import ENDED

PATIENCE = 10.0
REPLY_BYTES = 65_536
AGAIN_SECONDS = 5.0
"""Until it is tried once more when the store did not answer."""

log = logger("loket.doors")


@dataclass(frozen=True, slots=True)
class HookProgress:
    """How far a webhook was told: the `nth` thing of record `told` was the last it took, after which it failed `tries`
    times and is called again at `next`."""

    owner: str
    told: int
    nth: int = 1_000
    tries: int = 0
    next: str | None = None


@dataclass(slots=True)
class _Progress:
    """The same as it stands in the Book under this name, in this version. Conflict when another one has changed it."""

    book: Book
    name: str
    now: HookProgress
    version: int

    async def keep(self, now: HookProgress) -> None:
        self.version = await self.book.note("", self.name, asdict(now), expect=self.version)
        self.now = now


@dataclass(frozen=True, slots=True)
class Hook:
    """A webhook as it is called. `old`: in the words of 0.3."""

    url: str
    token: str
    authorization: str
    old: bool


class Outbox:
    """Calls the webhooks of one agent, each in its own order. `hook_name` says where a webhook stands in the Book."""

    def __init__(self, host: Host, places: Places, settings: A2ASettings, http: Client) -> None:
        self._host, self._places, self._settings, self._http = host, places, settings, http
        self._seal = Seal(settings.key) if settings.key is not None else None
        self._calling: dict[str, asyncio.Task[None]] = {}

    @asynccontextmanager
    async def running(self, assistant: str) -> AsyncGenerator[None]:
        """Goes on with what was still to be told, also by nodes that are gone."""

        async def resume() -> None:
            for noted in await self._host.store.names("", f"{OUTBOX}{assistant}/", limit=100_000):
                if noted.name not in self._calling and self._is_ours(noted.name):
                    self._begin(noted.name)

        await resume()
        self._host.runs.heirs.append(resume)
        try:
            yield
        finally:
            self._host.runs.heirs.remove(resume)
            calling = list(self._calling.values())
            for task in calling:
                task.cancel()
            await asyncio.gather(*calling, return_exceptions=True)

    @property
    def full(self) -> bool:
        """Whether so many webhooks wait for news that no more are taken."""
        return len(self._calling) >= self._settings.hooks

    async def put(self, where: str, owner: str, since: int) -> None:
        """From now on this webhook is told what comes after record `since`. Moved when another node has to."""
        await self.drop(where)
        await self._host.store.note("", f"{OUTBOX}{where}", asdict(HookProgress(owner, since)))
        self._begin(f"{OUTBOX}{where}")

    async def drop(self, where: str) -> None:
        """This webhook is told nothing more."""
        name = f"{OUTBOX}{where}"
        if (calling := self._calling.pop(name, None)) is not None:
            calling.cancel()
            await asyncio.gather(calling, return_exceptions=True)
        await self._host.store.forget("", name)

    def _is_ours(self, name: str) -> bool:
        """Whether no other node has a better right to tell it."""
        runs, conversation = self._host.runs, _conversation(name)
        return runs.claims is None or runs.usable(conversation) is not None or runs.claims.mine(conversation)

    def _begin(self, name: str) -> None:
        task = self._calling[name] = asyncio.create_task(self._call(name))

        def over(task: asyncio.Task[None]) -> None:
            if self._calling.get(name) is task:
                del self._calling[name]
            if not task.cancelled() and (error := task.exception()) is not None:
                log.error("a webhook can't be told", exc_info=error)

        task.add_done_callback(over)

    async def _call(self, name: str) -> None:
        while True:
            if await self._is_over(name):
                return
            await asyncio.sleep(AGAIN_SECONDS)

    async def _is_over(self, name: str) -> bool:
        """Tells one webhook everything until its task has ended, or it has failed too often. False when that has to
        wait for the store."""
        noted = await self._host.store.look("", name)
        if noted is None:
            return True
        progress = _Progress(self._host.store, name, HookProgress(**noted.value), noted.version)
        try:
            await self._tell(progress)
        except (Conflict, Moved):
            return True  # another node tells it, or it was given anew
        except Unavailable as error:
            log.warning("a webhook has to wait: %s", error.code)
            return False
        except (LoketError, TaskNotFoundError):
            pass  # the conversation was erased
        await self._host.store.forget("", name)
        return True

    async def _tell(self, progress: "_Progress") -> None:
        where, owner = progress.name.removeprefix(OUTBOX), progress.now.owner
        place = await self._places.find(owner, f"{_conversation(where)}-{where.rsplit('/', 2)[1]}")
        kept = await self._host.store.look(owner, hook_name(where))
        if kept is not None and not await self._tell_all(progress, place, self._hook(kept.value)):
            log.warning("a webhook at %s is given up", origin(text_at(kept.value, "url")))
            await self._host.store.note(owner, hook_name(where), {**kept.value, "given_up": True})

    async def _tell_all(self, progress: "_Progress", place: Place, hook: Hook) -> bool:
        since = max(progress.now.told - 1, place.seq)
        seq = nth = 0
        async with aclosing(following(Writing(place, self._host), progress.now.owner, since, ENDED)) as updates:
            async for told in updates:
                if told.seq is None or "task" in told.update:
                    continue
                nth = nth + 1 if told.seq == seq else 1
                seq = told.seq
                if (seq, nth) <= (progress.now.told, progress.now.nth):
                    continue
                body = await self._body(place, told, hook)
                while not await self._taken(hook, body, f"{place.id}/{seq}.{nth}", progress.now):
                    tries = progress.now.tries
                    if tries == len(self._settings.again):
                        return False
                    later = self._host.clock() + timedelta(seconds=self._settings.again[tries])
                    await progress.keep(replace(progress.now, tries=tries + 1, next=later.isoformat()))
                await progress.keep(HookProgress(progress.now.owner, seq, nth))
        if self._host.runs.closing:
            raise Unavailable("closing", "The server is stopping.")
        return True

    async def _body(self, place: Place, told: TaskNews, hook: Hook) -> JsonObject:
        if not hook.old:
            return told.update
        _, state = await self._places.state(place)
        task = conversions.to_compat_task(ParseDict(await Writing(place, self._host).task(state), pb.Task()))
        return whole_numbers(task.model_dump(mode="json", by_alias=True, exclude_none=True))

    async def _taken(self, hook: Hook, body: JsonObject, event: str, progress: HookProgress) -> bool:
        """One attempt, when it is due (a restart does not make it sooner); whether the webhook took it."""
        if progress.next is not None:
            left = datetime.fromisoformat(progress.next) - self._host.clock()
            await asyncio.sleep(max(0.0, left.total_seconds()))
        media = "application/json" if hook.old else "application/a2a+json"
        headers = {"content-type": media, "x-loket-event": event}
        if hook.token:
            headers["x-a2a-notification-token"] = hook.token
        if hook.authorization:
            headers["authorization"] = hook.authorization
        try:
            insecure = self._settings.insecure_webhooks
            request = hook_request(self._http, hook.url, headers, body, insecure=insecure)
            reply = await fetched(self._http, request, PATIENCE, REPLY_BYTES)
        except (CallFailed, HookRefused):
            return False
        return 200 <= reply.status < 300

    def _hook(self, kept: JsonObject) -> Hook:
        shown = self._seal.shown if self._seal is not None else str
        scheme, credentials = text_at(kept, "scheme"), shown(text_at(kept, "credentials"))
        authorization = f"{scheme} {credentials}" if scheme and credentials else ""
        return Hook(text_at(kept, "url"), shown(text_at(kept, "token")), authorization, kept.get("old") is True)


def _conversation(name: str) -> str:
    return name.rsplit("/", 3)[1]


def hook_name(where: str) -> str:
    """Where a webhook stands among what its owner has in the Book."""
    return f"a2a/hook/{where}"
