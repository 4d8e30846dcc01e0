"""Connections that hold a place and bring nothing: requests that never end, readers that take next to nothing.

They are looked at once a second instead of by a timer each, since a thousand healthy ones pass for every bad one."""

import logging
import socket
import struct
import sys
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

if sys.platform != "win32":
    import fcntl
    import resource
    import termios

UNSENT_BYTES = 64 * 1024
"""What the kernel takes before it may be sent: the rest waits where it is seen. What is on its way is not limited."""
MOST = 4096
_ACKED = 120
"""Where `tcp_info` of Linux has `tcpi_bytes_acked`."""

log = logging.getLogger("loket.server")


@dataclass(frozen=True)
class LinePatience:
    """Seconds for the head of a request, from when its line is open or the answer before is complete; less when more
    than `room` lines wait. Seconds in which a reader must take `bytes`, or all that waits for it."""

    head: float = 10.0
    crowded: float = 1.0
    room: int = 0
    lag: float = 60.0
    bytes: int = 16 * 1024


@dataclass
class _Mark:
    """What was seen of a connection: which request it had last and since when it waits for another one; how much its
    reader had taken, and had still to take, when it last kept up."""

    cycle: Any
    since: float
    taken: int = 0
    left: int = 0
    kept_up: float = field(default=0.0)


class Watch:
    """Looks at all connections of a server and cuts those that nobody serves by waiting any longer."""

    def __init__(self, patience: LinePatience | None = None) -> None:
        self.patience = patience or LinePatience(room=room())
        self._marks: dict[Any, _Mark] = {}

    def sweep(self, connections: Collection[Any], now: float) -> None:
        """Looks once; `now` is a moment of the loop."""
        marks: dict[Any, _Mark] = {}
        waiting: list[tuple[float, Any]] = []
        for line in list(connections):
            if line.transport is None:
                continue
            mark = marks[line] = self._marks.get(line) or _Mark(line.cycle, now, kept_up=now)
            left, taken = _unread(line.transport)
            if left and self._lags(mark, (left, taken), now):
                log.info("a reader took too little for %g s and was let go", self.patience.lag)
                line.transport.abort()
            elif left or mark.cycle is not line.cycle or not _waits(line):
                mark.cycle, mark.since = line.cycle, now
            else:
                waiting.append((mark.since, line))
            if not left:
                mark.taken, mark.left, mark.kept_up = taken, 0, now
        self._marks = marks
        self._cut(waiting, now)

    def _lags(self, mark: _Mark, unread: tuple[int, int], now: float) -> bool:
        left, taken = unread
        if not mark.left or abs(taken - mark.taken) >= min(self.patience.bytes, mark.left):
            mark.taken, mark.left, mark.kept_up = taken, left, now
        return now - mark.kept_up >= self.patience.lag

    def _cut(self, waiting: list[tuple[float, Any]], now: float) -> None:
        """Those that wait longest go first; as many as are too many go soon."""
        waiting.sort(key=lambda one: one[0])
        many = len(waiting) - self.patience.room
        for place, (since, line) in enumerate(waiting):
            if now - since >= (self.patience.crowded if place < many else self.patience.head):
                line.transport.abort()


def room() -> int:
    """How many lines may wait for a request: half of the files this process may open."""
    if sys.platform == "win32":
        return MOST
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if soft == resource.RLIM_INFINITY else min(soft // 2, MOST)


def keep_unsent_in_sight(listening: socket.socket) -> None:
    """Lets what a reader does not take wait in this process, for all connections of a listening socket."""
    if hasattr(socket, "TCP_NOTSENT_LOWAT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT_BYTES)


def _waits(line: Any) -> bool:
    """Whether it has no request that is being answered."""
    return line.cycle is None or line.cycle.response_complete


def _unread(transport: Any) -> tuple[int, int]:
    """The bytes its reader has still to take, and a number that grows with those it took."""
    left: int = transport.get_write_buffer_size()
    if sys.platform != "linux":
        return left, -left
    try:
        line = transport.get_extra_info("socket")
        info = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256)
        queued = fcntl.ioctl(line.fileno(), termios.TIOCOUTQ, bytes(4))
        return left + struct.unpack("i", queued)[0], struct.unpack_from("Q", info, _ACKED)[0]
    except (OSError, ValueError, struct.error):
        return left, -left  # it is closing, or this kernel tells less
