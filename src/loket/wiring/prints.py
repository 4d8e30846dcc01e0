"""Where the documents of a map's tools are: on this server, or on the tool server that made them."""

from dataclasses import dataclass
from email.message import Message
from urllib.parse import quote, urlsplit

from loket.core.maps import FindPrint, MapPart, Print
from loket.doors.sogis_prints import PRINTS
from loket.house.bundle import Bundle
from loket.net.client import CallFailed, Client, fetched
from loket.wiring.parts import Parts

SECONDS = 10.0
MOST_BYTES = 20_000_000


@dataclass(frozen=True)
class Fetched:
    """What another server told of a document."""

    name: str
    media: str


@dataclass(frozen=True)
class Elsewhere:
    """Documents on the server at `origin`. There they all belong to this server, so that here whoever knows the name of
    one may have it; names can't be guessed."""

    client: Client
    origin: str

    async def find(self, owner: str, id: str) -> tuple[Print, bytes] | None:
        """The document; None when it is not there, or nobody answers."""
        request = self.client.build_request("GET", f"{self.origin}{PRINTS}/{quote(id, safe='')}")
        try:
            answer = await fetched(self.client, request, SECONDS, MOST_BYTES)
        except CallFailed:
            return None
        if answer.status != 200:
            return None
        told = Message()
        told["Content-Disposition"] = answer.headers.get("content-disposition", "")
        media = answer.headers.get("content-type", "application/octet-stream")
        return Fetched(told.get_filename() or "document", media), answer.body


def prints_of(parts: Parts, package: Bundle, map: MapPart) -> FindPrint:
    """How the documents of a package are found."""
    url = parts.tools_at(package)
    if url is None:
        return map.find_print
    place = urlsplit(url)
    return Elsewhere(parts.http, f"{place.scheme}://{place.netloc}").find
