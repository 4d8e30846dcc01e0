"""Webhooks of tasks: where they stand in the Book, and the worker that tells each what happened, again if need be.

The log is the queue: a webhook has a cursor, the seq it was told last. What was told and the death of the process may
cross, so a webhook may hear something twice; the event id says that it is the same."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager
from datetime import datetime, timedelta

from a2a.compat.v0_3 import conversions
from a2a.types import a2a_pb2 as pb
from a2a.utils.errors import InvalidParamsError, TaskNotFoundError
from a2a.utils.proto_utils import to_stream_response
from google.protobuf.json_format import MessageToDict

from loket.core.data import JsonObject
from loket.core.errors import LoketError
from loket.core.shapes import text_at
from loket.doors.a2a_face import OUTBOX, A2ASettings, AgentFace
from loket.doors.a2a_following import following
from loket.doors.a2a_places import Places
from loket.doors.a2a_seal import Seal
from loket.doors.a2a_tasks import Place, Update, Writing
from loket.engine.host import Host
from loket.net.client import CallFailed, Client, fetched, origin
from loket.net.hooks import HookRefused, hook_request
from loket.views.tasks_state import ENDED

AGAIN_SECONDS = (1, 5, 30, 120, 600)
"""Between one attempt and the next; after the last it is given up."""
PATIENCE = 10.0
REPLY = 65_536
ID_CHARACTERS, URL_CHARACTERS, SECRET_CHARACTERS = 100, 2000, 4000

log = logging.getLogger("loket.doors")


class Hooks:
    """The webhooks of one agent. `running` spans the time in which they are called."""

    def __init__(self, host: Host, face: AgentFace, settings: A2ASettings, http: Client) -> None:
        self._host, self._face, self._settings, self._http = host, face, settings, http
        self._places = Places(host, face, settings)
        self._seal = Seal(settings.key) if settings.key is not None else None
        self._calling: dict[str, asyncio.Task[None]] = {}
        self._again = AGAIN_SECONDS

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Goes on with what was still to be told."""
        for noted in await self._host.store.names("", f"{OUTBOX}{self._face.assistant}/", limit=100_000):
            self._begin(noted.name)
        try:
            yield
        finally:
            calling = list(self._calling.values())
            for task in calling:
                task.cancel()
            await asyncio.gather(*calling, return_exceptions=True)

    async def check(self, config: pb.TaskPushNotificationConfig) -> None:
        """Refuses a webhook that could not be called or kept."""
        if not config.url:
            raise InvalidParamsError(message="A webhook has a url.")
        if len(config.url) > URL_CHARACTERS or len(config.id) > ID_CHARACTERS or "/" in config.id:
            raise InvalidParamsError(message="The url or id of this webhook can't be kept.")
        try:
            hook_request(self._http, config.url, insecure=self._settings.insecure_webhooks)
        except HookRefused as error:
            raise InvalidParamsError(message=str(error)) from error
        kept = config.token, config.authentication.credentials
        if any(kept) and self._seal is None:
            raise InvalidParamsError(message="This server keeps no secrets for webhooks.")
        if any(len(secret) > SECRET_CHARACTERS for secret in kept):
            raise InvalidParamsError(message=f"A secret has at most {SECRET_CHARACTERS} characters.")

    async def add(
        self, owner: str, place: Place, config: pb.TaskPushNotificationConfig, old: bool, since: int
    ) -> pb.TaskPushNotificationConfig:
        """Keeps a webhook, or changes the one with the same id, and tells it what comes after record `since`."""
        await self.check(config)
        id = config.id or place.id
        others = [noted for noted in await self._noted(owner, place) if not noted.endswith(f"/{id}")]
        if len(others) >= self._settings.configs:
            raise InvalidParamsError(message=f"A task has at most {self._settings.configs} webhooks.")
        hidden = self._seal.hidden if self._seal is not None else str
        kept: JsonObject = {
            "url": config.url,
            "token": hidden(config.token),
            "scheme": config.authentication.scheme,
            "credentials": hidden(config.authentication.credentials),
            "old": old,
        }
        await self._host.store.note(owner, self._hook(place, id), kept)
        name = f"{OUTBOX}{self._where(place, id)}"
        await self._host.store.note("", name, {"owner": owner, "told": since, "tries": 0, "next": None})
        if (calling := self._calling.pop(name, None)) is not None:
            calling.cancel()
        self._begin(name)
        return self._config(place, id, kept)

    async def get(self, owner: str, place: Place, id: str) -> pb.TaskPushNotificationConfig:
        """One webhook; without an id the one that was given without."""
        if id in ("", "default"):
            id = place.id
        noted = await self._host.store.look(owner, self._hook(place, id))
        if noted is None:
            raise TaskNotFoundError(message="This task has no such webhook.")
        return self._config(place, id, noted.value)

    async def all(self, owner: str, place: Place) -> list[pb.TaskPushNotificationConfig]:
        """The webhooks of a task."""
        found = await self._host.store.names(owner, self._hook(place, ""))
        return [self._config(place, noted.name.rpartition("/")[2], noted.value) for noted in found]

    async def remove(self, owner: str, place: Place, id: str) -> None:
        """Forgets a webhook; one that is not there is forgotten already."""
        name = f"{OUTBOX}{self._where(place, id or place.id)}"
        if (calling := self._calling.pop(name, None)) is not None:
            calling.cancel()
        await self._host.store.forget("", name)
        await self._host.store.forget(owner, self._hook(place, id or place.id))

    async def _noted(self, owner: str, place: Place) -> list[str]:
        return [noted.name for noted in await self._host.store.names(owner, self._hook(place, ""))]

    def _where(self, place: Place, id: str) -> str:
        return f"{self._face.assistant}/{place.conversation}/{place.seq}/{id}"

    def _hook(self, place: Place, id: str) -> str:
        return f"a2a/hook/{self._where(place, id)}"

    def _config(self, place: Place, id: str, kept: JsonObject) -> pb.TaskPushNotificationConfig:
        """A webhook as its owner is told of it: its credentials stay here."""
        shown = self._seal.shown if self._seal is not None else str
        config = pb.TaskPushNotificationConfig(task_id=place.id, id=id, url=kept["url"], token=shown(kept["token"]))
        if kept["scheme"]:
            config.authentication.scheme = kept["scheme"]
        return config

    def _begin(self, name: str) -> None:
        task = self._calling[name] = asyncio.create_task(self._call(name))

        def over(task: asyncio.Task[None]) -> None:
            if self._calling.get(name) is task:
                del self._calling[name]
            if not task.cancelled() and (error := task.exception()) is not None:
                log.error("a webhook can't be told: %s", error, exc_info=error)

        task.add_done_callback(over)

    async def _call(self, name: str) -> None:
        """Tells one webhook everything until its task has ended, or it has failed too often."""
        assistant, conversation, seq, id = name.removeprefix(OUTBOX).rsplit("/", 3)
        noted = await self._host.store.look("", name)
        if noted is None or assistant != self._face.assistant:
            return
        owner = text_at(noted.value, "owner")
        try:
            place = await self._places.find(owner, f"{conversation}-{seq}")
            kept = await self._host.store.look(owner, self._hook(place, id))
            if kept is not None and not await self._tell_all(name, owner, place, kept.value):
                log.warning("a webhook at %s is given up", origin(text_at(kept.value, "url")))
                await self._host.store.note(owner, self._hook(place, id), {**kept.value, "given_up": True})
        except (LoketError, TaskNotFoundError):
            pass  # the conversation was erased
        await self._host.store.forget("", name)

    async def _tell_all(self, name: str, owner: str, place: Place, kept: JsonObject) -> bool:
        noted = await self._host.store.look("", name)
        none: JsonObject = {"told": place.seq, "tries": 0, "next": None}
        state: JsonObject = none if noted is None else noted.value
        since, nth = int(state["told"]), 0
        stream = following(self._host, owner, place, max(since, place.seq), ENDED)
        async with aclosing(stream) as updates:
            async for told in updates:
                if told.seq is None or isinstance(told.update, pb.Task):
                    continue
                if told.seq - 1 > since:
                    since, nth = told.seq - 1, 0
                    state = await self._kept(name, {**state, "told": since, "tries": 0, "next": None})
                nth += 1
                await self._due(state)
                body = await self._body(place, told.update, kept)
                while not await self._post(kept, body, f"{place.id}/{told.seq}.{nth}"):
                    tries = int(state["tries"]) + 1
                    if tries > len(self._again):
                        return False
                    wait = self._again[tries - 1]
                    later = self._host.clock() + timedelta(seconds=wait)
                    state = await self._kept(name, {**state, "tries": tries, "next": later.isoformat()})
                    await self._due(state)
                if state["tries"]:
                    state = await self._kept(name, {**state, "tries": 0, "next": None})
        return True

    async def _due(self, state: JsonObject) -> None:
        """Returns when the next attempt may be made; a restart does not make it sooner."""
        if state["next"] is not None:
            left = datetime.fromisoformat(state["next"]) - self._host.clock()
            await asyncio.sleep(max(0.0, left.total_seconds()))

    async def _kept(self, name: str, state: JsonObject) -> JsonObject:
        await self._host.store.note("", name, state)
        return state

    async def _body(self, place: Place, update: Update, kept: JsonObject) -> JsonObject:
        if not kept["old"]:
            return MessageToDict(to_stream_response(update))
        _, state = await self._places.state(place)
        task = conversions.to_compat_task(await Writing(place, self._host.store).task(state))
        return task.model_dump(mode="json", by_alias=True, exclude_none=True)

    async def _post(self, kept: JsonObject, body: JsonObject, event: str) -> bool:
        """One attempt; whether the webhook took it."""
        shown = self._seal.shown if self._seal is not None else str
        headers = {
            "content-type": "application/json" if kept["old"] else "application/a2a+json",
            "x-loket-event": event,
        }
        if token := shown(kept["token"]):
            headers["x-a2a-notification-token"] = token
        if kept["scheme"] and (credentials := shown(kept["credentials"])):
            headers["authorization"] = f"{kept['scheme']} {credentials}"
        try:
            insecure = self._settings.insecure_webhooks
            request = hook_request(self._http, kept["url"], headers, body, insecure=insecure)
            reply = await fetched(self._http, request, PATIENCE, REPLY)
        except (CallFailed, HookRefused):
            return False
        return 200 <= reply.status < 300
