"""Lays out the invented villages of the map assistant's example data: streets side by side, plots along them."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from loket_demos.sogis.geo.geometry import Ring, clipped
from loket_demos.sogis.geo.lv95 import Point

DEPTH, ROAD, WIDTHS = 32.0, 8.0, (20.0, 24.0, 22.0, 27.0, 21.0)
REACH = 1900.0
PLAIN = (" ".join(str(n) for n in range(1, 26, 2)), " ".join(str(n) for n in range(2, 25, 2)))


@dataclass(frozen=True)
class Plot:
    """A piece of land along a street, in metres of its village, with the house number on it."""

    street: str
    number: str
    corners: tuple[Point, Point, Point, Point]
    door: Point


@dataclass
class Village:
    """A settlement with its plots; `shift` moves it so that its anchor lies where it shall."""

    facts: dict[str, Any]
    plots: list[Plot] = field(default_factory=list[Plot])
    shift: Point = (0.0, 0.0)

    @property
    def centre(self) -> Point:
        return float(self.facts["centre"][0]), float(self.facts["centre"][1])

    @property
    def commune(self) -> str:
        return self.facts.get("commune", self.facts["name"])

    def place(self, local: Point) -> Point:
        """Where a local point lies: streets bend a little, are turned, and moved."""
        u = local[0] + 14 * math.sin(local[1] / 90)
        v = local[1] + 10 * math.sin(local[0] / 110)
        angle = math.radians(self.facts["angle"])
        east = self.centre[0] + u * math.cos(angle) - v * math.sin(angle)
        north = self.centre[1] + u * math.sin(angle) + v * math.cos(angle)
        return round(east + self.shift[0], 2), round(north + self.shift[1], 2)

    def parcel_number(self, index: int) -> str:
        return str(self.facts["first"] + index)


def laid_out(facts: dict[str, Any]) -> Village:
    """The streets side by side, with plots on both sides of each."""
    village = Village(facts)
    streets = facts["streets"]
    for row, street in enumerate(streets):
        axis = ((len(streets) - 1) / 2 - row) * (2 * DEPTH + ROAD)
        sides = facts.get("numbers", {}).get(street, PLAIN)
        for side, numbers in zip((1, -1), sides, strict=True):
            u = -0.5 * sum(WIDTHS[n % 5] for n in range(len(numbers.split())))
            for n, number in enumerate(numbers.split()):
                width, near, far = WIDTHS[n % 5], axis + side * ROAD / 2, axis + side * (ROAD / 2 + DEPTH)
                corners = ((u, near), (u + width, near), (u + width, far), (u, far))
                village.plots.append(Plot(street, number, corners, (u + width / 2, axis + side * (ROAD / 2 + 9))))
                u += width
    if anchor := facts.get("anchor"):
        found = next(_anchors(village, anchor[0]))
        village.shift = (anchor[1] - found[0], anchor[2] - found[1])
    return village


def _anchors(village: Village, name: str) -> Iterator[Point]:
    for index, plot in enumerate(village.plots):
        if f"{plot.street} {plot.number}" == name:
            yield village.place(plot.door)
        if village.parcel_number(index) == name:
            yield village.place((plot.door[0], (plot.corners[0][1] + plot.corners[2][1]) / 2))


def box(village: Village, left: float, low: float, right: float, high: float) -> Ring:
    """A convex area of a village, in its local metres."""
    return [village.place(corner) for corner in ((left, low), (right, low), (right, high), (left, high))]


def size(village: Village) -> Point:
    """Half the length and half the height of the built-up area."""
    return (
        max(abs(c[0]) for p in village.plots for c in p.corners),
        max(abs(c[1]) for p in village.plots for c in p.corners),
    )


def outline(village: Village, all_of_them: Sequence[Village]) -> Ring:
    """Everything that is nearer to this village than to any other, within reach."""
    e, n = village.centre
    steps = [2 * math.pi * k / 20 for k in range(20)]
    ring = [(e + REACH * math.cos(a), n + REACH * math.sin(a) * 0.9) for a in steps]
    for other in all_of_them:
        if other is village:
            continue
        oe, on = other.centre
        me, mn, de, dn = (e + oe) / 2, (n + on) / 2, oe - e, on - n
        a, b = (me - dn * 9, mn + de * 9), (me + dn * 9, mn - de * 9)
        window = [a, b, (b[0] - de * 9, b[1] - dn * 9), (a[0] - de * 9, a[1] - dn * 9)]
        ring = clipped(ring, window)
    return [(round(x, 1), round(y, 1)) for x, y in ring]


def road(village: Village, street: str) -> Ring:
    """The land of a street, between its plots."""
    plots = [plot for plot in village.plots if plot.street == street]
    upper = [c for p in plots for c in p.corners[:2] if p.corners[0][1] < p.corners[2][1]]
    lower = [c for p in plots for c in p.corners[:2] if p.corners[0][1] > p.corners[2][1]]
    around = [*sorted(set(upper)), *sorted(set(lower), reverse=True)]
    return [village.place(corner) for corner in around]
