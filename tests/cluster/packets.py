"""A bad line: packets that are led through it come late, twice, in another order or not at all. This is done to packets
themselves, below TCP; the kernel here has no such thing of its own."""

import asyncio
import fcntl
import os
import struct
from contextlib import suppress
from dataclasses import dataclass
from random import Random

DEVICE = "bad"
_TUNSETIFF, _IFF_TUN, _IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
_BYTES = 65536


@dataclass(frozen=True)
class Weather:
    """How bad it is: the parts of packets that are late, doubled and lost, and the seconds that late ones take at most.
    Each takes a time of its own, so that they arrive in another order. For `silence` seconds of each `turn` everything
    that comes is kept, and then sent on."""

    late: float = 0.3
    seconds: float = 0.2
    twice: float = 0.1
    lost: float = 0.02
    silence: float = 0.0
    turn: float = 1.0

    @classmethod
    def of(cls, chance: Random) -> "Weather":
        """Any there may be, of all kinds or mostly of one."""
        lost, silence = chance.choice((0.0, 0.02, 0.1)), chance.choice((0.0, 0.0, 0.5))
        return cls(chance.uniform(0.1, 1.0), chance.uniform(0.02, 0.5), chance.uniform(0.0, 0.3), lost, silence)


class BadLine:
    """A device of this network space. Whatever the kernel sends to it comes out of it again, as if it had arrived
    there, when and if the weather lets it. To be made and used in a loop."""

    def __init__(self) -> None:
        self._file = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(self._file, _TUNSETIFF, struct.pack("16sH", DEVICE.encode(), _IFF_TUN | _IFF_NO_PI))
        self.weather, self.chance = Weather(), Random(0)
        self.counts = {"led": 0, "late": 0, "twice": 0, "lost": 0}
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._file, self._came)

    def _came(self) -> None:
        while True:
            try:
                packet = os.read(self._file, _BYTES)
            except BlockingIOError:
                return
            weather, chance = self.weather, self.chance
            self.counts["led"] += 1
            if chance.random() < weather.lost:
                self.counts["lost"] += 1
                continue
            self._send(packet)
            if chance.random() < weather.twice:
                self.counts["twice"] += 1
                self._send(packet)

    def _send(self, packet: bytes) -> None:
        weather, wait = self.weather, 0.0
        if self.chance.random() < weather.late:
            self.counts["late"] += 1
            wait = self.chance.uniform(0, weather.seconds)
        if weather.silence:
            left = weather.silence - self._loop.time() % weather.turn
            wait = max(wait, left)
        if wait:
            self._loop.call_later(wait, self._write, packet)
        else:
            self._write(packet)

    def _write(self, packet: bytes) -> None:
        with suppress(OSError):
            os.write(self._file, packet)
