"""The chat beside a map: one JSON request, one JSON answer with steps, commands for the map and choices."""

import uuid
from dataclasses import dataclass, field

from pydantic import BaseModel, ConfigDict, Field, field_validator
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from loket.core.data import JsonObject
from loket.core.errors import LoketError
from loket.core.events import Answered, Event, UserSaid
from loket.core.shapes import text_at
from loket.core.steps import Status
from loket.house.house import House
from loket.house.refusal import refused
from loket.house.requests import model_of, owner_of
from loket_demos.sogis.doors.picks import picks
from loket_demos.sogis.doors.response import UNCLEAR, WireStep, response, sentence, steps_of
from loket_demos.sogis.doors.sessions import MapSessions
from loket_demos.sogis.doors.wms import Maps, map_routes

DEADLINE = 60.0
"""Seconds an answer may take; what is still under way then goes on."""
CHARACTERS = 100_000


class Session(BaseModel):
    """The body of `DELETE /api/chat`, and the part of a request that says whose it is."""

    model_config = ConfigDict(extra="ignore", strict=True)

    session: str = Field(alias="sessionId", min_length=1, max_length=200)

    @field_validator("session")
    @classmethod
    def _not_blank(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("must not be blank")
        return value


class MapChatRequest(Session):
    """The body of `POST /chat`; `choiceId` confirms a choice that was offered before. `locale` is the language of this
    message and of those that follow; one that is plainly written in another is answered in its own."""

    words: str | None = Field(alias="userMessage", default=None, max_length=CHARACTERS)
    choice: str | None = Field(alias="choiceId", default=None, max_length=200)
    locale: str | None = Field(default=None, pattern=r"^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$", max_length=35)


@dataclass(frozen=True)
class _Talk:
    """A session's conversation, whose it is, and the language of this door's own sentences in it."""

    conversation: str
    owner: str
    locale: str

    def request(self, message: int) -> str:
        """The id of the request that began with a message; it is that of no other conversation either."""
        return f"req-{self.conversation}-{message}"


@dataclass(frozen=True)
class _Asked:
    """Whether a choice could be made when record `upto` was the last. What was told before that is a request that came
    twice."""

    open: bool
    upto: int


@dataclass(frozen=True)
class MapWire:
    """The chat of an assistant beside a map, and the maps it ships."""

    assistant: str
    locale: str
    maps: Maps

    def routes(self, house: House) -> list[Route]:
        return [*MapChat(house, self.assistant, self.locale).routes(), *map_routes(self.maps)]


@dataclass
class MapChat:
    """The door of the front assistant `assistant`, which speaks `locale`. `paths` are where it answers."""

    house: House
    assistant: str
    locale: str = "de"
    deadline: float = DEADLINE
    paths: tuple[str, ...] = ("/chat", "/api/chat")
    sessions: MapSessions = field(init=False)

    def __post_init__(self) -> None:
        self.sessions = MapSessions(self.house, self.assistant)

    def routes(self) -> list[Route]:
        """Chat and forgetting on every path, and the sign of life of the mission."""
        made = [Route(path, self._post, methods=["POST"]) for path in self.paths]
        made += [Route(path, self._delete, methods=["DELETE"]) for path in self.paths]
        return [*made, Route("/ping", self._ping)]

    async def _post(self, request: Request) -> Response:
        owner = owner_of(request)
        try:
            asked = await model_of(request, MapChatRequest)
            async with self.sessions.lock(owner, asked.session):
                answer = await self._answer(owner, asked, request.headers.get("idempotency-key"))
        except LoketError as error:
            return _refused(error)
        return JSONResponse(answer)

    async def _delete(self, request: Request) -> Response:
        owner = owner_of(request)
        try:
            asked = await model_of(request, Session)
            async with self.sessions.lock(owner, asked.session):
                await self.sessions.forget(owner, asked.session)
        except LoketError as error:
            return _refused(error)
        return Response(status_code=204)

    async def _ping(self, request: Request) -> Response:
        return Response("ask-sogis", media_type="text/plain")

    async def _answer(self, owner: str, asked: MapChatRequest, key: str | None) -> JsonObject:
        words, choice, locale = (asked.words or "").strip(), (asked.choice or "").strip(), asked.locale or self.locale
        if not choice and not words:
            return _only("needs_clarification", sentence(locale, "blank"))
        conversation = await self.sessions.conversation(owner, asked.session, asked.locale or "")
        spoken = await self.sessions.speak(owner, conversation, asked.locale or "")
        talk = _Talk(conversation, owner, spoken or self.locale)
        if not choice:
            return await self._reply(talk, UserSaid(text=words), key)
        looked = await self.house.look(conversation, owner)
        pick = picks(looked.views["questions"].state()).get(choice)
        if pick is None:
            return _only("error", sentence(talk.locale, "unknown_choice"))
        answered = Answered(to=pick.question, choice=pick.choice)
        return await self._reply(talk, answered, key, _Asked(pick.open, looked.upto))

    async def _reply(self, talk: _Talk, event: Event, key: str | None, asked: _Asked | None = None) -> JsonObject:
        """The answer to what is told now; `asked` is what an answer to a choice goes on with."""
        seq = await self.house.tell(talk.conversation, event, owner=talk.owner, key=key)
        closed = [WireStep(None, "error", sentence(talk.locale, "closed_choice"))]
        if asked is not None and not asked.open and seq > asked.upto:
            return response(talk.request(seq), closed)
        try:
            await self.house.settled(talk.conversation, seq, self.deadline)
        except TimeoutError:
            begun = await self.house.message_of(talk.conversation, seq)
            return response(talk.request(begun), [WireStep(None, "error", sentence(talk.locale, "late"))])
        outcome = await self.house.outcome(talk.conversation, seq)
        done = [step for step in outcome.steps if step.seq > seq] if outcome is not None else []
        steps = await self._with_choice_names(talk, steps_of(done, talk.locale))
        if asked is not None and not steps:
            return response(talk.request(seq), closed)
        return response(talk.request(seq if outcome is None else outcome.seq), steps)

    async def _with_choice_names(self, talk: _Talk, steps: list[WireStep]) -> list[WireStep]:
        """The steps with their choices under their names on the wire."""
        if any(step.choices for step in steps):
            questions = (await self.house.look(talk.conversation, talk.owner)).views["questions"].state()
            names = {(one.question, one.choice): id for id, one in picks(questions).items()}
            for step in steps:
                for one in step.choices:
                    one["id"] = names.get((step.question, text_at(one, "id")), text_at(one, "id"))
        return steps


def _only(status: Status, text: str) -> JsonObject:
    """An answer that no conversation had a part in."""
    intent = UNCLEAR if status == "needs_clarification" else None
    return response(f"req-{uuid.uuid4().hex}", [WireStep(intent, status, text)])


def _refused(error: LoketError) -> Response:
    """What can't be read is 400 in this contract."""
    return refused(400 if error.code == "invalid_request" else error.status, error.code, error.text)
