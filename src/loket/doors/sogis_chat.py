"""The chat beside a map: one JSON request, one JSON answer with steps, commands for the map and choices."""

import asyncio
from dataclasses import dataclass, field
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from loket.core.actions import Plan, Task
from loket.core.data import JsonObject
from loket.core.errors import Invalid, LoketError
from loket.core.events import Answered, Decided, Event, UserSaid
from loket.core.record import Record, decode
from loket.core.shapes import list_at, text_at
from loket.core.steps import Status
from loket.doors.auth import owner_of
from loket.doors.refusal import refused
from loket.doors.sogis_picks import picks
from loket.doors.sogis_response import ENDED, UNCLEAR, Step, caused, response, said, skipped, steps_of
from loket.doors.sogis_sessions import Sessions
from loket.engine.host import Host
from loket.engine.looking import Looked
from loket.engine.names import new_name
from loket.views.steps import Steps

DEADLINE = 60.0
"""Seconds an answer may take; what is still under way then goes on."""
CHARACTERS = 100_000


class Session(BaseModel):
    """The body of `DELETE /api/chat`, and the part of a request that says whose it is."""

    model_config = ConfigDict(extra="ignore", strict=True)

    session: str = Field(alias="sessionId", min_length=1, max_length=200)

    @field_validator("session")
    @classmethod
    def _named(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("must not be blank")
        return value


class ChatRequest(Session):
    """The body of `POST /chat`; `choiceId` confirms a choice that was offered before. `locale` is the language of a
    session that begins; a message in another one is answered in its own."""

    words: str | None = Field(alias="userMessage", default=None, max_length=CHARACTERS)
    choice: str | None = Field(alias="choiceId", default=None, max_length=200)
    locale: str | None = Field(default=None, pattern=r"^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$", max_length=35)


Body = TypeVar("Body", bound=BaseModel)


@dataclass
class MapChat:
    """The door of the front assistant `assistant`, which speaks `locale`. `paths` are where it answers."""

    host: Host
    assistant: str
    locale: str = "de"
    deadline: float = DEADLINE
    paths: tuple[str, ...] = ("/chat", "/api/chat")
    sessions: Sessions = field(init=False)

    def __post_init__(self) -> None:
        self.sessions = Sessions(self.host, self.assistant)

    def routes(self) -> list[Route]:
        """Chat and forgetting on every path, and the sign of life of the mission."""
        made = [Route(path, self._post, methods=["POST"]) for path in self.paths]
        made += [Route(path, self._delete, methods=["DELETE"]) for path in self.paths]
        return [*made, Route("/ping", self._ping)]

    async def _post(self, request: Request) -> Response:
        owner = owner_of(request)
        try:
            asked = _read(ChatRequest, await request.body())
            async with self.sessions.lock(owner, asked.session):
                answer = await self._answer(owner, asked, request.headers.get("idempotency-key"))
        except LoketError as error:
            return refused(error.status, error.code, error.text)
        return JSONResponse(answer)

    async def _delete(self, request: Request) -> Response:
        owner = owner_of(request)
        try:
            asked = _read(Session, await request.body())
            async with self.sessions.lock(owner, asked.session):
                await self.sessions.forget(owner, asked.session)
        except LoketError as error:
            return refused(error.status, error.code, error.text)
        return Response(status_code=204)

    async def _ping(self, request: Request) -> Response:
        return Response("ask-sogis", media_type="text/plain")

    async def _answer(self, owner: str, asked: ChatRequest, key: str | None) -> JsonObject:
        words, choice = (asked.words or "").strip(), (asked.choice or "").strip()
        if not choice and not words:
            return self._only("needs_clarification", "blank")
        conversation = await self.sessions.conversation(owner, asked.session, asked.locale or "")
        if not choice:
            return await self._told(conversation, owner, UserSaid(text=words), key)
        looked = await self.host.look(conversation, owner)
        pick = picks(looked.views["questions"].state()).get(choice)
        if pick is None:
            return self._only("error", "unknown_choice")
        asked_by = _message(looked, pick.question) if pick.open else None
        return await self._told(conversation, owner, Answered(to=pick.question, choice=pick.choice), key, asked_by)

    async def _told(
        self, conversation: str, owner: str, event: Event, key: str | None, asked_by: int | None = None
    ) -> JsonObject:
        """The answer to what is told now; `asked_by` is the message of the request that an answer goes on with."""
        seq = await self.host.tell(conversation, event, owner=owner, key=key)
        if isinstance(event, Answered) and asked_by is None:
            return response(_request(conversation, seq), [Step(None, "error", said(self.locale, "closed_choice"))])
        try:
            await self.host.settled(conversation, seq, self.deadline)
        except TimeoutError:
            text = said(self.locale, "late")
            return response(_request(conversation, asked_by or seq), [Step(None, "error", text)])
        records = await self._records(conversation, seq)
        if isinstance(event, UserSaid) and records and isinstance(records[0].event, Answered):
            # The words named one of the choices of a question, and so the answer belongs to the request that asked.
            asked_by = _message(await self.host.look(conversation, owner), records[0].event.to)
        # The steps of this request alone: the view of the whole conversation costs more with every message in it.
        view = Steps()
        for record in records if asked_by is None else await self._records(conversation, asked_by):
            view.apply(record)
        records = caused(records)
        left = await self._tasks(conversation, skipped(records))
        steps = steps_of(records, view.state(), self.locale, left)
        if any(step.choices for step in steps):
            questions = (await self.host.look(conversation, owner)).views["questions"].state()
            names = {(one.question, one.choice): id for id, one in picks(questions).items()}
            steps = [_named(step, names) for step in steps]
        return response(_request(conversation, asked_by or seq), steps)

    async def _tasks(self, conversation: str, calls: set[str]) -> dict[str, Task]:
        """The tasks with these call ids, whenever they were planned."""
        found: dict[str, Task] = {}
        for seq in {int(call.partition(".")[0]) for call in calls}:
            for row in await self.host.store.read(conversation, after=seq - 1, limit=1):
                event = decode(row.body).event
                if isinstance(event, Decided) and isinstance(event.action, Plan):
                    found |= {f"{seq}.{task.id}": task for task in event.action.tasks}
        return {call: found[call] for call in calls if call in found}

    async def _records(self, conversation: str, seq: int) -> list[Record]:
        """The records of the log from `seq` on."""
        found, after = list[Record](), seq - 1
        while rows := await self.host.store.read(conversation, after=after):
            found += [decode(row.body) for row in rows]
            after = rows[-1].seq
            await asyncio.sleep(0)
        return found

    def _only(self, status: Status, name: ENDED) -> JsonObject:
        """An answer that no conversation had a part in."""
        intent = UNCLEAR if status == "needs_clarification" else None
        return response(f"req-{new_name()}", [Step(intent, status, said(self.locale, name))])


def _request(conversation: str, message: int) -> str:
    """The id of the request that began with a message; it is that of no other conversation either."""
    return f"req-{conversation}-{message}"


def _message(looked: Looked, question: str) -> int | None:
    """The message whose step asked a question."""
    for scope in list_at(looked.views["steps"].state(), "scopes"):
        for step in list_at(scope, "steps"):
            if str(step.get("seq")) == question:
                return step.get("message")
    return None


def _named(step: Step, names: dict[tuple[str, str], str]) -> Step:
    """The step with its choices under their names on the wire."""
    for one in step.choices:
        one["id"] = names.get((step.question, text_at(one, "id")), text_at(one, "id"))
    return step


def _read(kind: type[Body], body: bytes) -> Body:
    """The body. Malformed is 400 in this contract, with the field that is wrong."""
    try:
        return kind.model_validate_json(body)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "body"
        raise _Malformed("invalid_request", f"{where}: {first['msg'][:200]}") from error


class _Malformed(Invalid):
    """A request that can't be read."""

    status = 400
