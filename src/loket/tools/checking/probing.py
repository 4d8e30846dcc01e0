"""One question to an agent and what came back, whatever that is: a check looks at the answer, never beyond it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import httpx
import msgspec

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object, object_at
from loket.core.tool import ToolFailed
from loket.net.client import HttpAnswer, fetched, origin
from loket.net.guard import AddressRefused
from loket.tools.agents.credentials import Keyring
from loket.tools.agents.settings import AgentSettings

ELSEWHERE = "https://page.example"
"""A web page of another site, as a browser would name it."""


@dataclass(frozen=True, slots=True)
class ProbeAnswer:
    """What came back. `error` says why there is nothing; then the status is 0."""

    status: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Json = None
    error: str = ""

    @property
    def code(self) -> object:
        """The code of a JSON-RPC error, or of an error without an envelope."""
        return object_at(self.body, "error").get("code")

    @property
    def locked(self) -> bool:
        return self.status in (401, 403)

    @property
    def shown(self) -> str:
        """What came, in a few words."""
        if self.error:
            return self.error
        if self.code is not None:
            return f"error {self.code}, HTTP {self.status}"
        what = "a result" if is_object(self.body) and "result" in self.body else "no JSON-RPC error"
        return f"{what}, HTTP {self.status}"


@dataclass(frozen=True, slots=True)
class Prober:
    """Asks with the login that the operator has for an address; only addresses that may be called are."""

    client: httpx.AsyncClient
    settings: AgentSettings
    keyring: Keyring

    async def get(self, url: str, **headers: str) -> ProbeAnswer:
        return await self._answer(self.client.build_request("GET", url, headers=_hyphened(headers)))

    async def post(self, url: str, body: JsonObject | bytes, **headers: str) -> ProbeAnswer:
        content = body if isinstance(body, bytes) else msgspec.json.encode(body)
        told = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
        request = self.client.build_request("POST", url, content=content, headers={**told, **_hyphened(headers)})
        return await self._answer(request)

    async def preflight(self, url: str, wanted: str) -> ProbeAnswer:
        """What a browser asks before a page of another site may call."""
        headers = {"origin": ELSEWHERE, "access-control-request-method": "POST"}
        headers |= {"access-control-request-headers": wanted}
        return await self._answer(self.client.build_request("OPTIONS", url, headers=headers), login=False)

    async def _answer(self, request: httpx.Request, *, login: bool = True) -> ProbeAnswer:
        if (why := self.settings.refusal(request.url)) is not None:
            return ProbeAnswer(error=why.text)
        request.headers["connection"] = "close"  # a server that breaks hangs up, on the next question too
        credential = self.settings.credential(str(request.url)) if login else None
        try:
            await self.keyring.unlock(request, credential)
            reply = await fetched(self.client, request, self.settings.card_deadline)
        except AddressRefused as error:
            return ProbeAnswer(error=error.refusal.text)
        except ToolFailed as failed:
            return ProbeAnswer(error=failed.text)
        except httpx.TimeoutException:
            return ProbeAnswer(error=f"no answer in {self.settings.card_deadline:g} seconds")
        except (httpx.TransportError, httpx.DecodingError):
            return ProbeAnswer(error=f"no answer of {origin(request.url)}")
        return ProbeAnswer(reply.status, reply.headers, _json(self.keyring.without(reply.body, credential), reply))


def _json(body: bytes, reply: HttpAnswer) -> Json:
    """The answer as JSON, also when it is the first event of a stream; None when it is neither."""
    if reply.headers.get("content-type", "").lower().startswith("text/event-stream"):
        data = [line[5:].strip() for line in body.replace(b"\r", b"\n").split(b"\n") if line.startswith(b"data:")]
        body = data[0] if data else b""
    try:
        return msgspec.json.decode(body)
    except (ValueError, RecursionError):
        return None


def _hyphened(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}
