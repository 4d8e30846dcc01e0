"""Webhooks of tasks: checked, kept with their secrets sealed, changed, listed and forgotten by their owner."""

from contextlib import AbstractAsyncContextManager

from a2a.types import a2a_pb2 as pb
from a2a.utils.errors import InternalError, InvalidParamsError, TaskNotFoundError

from loket.core.data import JsonObject
from loket.doors.a2a.face import A2ASettings, AgentFace
from loket.doors.a2a.outbox import Outbox, hook_name
from loket.doors.a2a.places import Places
from loket.doors.a2a.seal import Seal
from loket.doors.a2a.tasks import Place
from loket.engine.host import Host
from loket.net.client import Client
from loket.net.guard import AddressGuard
from loket.net.hooks import HookRefused, check_hook, hook_request

ID_CHARACTERS, URL_CHARACTERS, SECRET_CHARACTERS = 100, 2000, 4000
DEFAULT = ("", "default")
"""How the webhook of a task is asked for that was given without an id."""


class Hooks:
    """The webhooks of one agent. `running` spans the time in which they are called."""

    def __init__(self, host: Host, face: AgentFace, settings: A2ASettings, http: Client, guard: AddressGuard) -> None:
        self._host, self._book, self._face, self._settings = host, host.store, face, settings
        self._http, self._guard = http, guard
        self._seal = Seal(settings.key) if settings.key is not None else None
        self._outbox = Outbox(host, Places(host, face, settings), settings, http)

    def running(self) -> AbstractAsyncContextManager[None]:
        """The time in which webhooks are called."""
        return self._outbox.running(self._face.assistant)

    async def check(self, config: pb.TaskPushNotificationConfig) -> None:
        """Refuses a webhook that could not be called or kept."""
        if self._outbox.full:
            raise InternalError(message="This agent has as many webhooks as it can call.")
        if not config.url:
            raise InvalidParamsError(message="A webhook has a url.")
        if len(config.url) > URL_CHARACTERS or len(config.id) > ID_CHARACTERS or "/" in config.id:
            raise InvalidParamsError(message="The url or id of this webhook can't be kept.")
        try:
            hook_request(self._http, config.url, insecure=self._settings.insecure_webhooks)
            await check_hook(self._guard, config.url)
        except HookRefused as error:
            raise InvalidParamsError(message=str(error)) from error
        secrets = config.token, config.authentication.credentials
        if any(secrets) and self._seal is None:
            raise InvalidParamsError(message="This server keeps no secrets for webhooks.")
        if any(len(secret) > SECRET_CHARACTERS for secret in (*secrets, config.authentication.scheme)):
            raise InvalidParamsError(message=f"A secret has at most {SECRET_CHARACTERS} characters.")

    async def add(
        self, owner: str, place: Place, config: pb.TaskPushNotificationConfig, old: bool, since: int
    ) -> pb.TaskPushNotificationConfig:
        """Keeps a webhook, or changes the one with the same id, and tells it what comes after record `since`. Moved
        when another node has the conversation, and so tells what becomes of it."""
        await self._of_this_node(place)
        await self.check(config)
        id = config.id or place.id
        if len({one.id for one in await self.all(owner, place)} - {id}) >= self._settings.configs:
            raise InvalidParamsError(message=f"A task has at most {self._settings.configs} webhooks.")
        hidden = self._seal.hidden if self._seal is not None else str
        kept: JsonObject = {
            "url": config.url,
            "token": hidden(config.token),
            "scheme": config.authentication.scheme,
            "credentials": hidden(config.authentication.credentials),
            "old": old,
        }
        await self._book.note(owner, hook_name(self._where(place, id)), kept)
        await self._outbox.put(self._where(place, id), owner, since)
        return self._config(place, id, kept)

    async def get(self, owner: str, place: Place, id: str) -> pb.TaskPushNotificationConfig:
        """One webhook; without an id the one that was given without."""
        id = place.id if id in DEFAULT else id
        noted = await self._book.look(owner, hook_name(self._where(place, id)))
        if noted is None:
            raise TaskNotFoundError(message="This task has no such webhook.")
        return self._config(place, id, noted.value)

    async def all(self, owner: str, place: Place) -> list[pb.TaskPushNotificationConfig]:
        """The webhooks of a task."""
        found = await self._book.names(owner, hook_name(self._where(place, "")))
        return [self._config(place, noted.name.rpartition("/")[2], noted.value) for noted in found]

    async def remove(self, owner: str, place: Place, id: str) -> None:
        """Forgets a webhook; one that is not there is forgotten already. Moved as in `add`."""
        await self._of_this_node(place)
        where = self._where(place, place.id if id in DEFAULT else id)
        await self._outbox.drop(where)
        await self._book.forget(owner, hook_name(where))

    async def _of_this_node(self, place: Place) -> None:
        if self._host.runs.claims is not None:
            await self._host.wake(place.conversation)

    def _where(self, place: Place, id: str) -> str:
        return f"{self._face.assistant}/{place.conversation}/{place.seq}/{id}"

    def _config(self, place: Place, id: str, kept: JsonObject) -> pb.TaskPushNotificationConfig:
        """A webhook as its owner is told of it: its credentials stay here."""
        shown = self._seal.shown if self._seal is not None else str
        config = pb.TaskPushNotificationConfig(task_id=place.id, id=id, url=kept["url"], token=shown(kept["token"]))
        if kept["scheme"]:
            config.authentication.scheme = kept["scheme"]
        return config
