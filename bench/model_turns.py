"""Model turns over HTTP: what a turn with a language model costs beyond the model itself, beside other frameworks.

Each is served in a process of its own as its documentation says, and asks the same model on loopback
(`bench/scripted_model.py`: forty tokens a second). A turn is six responses, three tool calls and a specialist; one
browser-like client reads the words as they come. Rounds are interleaved, numbers are medians over the rounds."""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import uvloop

from bench.browser import HOST, BadAnswer, Browser, Seen
from bench.environments import NotMade, made
from bench.lines import percentile
from bench.model_report import printed
from bench.model_talks import AdkTalk, AgnoTalk, LoketTalk, PlainTalk, Talk
from bench.prompt_bytes import repeated
from bench.rounds import QUIET, ROOT
from bench.script import QUESTION
from bench.scripted_model import PACE, WORDS, Ledger, model_served
from bench.served import free_port

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
WARM, ALONE, OPEN, CROWD, EACH = 2, 5, 100, 50, 2
"""Turns before anything is measured; those of one conversation after the other; streams open at once for the memory;
conversations at once, and the turns of each of them."""
UP_SECONDS = 60.0
TURN_SECONDS = 120.0

CONFIG = '[models.default]\nmodel = "openai:scripted"\nbase_url = "{url}"\nprice = {{ input = 1, output = 2 }}\n'


@dataclass(frozen=True)
class Contender:
    """One server: its environment (none: ours), and how it is talked with."""

    name: str
    talk: Callable[[Browser, str], Talk]
    environment: str = ""
    module: str = ""

    def command(self, python: str, port: int, folder: Path, url: str) -> list[str]:
        """What starts it."""
        if self.module:
            return [python, "-m", f"bench.peers.{self.module}", str(port), str(folder), url]
        served = [python, "-m", "loket", "serve", "bench/loket_assistant.py:bench"]
        return [*served, "--port", str(port), "--data", str(folder / "data"), "--pace", "live"]


CONTENDERS = (
    Contender("loket", LoketTalk),
    Contender("pydantic-ai", PlainTalk, "pydantic-ai", "served_pydantic_ai"),
    Contender("langgraph", PlainTalk, "langgraph", "served_langgraph"),
    Contender("openai-agents", PlainTalk, "openai-agents", "served_openai_agents"),
    Contender("google-adk", AdkTalk, "google-adk", "served_google_adk"),
    Contender("agno", AgnoTalk, "agno", "served_agno"),
)


@dataclass(frozen=True)
class Server:
    """A contender under measurement."""

    contender: Contender
    port: int
    pid: int

    def cpu_ms(self) -> float:
        """Milliseconds of CPU that it has used so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) * 1e3 / TICKS

    def memory(self) -> float:
        """Its resident memory in MB."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * PAGE / 1e6


@asynccontextmanager
async def served(contender: Contender, python: str, url: str) -> AsyncGenerator[Server]:
    """The server, ready; gone at the end. BadAnswer when it does not come up."""
    with tempfile.TemporaryDirectory(prefix="bench-model-", ignore_cleanup_errors=True) as name:
        folder, port = Path(name), free_port()
        (folder / "loket.toml").write_text(CONFIG.format(url=url))
        environment = {**os.environ, **QUIET, "TMPDIR": name, "PYTHONPATH": str(ROOT)}
        environment |= {"LOKET_CONFIG": str(folder / "loket.toml"), "OPENAI_API_KEY": "none"}
        command = contender.command(python, port, folder, url)
        with (folder / "errors").open("wb") as errors:
            process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=errors, stderr=errors)
        try:
            await until_up(process, port, folder / "errors")
            yield Server(contender, port, process.pid)
        finally:
            process.kill()
            process.wait()


async def until_up(process: "subprocess.Popen[bytes]", port: int, errors: Path) -> None:
    """Returns when something listens."""
    begun = time.perf_counter()
    while time.perf_counter() - begun < UP_SECONDS:
        if process.poll() is not None:
            raise BadAnswer(f"the server ended at once: {errors.read_text('utf-8', 'replace').strip()[-300:]}")
        try:
            _, writer = await asyncio.open_connection(HOST, port)
        except OSError:
            await asyncio.sleep(0.05)
            continue
        writer.close()
        return
    raise BadAnswer(f"no answer within {UP_SECONDS:g} s")


@dataclass
class Asking:
    """Who talks with one server while it is measured."""

    server: Server
    ledger: Ledger
    count: int = 0
    late: bool = False
    """Whether the first word of some answer came after the model had said its last."""

    async def turn(self) -> float:
        """A whole turn in a new conversation: seconds from the model's first word to the browser's first byte of it."""
        self.count += 1
        name = f"{self.server.contender.name}.{self.server.port}.{self.count}"
        browser = Browser(self.server.port)
        try:
            talk = self.server.contender.talk(browser, name)
            await talk.begin()
            return await self.first_word_after(talk, name)
        finally:
            browser.close()

    async def first_word_after(self, talk: Talk, name: str) -> float:
        """A message of this talk, answered."""
        seen = Seen(WORDS[0].encode())
        async with asyncio.timeout(TURN_SECONDS):
            await talk.turn(f"{QUESTION} turn={name}", seen)
        seen.verify(WORDS)
        self.late = self.late or seen.first >= self.ledger.lasts[name]
        return seen.first - self.ledger.firsts[name]

    async def alone(self, turns: int) -> dict[str, float]:
        """One conversation after the other: wall time and CPU beyond the model's own, and the first byte."""
        walls: list[float] = []
        firsts: list[float] = []
        cpu = self.server.cpu_ms()
        for _ in range(turns):
            busy, begun = self.ledger.busy, time.perf_counter()
            firsts.append(await self.turn())
            walls.append(time.perf_counter() - begun - (self.ledger.busy - busy))
        if self.late:
            raise BadAnswer("the words did not stream: the first one came after the last was said")
        return {
            "wall_ms": statistics.median(walls) * 1e3,
            "cpu_ms": (self.server.cpu_ms() - cpu) / turns,
            "first_ms": statistics.median(firsts) * 1e3,
        }

    async def opened(self, streams: int) -> dict[str, float]:
        """So many conversations at once, none of them before: what the process takes more at the most of it."""
        before, most = self.server.memory(), 0.0
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self.turn()) for _ in range(streams)]
            while not all(task.done() for task in tasks):
                most = max(most, self.server.memory())
                await asyncio.sleep(0.05)
        return {"open_mb": (most - before) * 100 / streams}

    async def crowd(self, clients: int, each: int) -> dict[str, float]:
        """So many clients, each with its next turn when one ends."""
        firsts: list[float] = []

        async def client() -> None:
            for _ in range(each):
                firsts.append(await self.turn())

        cpu, begun = self.server.cpu_ms(), time.perf_counter()
        async with asyncio.TaskGroup() as group:
            for _ in range(clients):
                group.create_task(client())
        wall, turns = time.perf_counter() - begun, clients * each
        cost = (self.server.cpu_ms() - cpu) / turns
        late = percentile(sorted(firsts), 0.95) * 1e3
        return {"turns_s": turns / wall, "crowd_cpu_ms": cost, "crowd_first_ms": late}


async def measured(contender: Contender, python: str, scale: float, pace: float = PACE) -> dict[str, float]:
    """One round of one contender. BadAnswer when it can't do it."""
    async with model_served(pace) as (url, ledger), served(contender, python, url) as server:
        asking = Asking(server, ledger)
        for _ in range(WARM):
            await asking.turn()
        numbers = await asking.alone(max(1, round(ALONE * scale)))
        numbers |= await asking.opened(max(1, round(OPEN * scale)))
        return numbers | await asking.crowd(max(1, round(CROWD * scale)), EACH)


def interpreters(names: list[str]) -> tuple[dict[str, str], dict[str, str]]:
    """The interpreter of each by name, and why there is none."""
    ready: dict[str, str] = {}
    reasons: dict[str, str] = {}
    for contender in CONTENDERS:
        if names and contender.name not in names:
            continue
        try:
            ready[contender.name] = str(made(contender.environment)) if contender.environment else sys.executable
        except NotMade as error:
            reasons[contender.name] = f"does not install: {error}"
    return ready, reasons


def main() -> None:
    """The command line: `--rounds`, `--only` some, `--scale` for a smaller run."""
    parser = argparse.ArgumentParser(description="Turns with a language model.")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="names with commas")
    parser.add_argument(
        "--scale", type=float, default=1.0, help="of the turns and clients; results are kept of 1 alone"
    )
    chosen = parser.parse_args()
    ready, reasons = interpreters([name for name in chosen.only.split(",") if name])
    runs: dict[str, list[dict[str, float]]] = {name: [] for name in ready}
    for number in range(1, chosen.rounds + 1):
        for contender in CONTENDERS:
            name = contender.name
            if name not in ready or name in reasons:
                continue
            try:
                numbers = uvloop.run(measured(contender, ready[name], chosen.scale))
            except (BadAnswer, ExceptionGroup, TimeoutError, OSError, EOFError) as error:
                reasons[name] = f"does not run: {first_of(error)}"
                print(f"{name}: {reasons[name]}", file=sys.stderr, flush=True)
                continue
            runs[name].append(numbers)
            brief = ", ".join(f"{what} {value:.1f}" for what, value in numbers.items())
            print(f"round {number}/{chosen.rounds} {name}: {brief}", file=sys.stderr, flush=True)
    kept = {name: rounds for name, rounds in runs.items() if rounds and name not in reasons}
    printed(kept, reasons, uvloop.run(bytes_of(ready)))


async def bytes_of(ready: dict[str, str]) -> dict[str, tuple[int, int]]:
    """Of a talk of twenty turns: the bytes of the prompts after the first, and those that repeat."""
    found: dict[str, tuple[int, int]] = {}
    for contender in CONTENDERS:
        if contender.name in ready and contender.name in ("loket", "pydantic-ai"):
            found[contender.name] = await repeated(lambda url, one=contender: talk_with(one, ready[one.name], url))
    return found


@asynccontextmanager
async def talk_with(contender: Contender, python: str, url: str) -> AsyncGenerator[Talk]:
    """One talk with a fresh server."""
    async with served(contender, python, url) as server:
        browser = Browser(server.port)
        talk = contender.talk(browser, "talk")
        await talk.begin()
        yield talk
        browser.close()


def first_of(error: BaseException) -> str:
    """The reason in a line, the first of several."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return f"{type(error).__name__}: {error}"[:300]


if __name__ == "__main__":
    main()
