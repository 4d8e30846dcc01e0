"""Areas and lines as a PNG with a palette: filled by scan lines, packed by zlib. Knows no data."""

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import floor

from loket_demos.sogis.geo.geometry import Extent, Ring
from loket_demos.sogis.geo.lv95 import Point

Ink = tuple[int, int, int, int]
"""Red, green, blue and how much it covers, each up to 255."""


@dataclass
class Raster:
    """A picture of a piece of land. What is drawn later covers what was drawn before."""

    extent: Extent
    width: int
    height: int
    _inks: list[Ink] = field(default_factory=lambda: [(0, 0, 0, 0)])
    _rows: list[bytearray] = field(default_factory=list[bytearray])

    def __post_init__(self) -> None:
        self._rows = [bytearray(self.width) for _ in range(self.height)]

    def fill(self, rings: Sequence[Ring], ink: Ink) -> None:
        """An area and its holes."""
        number = self._ink(ink)
        edges = [edge for ring in rings for edge in _edges([self._at(point) for point in ring])]
        if not edges:
            return
        low = max(0, int(min(min(y1, y2) for (_, y1), (_, y2) in edges)))
        high = min(self.height, int(max(max(y1, y2) for (_, y1), (_, y2) in edges)) + 1)
        for y in range(low, high):
            middle = y + 0.5
            hits = sorted(
                x1 + (middle - y1) * (x2 - x1) / (y2 - y1)
                for (x1, y1), (x2, y2) in edges
                if (y1 <= middle) != (y2 <= middle)
            )
            for start, end in zip(hits[::2], hits[1::2], strict=False):
                left, right = max(0, round(start)), min(self.width, round(end))
                if right > left:
                    self._rows[y][left:right] = bytes([number]) * (right - left)

    def line(self, points: Sequence[Point], ink: Ink, wide: int = 1) -> None:
        """A line through points, so many pixels wide."""
        number, reach = self._ink(ink), wide // 2
        for start, end in pairwise(self._at(point) for point in points):
            cut = _cut(start, end, (-wide, -wide, self.width + wide, self.height + wide))
            if cut is None:
                continue
            (x1, y1), (x2, y2) = cut
            steps = int(max(abs(x2 - x1), abs(y2 - y1))) + 1
            for step in range(steps + 1):
                share = step / steps
                self._dot(floor(x1 + share * (x2 - x1)), floor(y1 + share * (y2 - y1)), reach, number)

    def png(self) -> bytes:
        """The file."""
        colors = b"".join(bytes(ink[:3]) for ink in self._inks)
        cover = bytes(ink[3] for ink in self._inks)
        pixels = zlib.compress(b"".join(b"\0" + row for row in self._rows), 6)
        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 3, 0, 0, 0)
        parts = ((b"IHDR", head), (b"PLTE", colors), (b"tRNS", cover), (b"IDAT", pixels), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in parts)

    def _at(self, point: Point) -> Point:
        west, south, east, north = self.extent
        across, down = (point[0] - west) / (east - west), (north - point[1]) / (north - south)
        return across * self.width, down * self.height

    def _ink(self, ink: Ink) -> int:
        if ink not in self._inks:
            self._inks.append(ink)
        return self._inks.index(ink)

    def _dot(self, x: int, y: int, reach: int, number: int) -> None:
        left, right = max(0, x - reach), min(self.width, x + reach + 1)
        if right <= left:
            return
        for row in self._rows[max(0, y - reach) : max(0, min(self.height, y + reach + 1))]:
            row[left:right] = bytes([number]) * (right - left)


def _edges(ring: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(ring, [*ring[1:], ring[0]], strict=True)) if ring else []


def _cut(start: Point, end: Point, box: Extent) -> tuple[Point, Point] | None:
    """The part of a line inside a box (Liang and Barsky); None when none of it is."""
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    first, last = 0.0, 1.0
    for slope, room in ((-dx, x - box[0]), (dx, box[2] - x), (-dy, y - box[1]), (dy, box[3] - y)):
        if slope == 0:
            if room < 0:
                return None
        elif slope < 0:
            first = max(first, room / slope)
        else:
            last = min(last, room / slope)
    if first > last:
        return None
    return (x + first * dx, y + first * dy), (x + last * dx, y + last * dy)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
