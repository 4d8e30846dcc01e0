"""The machines of the fault runs: three NATS servers and three nodes, each on a host of its own, up across runs."""

import asyncio
import os
import signal
import subprocess
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import httpx

from tests.cluster.network import Network, address
from tests.cluster.places import CONTROLS, HOST
from tests.nats import program
from tests.nursery import ROOT, forked
from tests.serving import START_SECONDS, Loket

SERVERS = (1, 2, 3)
NODES = (11, 12, 13)
HOSTS = {**{n: f"server{n}" for n in SERVERS}, **{n: f"node{n}" for n in NODES}}
TOKEN = "a-token-of-the-fault-runs"
DISK = "200m"
"""Of each server; what a stream holds of all runs fits many times."""
UP_SECONDS = 60.0

CONFIGURED = """
server_name: s{n}
listen: "{at}:4222"
http: "{at}:8222"
jetstream {{ store_dir: "{folder}", sync_interval: always, max_file_store: 190MB, max_memory_store: 50MB }}
cluster {{ name: loket, listen: "{at}:6222", routes: [{routes}] }}
"""


@dataclass
class Machine:
    """A server or a node that runs, or is down."""

    number: int
    folder: Path
    process: subprocess.Popen[bytes] | None = None
    node: Loket | None = None
    lives: int = 0

    @property
    def url(self) -> str:
        """Where a node is asked, or a server about its health."""
        return f"http://{address(self.number)}:{8222 if self.number in SERVERS else 8080}"

    @property
    def pid(self) -> int | None:
        """Of the process, while it lives."""
        if self.process is not None:
            return self.process.pid if self.process.poll() is None else None
        if self.node is not None:
            return self.node.process.pid if self.node.process.returncode is None else None
        return None

    def send(self, sign: signal.Signals) -> None:
        """Nothing happens when it is down."""
        if (pid := self.pid) is not None:
            with suppress(ProcessLookupError):
                os.kill(pid, sign)


@dataclass
class Machines:
    """All six. `heal` brings back whatever is down, stopped, cut off, full or in another time."""

    network: Network
    folder: Path
    env: dict[str, str]
    http: httpx.AsyncClient
    restarts: Counter[str] = field(default_factory=Counter[str])
    writers: Callable[[], Awaitable[list[str]]] = field(init=False)
    """Which life of a node wrote each talk last that goes on."""

    def __post_init__(self) -> None:
        self.all = {n: Machine(n, self.folder / name) for n, name in HOSTS.items()}
        for number, machine in self.all.items():
            machine.folder.mkdir()
            if number in SERVERS:
                subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "disk", machine.folder], check=True)

    @property
    def store(self) -> str:
        """LOKET_STORE of these servers."""
        return f"nats://{','.join(f'{address(n)}:4222' for n in SERVERS)}"

    async def heal(self) -> None:
        """Returns when all are up, and each server has all that the others have."""
        self.network.heal()
        for number, machine in self.all.items():
            machine.send(signal.SIGCONT)
            for name in ("place", "reached", "clock"):
                (machine.folder / name).unlink(missing_ok=True)
            if number in SERVERS:
                (machine.folder / "full").unlink(missing_ok=True)
        for number in SERVERS:
            if self.all[number].pid is None:
                self.start_server(number)
        await asyncio.gather(*(self._whole(self.all[number]) for number in SERVERS))
        await asyncio.gather(*(self._ready(self.all[number]) for number in NODES))

    async def _whole(self, server: Machine) -> None:
        """A server that stays ill, as one does whose disk was full, is started anew, as its operator would."""
        while not await self._says(server, "/healthz", UP_SECONDS / 4):
            server.send(signal.SIGKILL)
            if server.process is not None:
                server.process.wait()
            self.restarts[HOSTS[server.number]] += 1
            self.start_server(server.number)

    async def _ready(self, node: Machine) -> None:
        if node.pid is not None:
            if (node.folder / "jumped").exists():
                (node.folder / "clock").write_text("0")
                (node.folder / "jumped").unlink()
                node.send(signal.SIGUSR1)
            if await self._says(node, "/readyz", UP_SECONDS):
                return
            complained = "\n".join(node.node.complained[-20:]) if node.node is not None else ""
            raise AssertionError(f"{HOSTS[node.number]} does not serve:\n{complained}")
        await self.start_node(node.number)

    async def _says(self, machine: Machine, path: str, seconds: float) -> bool:
        """Whether it answered well within the time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while machine.pid is not None:
                    with suppress(httpx.TransportError):
                        if (await self.http.get(machine.url + path, timeout=2)).status_code == 200:
                            return True
                    await asyncio.sleep(0.05)
        return False

    def start_server(self, number: int) -> None:
        """Begins a server's next life."""
        machine = self.all[number]
        routes = ", ".join(f'"nats://{address(n)}:6222"' for n in SERVERS)
        written = CONFIGURED.format(n=number, at=address(number), folder=machine.folder / "data", routes=routes)
        configured = self.folder / f"{HOSTS[number]}.conf"
        configured.write_text(written)
        log = (self.folder / f"{HOSTS[number]}.log").open("ab")
        command = ["ip", "netns", "exec", HOSTS[number], program(), "-c", str(configured)]
        machine.process = subprocess.Popen(command, stdout=log, stderr=log)
        machine.lives += 1

    async def start_node(self, number: int) -> None:
        """Begins a node's next life; returns when it serves."""
        machine = self.all[number]
        at = address(number)
        env = {
            **self.env,
            HOST: HOSTS[number],
            CONTROLS: str(machine.folder),
            "LOKET_HOST": at,
            "LOKET_HOSTS": at,
            "LOKET_INSIDE": f"http://{at}:8080",
            "LOKET_STORE": self.store,
            "LOKET_TOKENS": f"ann:{TOKEN}",
            "PYTHONUTF8": "1",
            "PATH": os.environ["PATH"],
        }
        data = machine.folder / f"data{machine.lives}"
        arguments = ("serve", "--data", str(data), "--port", "8080", "--verbose")
        machine.node = Loket(await forked("tests.cluster.places", *arguments, env=env, folder=ROOT))
        machine.lives += 1
        async with asyncio.timeout(START_SECONDS):
            await machine.node.serving()

    async def kill(self, number: int) -> None:
        """As kill -9 does; returns when it is gone."""
        machine = self.all[number]
        machine.send(signal.SIGKILL)
        if machine.process is not None:
            await asyncio.to_thread(machine.process.wait)
        if machine.node is not None:
            await machine.node.ended()

    async def busiest(self, chance: Random) -> int:
        """The node that has most of the talks that go on."""
        lives = {(self.all[number].folder / "life").read_text(): number for number in NODES}
        has = Counter(lives[writer] for writer in await self.writers() if writer in lives)
        return max(NODES, key=lambda number: (has[number], chance.random()))

    async def leader(self) -> int:
        """The server that leads the log."""
        for number in SERVERS:
            with suppress(httpx.TransportError):
                asked = f"{self.all[number].url}/jsz?streams=true"
                said = (await self.http.get(asked, timeout=2)).json()
                for account in said.get("account_details", []):
                    for stream in account.get("stream_detail", []):
                        if stream["name"] == "loket-log" and stream.get("cluster", {}).get("leader"):
                            return int(stream["cluster"]["leader"][1:])
        return SERVERS[0]
