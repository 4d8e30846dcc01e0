"""Starting: importing, asking for help, a server that answers, and a killed turn that goes on."""

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench.lines import Line, printed, under
from bench.resume import UNDER_WAY
from bench.served import served

TIMES = 5
SECONDS = 60


def cost(arguments: list[str]) -> tuple[float, float]:
    """Wall and CPU seconds of one Python process."""
    before, begun = spent(), time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, timeout=SECONDS)
    return time.perf_counter() - begun, spent() - before


def spent() -> float:
    """CPU seconds of all children that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def answering() -> float:
    """Seconds from starting a server on an empty folder to its first answer."""
    with tempfile.TemporaryDirectory(prefix="bench-start-") as folder, served(Path(folder)) as (_, seconds):
        return seconds


def resumed() -> tuple[float, float]:
    """Kills a process in a turn: seconds the next one needs for the rest of it, without and with its start."""
    with tempfile.TemporaryDirectory(prefix="bench-resume-") as folder:
        command = [sys.executable, "-m", "bench.resume"]
        with subprocess.Popen([*command, "begin", folder], stdout=subprocess.PIPE, text=True) as first:
            if first.stdout is None or first.stdout.readline().strip() != UNDER_WAY:
                raise RuntimeError("the turn did not begin")
            first.kill()
        begun = time.perf_counter()
        done = subprocess.run([*command, "go-on", folder], check=True, capture_output=True, text=True, timeout=SECONDS)
        return float(done.stdout), time.perf_counter() - begun


def median(times: int, measured: Callable[[], float]) -> float:
    """The median of several runs."""
    return statistics.median(measured() for _ in range(times))


def main() -> None:
    """The command line: `--times N`."""
    parser = argparse.ArgumentParser(description="Starting.")
    parser.add_argument("--times", type=int, default=TIMES)
    times = parser.parse_args().times
    kills = [resumed() for _ in range(times)]
    lines = {
        "an empty Python, CPU": Line(median(times, lambda: cost(["-c", ""])[1]), "s"),
        "import loket, CPU": under(median(times, lambda: cost(["-c", "import loket"])[1]), "s", 0.35),
        "import loket.app, CPU": Line(median(times, lambda: cost(["-c", "import loket.app"])[1]), "s"),
        "loket --help": under(median(times, lambda: cost(["-m", "loket", "--help"])[0]), "s", 0.5),
        "server answering": under(median(times, answering), "s", 1.5),
        "kill -9 to resumed turn, once up": under(statistics.median(up for up, _ in kills), "s", 0.6),
        "kill -9 to resumed turn, with the start": Line(statistics.median(whole for _, whole in kills), "s"),
    }
    printed(
        lines,
        f"Medians of {times}. Resumed: killed inside a specialist's tool, until the turn has ended and is durable.",
    )


if __name__ == "__main__":
    main()
