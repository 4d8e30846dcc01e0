"""The door of an agent that is asked by `POST /tasks/send`: its card, tasks in the mission's bare form and in JSON-RPC.

A task is a conversation with the assistant behind it; its state is read from the log. Knows no skill of any agent."""

import hashlib
import hmac
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from loket.core.data import Json, JsonObject
from loket.core.errors import Conflict, Gone, LoketError, NotFound, TooLarge
from loket.core.events import AgentSaid, Answered, Stopped
from loket.core.proof import proof_of
from loket.core.shapes import is_object
from loket.house import rpc
from loket.house.house import House
from loket.house.requests import NotJson, caller_of, json_of
from loket_demos.urmston.doors import message as wire
from loket_demos.urmston.doors.message import Sent, Wrong
from loket_demos.urmston.doors.site import base_of, site_routes
from loket_demos.urmston.doors.task import ErrandTask, asked_for, names_of, shown, task_of

DEADLINE = 19.0
"""Seconds an answer may take; then the task is told as it stands, and can be asked for later."""
CALLER = "caller"
WAIT_SECONDS = "60"
REFUSALS = {"unauthorized": 401, "forbidden": 403, "rate_limited": 429}
"""Failures of a task that HTTP has a word for."""


@dataclass(frozen=True)
class TasksWire:
    """What the agent of an assistant speaks where it lives: its tasks, and the small site with its card. Anybody may
    ask at `public`, too: the card says that it wants no authentication."""

    assistant: str
    title: str
    card: JsonObject
    public: tuple[str, ...] = ("/tasks/",)

    def routes(self, house: House, url: str) -> list[Route]:
        at = url if house.behind else ""
        return [*TasksDoor(house, self.assistant, self.card, at=at).routes(), *site_routes(self.title, self.card, at)]


@dataclass(frozen=True)
class TasksDoor:
    """What one agent shows. `card` is its card, which is shown with the address it was reached at, or with `at` when
    only a proxy knows that."""

    house: House
    assistant: str
    card: JsonObject
    deadline: float = DEADLINE
    salt: bytes = field(default_factory=lambda: secrets.token_bytes(16), repr=False)
    at: str = ""

    def routes(self) -> list[Route]:
        """Relative to where the agent lives; the root itself is left to the site, but for `POST`."""
        return [
            Route("/.well-known/agent.json", self._card),
            Route("/.well-known/agent-card.json", self._card),
            Route("/tasks/send", self._answering("tasks/send"), methods=["POST"]),
            Route("/tasks/get", self._answering("tasks/get"), methods=["POST"]),
            Route("/tasks/cancel", self._answering("tasks/cancel"), methods=["POST"]),
            Route("/tasks/{task}", self._get_task, methods=["GET"]),
            Route("/", self._answering(""), methods=["POST"]),
        ]

    async def _card(self, request: Request) -> Response:
        card = {**self.card, "base_url": self.at or base_of(request)}
        return _json(card, headers={"Cache-Control": "public, max-age=300"})

    def _answering(self, method: str) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            body: Json = None
            try:
                body = await json_of(request, wire.BODY_BYTES)
                if not method and not wire.is_rpc(body):
                    raise Wrong(rpc.REQUEST, "Send tasks to /tasks/send.")
                named, params = wire.rpc_of(body) if wire.is_rpc(body) else (method, body)
                result = await self._done(named, params, request)
                return _json(rpc.result_for(body.get("id"), result) if wire.is_rpc(body) else result)
            except NotJson as error:
                return _refused(Wrong(rpc.PARSE, error.text), {"jsonrpc": ""} if b'"jsonrpc"' in error.body else None)
            except Wrong as wrong:
                return _refused(wrong, body)
            except LoketError as error:
                return _refused(_wrong(error), body)

        return answer

    async def _get_task(self, request: Request) -> Response:
        try:
            return _json(await self._get(str(request.path_params["task"]), caller_of(request)))
        except Wrong as wrong:
            return _refused(wrong, None)
        except LoketError as error:
            return _refused(_wrong(error), None)

    async def _done(self, method: str, params: Json, request: Request) -> JsonObject:
        match method:
            case "tasks/send":
                return await self._send(wire.sent_of(params), request)
            case "tasks/get":
                return await self._get(wire.task_name(params), caller_of(request))
            case "tasks/cancel":
                return await self._cancel(wire.task_name(params), caller_of(request))
            case _:
                raise Wrong(rpc.METHOD, f"There is no method {method[:100]}.")

    async def _send(self, sent: Sent, request: Request) -> JsonObject:
        house, owner = self.house, caller_of(request)
        conversation = await self._conversation(sent, owner)
        before = await self._read(conversation)
        seq = await _repeated(house, conversation, sent)
        if seq is None and before.over:
            raise Wrong(wire.UNSUPPORTED, f"This task is {before.state}; send the message without its id.")
        if seq is None:
            event = _event(sent, before, self._caller(request, conversation))
            key = sent.message_id or None
            seq = await house.tell(conversation, event, owner=self._owner(owner), key=key, by="agent")
        with suppress(TimeoutError):  # it goes on; the task says so
            await house.settled(conversation, seq, self.deadline)
        task = await self._read(conversation)
        code = str(task.error.get("code", ""))
        if code in REFUSALS:
            raise Wrong(rpc.INTERNAL, task.text, REFUSALS[code], code)
        return shown(task, conversation, names_of(self.card))

    async def _get(self, name: str, owner: str) -> JsonObject:
        conversation = await self._task_conversation(name, owner)
        return shown(await self._read(conversation), conversation, names_of(self.card))

    async def _cancel(self, name: str, owner: str) -> JsonObject:
        conversation = await self._task_conversation(name, owner)
        task = await self._read(conversation)
        if task.over:
            raise Wrong(wire.NOT_CANCELABLE, f"This task is {task.state} already.", code="task_not_cancelable")
        await self.house.tell(conversation, Stopped(), owner=self._owner(owner), by="agent")
        return shown(await self._read(conversation), conversation, names_of(self.card))

    async def _conversation(self, sent: Sent, owner: str) -> str:
        """Where a message belongs: to the task it names, to the one that the same message began, or to a new one."""
        if sent.task and not sent.opens:
            return await self._task_conversation(sent.task, owner)
        if sent.task:
            name = self._chosen(sent.task, owner)
        else:
            name = self.house.message_conversation(self.assistant, sent.message_id, owner) if sent.message_id else None
        settings: JsonObject = {"task": sent.task} if sent.task else {}
        settings |= {"session": sent.session} if sent.session else {}
        return await self.house.ensure(self._owner(owner), self.assistant, name, settings)

    async def _task_conversation(self, task: str, owner: str) -> str:
        """The conversation of a task of this owner. Wrong when there is none."""
        for name in (task, self._chosen(task, owner)):
            if await self.house.owned(name, self._owner(owner), self.assistant) is not None:
                return name
        raise Wrong(wire.NOT_FOUND, "There is no such task.", 404, "task_not_found")

    def _owner(self, caller: str) -> str:
        """Whose a conversation is that this caller begins."""
        return caller or self.house.asker(self.assistant)

    def _chosen(self, task: str, owner: str) -> str:
        """The conversation of a task whose id its caller chose."""
        return self.house.message_conversation(self.assistant, f"task:{task}", owner)

    async def _read(self, conversation: str) -> ErrandTask:
        task = task_of(await self.house.outcomes(conversation))
        task.value = await self.house.whole(conversation, task.value)
        return task

    def _caller(self, request: Request, conversation: str) -> JsonObject:
        """What the log keeps of a caller: who it is only as a digest, and its key only as one for this conversation."""
        address = request.client.host if request.client is not None else ""
        digest = hmac.new(self.salt, address.encode(), hashlib.sha256).hexdigest()[:16]
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        key = request.headers.get("x-api-key") or (token.strip() if scheme.lower() == "bearer" else "")
        return {"digest": digest} | ({"proof": proof_of(key, conversation)} if key else {})


def _event(sent: Sent, before: ErrandTask, caller: JsonObject) -> AgentSaid | Answered:
    """What the conversation of a task is told: an answer to the question that is open, else a message."""
    asked = asked_for(sent.data, sent.text)
    if before.question:
        return Answered(to=before.question, form=asked | {CALLER: caller})
    del asked["text"]
    return AgentSaid(agent=CALLER, message_id=sent.message_id, text=sent.text, data={**asked, CALLER: caller})


async def _repeated(house: House, conversation: str, sent: Sent) -> int | None:
    """The seq of the same message, when it came before. Wrong when it said something else."""
    record = await house.repeated(conversation, sent.message_id)
    if record is None:
        return None
    said: JsonObject | None = None
    match record.event:
        case AgentSaid(text=text, data=dict(data)):
            said = {**data, "text": text}
        case Answered(form=dict(form)):
            said = form
        case _:
            pass
    if said is None or {name: said[name] for name in said if name != CALLER} != asked_for(sent.data, sent.text):
        raise Wrong(rpc.PARAMS, "This messageId was used for another message.")
    return record.seq


def _wrong(error: LoketError) -> Wrong:
    match error:
        case TooLarge():
            return Wrong(rpc.PARAMS, error.text, 413, "too_large")
        case Conflict(code="key_reused"):
            return Wrong(rpc.PARAMS, "This messageId was used for another message.")
        case NotFound() | Gone():
            return Wrong(wire.NOT_FOUND, "There is no such task.", 404, "task_not_found")
        case _ if error.status == 503:
            return Wrong(rpc.INTERNAL, error.text, 503, "unavailable")
        case _:
            return Wrong(rpc.PARAMS, error.text)


def _refused(wrong: Wrong, body: Json) -> Response:
    headers = {"Retry-After": WAIT_SECONDS} if wrong.status == 429 else {}
    headers |= {"WWW-Authenticate": 'Bearer realm="club"'} if wrong.status == 401 else {}
    if is_object(body) and wire.is_rpc(body):
        id = body.get("id") if rpc.id_fits(body.get("id")) else None
        status = wrong.status if wrong.status in REFUSALS.values() or wrong.status in (413, 503) else 200
        return _json(rpc.error_for(id, wrong.rpc, wrong.text, {"code": wrong.code}), status, headers)
    return _json({"error": {"code": wrong.code, "message": wrong.text}}, wrong.status, headers)


def _json(body: JsonObject, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(body), status, headers, media_type="application/json")
