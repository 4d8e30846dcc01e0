"""The Swiss grid LV95 (EPSG:2056): its box, the way to degrees and back, and points as people write them."""

import math
import re

Point = tuple[float, float]
"""East and north in metres of LV95."""

CRS = "EPSG:2056"
BOX = (2_485_000.0, 1_075_000.0, 2_834_000.0, 1_296_000.0)
"""West, south, east and north of Switzerland."""

_NUMBER = r"[-+]?\d{1,3}(?:['’ \u202f]\d{3})+(?:[.,]\d+)?|[-+]?\d+(?:[.,]\d+)?"
_PAIR = re.compile(rf"(?P<first>{_NUMBER})\s*°?\s*[NnEe]?\s*(?:[,;/|]\s*|\s+)(?P<second>{_NUMBER})")
_MARKS = re.compile(r"\b(?:lv\s?95|lv\s?03|wgs\s?84|epsg:\d+|lat|lon|e|n)\b\s*[:=]?", re.IGNORECASE)


def inside(point: Point) -> bool:
    """Whether the point lies in the box of Switzerland."""
    return BOX[0] <= point[0] <= BOX[2] and BOX[1] <= point[1] <= BOX[3]


def to_lv95(lat: float, lon: float) -> Point:
    """Degrees of WGS 84 as LV95; swisstopo's approximate formulas, good to about a metre."""
    p, q = (lat * 3600 - 169028.66) / 1e4, (lon * 3600 - 26782.5) / 1e4
    east = 2600072.37 + 211455.93 * q - 10938.51 * q * p - 0.36 * q * p**2 - 44.54 * q**3
    north = 1200147.07 + 308807.95 * p + 3745.25 * q**2 + 76.63 * p**2 - 194.56 * q**2 * p + 119.79 * p**3
    return east, north


def to_wgs84(point: Point) -> tuple[float, float]:
    """LV95 as latitude and longitude of WGS 84; swisstopo's approximate formulas, good to about a metre."""
    y, x = (point[0] - 2_600_000) / 1e6, (point[1] - 1_200_000) / 1e6
    lon = 2.6779094 + 4.728982 * y + 0.791484 * y * x + 0.1306 * y * x**2 - 0.0436 * y**3
    lat = 16.9023892 + 3.238272 * x - 0.270978 * y**2 - 0.002528 * x**2 - 0.0447 * y**2 * x - 0.0140 * x**3
    return lat * 100 / 36, lon * 100 / 36


def grid_point(first: float, second: float) -> Point | None:
    """The point that two numbers can mean: LV95, the old grid LV03, or degrees, in either order. None outside."""
    if not (math.isfinite(first) and math.isfinite(second)):
        return None
    candidates: list[Point] = [(first, second), (second, first)]
    candidates += [(a + 2_000_000, b + 1_000_000) for a, b in candidates if 480_000 < a < 840_000 and b < 300_000]
    for one in candidates:
        if inside(one):
            return one
    for lat, lon in ((first, second), (second, first)):
        if 45 < lat < 48.5 and 5 < lon < 11 and inside(point := to_lv95(lat, lon)):
            return point
    return None


def pair_in(text: str) -> tuple[float, float] | None:
    """The two numbers of a text that is a coordinate and nothing else, wherever it may lie; None when it is not."""
    plain = _MARKS.sub(" ", text).strip().strip("()[]").strip()
    found = _PAIR.fullmatch(plain.rstrip(".°NnEe "))
    if found is None:
        return None
    first, second = _read(found["first"]), _read(found["second"])
    return (first, second) if _like_degrees(first, second, plain) or min(abs(first), abs(second)) >= 10_000 else None


def _read(number: str) -> float:
    """A number as people write it: marks between thousands, a point or a comma for the rest."""
    return float(re.sub(r"['’ \u202f]", "", number).replace(",", "."))


def _like_degrees(first: float, second: float, plain: str) -> bool:
    """Degrees have a rest; `19 2` is a house and a flat."""
    return max(abs(first), abs(second)) <= 180 and len(re.findall(r"\d[.,]\d", plain)) >= 2
