"""`/api/scenario/runs`: starts a run, begins and stops it, notes to its planner, and its unified events."""

from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from loket.core.data import Json, JsonObject
from loket.core.errors import Invalid, LoketError, NotFound
from loket.core.model import Models, model_name
from loket.core.ports import Entry
from loket.core.shapes import is_object, text_at
from loket.house.house import House
from loket.house.refusal import refused
from loket.house.requests import json_of, owner_of
from loket_demos.scenario.acts import Act
from loket_demos.scenario.counterpart import side_of
from loket_demos.scenario.events import UnifiedLog
from loket_demos.scenario.planner.planner import plays_by_model
from loket_demos.scenario.run import ASSISTANT, SETTING, run_of
from loket_demos.scenario.shapes import scenario_of
from loket_demos.scenario.shipped import scenario_named
from loket_demos.scenario.starting import RunChange, RunChoice, act, begin, change, halt, open_run

PATH = "/api/scenario/runs"
MOST = 2_000_000
"""Bytes of a request."""

_acts: TypeAdapter[Act] = TypeAdapter(Act)


@dataclass(frozen=True)
class RunsWire:
    """The door as the package brings it."""

    models: Models | None = None

    def routes(self, house: House) -> list[Route]:
        door = RunsDoor(house, self.models)
        return [
            Route(PATH, door.start, methods=["POST"]),
            Route(f"{PATH}/{{run}}", door.look, methods=["GET"]),
            Route(f"{PATH}/{{run}}/events", door.events, methods=["GET"]),
            Route(f"{PATH}/{{run}}/{{deed:str}}", door.do, methods=["POST"]),
        ]


@dataclass(frozen=True)
class RunsDoor:
    """The runs of this server; those of other owners do not exist for a caller."""

    house: House
    models: Models | None = None

    async def start(self, request: Request) -> Response:
        """A `RunChoice`, whose scenario may be named by `scenarioId`; `run` names one whose scenario is to change."""
        try:
            body = await json_of(request, MOST)
            owner = owner_of(request)
            if not is_object(body):
                raise Invalid("bad_json", "A run is a JSON object.")
            scenario = (
                scenario_of(body["scenario"]) if "scenario" in body else scenario_named(text_at(body, "scenarioId"))
            )
            run = text_at(body, "run") or None
            if run is not None:
                await self._owned(run, owner)
            choice = _chosen({**body, "scenario": scenario})
            return JSONResponse({"run": await open_run(self.house, owner, choice, run)}, 201)
        except LoketError as error:
            return refused(error.status, error.code, error.text)

    async def do(self, request: Request) -> Response:
        """`begin`, `stop`, `change` (a `RunChange`), or one of the acts with its fields as the body."""
        try:
            owner, run, deed = owner_of(request), str(request.path_params["run"]), str(request.path_params["deed"])
            await self._owned(run, owner)
            match deed:
                case "begin":
                    seq = await begin(self.house, owner, run)
                case "stop":
                    seq = await halt(self.house, owner, run)
                case "change":
                    seq = await change(self.house, owner, run, _change(await json_of(request, MOST)))
                case _:
                    body = await json_of(request, MOST)
                    key = request.headers.get("idempotency-key", "")[:200]
                    seq = await act(self.house, owner, run, _act(deed, body if is_object(body) else {}), key)
            return JSONResponse({"seq": seq})
        except LoketError as error:
            return refused(error.status, error.code, error.text)

    async def look(self, request: Request) -> Response:
        """What is played, and how it stands."""
        try:
            owner, run = owner_of(request), str(request.path_params["run"])
            entry = await self._owned(run, owner)
            settings = await self.house.settings(run, owner)
            log = await self._log(run)
            about = {"run": run, "state": log.state, "ended": log.ended, "events": len(log.events)}
            about |= {"plays": log.player or self._plays(settings), "conversation": entry.state}
            about |= {"otherSide": await self._other(owner, log.task)}
            return JSONResponse({**about, "playing": settings.get(SETTING)})
        except LoketError as error:
            return refused(error.status, error.code, error.text)

    async def events(self, request: Request) -> Response:
        """The unified events after a seq."""
        try:
            run = str(request.path_params["run"])
            await self._owned(run, owner_of(request))
            after = request.query_params.get("after", "0")
            first = int(after) if after.isdecimal() and after.isascii() and len(after) < 10 else 0
            events = [event.model_dump(mode="json", by_alias=True) for event in (await self._log(run)).events[first:]]
            return JSONResponse({"events": [await self.house.whole(run, event) for event in events]})
        except LoketError as error:
            return refused(error.status, error.code, error.text)

    def _plays(self, settings: JsonObject) -> str:
        """Who will take the first step."""
        run, model = run_of(settings), None
        if run is not None and plays_by_model(run) and self.models is not None:
            model = self.models.model(model_name(settings))
        if run is not None and run.player == "relay":
            return run.player
        return model.name if model is not None else "script" if run is not None and run.me.script else "goals"

    async def _other(self, owner: str, task: str) -> str | None:
        """The run that plays the other side of this task, where that is one of this server."""
        side = side_of(self.house, owner, task)
        return side if task and await self.house.owned(side, owner, ASSISTANT) is not None else None

    async def _log(self, run: str) -> UnifiedLog:
        log = UnifiedLog()
        async for record in self.house.records(run):
            log.apply(record)
        return log

    async def _owned(self, run: str, owner: str) -> Entry:
        entry = await self.house.owned(run, owner, ASSISTANT)
        if entry is None:
            raise NotFound("not_found", "There is no such run.")
        return entry


def _chosen(body: dict[str, Any]) -> RunChoice:
    try:
        return RunChoice.model_validate(body)
    except ValidationError as error:
        raise _invalid(error) from error


def _change(body: Json) -> RunChange:
    try:
        return RunChange.model_validate(body)
    except ValidationError as error:
        raise _invalid(error) from error


def _act(name: str, body: JsonObject) -> Act:
    try:
        return _acts.validate_python({**body, "name": name})
    except ValidationError as error:
        raise _invalid(error) from error


def _invalid(error: ValidationError) -> Invalid:
    first = error.errors(include_input=False, include_url=False)[0]
    return Invalid("invalid_request", f"{'.'.join(map(str, first['loc'])) or 'body'}: {first['msg'][:200]}")
