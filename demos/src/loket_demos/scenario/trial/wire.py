"""The wire between us and an agent for one run: all passes through here, is noted, and may go wrong on purpose."""

import asyncio
import contextlib
import json
import socket
import time
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import httpx
import uvicorn
from starlette.types import Message, Receive, Scope, Send

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object, list_at
from loket.house.requests import left
from loket.tools.event_stream import TooMuch, sent_events
from loket_demos.scenario.trial.exchange import STREAM, Cut, WireAnswer, WireExchange, WireRequest
from loket_demos.scenario.trial.faults.port import STRIKE_SECONDS, Fault
from loket_demos.scenario.trial.filling import poured, poured_length, pouring, with_short_texts

OURS_ALONE = frozenset(
    ("host", "content-length", "connection", "accept-encoding", "transfer-encoding", "keep-alive", "upgrade", "te")
)
"""Headers of one line, which are not passed on."""

BODY_BYTES = 128 * 1024 * 1024
ELSEWHERE = "/_elsewhere/"
CARDS = ("/agent-card.json", "/agent.json", "/card", "/extendedAgentCard")
PLACES = ("url", "base_url", "baseUrl")


@dataclass
class TrialWire:
    """Takes the place of the agent at `target` for one run. `url` is where we reach it; `exchanges` are in the order
    they began. `extra` are headers that the agent wants of us, such as a login;
    `simulated` says that it is our own."""

    target: str
    client: httpx.AsyncClient
    fault: Fault = field(default_factory=Fault)
    extra: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    simulated: bool = False
    exchanges: list[WireExchange] = field(default_factory=list[WireExchange])
    url: str = ""
    _began: float = field(default_factory=time.monotonic)
    _relaying: dict["asyncio.Future[None]", WireExchange] = field(
        default_factory=dict["asyncio.Future[None]", WireExchange]
    )
    _elsewhere: list[str] = field(default_factory=list[str])

    @property
    def origin(self) -> str:
        """Where the agent lives."""
        parts = urlsplit(self.target)
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def here(self) -> str:
        """Where we stand in for it."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = await _read(scope, receive)
        if request is None:
            return
        exchange = self._noted(request)
        relaying = asyncio.ensure_future(self._relay(exchange, send))
        self._relaying[relaying] = exchange
        leaving = asyncio.ensure_future(left(receive))
        try:
            await asyncio.wait((relaying, leaving), return_when=asyncio.FIRST_COMPLETED)
            if exchange.struck and exchange.given:  # what the agent makes of it is seen, whoever is left to be told
                await asyncio.wait((relaying,), timeout=STRIKE_SECONDS)
        finally:
            exchange.ended = self._now()
            for one in (relaying, leaving):
                one.cancel()
            results = await asyncio.gather(relaying, leaving, return_exceptions=True)
            del self._relaying[relaying]
            exchange.keep()
        if isinstance(results[0], Exception):
            raise results[0]

    async def settled(self) -> None:
        """Returns when no fault is at work any more, or it has had its time."""
        if striking := [one for one, exchange in self._relaying.items() if exchange.struck]:
            await asyncio.wait(striking, timeout=STRIKE_SECONDS)

    async def ask(self, request: WireRequest) -> WireExchange:
        """Asks the agent something of the bench's own, and gives all that it said."""
        exchange = self._noted(request, probe=True)
        answer = await self.forward(exchange)
        async with aclosing(answer.frames) as frames:
            async for _ in frames:
                pass
        exchange.ended = self._now()
        return exchange

    async def forward(self, exchange: WireExchange) -> WireAnswer:
        """Gives the request to the agent; what it says is noted as it comes."""
        asked, exchange.given = exchange.request, True
        headers = {name: value for name, value in asked.headers.items() if name not in OURS_ALONE}
        headers |= {"accept-encoding": "identity", **{name.lower(): value for name, value in self.extra.items()}}
        content: bytes | AsyncGenerator[bytes] = asked.body
        if asked.zeros:
            headers["content-length"] = str(poured_length(asked.body, asked.zeros))
            content = pouring(asked.body, asked.zeros)
        request = self.client.build_request(asked.verb, self._upstream(asked.target), headers=headers, content=content)
        try:
            answer = await self.client.send(request, stream=True)
        except httpx.HTTPError as error:
            exchange.status, exchange.error = 502, f"{self.origin} {_cause(error)}."
            return WireAnswer(502, "text/plain", _once(exchange.error.encode()))
        exchange.status = answer.status_code
        media = answer.headers.get("content-type", "application/json")
        card = asked.verb == "GET" and urlsplit(asked.target).path.endswith(CARDS)
        return WireAnswer(answer.status_code, media, self._heard(exchange, answer, card))

    async def _heard(self, exchange: WireExchange, answer: httpx.Response, card: bool) -> AsyncGenerator[Json]:
        body = answer.aiter_bytes()
        if exchange.probe:
            body = with_short_texts(body)  # nobody is given it
        try:
            if answer.headers.get("content-type", "").startswith(STREAM):
                async for event in sent_events(body, BODY_BYTES):
                    frame = _decoded(event.data.encode())
                    exchange.heard.append(frame)
                    yield frame
                return
            frame = _decoded(await _whole(body))
            exchange.heard.append(frame)
            yield self._card(frame) if card and is_object(frame) else frame
        except (httpx.HTTPError, TooMuch) as error:
            raise Cut from error
        finally:
            await answer.aclose()

    async def _relay(self, exchange: WireExchange, send: Send) -> None:
        answer = await self.fault.answer(self, exchange)
        headers = [(b"content-type", answer.media.encode()), (b"cache-control", b"no-cache")]
        begun: Message = {"type": "http.response.start", "status": answer.status, "headers": headers}
        if answer.streams:
            await send(begun)
        try:
            async with aclosing(answer.frames) as frames:
                async for frame in frames:
                    exchange.passed.append(frame)
                    body = frame if isinstance(frame, bytes) else json.dumps(frame).encode()
                    body = b"data: %b\n\n" % body if answer.streams else body
                    if not answer.streams:
                        await send(begun)
                    for piece in poured(body, answer.zeros):
                        await send({"type": "http.response.body", "body": piece, "more_body": True})
                        await asyncio.sleep(0)  # so that it is heard when the line is gone
        except Cut:
            exchange.cut = True
            raise
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _noted(self, request: WireRequest, probe: bool = False) -> WireExchange:
        exchange = WireExchange(request, self._now(), probe)
        self.exchanges.append(exchange)
        return exchange

    def _now(self) -> float:
        return time.monotonic() - self._began

    def _upstream(self, target: str) -> str:
        if target.startswith(ELSEWHERE):
            number, _, rest = target.removeprefix(ELSEWHERE).partition("/")
            if number.isdigit() and int(number) < len(self._elsewhere):
                return f"{self._elsewhere[int(number)]}/{rest}"
        return f"{self.origin}{target}"

    def _card(self, card: JsonObject) -> JsonObject:
        """The agent's card as it would be if it lived here; what signed the other one says nothing of this one."""
        moved = {name: value for name, value in card.items() if name != "signatures"}
        for name in PLACES:
            if isinstance(moved.get(name), str):
                moved[name] = self._moved(moved[name])
        for name in ("supportedInterfaces", "additionalInterfaces"):
            if name in moved:
                listed = [one for one in list_at(card, name) if is_object(one) and isinstance(one.get("url"), str)]
                over_http = [one for one in listed if str(one["url"]).startswith(("http://", "https://"))]
                moved[name] = [{**one, "url": self._moved(one["url"])} for one in over_http]
        return moved

    def _moved(self, url: str) -> str:
        parts = urlsplit(url)
        origin, rest = f"{parts.scheme}://{parts.netloc}", url[len(f"{parts.scheme}://{parts.netloc}") :]
        if origin == self.origin:
            return f"{self.here}{rest}"
        if origin not in self._elsewhere:
            self._elsewhere.append(origin)
        return f"{self.here}{ELSEWHERE}{self._elsewhere.index(origin)}{rest or '/'}"


class _QuietServer(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        yield


@asynccontextmanager
async def standing_in(wire: TrialWire) -> AsyncGenerator[TrialWire]:
    """The wire on a port of its own of this machine, until left. Lines are cut on purpose: nothing is logged."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    listening.listen(128)
    listening.setblocking(False)
    path = urlsplit(wire.target)
    wire.url = f"http://127.0.0.1:{listening.getsockname()[1]}{path.path}{f'?{path.query}' if path.query else ''}"
    config = uvicorn.Config(
        wire, log_config=None, log_level="critical", lifespan="off", ws="none", timeout_graceful_shutdown=0
    )
    server = _QuietServer(config)
    running = asyncio.create_task(server.serve([listening]))
    try:
        yield wire
    finally:
        server.should_exit = True
        await running
        listening.close()


async def _read(scope: Scope, receive: Receive) -> WireRequest | None:
    """The whole request, None when its caller left before all of it was there: then nobody is given a part."""
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
    query = scope["query_string"].decode("latin-1")
    path = scope["raw_path"].decode("latin-1") if scope.get("raw_path") else scope["path"]
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    return WireRequest(scope["method"], f"{path}{f'?{query}' if query else ''}", headers, bytes(body))


def _cause(error: httpx.HTTPError) -> str:
    """Why an agent gave no answer, in words."""
    match error:
        case httpx.ConnectTimeout():
            return "can't be reached: it took no connection in time"
        case httpx.ConnectError():
            return "can't be reached: nobody answers at this address, or its name is not known here"
        case httpx.WriteTimeout():
            return "did not take all of it in time"
        case httpx.TimeoutException():
            return "did not answer in time"
        case httpx.RemoteProtocolError() | httpx.ReadError():
            return "hung up before it had answered"
        case _:
            return f"could not be asked: {type(error).__name__}"


async def _whole(chunks: AsyncIterator[bytes]) -> bytes:
    """The body of an answer. TooMuch for one that is longer than anybody keeps."""
    body = bytearray()
    async for piece in chunks:
        body += piece
        if len(body) > BODY_BYTES:
            raise TooMuch
    return bytes(body)


async def _once(frame: Json) -> AsyncGenerator[Json]:
    yield frame


def _decoded(body: bytes) -> Json:
    try:
        return json.loads(body.decode(errors="replace"))
    except (ValueError, RecursionError):
        return body
