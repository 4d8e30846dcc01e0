"""The door of AG-UI: `POST /agui/NAME` runs a thread of an assistant and answers with its events."""

import re
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from loket.core.errors import NotFound
from loket.doors.agui.asked import asked
from loket.doors.agui.run import RunCaller, frames_of
from loket.doors.stream import RecordStream, StreamAnswer
from loket.house.house import House
from loket.house.requests import json_of, owner_of

AGUI = "/agui"
BODY_BYTES = 4 * 1024 * 1024
"""A client sends all its messages every time, and files in the last one."""
NAME = 128
_SEQ = re.compile(r"[1-9][0-9]{0,15}")


class AguiDoor:
    """Offers every assistant that people can talk with, by its name."""

    def routes(self, house: House) -> Sequence[BaseRoute]:
        """One route for all of them; assistants may come while the server runs."""

        async def run(request: Request) -> Response:
            name = request.path_params["name"]
            assistant = house.host.kit.assistants.get(name) if len(name) <= NAME else None
            if assistant is None or assistant.hidden:
                raise NotFound("not_found", "This server has no such assistant.")
            wanted = asked(await json_of(request, BODY_BYTES))
            last = request.headers.get("last-event-id", "")
            after = int(last) if _SEQ.fullmatch(last) else None
            told = request.query_params
            old = told["compat"] == "0" if "compat" in told else not (wanted.version or "").startswith("1.")
            asks, stops = told.get("interrupts") != "0", told.get("leave") == "stop"
            caller = RunCaller(owner_of(request), name, old, asks, stops, after)
            return StreamAnswer(RecordStream(f"{name} over AG-UI", await frames_of(house, wanted, caller)))

        return [Route(f"{AGUI}/{{name:path}}", run, methods=["POST"])]
