"""A client that knows only the mission document: sockets, lines and its own patches. It shares no code with ours."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

SHELL = "http://127.0.0.1:5173"
"""The origin of the mission's web shell."""
SECONDS = 20.0


@dataclass(frozen=True)
class Reply:
    """A whole answer."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Frame:
    """One `data:` of the stream, the `id:` before it, and when it came."""

    data: Any
    id: str
    at: float


@dataclass
class Stream:
    """An open `GET /events`. `frames` holds all that came; `models` are the surfaces as a page would have them."""

    url: str
    headers: dict[str, str]
    lines: AsyncIterator[str]
    frames: list[Frame] = field(default_factory=list[Frame])
    models: dict[str, Any] = field(default_factory=dict[str, Any])

    @property
    def session(self) -> str:
        return self.frames[0].data["sessionId"]

    async def next(self, seconds: float = SECONDS) -> Any:
        """The next frame, taken into the models. EOFError when the stream ends."""
        async with asyncio.timeout(seconds):
            name = ""
            async for line in self.lines:
                if line.startswith("id: "):
                    name = line[4:]
                elif line.startswith("data: "):
                    self.frames.append(Frame(json.loads(line[6:]), name, time.monotonic()))
                elif line == "" and self.frames and self.frames[-1].id == name and name:
                    return self._taken(self.frames[-1].data)
                elif line and not line.startswith(":"):
                    raise AssertionError(f"the mission's frames are unnamed data, not {line!r}")
        raise EOFError("the stream ended")

    async def until(self, step: str, surface: str | None = None, seconds: float = SECONDS) -> list[Any]:
        """All frames up to the one that sets `/status/step` to this."""
        came: list[Any] = []
        async with asyncio.timeout(seconds):
            while True:
                came.append(await self.next())
                here = surface in (None, came[-1].get("surfaceId"))
                if here and {"op": "replace", "path": "/status/step", "value": step} in came[-1].get("patches", ()):
                    return came

    async def opened(self, surface: str) -> Any:
        """The next `surface/open` of this surface."""
        while (frame := await self.next())["kind"] != "surface/open" or frame["surfaceId"] != surface:
            pass
        return frame

    async def greeted(self) -> "Stream":
        """After the session and the surface that is on screen."""
        assert (await self.next())["kind"] == "session/created"
        assert (await self.next())["kind"] == "surface/open"
        return self

    async def send(self, name: str, surface: str = "", **payload: Any) -> Any:
        """A client event of this session; its answer. `surface` is the page it comes from."""
        body = {"sessionId": self.session, "surfaceId": surface, "name": name, "payload": payload}
        reply = await asked("POST", f"{self.url}/api/client-event", body, self.headers)
        assert reply.status == 200, reply
        return reply.json

    def _taken(self, frame: Any) -> Any:
        match frame.get("kind"):
            case "surface/open":
                self.models[frame["surfaceId"]] = json.loads(json.dumps(frame["dataModel"]))
            case "dataModelUpdate":
                for patch in frame["patches"]:
                    put(self.models[frame["surfaceId"]], patch)
            case _:
                pass
        return frame


def put(model: Any, patch: Any) -> None:
    """The least a page needs: replace and add at a path of names, append to a list."""
    *way, last = patch["path"].split("/")[1:]
    for part in way:
        model = model.setdefault(part, {})
    if isinstance(model, list):
        assert last == "-"
        model.append(json.loads(json.dumps(patch["value"])))
    else:
        model[last] = json.loads(json.dumps(patch["value"]))


@asynccontextmanager
async def listening(url: str, query: str = "", origin: str = "", **headers: str) -> AsyncGenerator[Stream]:
    """Opens `GET /events`, for a page of the server itself unless another origin is named, and checks the head."""
    origin = origin or url
    sent = {"Origin": origin, **{name.replace("_", "-"): value for name, value in headers.items()}}
    reader, writer = await _line(url)
    try:
        writer.write(_request("GET", f"/events{query}", urlsplit(url).netloc, sent | {"Accept": "text/event-stream"}))
        status, head = await _head(reader)
        assert status == 200, await reader.read(1000)
        assert head["content-type"].startswith("text/event-stream")
        assert (head["cache-control"], head["x-accel-buffering"]) == ("no-cache", "no")
        assert head.get("access-control-allow-origin") == (origin or None)
        assert head["transfer-encoding"] == "chunked"
        yield Stream(url, sent, _lines(reader))
    finally:
        writer.close()


async def asked(method: str, url: str, body: Any = None, headers: dict[str, str] | None = None) -> Reply:
    """One request on a line of its own. A body that is bytes goes as it is."""
    parts = urlsplit(url)
    raw = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
    sent = {**(headers or {}), "Content-Length": str(len(raw)), "Connection": "close"}
    if body is not None:
        sent["Content-Type"] = "application/json"
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    async with asyncio.timeout(SECONDS):
        reader, writer = await _line(url)
        try:
            writer.write(_request(method, path, parts.netloc, sent) + raw)
            status, head = await _head(reader)
            rest = await reader.read()
        finally:
            writer.close()
    return Reply(status, head, _unchunked(rest) if head.get("transfer-encoding") == "chunked" else rest)


async def _line(url: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    parts = urlsplit(url)
    return await asyncio.open_connection("127.0.0.1", parts.port, limit=2**24)


def _request(method: str, path: str, host: str, headers: dict[str, str]) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", *(f"{n}: {v}" for n, v in headers.items() if v), "", ""]
    return "\r\n".join(lines).encode()


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    first, *rest = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").strip().split("\r\n")
    return int(first.split(" ")[1]), {n.lower(): v.strip() for n, _, v in (line.partition(":") for line in rest)}


async def _lines(reader: asyncio.StreamReader) -> AsyncIterator[str]:
    kept = b""
    while True:
        try:
            size = int((await reader.readuntil(b"\r\n")).strip(), 16)
            chunk = await reader.readexactly(size + 2)
        except (asyncio.IncompleteReadError, ConnectionError):
            return
        if size == 0:
            return
        *whole, kept = (kept + chunk[:-2]).split(b"\n")
        for line in whole:
            yield line.decode()


def _unchunked(raw: bytes) -> bytes:
    body = b""
    while raw:
        size, _, rest = raw.partition(b"\r\n")
        count = int(size, 16)
        body, raw = body + rest[:count], rest[count + 2 :] if count else b""
    return body
