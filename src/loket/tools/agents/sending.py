"""What we say to an agent, written down in its dialect: one message with words first and, for a skill, its data; and
where it can tell us that there is news."""

import base64
import json
from dataclasses import dataclass, field, replace
from urllib.parse import quote, urlencode

import httpx
import msgspec

from loket.core.data import JsonObject
from loket.tools.agents.dialect import BARE, METHODS, REST, Deed, Interface
from loket.tools.agents.webhooks import Webhook

_AS_EVENTS: frozenset[Deed] = frozenset({"stream", "subscribe"})


@dataclass(frozen=True, slots=True)
class OutgoingFile:
    """A file that goes along: where it is, or else its bytes."""

    name: str
    media: str
    data: bytes = b""
    uri: str = ""

    @property
    def held(self) -> str:
        """The bytes in base64."""
        return base64.b64encode(self.data).decode()

    def described(self) -> JsonObject:
        """As 0.1 and 0.3 write it."""
        where = {"uri": self.uri} if self.uri else {"bytes": self.held}
        return {"name": self.name, "mimeType": self.media, **where}


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message for an agent. `id` is its idempotency key, a UUID; `data` goes out only for a skill, whose `values` are
    told in words where it does not. `task` continues a
    task; without one the agent makes a task or, where the dialect lets us, takes the id we chose. `capability` is the
    name of the skill, for the binding that has one."""

    id: str
    text: str
    data: JsonObject | None = None
    task: str = ""
    context: str = ""
    capability: str = ""
    files: tuple[OutgoingFile, ...] = ()
    values: JsonObject = field(default_factory=dict)

    def in_words(self) -> "Outgoing | None":
        """The same without data: what the words leave out of the values stands behind them. None without words."""
        if not self.text:
            return None
        plain = self.text.casefold()
        shown = {k: v if isinstance(v, str) else json.dumps(v, ensure_ascii=False) for k, v in self.values.items()}
        left = [f"{name}: {value}" for name, value in shown.items() if value.casefold() not in plain]
        return replace(self, data=None, text=f"{self.text} ({', '.join(left)})" if left else self.text)

    def params(self, way: Interface) -> JsonObject:
        """The parameters of sending it."""
        match way.dialect, way.binding:
            case "0.1", "bare":
                extra = _non_empty(id=self.task, sessionId=self.context if self.task else "")
                return {**extra, "message": {"role": "user", "parts": self._typed(), "messageId": _hex(self.id)}}
            case "0.1", _:
                extra = _non_empty(id=self.task or self.id, sessionId=self.context)
                return {**extra, "message": {"role": "user", "parts": self._typed()}}
            case _, "capability":
                part = {"kind": "data", "metadata": {"mimeType": "application/json"}, "data": self.data}
                told = {"kind": "message", "messageId": self.id, "role": "user", "parts": [part]}
                return {"capability": self.capability, "message": told}
            case "0.3", "rest":
                message = {"messageId": self.id, "role": "ROLE_USER", "content": self._boxed(), **self._where()}
                return {"message": message, "configuration": {"blocking": False}}
            case "0.3", _:
                told = {"kind": "message", "messageId": self.id, "role": "user", "parts": self._kinds()}
                return {"message": {**told, **self._where()}, "configuration": {"blocking": False}}
            case _:
                told = {"messageId": self.id, "role": "ROLE_USER", "parts": self._plain(), **self._where()}
                return {"message": told, "configuration": {"returnImmediately": True}}

    def _where(self) -> JsonObject:
        return _non_empty(taskId=self.task, contextId=self.context)

    def _typed(self) -> list[JsonObject]:
        data = {"type": "data", "mime_type": "application/json", "data": self.data}
        files = [{"type": "file", "file": file.described()} for file in self.files]
        return [{"type": "text", "text": self.text}, *([data] if self.data is not None else []), *files]

    def _kinds(self) -> list[JsonObject]:
        data = {"kind": "data", "data": self.data}
        files = [{"kind": "file", "file": file.described()} for file in self.files]
        return [{"kind": "text", "text": self.text}, *([data] if self.data is not None else []), *files]

    def _boxed(self) -> list[JsonObject]:
        data = [{"data": {"data": self.data}}] if self.data is not None else []
        return [{"text": self.text}, *data, *[{"file": _box(file)} for file in self.files]]

    def _plain(self) -> list[JsonObject]:
        data = {"data": self.data, "mediaType": "application/json"}
        return [{"text": self.text}, *([data] if self.data is not None else []), *map(_raw, self.files)]


def wish(way: Interface, task: str, webhook: Webhook) -> JsonObject:
    """The parameters of asking an agent to call a webhook when there is news of a task. The token goes along in both
    places there are for one: agents send it in the header of the one they know."""
    given: JsonObject = {"id": webhook.id, "url": webhook.url, "token": webhook.token}
    login: JsonObject = {"schemes": ["Bearer"], "credentials": webhook.token}
    match way.dialect, way.binding:
        case "1.0", _:
            login = {"scheme": "Bearer", "credentials": webhook.token}
            return {"taskId": task, **given, "authentication": login}
        case "0.3", "rest":
            inner = {"pushNotificationConfig": {**given, "authentication": login}}
            return {"taskId": task, "parent": f"tasks/{task}", "configId": webhook.id, "config": inner}
        case "0.3", _:
            return {"taskId": task, "pushNotificationConfig": {**given, "authentication": login}}
        case _:
            told = {"url": webhook.url, "token": webhook.token, "authentication": login}
            return {"id": task, "pushNotificationConfig": told}


def request_for(client: httpx.AsyncClient, way: Interface, deed: Deed, params: JsonObject, id: str) -> httpx.Request:
    """The HTTP request of one deed. `id` is that of the JSON-RPC envelope, where there is one."""
    headers = {"accept": "text/event-stream, application/json" if deed in _AS_EVENTS else "application/json"}
    if way.dialect == "1.0":
        headers["a2a-version"] = "1.0"
    if way.enveloped:
        params = {**_non_empty(tenant=way.tenant if way.dialect == "1.0" else ""), **params}
        body = {"jsonrpc": "2.0", "id": id, "method": METHODS[way.dialect][deed], "params": params}
        return _posted(client, way.url, body, headers)
    method, path = (BARE if way.binding == "bare" else REST)[deed]
    named = "taskId" if "{taskId}" in path else "id"
    where = path.replace(f"{{{named}}}", quote(str(params.get(named, "")), safe=""))
    url = f"{way.url.rstrip('/')}{_prefix(way)}{where}"
    rest = {name: value for name, value in params.items() if name != named or where == path}
    if method == "POST":
        return _posted(client, url, rest, headers)
    query = urlencode({name: str(value).lower() if isinstance(value, bool) else value for name, value in rest.items()})
    return client.build_request("GET", f"{url}?{query}" if query else url, headers=headers)


def _posted(client: httpx.AsyncClient, url: str, body: JsonObject, headers: dict[str, str]) -> httpx.Request:
    told = {**headers, "content-type": "application/json"}
    return client.build_request("POST", url, content=msgspec.json.encode(body), headers=told)


def _prefix(way: Interface) -> str:
    if way.binding != "rest":
        return ""
    return "/v1" if way.dialect == "0.3" else (f"/{quote(way.tenant, safe='')}" if way.tenant else "")


def _non_empty(**values: str) -> JsonObject:
    return {name: value for name, value in values.items() if value}


def _box(file: OutgoingFile) -> JsonObject:
    where = {"fileWithUri": file.uri} if file.uri else {"fileWithBytes": file.held}
    return {"name": file.name, "mimeType": file.media, **where}


def _raw(file: OutgoingFile) -> JsonObject:
    where = {"url": file.uri} if file.uri else {"raw": file.held}
    return {"filename": file.name, "mediaType": file.media, **where}


def _hex(id: str) -> str:
    return id.replace("-", "")
