"""One process of a set-up: its lines beside those of the others, and started again when it ends by itself."""

import asyncio
import os
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from loket.config import Config

STOP_SECONDS = 5
LINE_BYTES = 1 << 20
SERVING = " is on http://"
"""Stands in the line that a part prints when it answers."""


@dataclass(frozen=True)
class Part:
    """One process: what it serves, on which port, what it is told by the environment, and other flags."""

    only: str
    port: int
    env: dict[str, str]
    flags: tuple[str, ...] = ()


@dataclass(frozen=True)
class RestartPace:
    """How long to wait before a part that ended is started again, and when it is given up: with the `most`-th end
    `within` so many seconds."""

    pauses: tuple[float, ...] = (1, 2, 5, 10)
    most: int = 5
    within: float = 60.0

    def pause(self, ends: deque[float]) -> float | None:
        """Seconds to wait after the last of these ends, which are moments in seconds; None when it is given up."""
        while ends and ends[0] <= ends[-1] - self.within:
            ends.popleft()
        return None if len(ends) >= self.most else self.pauses[min(len(ends), len(self.pauses)) - 1]


@dataclass
class Process:
    """A part that is kept running. `say` is given its lines and what happened to it."""

    command: tuple[str, ...]
    env: dict[str, str]
    say: Callable[[str], None]
    patience: RestartPace = RestartPace()
    served: bool = False

    async def keep(self) -> str:
        """Runs it, again and again; answers why it is given up. Cancelled, it lets the process end first."""
        clock = asyncio.get_running_loop().time
        ends: deque[float] = deque()
        while True:
            code = await self._run()
            how = f"killed by signal {-code}" if code < 0 else f"exit code {code}"
            if not self.served:
                return f"did not start ({how})"
            ends.append(clock())
            pause = self.patience.pause(ends)
            if pause is None:
                return f"ended by itself {len(ends)} times within {self.patience.within:g} seconds (last: {how})"
            self.say(f"ended by itself ({how}); it is started again in {pause:g} s")
            await asyncio.sleep(pause)

    async def _run(self) -> int:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *self.command,
            env={**os.environ, **self.env, "PYTHONUNBUFFERED": "1"},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            limit=LINE_BYTES,
            start_new_session=True,
        )
        try:
            return await self._ended(process)
        except asyncio.CancelledError:
            with suppress(ProcessLookupError):
                process.terminate()
            try:
                async with asyncio.timeout(STOP_SECONDS):
                    await self._ended(process)
            except TimeoutError:
                process.kill()
                await process.wait()
            raise

    async def _ended(self, process: asyncio.subprocess.Process) -> int:
        assert process.stdout is not None
        while True:
            try:
                line = (await process.stdout.readline()).decode(errors="replace")
            except ValueError:
                continue  # longer than anybody reads
            if not line:
                return await process.wait()
            self.served = self.served or SERVING in line
            self.say(line)


def process_of(part: Part, config: Config, say: Callable[[str], None]) -> Process:
    """The process that serves a part as the configuration has it."""
    command = ("-m", "loket", "serve", "--only", part.only, "--port", str(part.port), "--pace", config.pace)
    alone = ("--grpc", "0")  # one port can't be that of every part
    return Process((*command, "--data", str(config.data), *alone, *part.flags), part.env, say)
