"""The logs of a set-up on servers: each of its parts has its own, as it has a folder of its own in a data folder."""

from urllib.parse import parse_qsl, urlencode

from loket.stores.jetstream.link import Link
from loket.stores.jetstream.servers import Servers

_LOG = "-log"


async def addresses(address: str) -> list[str]:
    """Those that servers have under this address: its own, then those of parts; only its own when there is none."""
    servers = Servers.of(address)
    link = await Link.open(servers)
    names: list[str] = []
    try:
        while True:
            answer = await link.api("STREAM.NAMES", {"offset": len(names)})
            page = answer.get("streams") or []
            names += page
            if not page or len(names) >= answer.get("total", 0):
                break
    finally:
        await link.close()
    logs = [name.removesuffix(_LOG) for name in names if name.endswith(_LOG)]
    parts = sorted(prefix for prefix in logs if prefix.startswith(f"{servers.prefix}_"))
    own = [servers.prefix] if servers.prefix in logs or not parts else []
    named, _, query = address.partition("?")
    return [f"{named}?{urlencode({**dict(parse_qsl(query)), 'prefix': prefix}, safe='/')}" for prefix in (*own, *parts)]
