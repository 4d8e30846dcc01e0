"""Logging in at an agent: an API key, a bearer token or OAuth2 client credentials, resolved only while a call is made,
or a certificate of ours.

The configuration and this file hold names of secrets; a value is put into one request and nowhere else."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Literal
from urllib.parse import quote

import anyio
import httpx
import msgspec
from pydantic import Field

from loket.core.data import Frozen
from loket.core.shapes import is_object, text_at
from loket.core.tool import ToolFailed
from loket.net.client import ReplyTooLarge, fetched, origin
from loket.net.transport import SECRET_QUERY

Secrets = Callable[[str], str | None]
TOKEN_DEADLINE = 10.0
EARLY = 30.0
"""Seconds before its end at which a token is no longer used."""

HIDDEN = b"[a secret]"
SHORTEST = 8
"""A shorter secret may be a word of the answer, too."""


class ApiKey(Frozen):
    """A key in a header, or in the query where an agent wants it there."""

    kind: Literal["api_key"] = "api_key"
    secret: str
    place: Literal["header", "query"] = "header"
    name: str = "X-API-Key"


class Bearer(Frozen):
    """A token that does not change."""

    kind: Literal["bearer"] = "bearer"
    secret: str


class ClientCredentials(Frozen):
    """OAuth2 with client credentials; `secret` names the secret of the client."""

    kind: Literal["oauth2"] = "oauth2"
    token_url: str
    client_id: str
    secret: str
    scope: str = ""


class ClientCertificate(Frozen):
    """Mutual TLS: paths of our certificate and its key, and of the authority that the agent's own certificate is from
    when it is none that everybody trusts. Shown when a line is opened; requests stay as they are."""

    kind: Literal["mtls"] = "mtls"
    certificate: str
    key: str
    ca: str = ""


Credential = Annotated[ApiKey | Bearer | ClientCredentials | ClientCertificate, Field(discriminator="kind")]


@dataclass(slots=True)
class Keyring:
    """Puts the right credential into a request. Tokens are kept in memory until shortly before they end."""

    client: httpx.AsyncClient
    secrets: Secrets
    _tokens: dict[ClientCredentials, tuple[str, float]] = field(default_factory=dict)
    _asking: anyio.Lock = field(default_factory=anyio.Lock)

    async def unlock(self, request: httpx.Request, credential: Credential | None) -> None:
        """Raises ToolFailed (`no_secret`, `login_failed`, `unreachable`); then nothing of the request was sent."""
        match credential:
            case None | ClientCertificate():
                return
            case ApiKey(place="query", name=name):
                secret = f"{quote(name, safe='')}={quote(self._secret(credential.secret), safe='')}"
                request.extensions = {**request.extensions, SECRET_QUERY: secret.encode()}
            case ApiKey(name=name):
                request.headers[name] = self._secret(credential.secret)
            case Bearer():
                request.headers["Authorization"] = f"Bearer {self._secret(credential.secret)}"
            case ClientCredentials():
                request.headers["Authorization"] = f"Bearer {await self._token(credential)}"

    def refused(self, credential: Credential | None) -> bool:
        """Told when a request was refused; True when another try may go better, because a token was forgotten."""
        return isinstance(credential, ClientCredentials) and self._tokens.pop(credential, None) is not None

    def without(self, said: bytes, credential: Credential | None) -> bytes:
        """What an agent answered, as JSON, without the secret that it was asked with: some say again what they were
        sent, and their words are kept."""
        return masked(said, self._used(credential))

    def _used(self, credential: Credential | None) -> str:
        match credential:
            case ApiKey() | Bearer():
                return self.secrets(credential.secret.removeprefix("secret://")) or ""
            case ClientCredentials():
                return self._tokens.get(credential, ("", 0.0))[0]
            case _:
                return ""

    def _secret(self, name: str) -> str:
        value = self.secrets(name.removeprefix("secret://"))
        if not value or not value.isascii() or not value.isprintable():
            raise ToolFailed("no_secret", f"There is no usable secret named {name[:80]} in the configuration.")
        return value

    async def _token(self, wanted: ClientCredentials) -> str:
        async with self._asking:
            token, until = self._tokens.get(wanted, ("", 0.0))
            if anyio.current_time() < until:
                return token
            token, seconds = await self._asked(wanted)
            self._tokens[wanted] = (token, anyio.current_time() + seconds - EARLY)
            return token

    async def _asked(self, wanted: ClientCredentials) -> tuple[str, float]:
        form = {"grant_type": "client_credentials", **({"scope": wanted.scope} if wanted.scope else {})}
        request = self.client.build_request("POST", wanted.token_url, data=form, headers={"accept": "application/json"})
        user, password = quote(wanted.client_id, safe=""), quote(self._secret(wanted.secret), safe="")
        where = origin(wanted.token_url)
        try:
            reply = await fetched(self.client, next(httpx.BasicAuth(user, password).auth_flow(request)), TOKEN_DEADLINE)
            answer = msgspec.json.decode(reply.body) if reply.status == 200 else None
        except ReplyTooLarge as error:
            raise ToolFailed("login_failed", f"{where} gave no token.") from error
        except (httpx.TransportError, httpx.DecodingError) as error:
            raise ToolFailed("unreachable", f"{where}, which gives the token, can't be reached.") from error
        except (ValueError, RecursionError) as error:
            raise ToolFailed("login_failed", f"{where} gave no token.") from error
        token = text_at(answer, "access_token")
        if not token or not token.isascii() or not token.isprintable():
            raise ToolFailed("login_failed", f"{where} gave no token (HTTP {reply.status}).")
        seconds = answer.get("expires_in") if is_object(answer) else None
        return token, float(seconds) if isinstance(seconds, int | float) and 0 < seconds < 1e8 else 300.0


def masked(said: bytes, secret: str) -> bytes:
    """JSON without a secret, however it is written there; one so short that it may be a word stays."""
    if len(secret) < SHORTEST:
        return said
    for written in {secret, json.dumps(secret)[1:-1], secret.replace("/", "\\/"), quote(secret, safe="")}:
        said = said.replace(written.encode(), HIDDEN)
    return said
