"""Documents that a map assistant made, for a while and for their owner: `GET /api/prints/{id}`."""

from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from loket.core.maps import FindPrint
from loket.house.refusal import refused
from loket.house.requests import owner_of

PRINTS = "/api/prints"


def print_routes(find: FindPrint, path: str = PRINTS) -> list[Route]:
    """One route."""

    async def get(request: Request) -> Response:
        found = await find(owner_of(request), request.path_params["id"])
        if found is None:
            return refused(
                404, "no_print", "Dieses Dokument gibt es nicht oder nicht mehr. Bitte neu erstellen lassen."
            )
        about, data = found
        headers = {
            "Content-Disposition": f"attachment; filename*=UTF-8''{quote(about.name, safe='')}",
            "Cache-Control": "private, no-store",
            "X-Content-Type-Options": "nosniff",
        }
        return Response(data, media_type=about.media, headers=headers)

    return [Route(f"{path}/{{id}}", get)]
