"""A NATS server of the tests: started when the first test of a process asks for it, ended with its session."""

import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from threading import Thread

import pytest


def program() -> str:
    """The server that the development set-up brings, beside its Python."""
    beside = Path(sys.executable).with_name("nats-server")
    return str(beside) if beside.exists() else shutil.which("nats-server") or str(beside)


@dataclass(frozen=True)
class NatsServer:
    """One that runs, and where."""

    address: str
    process: subprocess.Popen[str]
    command: list[str]

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def again(self) -> AbstractContextManager["NatsServer"]:
        """One that was killed, with the files it had."""
        _, _, _, _, port, _, folder, *options = self.command
        return nats_server(Path(folder), *options, port=int(port))


@contextmanager
def nats_server(folder: Path, *options: str, port: int = -1) -> Iterator[NatsServer]:
    """One server with its files in a folder, on a free port unless one is given; killed at the end."""
    command = [program(), "-a", "127.0.0.1", "-p", str(port), "-sd", str(folder), *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            address = ""
            for line in process.stderr:
                if "Listening for client connections on" in line:
                    address = line.split()[-1]
                if "Server is ready" in line:
                    break
            else:
                raise RuntimeError("nats-server did not start")
            Thread(target=process.stderr.read, daemon=True).start()  # or it would wait when the pipe is full
            yield NatsServer(f"nats://{address}", process, command)
        finally:
            process.kill()


@pytest.fixture(scope="session")
def unused_nats(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], str]]:
    """Gives what LOKET_STORE may be: a part of a NATS server that nobody has used before."""
    numbers = count(1)
    with nats_server(tmp_path_factory.mktemp("nats"), "-js") as server:
        yield lambda: f"{server.address}?prefix=t{next(numbers)}"


@contextmanager
def nats_cluster(folder: Path, count: int = 3, *options: str) -> Iterator[list[NatsServer]]:
    """So many servers that keep streams together."""
    with ExitStack() as stack:
        bound = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        ports = [one.getsockname()[1] for one in bound]
        routes = ",".join(f"nats://127.0.0.1:{port}" for port in ports)
        for one in bound:
            one.close()
        together = ["-js", "-cluster_name", "tests", "-routes", routes, *options]
        yield [
            stack.enter_context(
                nats_server(folder / f"{n}", *together, "-n", f"n{n}", "-cluster", f"nats://127.0.0.1:{port}")
            )
            for n, port in enumerate(ports)
        ]
