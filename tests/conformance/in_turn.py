"""Runs the client when it is its turn: a suite starts dozens at once, and some of its scenarios measure time.

Imports nothing heavy, so that waiting costs nothing."""

import fcntl
import os
import runpy
from pathlib import Path

SLOTS = max(1, (os.cpu_count() or 2) // 2)

if __name__ == "__main__":
    folder = Path(os.environ.get("CONFORMANCE", Path(__file__).resolve().parents[2] / ".conformance"))
    with (folder / f"turn-{os.getpid() % SLOTS}").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        runpy.run_module("tests.conformance.client", run_name="__main__")
