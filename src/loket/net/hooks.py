"""Calling a webhook that somebody else has named: only over https, with nothing secret in the address."""

import json
from collections.abc import Mapping

import httpx

from loket.core.data import JsonObject
from loket.net.guard import THIS_MACHINE, AddressGuard, AddressRefused

NOTHING: Mapping[str, str] = {}


class HookRefused(ValueError):
    """This address is none that we would call; the text says why."""


async def check_hook(guard: AddressGuard, url: str) -> None:
    """HookRefused when the address leads where we call nobody. A name that is not known today may be tomorrow."""
    parsed = httpx.URL(url)
    try:
        await guard.addresses(parsed.host, parsed.port or (443 if parsed.scheme == "https" else 80))
    except AddressRefused as error:
        raise HookRefused(error.text) from error
    except httpx.ConnectError:
        pass


def hook_request(
    client: httpx.AsyncClient,
    url: str,
    headers: Mapping[str, str] = NOTHING,
    body: JsonObject | None = None,
    insecure: bool = False,
) -> httpx.Request:
    """The request that tells a webhook something. Where its name leads is for the client's guard to check, each time.

    `insecure`: plain http is taken too, on this machine."""
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL as error:
        raise HookRefused("The url of this webhook is no address.") from error
    here = insecure and parsed.scheme == "http" and parsed.host.strip("[]") in THIS_MACHINE
    if parsed.scheme != "https" and not here:
        raise HookRefused("A webhook has an https address.")
    if not parsed.host or parsed.userinfo or parsed.fragment:
        raise HookRefused("The url of a webhook has a host, and neither a user nor a fragment.")
    content = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode() if body is not None else b""
    try:
        return client.build_request("POST", parsed, headers=dict(headers), content=content)
    except (UnicodeEncodeError, ValueError) as error:
        raise HookRefused("What this webhook is to be sent can't be sent.") from error
