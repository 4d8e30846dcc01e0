"""The countries and what is known of their law: listed for anybody, looked at and read anew by who is signed in."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from loket import __version__
from loket.core.data import Json, JsonObject
from loket.core.errors import LoketError, NotFound, Refused
from loket.core.events import Progressed, SurfaceActed
from loket.core.record import Record
from loket.core.shapes import is_object
from loket.house.house import House, Outcomes
from loket.house.refusal import refused
from loket.house.requests import is_visitor, owner_of
from loket.house.sse import HEADERS, PING, PING_SECONDS, beating, frame
from loket_demos.relocation.legislation.crawler import ACT, CRAWLER
from loket_demos.relocation.legislation.store import CountryState, LegislationStore

ADMIN = "/api/v1/admin"


@dataclass(frozen=True)
class CountriesWire:
    """The door as the package brings it."""

    store: LegislationStore

    def routes(self, house: House) -> list[Route]:
        return CountriesDoor(house, self.store).routes()


@dataclass(frozen=True)
class CountriesDoor:
    """What it needs: the conversations of this server, and where the law of each country lies."""

    house: House
    store: LegislationStore
    ping: float = PING_SECONDS

    def routes(self) -> list[Route]:
        return [
            Route("/api/v1/health", self._health),
            Route("/api/v1/countries", self._countries),
            Route(f"{ADMIN}/countries", _for_owners(self._states)),
            Route(f"{ADMIN}/countries/{{code}}", _for_owners(self._state)),
            Route(f"{ADMIN}/crawl/{{code}}", _for_owners(self._crawl), methods=["POST"]),
        ]

    async def _health(self, request: Request) -> Response:
        return JSONResponse({"status": "ok", "version": __version__, "server_time": self.house.now().isoformat()})

    async def _countries(self, request: Request) -> Response:
        shown = ("code", "name", "name_en", "official", "visas")
        return JSONResponse({"countries": [one.model_dump(include=set(shown)) for one in self.store.every()]})

    async def _states(self, request: Request) -> Response:
        return JSONResponse({"countries": [one.model_dump(mode="json") for one in self.store.every()]})

    async def _state(self, request: Request) -> Response:
        state = self._country(request)
        locale = request.query_params.get("locale", "pt-BR")
        pages: list[Json] = [page.model_dump(mode="json") for page in self.store.pages(state.code, locale)]
        return JSONResponse(state.model_dump(mode="json") | {"legislation": pages})

    async def _crawl(self, request: Request) -> Response:
        code, owner = self._country(request).code, owner_of(request)
        conversation = await self.house.session(owner, CRAWLER, code)
        asked = SurfaceActed(surface="admin", name=ACT, payload={"code": code})
        key = request.headers.get("idempotency-key") or None
        seq = await self.house.tell(conversation, asked, owner=owner, key=key)
        frames = self._progress(conversation, seq, owner)
        return StreamingResponse(frames, media_type="text/event-stream", headers=HEADERS)

    def _country(self, request: Request) -> CountryState:
        state = self.store.state(str(request.path_params["code"]))
        if state is None:
            raise NotFound("unknown_country", "There is no country with this code.")
        return state

    async def _progress(self, conversation: str, seq: int, owner: str) -> AsyncGenerator[bytes, None]:
        """How far it is, as its calls tell; a client that leaves stops nothing."""
        outcomes, follow = Outcomes(), self.house.follow(conversation, seq - 1, owner)
        async with aclosing(beating(follow, self.ping)) as batches:
            async for batch in batches:
                if batch is None:
                    yield PING
                for record in [news for news in batch or () if isinstance(news, Record)]:
                    outcomes.apply(record)
                    for event in _frames_of(record, outcomes, seq):
                        yield frame(event)
                if outcomes.settled(seq):
                    return


def _frames_of(record: Record, outcomes: Outcomes, seq: int) -> list[JsonObject]:
    """What a record says of the crawl that began with record `seq`."""
    outcome = outcomes.outcome(seq)
    steps = outcome.steps if outcome is not None else []
    calls = {f"{step.seq}.{work.id}" for step in steps for work in step.works}
    match record.event:
        case Progressed(call=call, part=part) if call in calls and is_object(part):
            return [{**part, "type": f"crawl_{part.get('kind')}"}]
        case _:
            failed = [step for step in steps if step.seq == record.seq and not step.ok]
            return [{"type": "error", "error": step.text or step.code, "code": step.code} for step in failed]


def _for_owners(answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Answers who is signed in; what it refuses is said in a sentence."""

    async def guarded(request: Request) -> Response:
        try:
            if is_visitor(owner_of(request)):
                raise Refused("not_signed_in", "Sign in first: this concerns everybody who uses this server.")
            return await answer(request)
        except LoketError as error:
            return refused(error.status, error.code, error.text)

    return guarded
