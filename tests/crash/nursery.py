"""A program that has everything imported and forks a fresh process for each life: hundreds of crashes cost seconds.

It reads a JSON object a line, lets a child live by it, and answers how the child ended."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.crash.life import Life, live

ROOT = Path(__file__).parents[2]
KILLED = -9


@dataclass
class Nursery:
    """The running program."""

    process: subprocess.Popen[bytes]

    def live(self, life: Life) -> int:
        """How a process that lived so ended: its exit code, or minus the signal."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(asdict(life)).encode() + b"\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())


@contextmanager
def nursery() -> Iterator[Nursery]:
    program = [sys.executable, "-m", "tests.crash.nursery"]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as process:
        yield Nursery(process)


def main() -> None:
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            code = 1
            try:
                asyncio.run(live(Life(**json.loads(line))))
                code = 0
            finally:
                os._exit(code)
        _, status = os.waitpid(child, 0)
        os.write(1, f"{os.waitstatus_to_exitcode(status)}\n".encode())


if __name__ == "__main__":
    main()
