"""Is a card signed, and by a key we have reason to believe? A signature counts only with a key of the site itself.

The header of a signature may name any address for its keys, so whoever forges a card names their own: only keys from
the configuration, or from the origin the card came from, are used. Fields that no signature covers are left out."""

import base64
import hashlib
from collections.abc import Sequence
from importlib import import_module
from typing import Literal, cast

import anyio.to_thread
import httpx
import msgspec

from loket.core.data import Frozen, Json, JsonObject
from loket.core.shapes import is_object, list_at, text_at
from loket.net.client import fetched, origin
from loket.tools.agents.settings import AgentSettings, same_site
from loket.tools.agents.text import line
from loket.tools.agents.verdict import MOST, SignatureVerdict, Verify

KEYS_BYTES = 64 * 1024


class Signature(Frozen):
    """What the signatures of a card are worth. `no_key`: there are some, and no key to check them with. `unsigned` are
    fields that the valid signature does not cover; `key` is the thumbprint of the key (RFC 7638)."""

    state: Literal["none", "valid", "partly", "invalid", "no_key"] = "none"
    kid: str = ""
    key: str = ""
    source: Literal["", "configured", "site"] = ""
    unsigned: tuple[str, ...] = ()


async def signature_of(
    client: httpx.AsyncClient, raw: JsonObject, url: str, settings: AgentSettings
) -> tuple[Signature, JsonObject]:
    """What the signatures are worth, and the part of the card that may be used: all of it unless a valid signature
    covers less."""
    headers = [found for entry in list_at(raw, "signatures")[:MOST] if (found := _header(entry))]
    if not list_at(raw, "signatures"):
        return Signature(), raw
    kid = line(text_at(headers[0], "kid"), 200) if headers else ""
    keys, source = await _keys(client, headers, url, settings)
    if not keys:
        return Signature(state="no_key", kid=kid), raw
    verdict = await anyio.to_thread.run_sync(_verified, raw, keys)
    if verdict.signed is None or verdict.key is None:
        return Signature(state="invalid", kid=kid, source=source), raw
    unsigned = tuple(_beyond(raw, verdict.signed))
    worth = Signature(
        state="partly" if unsigned else "valid",
        kid=line(text_at(verdict.key, "kid"), 200) or kid,
        key=thumbprint(verdict.key),
        source=source,
        unsigned=unsigned,
    )
    return worth, verdict.signed if unsigned else raw


def thumbprint(key: JsonObject) -> str:
    """Names a key by what it is, not by what somebody calls it."""
    members = {name: key[name] for name in ("crv", "e", "kty", "n", "x", "y") if name in key}
    return hashlib.sha256(msgspec.json.encode(members, order="deterministic")).hexdigest()


def _verified(raw: JsonObject, keys: Sequence[JsonObject]) -> SignatureVerdict:
    """In a thread, and the library is read only now: few cards are signed, and it takes a while."""
    return cast(Verify, import_module("loket.tools.agents.jws").verified)(raw, keys)


async def _keys(
    client: httpx.AsyncClient, headers: list[JsonObject], url: str, settings: AgentSettings
) -> tuple[list[JsonObject], Literal["", "configured", "site"]]:
    configured = settings.keys.get(origin(url))
    if configured:
        return list(configured), "configured"
    for header in headers:
        where = text_at(header, "jku")
        if where and _may_ask(where, url, settings):
            found = await _key_set(client, where, settings)
            if found:
                return found, "site"
    return [], ""


def _may_ask(where: str, url: str, settings: AgentSettings) -> bool:
    try:
        return same_site(where, url) and settings.refusal(where) is None
    except (httpx.InvalidURL, ValueError):
        return False


async def _key_set(client: httpx.AsyncClient, where: str, settings: AgentSettings) -> list[JsonObject]:
    try:
        request = client.build_request("GET", where, headers={"accept": "application/json"})
        reply = await fetched(client, request, settings.card_deadline, KEYS_BYTES)
        answer: Json = msgspec.json.decode(reply.body) if reply.status == 200 else None
    except (httpx.HTTPError, ValueError, RecursionError):
        return []
    return [key for key in list_at(answer, "keys")[:MOST] if is_object(key)]


def _header(entry: Json) -> JsonObject | None:
    try:
        text = text_at(entry, "protected")
        found: Json = msgspec.json.decode(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except (ValueError, RecursionError):
        return None
    return found if is_object(found) else None


def _beyond(raw: Json, signed: Json, path: str = "") -> list[str]:
    """Where a card says more than what was signed; empty values say nothing."""
    if is_object(raw) and is_object(signed):
        more = [f"{path}{name}" for name, value in raw.items() if name not in signed and _says(value)]
        both = (name for name in raw if name in signed)
        inner = [found for name in both for found in _beyond(raw[name], signed[name], f"{path}{name}/")]
        return [name for name in [*more, *inner] if name != "signatures"][:50]
    if isinstance(raw, list) and isinstance(signed, list) and len(raw) == len(signed):
        pairs = enumerate(zip(raw, signed, strict=True))
        return [found for n, (a, b) in pairs for found in _beyond(a, b, f"{path}{n}/")][:50]
    return [] if raw == signed else [path.rstrip("/")]


def _says(value: Json) -> bool:
    return value not in (None, "", False, 0) and value != [] and value != {}
