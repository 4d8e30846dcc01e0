"""The address that others know this server by when a proxy stands before it: what may be one, what it is made of."""

import re
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator

THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})
_PLAIN = re.compile(r"https?://[^\s?#@\\]+")


def _usable(url: str) -> str:
    """Without a slash at the end. ValueError for what is no https address (on this machine http will do), or holds
    more than a host, a port and a path."""
    parsed = urlsplit(url)
    host, _ = parsed.hostname, parsed.port  # both raise ValueError when they can't be read
    if not host or not _PLAIN.fullmatch(url) or (parsed.scheme != "https" and host not in THIS_MACHINE):
        raise ValueError("not an address that can be public")
    return url.rstrip("/")


PublicUrl = Annotated[str, AfterValidator(_usable)]


def host_of(url: str) -> str | None:
    """The name that others reach it by; None when they can't, because it is this machine's."""
    host = urlsplit(url).hostname
    return None if host in THIS_MACHINE else host


def origin_of(url: str) -> str:
    """The origin of its pages."""
    parsed = urlsplit(url)
    return f"{parsed.scheme}://{parsed.netloc.lower()}"
