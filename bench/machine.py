"""What the numbers were taken on: processor, memory, system, Python, SQLite and the disk under the database."""

import os
import platform
import sqlite3
import sys
import tempfile
from pathlib import Path


def described() -> dict[str, str]:
    """The machine in words, for the head of the results."""
    return {
        "processor": processor(),
        "cores": str(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()),
        "memory": f"{memory() / 2**30:.1f} GiB",
        "system": system(),
        "python": f"{platform.python_implementation()} {sys.version.split()[0]}",
        "sqlite": sqlite3.sqlite_version,
        "disk": disk(Path(tempfile.gettempdir())),
        "load before": f"{os.getloadavg()[0]:.2f}",
    }


def processor() -> str:
    """The model of the processor."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def memory() -> int:
    """Bytes of memory."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def system() -> str:
    """Name of the distribution where there is one, and the kernel."""
    kernel = f"{platform.system()} {platform.release().partition('-')[0]}"
    try:
        return f"{platform.freedesktop_os_release()['PRETTY_NAME']}, {kernel}"
    except OSError:
        return kernel


def disk(folder: Path) -> str:
    """The file system the databases of the bench are on."""
    mounts = Path("/proc/mounts")
    if not mounts.exists():
        return "unknown"
    best, kind = "", "unknown"
    for line in mounts.read_text().splitlines():
        point, kept = line.split()[1:3]
        if folder.is_relative_to(point) and len(point) >= len(best):
            best, kind = point, kept
    return kind


def resident() -> float:
    """Megabytes of memory that this process has, on Linux."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
