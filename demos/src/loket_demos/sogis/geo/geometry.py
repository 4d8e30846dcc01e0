"""Areas as GeoJSON has them: rings, extent, centre, size, and which point lies in which area.

A geometry comes from outside; what is no polygon, or has more corners than we handle, has no rings."""

import math
from collections.abc import Iterable, Sequence

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_list, is_object, list_at, text_at
from loket_demos.sogis.geo.lv95 import Point

Extent = tuple[float, float, float, float]
"""West, south, east, north."""
Ring = list[Point]

MOST_CORNERS = 20_000


def polygons(geometry: Json) -> list[list[Ring]]:
    """The polygons of a Polygon or MultiPolygon, each with its outer ring first; empty for anything else."""
    if not is_object(geometry):
        return []
    parts = list_at(geometry, "coordinates")
    raw = [parts] if text_at(geometry, "type") == "Polygon" else parts
    if text_at(geometry, "type") not in ("Polygon", "MultiPolygon"):
        return []
    found = [[_ring(ring) for ring in part if is_list(ring)] for part in raw if is_list(part)]
    kept = [[ring for ring in part if len(ring) >= 3] for part in found if part and len(part[0]) >= 3]
    return kept if sum(len(ring) for part in kept for ring in part) <= MOST_CORNERS else []


def polygon(ring: Sequence[Point], *holes: Sequence[Point]) -> JsonObject:
    """A GeoJSON polygon, its rings closed."""
    rings = [[*ring, ring[0]] if ring[0] != ring[-1] else list(ring) for ring in (ring, *holes)]
    return {"type": "Polygon", "coordinates": [[[e, n] for e, n in one] for one in rings]}


def extent_of(points: Iterable[Point]) -> Extent | None:
    """The smallest box around points; None when there are none."""
    listed = list(points)
    if not listed:
        return None
    easts, norths = [e for e, _ in listed], [n for _, n in listed]
    return min(easts), min(norths), max(easts), max(norths)


def extent(geometry: Json) -> Extent | None:
    """The box around a geometry."""
    return extent_of(point for part in polygons(geometry) for point in part[0])


def centroid(geometry: Json) -> Point | None:
    """The mean of the corners of the outer ring (of the largest part)."""
    parts = polygons(geometry)
    if not parts:
        return None
    ring = _open(max(parts, key=lambda part: abs(ring_area(part[0])))[0])
    return sum(e for e, _ in ring) / len(ring), sum(n for _, n in ring) / len(ring)


def ring_area(ring: Sequence[Point]) -> float:
    """Square metres inside a ring; negative when it runs clockwise. Measured from its first corner, since the numbers
    of the grid are large."""
    if not ring:
        return 0.0
    e0, n0 = ring[0]
    moved = [(e - e0, n - n0) for e, n in ring]
    pairs = zip(moved, moved[1:] + moved[:1], strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs) / 2


def area(geometry: Json) -> float:
    """Square metres of a geometry without its holes."""
    parts = polygons(geometry)
    return sum(abs(ring_area(part[0])) - sum(abs(ring_area(hole)) for hole in part[1:]) for part in parts)


def holds(geometry: Json, point: Point) -> bool:
    """Whether the point lies in the geometry."""
    return any(
        in_ring(part[0], point) and not any(in_ring(hole, point) for hole in part[1:]) for part in polygons(geometry)
    )


def in_ring(ring: Sequence[Point], point: Point) -> bool:
    """Whether a ring goes around the point."""
    e, n = point
    found = False
    for (e1, n1), (e2, n2) in zip(ring, [*ring[1:], ring[0]], strict=True):
        if (n1 > n) != (n2 > n) and e < (e2 - e1) * (n - n1) / (n2 - n1) + e1:
            found = not found
    return found


def clipped(ring: Sequence[Point], window: Sequence[Point]) -> Ring:
    """The part of a ring inside a convex window (Sutherland and Hodgman); empty when nothing is."""
    kept = _open(list(ring))
    corners = _open(list(window))
    if ring_area(corners) < 0:
        corners.reverse()
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        kept = _left_of(kept, a, b)
    return kept


def distance(one: Point, other: Point) -> float:
    """Metres between two points."""
    return math.hypot(one[0] - other[0], one[1] - other[1])


def _left_of(ring: Ring, a: Point, b: Point) -> Ring:
    def side(p: Point) -> float:
        return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])

    kept: Ring = []
    for start, end in zip(ring, ring[1:] + ring[:1], strict=True):
        s, t = side(start), side(end)
        if s >= 0:
            kept.append(start)
        if (s > 0 > t) or (s < 0 < t):
            share = s / (s - t)
            kept.append((start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])))
    return kept


def _open(ring: Ring) -> Ring:
    """Without the last corner when it repeats the first."""
    return ring[:-1] if len(ring) > 1 and ring[0] == ring[-1] else ring


def _ring(raw: Iterable[Json]) -> Ring:
    return [(float(c[0]), float(c[1])) for c in raw if is_list(c) and len(c) >= 2 and all(map(_number, c[:2]))]


def _number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
