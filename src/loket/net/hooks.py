"""Calling a webhook that somebody else has named: only over https, with nothing secret in the address."""

import json
from collections.abc import Mapping

import httpx

from loket.core.data import JsonObject

NOTHING: Mapping[str, str] = {}


class HookRefused(ValueError):
    """This address is none that we would call; the text says why."""


def hook_request(
    client: httpx.AsyncClient,
    url: str,
    headers: Mapping[str, str] = NOTHING,
    body: JsonObject | None = None,
    insecure: bool = False,
) -> httpx.Request:
    """The request that tells a webhook something. Where its name leads is for the client's guard to check, each time.

    `insecure`: plain http is taken too."""
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL as error:
        raise HookRefused("The url of this webhook is no address.") from error
    if parsed.scheme != "https" and not (insecure and parsed.scheme == "http"):
        raise HookRefused("A webhook has an https address.")
    if not parsed.host or parsed.userinfo or parsed.fragment:
        raise HookRefused("The url of a webhook has a host, and neither a user nor a fragment.")
    content = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode() if body is not None else b""
    try:
        return client.build_request("POST", parsed, headers=dict(headers), content=content)
    except (UnicodeEncodeError, ValueError) as error:
        raise HookRefused("What this webhook is to be sent can't be sent.") from error
