"""Documents that a call made, for a while and for their owner: `GET /api/prints/{id}`."""

import re
from dataclasses import dataclass
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from loket.core.errors import Gone, NotFound
from loket.house.house import House
from loket.house.refusal import refused
from loket.house.requests import owner_of

PDF = "application/pdf"
_ID = re.compile(r"([0-9A-Za-z]{22})-([1-9]\d*\.\w+)")
"""The conversation and the call that made it."""


@dataclass(frozen=True)
class PrintWire:
    """One address for each document."""

    def routes(self, house: House) -> list[Route]:
        """As it stands in the answers of the tools."""

        async def get(request: Request) -> Response:
            found = await _document(house, owner_of(request), request.path_params["id"])
            if found is None:
                return refused(
                    404, "no_print", "Dieses Dokument gibt es nicht oder nicht mehr. Bitte neu erstellen lassen."
                )
            name, data = found
            headers = {
                "Content-Disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}",
                "Cache-Control": "private, no-store",
                "X-Content-Type-Options": "nosniff",
            }
            return Response(data, media_type=PDF, headers=headers)

        return [Route("/api/prints/{id}", get)]


async def _document(house: House, owner: str, id: str) -> tuple[str, bytes] | None:
    """The name and the bytes of a document; None when it is unknown, expired or somebody else's."""
    named = _ID.fullmatch(id)
    if named is None:
        return None
    try:
        looked = await house.look(named[1], owner)
    except (NotFound, Gone):
        return None
    for line in looked.files.of_call(named[2]):
        if line.file.blob is not None and line.file.media == PDF and not line.ended(house.now()):
            data = await house.files.get(named[1], line.file.blob.sha256)
            return None if data is None else (line.file.name, data)
    return None
