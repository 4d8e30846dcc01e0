"""`/api/scenarios`: the library of scenarios. `GET` lists them, `POST` adds one; below it by id `GET`, `PUT`, `DELETE`
(which hides it) and `POST ID/restore`. A body is a scenario, bare or as `{"config": …}`.

Locked ones answer 423 unless `X-Edit-Token` is the operator's; a version in `If-Match` that is no longer true, 409."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from loket.core.data import Json, JsonObject
from loket.core.errors import LoketError
from loket.house.house import House
from loket.house.refusal import refused
from loket.house.requests import json_of, owner_of
from loket_demos.scenario.doors.storage import expected
from loket_demos.scenario.library import SCENARIO_BYTES, Library, LibraryItem, OwnedLibrary, WrongScenario, config_in

PATH = "/api/scenarios"
TOKEN = "x-edit-token"  # noqa: S105 - the name of a header


@dataclass(frozen=True)
class ScenariosDoor:
    """The library over HTTP."""

    library: Library

    def routes(self, house: House) -> list[Route]:
        """What is answered, and where."""
        door = _Scenarios(house, self.library)
        return [
            Route(PATH, _refusing(door.every), methods=["GET"]),
            Route(PATH, _refusing(door.create), methods=["POST"]),
            Route(f"{PATH}/{{id}}", _refusing(door.get), methods=["GET"]),
            Route(f"{PATH}/{{id}}", _refusing(door.put), methods=["PUT"]),
            Route(f"{PATH}/{{id}}", _refusing(door.delete), methods=["DELETE"]),
            Route(f"{PATH}/{{id}}/restore", _refusing(door.restore), methods=["POST"]),
        ]


@dataclass(frozen=True)
class _Scenarios:
    house: House
    library: Library

    async def every(self, request: Request) -> Response:
        items = await self._shelf(request).every(_deleted(request))
        return _json({"scenarios": [item.line for item in items]})

    async def create(self, request: Request) -> Response:
        config = config_in(await json_of(request, SCENARIO_BYTES))
        return _item(await self._shelf(request).create(config), 201)

    async def get(self, request: Request) -> Response:
        return _item(await self._shelf(request).get(str(request.path_params["id"]), _deleted(request)))

    async def put(self, request: Request) -> Response:
        config = config_in(await json_of(request, SCENARIO_BYTES))
        id, token = _which(request)
        return _item(await self._shelf(request).put(id, config, token, expected(request)))

    async def delete(self, request: Request) -> Response:
        return _item(await self._shelf(request).tag(*_which(request), deleted=True))

    async def restore(self, request: Request) -> Response:
        return _item(await self._shelf(request).tag(*_which(request), deleted=False))

    def _shelf(self, request: Request) -> OwnedLibrary:
        return OwnedLibrary(self.library, self.house.book, owner_of(request))


def _which(request: Request) -> tuple[str, str]:
    """Which scenario is meant, and the token that came along."""
    return str(request.path_params["id"]), request.headers.get(TOKEN, "")


def _deleted(request: Request) -> bool:
    return request.query_params.get("deleted") == "1"


def _item(item: LibraryItem, status: int = 200) -> Response:
    return _json(item.model_dump(), status, {"ETag": f'"{item.version}"'})


def _json(value: JsonObject, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(value), status, headers, media_type="application/json")


def _refusing(answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Answers; what it refuses is said in a sentence, and of a scenario where it is wrong as well."""

    async def answered(request: Request) -> Response:
        try:
            return await answer(request)
        except WrongScenario as error:
            wrong: Json = [{"path": path, "text": text} for path, text in error.wrong]
            return _json({"error": {"code": error.code, "text": error.text, "details": wrong}}, error.status)
        except LoketError as error:
            return refused(error.status, error.code, error.text)

    return answered
