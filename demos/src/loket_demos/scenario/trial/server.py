"""Our own side of a trial: `loket serve` in a process of its own, to be killed and started again where it was."""

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import httpx

from loket.core.data import JsonObject
from loket.core.errors import Unavailable
from loket.tools.event_stream import sent_events

START_SECONDS = 60.0
STOP_SECONDS = 2.0
"""For a call to an agent that is still out; afterwards it is killed, which its log does not mind."""
AGAIN_SECONDS = 0.1
BUNDLE = "loket_demos.scenario.components:bundle"
LISTENS = " is on http://"


@dataclass
class OwnServer:
    """One server with the data in `folder`. `port` is chosen at its first start and kept. Whoever asks it waits while
    it is being started again; `kills` counts how often it was killed."""

    folder: Path
    http: httpx.AsyncClient
    env: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    port: int = 0
    kills: int = 0
    _process: asyncio.subprocess.Process | None = None
    _drain: asyncio.Task[None] | None = None
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Starts it and waits until it answers. Unavailable with what it complained about when it does not."""
        self.folder.mkdir(parents=True, exist_ok=True)
        command = (
            sys.executable,
            "-m",
            "loket",
            "serve",
            "--data",
            str(self.folder / "data"),
            "--port",
            str(self.port),
        )
        env = {**os.environ, "PYTHONUTF8": "1", "LOKET_ASSISTANTS": BUNDLE, **self.env}
        with (self.folder / "server.log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *command, env=env, stdout=asyncio.subprocess.PIPE, stderr=log, start_new_session=True
            )
        assert self._process.stdout is not None
        try:
            async with asyncio.timeout(START_SECONDS):
                async for raw in self._process.stdout:
                    if LISTENS in (line := raw.decode(errors="replace")):
                        self.port = int(line.partition(LISTENS)[2].split()[0].rstrip("/").rpartition(":")[2])
                        self._drain = asyncio.create_task(_drained(self._process.stdout))
                        return
        except TimeoutError:
            pass
        await self._gone()
        complaint = (self.folder / "server.log").read_text("utf-8", "replace").strip().splitlines()
        raise Unavailable("no_server", f"Our own side could not be started: {(complaint or ['it said nothing'])[-1]}")

    async def crash(self) -> None:
        """Kills it as kill -9 does, wherever it is, and starts it again on the same data."""
        async with self._turn:
            self.kills += 1
            await self._gone()
            await self.start()

    async def stop(self) -> None:
        """Ends it in good order."""
        async with self._turn:
            process = self._process
            if process is not None and process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.terminate()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(process.wait(), STOP_SECONDS)
            await self._gone()

    async def _gone(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
            await process.wait()
        if self._drain is not None:
            self._drain.cancel()
            await asyncio.gather(self._drain, return_exceptions=True)
            self._drain = None

    def cpu_seconds(self) -> float:
        """What the process that runs now has used of the processors; 0 where the system does not say."""
        if self._process is None:
            return 0.0
        with contextlib.suppress(OSError, IndexError, ValueError):
            fields = Path(f"/proc/{self._process.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return 0.0

    async def asked(self, method: str, path: str, body: JsonObject | None = None, key: str = "") -> JsonObject:
        """One request of the API, made again while the server is not there; `key` makes that harmless."""
        return (await self._answered(method, path, key, {} if body is None else {"json": body})).json()

    async def plant(self, conversation: str, name: str, data: bytes, private: bool = False) -> JsonObject:
        """Puts a file into a conversation; the seqs of its records, and what it is called there."""
        key = f"plant {name} {sha256(data).hexdigest()}"[:180]
        form = {"files": {"file": (name, data)}, "data": {"private": "true"} if private else {}}
        return (await self._answered("POST", f"/api/conversations/{conversation}/files", key, form)).json()

    async def fetched(self, conversation: str, digest: str) -> bytes:
        """The bytes of a file of a conversation."""
        return (await self._answered("GET", f"/api/conversations/{conversation}/files/{digest}", "", {})).content

    async def _answered(self, method: str, path: str, key: str, body: JsonObject) -> httpx.Response:
        headers = {"Idempotency-Key": key} if key else {}
        async with asyncio.timeout(2 * START_SECONDS):
            while True:
                try:
                    answer = await self.http.request(method, f"{self.url}{path}", headers=headers, **body)
                except httpx.TransportError:
                    await asyncio.sleep(AGAIN_SECONDS)
                    continue
                if answer.is_error:
                    raise Unavailable("own_side", f"Our own side refused {method} {path}: {answer.text[:300]}")
                return answer

    async def begun(self, assistant: str, settings: JsonObject) -> str:
        """The id of a new conversation."""
        body: JsonObject = {"assistant": assistant, "settings": settings}
        return str((await self.asked("POST", "/api/conversations", body))["id"])

    async def follow(self, conversation: str, seen: int = 0) -> AsyncGenerator[bytes]:
        """Every record after `seen` as it is stored, then new ones as they are committed, through every crash."""
        while True:
            where = f"{self.url}/api/conversations/{conversation}/events?after={seen}"
            with contextlib.suppress(httpx.HTTPError):
                async with self.http.stream("GET", where, headers={"Accept": "text/event-stream"}) as stream:
                    if stream.is_error:
                        await stream.aread()
                        raise Unavailable("own_side", f"Our own side does not show {conversation}: {stream.text[:300]}")
                    async with aclosing(sent_events(stream.aiter_bytes())) as events:
                        async for event in events:
                            if event.id and event.id.isdigit() and int(event.id) > seen:
                                seen = int(event.id)
                                yield event.data.encode()
            await asyncio.sleep(AGAIN_SECONDS)


async def _drained(stdout: asyncio.StreamReader) -> None:
    while await stdout.read(65536):
        pass
