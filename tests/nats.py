"""A NATS server of the tests: started when the first test asks for it, ended with the session."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread


def program() -> str:
    """The server that the development set-up brings, beside its Python."""
    beside = Path(sys.executable).with_name("nats-server")
    return str(beside) if beside.exists() else shutil.which("nats-server") or str(beside)


@contextmanager
def nats_server(folder: Path, *options: str, port: int = -1) -> Iterator[str]:
    """One server with its files in a folder, on a free port unless one is given; answers `nats://…`."""
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
            yield f"nats://{address}"
        finally:
            process.kill()
