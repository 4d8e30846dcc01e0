"""What the system says of a running process: its memory and its open files. Linux only."""

from pathlib import Path


def memory(pid: int) -> float:
    """Megabytes resident now."""
    return _status(pid, "VmRSS") / 1024


def peak(pid: int) -> float:
    """The most megabytes that were ever resident."""
    return _status(pid, "VmHWM") / 1024


def descriptors(pid: int) -> int:
    """Open files and sockets."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def _status(pid: int, name: str) -> int:
    """A figure of /proc/PID/status, in KiB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1])
    raise ValueError(f"the system does not tell {name}")
