"""What the workbench remembers of a person between visits: `GET /api/scenario/storage` tells all of it, and `GET`,
`PUT` and `DELETE /api/scenario/storage/KEY` one value.

The keys are those that the contract keeps in the browser, so that every browser of a person finds the same: the
endpoint (`a2a.endpoint`), instructions, model, mode and limits of the planner (`a2a.planner.…`), the scenario's address
(`a2a.scenario.url`), who plays whom by address (`a2a.scenario.sel.B64URL`), the enabled tools by address and agent
(`a2a.scenario.tools.B64URL::AGENT`), and by endpoint which conversation is open, with its draft (`a2a.session.B64`)."""

import re
from dataclasses import dataclass

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from loket.core.data import Json
from loket.core.errors import Invalid, LoketError, NotFound, OutOfRoom
from loket.core.ports import Noted
from loket.house.house import House
from loket.house.refusal import refused
from loket.house.requests import json_of, owner_of

PATH = "/api/scenario/storage"
NOTES = "scenario/storage/"
VALUE_BYTES, KEYS = 64 * 1024, 500
KEY = re.compile(
    r"a2a\.(endpoint|planner\.(instructions|model|mode|limits)|attach\.model|scenario\.url"
    r"|scenario\.sel\.[A-Za-z0-9_=-]{1,2800}|scenario\.tools\.[A-Za-z0-9_=-]{1,2800}::[^\x00-\x1f]{1,128}"
    r"|session\.[A-Za-z0-9+/_=-]{1,2800})"
)


@dataclass(frozen=True)
class StorageDoor:
    """Notes in the Book, of one owner each."""

    def routes(self, house: House) -> list[Route]:
        """All keys, and one."""
        storage = _Storage(house)
        return [
            Route(PATH, storage.every, methods=["GET"]),
            Route(f"{PATH}/{{key:path}}", storage.value, methods=["GET", "PUT", "DELETE"]),
        ]


@dataclass(frozen=True)
class _Storage:
    house: House

    async def every(self, request: Request) -> Response:
        noted = await self.house.book.names(owner_of(request), NOTES, limit=KEYS)
        return JSONResponse({"items": {one.name.removeprefix(NOTES): one.value for one in noted}})

    async def value(self, request: Request) -> Response:
        key = str(request.path_params["key"])
        try:
            if KEY.fullmatch(key) is None:
                raise NotFound("no_key", "The workbench keeps nothing under this name.")
            match request.method:
                case "PUT":
                    return await self._put(request, key)
                case "DELETE":
                    await self.house.book.forget(owner_of(request), NOTES + key)
                    return Response(status_code=204)
                case _:
                    noted = await self.house.book.look(owner_of(request), NOTES + key)
                    if noted is None:
                        raise NotFound("no_value", "Nothing is kept under this name.")
                    return _answer(key, noted)
        except LoketError as error:
            return refused(error.status, error.code, error.text)

    async def _put(self, request: Request, key: str) -> Response:
        """Keeps a value; with `If-Match` only in place of that version, so that no tab undoes another unseen."""
        value: Json = await json_of(request, VALUE_BYTES)
        owner, book = owner_of(request), self.house.book
        if await book.look(owner, NOTES + key) is None and len(await book.names(owner, NOTES, limit=KEYS)) >= KEYS:
            raise OutOfRoom("too_many_keys", f"The workbench keeps {KEYS} values. Delete some first.")
        version = await book.note(owner, NOTES + key, value, expect=expected(request))
        return _answer(key, Noted(key, value, version))


def expected(request: Request) -> int | None:
    """The version that `If-Match` names; None without one."""
    text = request.headers.get("if-match", "").strip().strip('"')
    if not text or text == "*":
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Invalid("bad_version", "If-Match is a version: a whole number.")
    return int(text)


def _answer(key: str, noted: Noted) -> Response:
    body = msgspec.json.encode({"key": key, "value": noted.value, "version": noted.version})
    return Response(body, headers={"ETag": f'"{noted.version}"'}, media_type="application/json")
