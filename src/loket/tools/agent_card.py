"""Reading the card of a remote agent: who it says it is and what it says it can do. None of it is trusted."""

import httpx
import msgspec
from pydantic import Field

from loket.core.data import Frozen, Json, JsonObject
from loket.core.shapes import is_list, is_object, list_at, text_at
from loket.core.tool import ToolFailed
from loket.net.client import Reply, ReplyTooLarge, fetched, origin

CARD_BYTES = 256 * 1024
CARD_PATHS = (".well-known/agent-card.json", ".well-known/agent.json")


class AgentCard(Frozen):
    """What every dialect's card tells. `capabilities` are names of what it can do, from a plain list or from its
    skills; `url` is where it wants to be called, which may be elsewhere: call it only after asking yourself."""

    name: str
    description: str = ""
    url: str = ""
    version: str = ""
    protocol: str = ""
    capabilities: tuple[str, ...] = ()
    raw: JsonObject = Field(repr=False)


async def discover(url: str, client: httpx.AsyncClient, deadline: float = 10) -> AgentCard:
    """The card of the agent at an address. Raises ToolFailed (`unreachable`, `timeout`, `too_large`, `no_card`)."""
    base = url if url.endswith("/") else url + "/"
    try:
        addresses = [httpx.URL(base).join(path) for path in CARD_PATHS]
    except httpx.InvalidURL as error:
        raise ToolFailed("unreachable", "That is no address of an agent.") from error
    for address in addresses:
        reply = await _read(client, address, deadline)
        found = _parsed(reply)
        if found is not None:
            return card_of(found)
        if reply.status not in (200, 404, 405, 410):
            break
    raise ToolFailed("no_card", f"{origin(url)} shows no agent card.")


def card_of(raw: JsonObject) -> AgentCard:
    """A card in any dialect, read leniently. Raises ToolFailed("no_card") when it doesn't even have a name."""
    name = text_at(raw, "name")
    if not name:
        raise ToolFailed("no_card", "The agent card has no name.")
    return AgentCard(
        name=name[:200],
        description=text_at(raw, "description")[:4000],
        url=text_at(raw, "url") or text_at(raw, "base_url") or _first_url(raw),
        version=text_at(raw, "version")[:100],
        protocol=(text_at(raw, "protocol") or text_at(raw, "protocolVersion"))[:100],
        capabilities=tuple(_capabilities(raw)),
        raw=raw,
    )


def _capabilities(raw: JsonObject) -> list[str]:
    listed = raw.get("capabilities")
    if is_list(listed):
        return [entry[:128] for entry in listed if isinstance(entry, str)]
    return [text_at(skill, "id")[:128] for skill in list_at(raw, "skills") if text_at(skill, "id")]


def _first_url(raw: JsonObject) -> str:
    return next((text_at(entry, "url") for entry in list_at(raw, "supportedInterfaces")), "")


async def _read(client: httpx.AsyncClient, url: httpx.URL, deadline: float) -> Reply:
    request = client.build_request("GET", url, headers={"accept": "application/json"})
    try:
        return await fetched(client, request, deadline, CARD_BYTES)
    except ReplyTooLarge as error:
        raise ToolFailed("too_large", f"The agent card of {origin(url)} is too long.") from error
    except httpx.ConnectTimeout as error:
        raise ToolFailed("unreachable", f"{origin(url)} can't be reached.") from error
    except httpx.TimeoutException as error:
        raise ToolFailed("timeout", f"{origin(url)} did not show its card within {deadline:g} seconds.") from error
    except (httpx.TransportError, httpx.DecodingError) as error:
        raise ToolFailed("unreachable", f"{origin(url)} can't be reached.") from error


def _parsed(reply: Reply) -> JsonObject | None:
    if reply.status != 200:
        return None
    try:
        found: Json = msgspec.json.decode(reply.body)
    except (ValueError, RecursionError):
        return None
    return found if is_object(found) else None
