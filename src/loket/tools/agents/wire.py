"""One exchange with an agent in one dialect: what is asked, what comes back, and what a refusal means.

Nothing is ever sent twice but for one thing: a request refused for an old token goes out once more with a new one."""

from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass, field, replace

import anyio
import httpx
import msgspec

from loket.core.data import Json, JsonObject
from loket.core.exchange import RawExchanges
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket.core.tool import ToolFailed
from loket.net.client import HttpAnswer, ReplyTooLarge, fetched, origin, whole
from loket.net.guard import REFUSED, AddressRefused
from loket.tools.agents.credentials import Credential, Keyring, masked
from loket.tools.agents.dialect import METHOD_NOT_FOUND, METHODS, UNSUPPORTED, VERSION_NOT_SUPPORTED, Deed, Interface
from loket.tools.agents.raw import NO_NOTES, Notes, noting
from loket.tools.agents.sending import request_for
from loket.tools.agents.text import AGENT_TEXT, line
from loket.tools.event_stream import EventReader, TooMuch
from loket.tools.json_rpc import check_depth, http_failure, json_in, result_of, unanswered

ANSWER_BYTES = STREAM_BYTES = 8 * 1024 * 1024
"""Room for the files of an answer as they are written in JSON, which makes a third more of them."""
FRAMES = 10_000
IDLE = 60.0
"""Seconds without a single byte after which a stream is given up; servers say something every fifteen."""

GONE = "There was no whole answer."
_LOOKS: frozenset[Deed] = frozenset({"get", "list", "subscribe"})
_NOT_THERE = (404, 405, 501)
_OF_TASKS = range(-32099, -32000)
"""Codes of the protocol's own errors: who answers with one knows the method."""


class NotSpoken(ToolFailed):
    """The agent says that it knows no such method, or not this version: surely nothing was done."""

    def __init__(self, text: str) -> None:
        super().__init__("not_spoken", text)


@dataclass(frozen=True, slots=True)
class AgentConnection:
    """A way to an agent, with what is needed to log in there. `told` are other secrets that the agent was told.
    `repeatable`: doing the work twice harms nobody, so an unclear end is only a late one. What goes over it for `call`
    is kept by `exchanges`, if there are any."""

    client: httpx.AsyncClient
    way: Interface
    keyring: Keyring
    credential: Credential | None = None
    told: set[str] = field(default_factory=set)
    repeatable: bool = False
    exchanges: RawExchanges | None = None
    call: str = ""

    async def ask(self, deed: Deed, params: JsonObject, id: str, deadline: float) -> Json:
        """The whole answer. Raises ToolFailed, among them NotSpoken."""
        for again in (False, True):
            request = request_for(self.client, self.way, deed, params, id)
            notes = self._notes(request, deed)
            await self.keyring.unlock(request, self.credential)
            await notes.begin()
            error_text = GONE
            try:
                reply = await fetched(self.client, request, deadline, ANSWER_BYTES)
                notes.answered(reply.status, reply.headers, reply.body)
                error_text = ""
            except (httpx.TransportError, httpx.DecodingError) as error:
                raise self._broken(error, deed, deadline) from error
            finally:
                with anyio.CancelScope(shield=True):
                    await notes.end(error_text)
            if reply.status == 401 and not again and self.keyring.refused(self.credential):
                continue
            return self._read(reply, deed, params, id)
        raise AssertionError("the second try returns or raises")

    async def frames(self, deed: Deed, params: JsonObject, id: str, until: float) -> AsyncGenerator[Json]:
        """The answers as they come, until the stream ends or the clock of the event loop says `until`. An agent that
        answers at once with one whole answer does well too. Raises ToolFailed, among them NotSpoken."""
        left = until - anyio.current_time()
        try:
            with anyio.fail_after(left):
                answer, notes = await self._opened(deed, params, id)
            try:
                if not answer.headers.get("content-type", "").lower().startswith("text/event-stream"):
                    with anyio.fail_after(until - anyio.current_time()):
                        reply = await whole(answer, ANSWER_BYTES)
                    notes.answered(reply.status, reply.headers, reply.body)
                    yield self._read(reply, deed, params, id)
                    return
                async for frame in self._streamed(answer, id, until, notes):
                    yield frame
            finally:
                with anyio.CancelScope(shield=True):
                    await notes.end()
                    await answer.aclose()
        except TimeoutError as error:
            raise self._broken(httpx.ReadTimeout("too late"), deed, left) from error
        except (httpx.TransportError, httpx.DecodingError) as error:
            raise self._broken(error, deed, left) from error

    async def _opened(self, deed: Deed, params: JsonObject, id: str) -> tuple[httpx.Response, Notes]:
        """The head of an answer whose body comes bit by bit, and its notes; the caller closes both."""
        for again in (False, True):
            request = request_for(self.client, self.way, deed, params, id)
            notes = self._notes(request, deed)
            await self.keyring.unlock(request, self.credential)
            await notes.begin()
            patience = {"connect": 10, "read": IDLE, "write": 10, "pool": 10}
            request.extensions = {**request.extensions, "timeout": patience}
            try:
                answer = await self.client.send(request, stream=True)
            except BaseException:
                with anyio.CancelScope(shield=True):
                    await notes.end(GONE)
                raise
            notes.answered(answer.status_code, answer.headers)
            if answer.status_code != 401 or again or not self.keyring.refused(self.credential):
                return answer, notes
            await notes.end()
            await answer.aclose()
        raise AssertionError("the second try returns")

    async def _streamed(self, answer: httpx.Response, id: str, until: float, notes: Notes) -> AsyncGenerator[Json]:
        async for data in event_texts(_until(answer.aiter_raw(), until), origin(self.way.url), ANSWER_BYTES):
            notes.frame(data)
            if (found := self._frame(data, id)) is not None:
                yield found

    def _notes(self, request: httpx.Request, deed: Deed) -> Notes:
        """Of a request to which no secret has been added yet."""
        if self.exchanges is None:
            return NO_NOTES
        method = METHODS[self.way.dialect].get(deed, "") if self.way.enveloped else ""
        return noting(self.exchanges, request, (method, str(self.way), self.call), self._without)

    def _frame(self, data: str, id: str) -> Json:
        """What one event says; None for a ping, for nonsense and for an answer to somebody else."""
        try:
            found: Json = msgspec.json.decode(self._without(data.encode()))
        except (ValueError, RecursionError):
            return None
        if not is_object(found):
            return None
        check_depth(found, origin(self.way.url))
        if is_object(found.get("error")):
            raise self._refused(found)
        if self.way.enveloped:
            return found.get("result") if found.get("id") == id else None
        return found

    def _read(self, reply: HttpAnswer, deed: Deed, params: JsonObject, id: str) -> Json:
        where = origin(self.way.url)
        reply = replace(reply, body=self._without(reply.body))
        if reply.status in (401, 403):
            raise ToolFailed("needs_credentials", f"{where} wants us to log in (HTTP {reply.status}).")
        if reply.status in (429, 503):
            raise ToolFailed("busy", f"{where} has no time for us now (HTTP {reply.status}).")
        if self.way.enveloped and deed in ("send", "stream") and _misread(reply):
            raise NotSpoken(f"{where} does not speak {self.way}: it took the request as a whole for the message.")
        try:
            if self.way.enveloped:
                return result_of(reply, id, where)
            return self._bare(reply, where)
        except ToolFailed as failed:
            if self._unknown_method(failed, deed, params):
                raise NotSpoken(f"{where} does not know {self.way}.") from failed
            raise

    def _without(self, said: bytes) -> bytes:
        """What the agent said, without the secrets it was told."""
        said = self.keyring.without(said, self.credential)
        for secret in self.told:
            said = masked(said, secret)
        return said

    def _bare(self, reply: HttpAnswer, where: str) -> Json:
        """An answer without an envelope; some agents put one round it all the same."""
        found = json_in(reply, where)
        if is_object(found) and found.get("error"):
            raise self._refused(found, reply.status)
        if reply.status >= 400 and is_object(found) and isinstance(found.get("code"), int):
            raise self._refused({"error": found}, reply.status)  # 0.3 has it without an envelope
        if reply.status >= 400:
            raise http_failure(reply, where)
        return found["result"] if is_object(found) and "jsonrpc" in found and "result" in found else found

    def _refused(self, body: JsonObject, status: int = 200) -> ToolFailed:
        error = body["error"]
        text = line(text_at(error, "message") or (error if isinstance(error, str) else ""), 500)
        reason = next((text_at(one, "reason") for one in list_at(error, "details") if text_at(one, "reason")), "")
        code = error.get("code") if is_object(error) else None
        value: JsonObject = {"status": status, "code": code, "reason": reason}
        value |= {AGENT_TEXT: text} if text else {}
        return ToolFailed("failed", text or f"{origin(self.way.url)} reported an error without words.", value)

    def _unknown_method(self, failed: ToolFailed, deed: Deed, params: JsonObject) -> bool:
        told = failed.value if is_object(failed.value) else {}
        code, status = told.get("code"), told.get("status")
        if code in (METHOD_NOT_FOUND, VERSION_NOT_SUPPORTED) or (code == UNSUPPORTED and deed == "stream"):
            return True
        if told.get("reason") in ("METHOD_NOT_FOUND", "VERSION_NOT_SUPPORTED"):
            return True
        # An unknown task is told with the same status; only a message that begins one leaves no doubt.
        continued = params.get("id") if self.way.binding == "bare" else text_at(params.get("message"), "taskId")
        begins = deed in ("send", "stream") and not continued
        return status in _NOT_THERE and begins and not told.get("reason") and code not in _OF_TASKS

    def _broken(self, error: Exception, deed: Deed, deadline: float) -> ToolFailed:
        if isinstance(error, AddressRefused):
            why = error.refusal
            return ToolFailed(REFUSED, why.text, {"host": why.host, "cause": why.cause})
        if isinstance(error, ReplyTooLarge):
            return ToolFailed("too_large", f"{origin(self.way.url)} answered with more than {ANSWER_BYTES} bytes.")
        return unanswered(error, self.way.url, deadline, repeatable=self.repeatable or deed in _LOOKS)


def _misread(reply: HttpAnswer) -> bool:
    """Whether the answer is that of the python-a2a SDK to an envelope it does not know: it takes it for a message and
    finds no content in it. Nothing was done then."""
    if reply.status != 500:
        return False
    try:
        found: Json = msgspec.json.decode(reply.body)
    except (ValueError, RecursionError):
        return False
    if not is_object(found) or "jsonrpc" in found:
        return False
    parts = list_at(found, "parts") or [object_at(found, "content")]
    said = " ".join(text_at(object_at(part, "data"), "error") + text_at(part, "message") for part in parts)
    return "Error processing message: Unknown content type" in said


async def _until(chunks: AsyncIterator[bytes], until: float) -> AsyncGenerator[bytes]:
    while True:
        with anyio.fail_after(until - anyio.current_time()):
            chunk = await anext(chunks, None)
        if chunk is None:
            return
        yield chunk


async def event_texts(chunks: AsyncIterator[bytes], where: str, most: int) -> AsyncGenerator[str]:
    """What the events of a stream say, as they come. ToolFailed `too_large` for an event of more bytes than `most`, and
    for who does not stop."""
    size, count, reader = 0, 0, EventReader(most)
    async for chunk in chunks:
        size += len(chunk)
        try:
            events = reader.feed(chunk)
        except TooMuch as error:
            raise ToolFailed("too_large", f"{where} sent an event of more than {most} bytes.") from error
        for event in events:
            count += 1
            yield event.data
        if size > STREAM_BYTES or count > FRAMES:
            raise ToolFailed("too_large", f"{where} does not stop talking; we stopped listening.")
