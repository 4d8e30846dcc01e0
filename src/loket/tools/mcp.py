"""A tool server elsewhere, made dependable: reconnects, deadlines, careful retries, and errors a person can read.

Knows no dialect: how to talk is the wire's business. Calls run in tasks of the connection, not of their callers,
because connections break in ways that must not reach those."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Literal

import anyio

from loket.core.data import Json, JsonObject
from loket.core.tool import CallContext, Tool, ToolFailed, ToolSpec
from loket.logs import logger
from loket.tools.mcp_content import unwrapped
from loket.tools.patience import Patience
from loket.tools.wire import CallAttempt, Lost, ToolConnection, ToolWire

log = logger(__name__)

State = Literal["stopped", "connecting", "up", "down"]
Work = Callable[[ToolConnection, float], Awaitable[Json]]
"""What to do with an open line, given the seconds that are left."""


@dataclass(slots=True, eq=False)
class _Job:
    work: Work
    ends: float
    answer: "asyncio.Future[Json]"
    scope: anyio.CancelScope = field(default_factory=anyio.CancelScope)
    begun: bool = False


class RemoteServer:
    """One tool server. `start` returns at once, whether or not the server is there."""

    def __init__(self, name: str, wire: ToolWire, patience: Patience | None = None) -> None:
        self.name = name
        self._wire = wire
        self._patience = patience or Patience()
        self._state: State = "stopped"
        self._why = f"{name} was not started."
        self._jobs: deque[_Job] = deque()
        self._news = asyncio.Event()  # a job came in, or the line is to be given up
        self._wanted = asyncio.Event()  # a caller would like another attempt to connect
        self._settled = asyncio.Event()  # not connecting
        self._give_up = False
        self._timeouts = 0
        self._tried, self._attempts = 0.0, 0
        self._up_since: float | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def state(self) -> State:
        """Whether calls would reach it now."""
        return self._state

    async def start(self) -> None:
        """Begins to connect and to stay connected."""
        if self._task is None:
            self._become("connecting")
            self._task = asyncio.create_task(self._supervise(), name=f"mcp {self.name}")

    async def stop(self) -> None:
        """Leaves the connection; calls under way fail. Takes at most a few seconds, whatever the server does."""
        task, self._task = self._task, None
        if task is None:
            return
        task.cancel()
        await asyncio.wait([task], timeout=2 * self._patience.stop)
        self._become("stopped", f"{self.name} was stopped.")

    def tool(self, spec: ToolSpec) -> Tool:
        """A tool of this server, as the engine calls it; the spec's hints decide what may be repeated."""
        return _RemoteTool(self, spec.model_copy(update={"kind": "mcp", "source": self.name}))

    async def discover(self, limit: float = 10.0) -> list[ToolSpec]:
        """The tools the server lists. Raises ToolFailed."""
        specs: list[ToolSpec] = await self.run(lambda line, _: line.list_tools(), limit, safe=True)
        return [spec.model_copy(update={"source": self.name}) for spec in specs]

    async def run(self, work: Work, limit: float, safe: bool) -> Json:
        """What the work returns, tried again as long as that is harmless: `safe` says that repeating does no harm.

        Raises ToolFailed with `unreachable`, `timeout`, `invalid`, `unknown_tool`, `failed` or `unknown_outcome`; and
        with `cancelled` when it was cancelled before anything was sent."""
        clock = asyncio.get_running_loop().time
        ends = clock() + limit
        for failures in range(1, self._patience.tries + 1):
            job = _Job(work, ends, asyncio.get_running_loop().create_future())
            try:
                async with asyncio.timeout_at(ends):
                    await self._ready(ends)
                    value = await self._done(job)
            except TimeoutError:
                raise self._timed_out(job, safe) from None
            except asyncio.CancelledError:
                if job.begun:
                    raise
                raise ToolFailed("cancelled", "It was cancelled before anything was sent.") from None
            except Lost as lost:
                if lost.sent and not safe:
                    raise ToolFailed("unknown_outcome", f"{lost.text} Whether it was done is not known.") from lost
                pause = self._patience.pause(failures)
                if failures == self._patience.tries or clock() + pause >= ends:
                    raise ToolFailed("unreachable", lost.text) from lost
                await asyncio.sleep(pause)
            else:
                self._timeouts = 0
                return value
        raise AssertionError("the last try returns or raises")

    def _timed_out(self, job: _Job, safe: bool) -> ToolFailed:
        if not job.begun:
            return ToolFailed("unreachable", f"{self.name} did not become reachable in time.")
        self._timeouts += 1
        if self._timeouts >= self._patience.timeouts:
            self._drop_line()
        if safe:
            return ToolFailed("timeout", f"{self.name} did not answer in time.")
        return ToolFailed("unknown_outcome", f"{self.name} did not answer in time. Whether it was done is not known.")

    async def _ready(self, ends: float) -> None:
        """Returns when a call would get through. A call waits for an attempt to connect that began after it came, for
        what an earlier one met may be over, and provokes it; one that can't wait for it fails at once."""
        came = self._attempts
        while self._state != "up":
            if self._state == "connecting":
                await self._settled.wait()
            elif self._attempts == came and self._tried + self._patience.trial < ends:
                self._become("connecting", self._why)
                self._wanted.set()
            else:
                raise ToolFailed("unreachable", self._why)

    async def _done(self, job: _Job) -> Json:
        self._jobs.append(job)
        self._news.set()
        try:
            return await job.answer
        finally:
            job.scope.cancel()

    def _drop_line(self) -> None:
        self._give_up = True
        self._news.set()

    def _become(self, state: State, why: str = "") -> None:
        self._state, self._why = state, why
        if state == "connecting":
            self._settled.clear()
        else:
            self._settled.set()
        while state != "up" and self._jobs:
            _fail(self._jobs.popleft(), Lost(why, sent=False))

    async def _supervise(self) -> None:
        clock = asyncio.get_running_loop().time
        failures = 0
        while True:
            self._tried, self._attempts = clock(), self._attempts + 1
            self._up_since = None
            why = await self._connected()
            if self._up_since is not None and clock() - self._up_since >= self._patience.steady:
                failures = 0
            failures += 1
            log.info("tool server %s: %s", self.name, why)
            # After a first loss callers wait for the next attempt, which comes soon; later they are told at once.
            self._become("connecting" if self._up_since is not None and failures == 1 else "down", why)
            await self._rest(self._patience.pause(failures))

    async def _rest(self, seconds: float) -> None:
        self._wanted.clear()
        clock = asyncio.get_running_loop().time
        try:
            async with asyncio.timeout(seconds):
                await self._wanted.wait()
                await asyncio.sleep(self._tried + self._patience.trial - clock())
        except TimeoutError:
            self._become("connecting", self._why)

    async def _connected(self) -> str:
        """One connection from its start to its end; returns why it ended.

        It has a task to itself, which alone enters and leaves it: a broken connection cancels its task, and nothing
        else can tell that from being stopped."""
        holding = asyncio.create_task(self._hold(), name=f"connection to {self.name}")
        try:
            await asyncio.wait([holding])
        finally:
            if not holding.done():
                holding.cancel()
                await asyncio.wait([holding], timeout=self._patience.stop)
        error = None if holding.cancelled() else holding.exception()
        if error is None or self._up_since is not None:
            return f"The connection to {self.name} was lost."
        return f"{self.name} can't be reached ({_reason(error)})."

    async def _hold(self) -> None:
        self._give_up, self._timeouts = False, 0
        watch = asyncio.timeout(self._patience.connect)
        async with watch, self._wire.opened() as line:
            watch.reschedule(None)
            self._up_since = asyncio.get_running_loop().time()
            self._become("up")
            try:
                async with anyio.create_task_group() as calls:
                    while not self._give_up:
                        while self._jobs:
                            calls.start_soon(self._run, line, self._jobs.popleft())
                        self._news.clear()
                        await self._news.wait()
                    calls.cancel_scope.cancel()
            finally:
                # Leaving can hang on a server that is frozen: nobody waits for it, and it has a limit.
                self._become("connecting", f"The connection to {self.name} was lost.")
                watch.reschedule(asyncio.get_running_loop().time() + self._patience.stop)

    async def _run(self, line: ToolConnection, job: _Job) -> None:
        if job.answer.done():
            return
        job.begun = True
        left = max(job.ends - asyncio.get_running_loop().time(), 0.01)
        try:
            with job.scope:
                value = await job.work(line, left)
                if not job.answer.done():
                    job.answer.set_result(value)
        except Lost as lost:
            _fail(job, lost)
            if lost.broken:
                self._drop_line()
        except (ToolFailed, TimeoutError) as failed:
            _fail(job, failed)
        except Exception as error:  # noqa: BLE001 - an answer nobody foresaw must fail this call, not all of them
            log.warning("tool server %s: %s", self.name, _reason(error))
            _fail(job, ToolFailed("failed", f"The answer of {self.name} can't be read ({type(error).__name__})."))
        finally:
            _fail(job, Lost(f"The connection to {self.name} was lost.", sent=True))


class _RemoteTool:
    def __init__(self, server: RemoteServer, spec: ToolSpec) -> None:
        self._server = server
        self.spec = spec

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        def work(line: ToolConnection, left: float) -> Awaitable[Json]:
            return line.call(CallAttempt(self.spec.name, args, context.key, left, context.progress))

        limit = min(self.spec.deadline, context.deadline)
        value = await self._server.run(work, limit, safe=self.spec.read_only or self.spec.idempotent)
        return unwrapped(value, self.spec.output)

    async def look_up(self, args: JsonObject, context: CallContext) -> Json:
        raise ToolFailed("unknown_outcome", f"{self._server.name} can't tell what became of an earlier call.")


def _fail(job: _Job, error: Exception) -> None:
    if not job.answer.done():
        job.answer.set_exception(error)
        job.answer.exception()  # read, so that nobody is warned when the caller has gone


def _reason(error: BaseException) -> str:
    """The first real reason in a pile of groups, without a traceback."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    if isinstance(error, Lost | ToolFailed):
        return error.text.rstrip(".")
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
