"""How large things are on paper and on screen: scale and grid of a plan, and what a zoom means in metres."""

import math
from dataclasses import dataclass

from loket_demos.sogis.geo.geometry import Extent
from loket_demos.sogis.geo.lv95 import Point, to_wgs84

LAYOUT = (0.196, 0.244)
"""Width and height in metres of the map on a printed page, A4 upright."""

SCALES = (
    *(100, 150, 200, 250, 500, 750, 1000, 2000, 2500, 3000, 4000, 5000, 7500, 10_000, 20_000, 25_000),
    *(50_000, 100_000, 200_000, 250_000, 500_000, 1_000_000),
)
INTERVALS = (
    *(10, 20, 25, 50, 100, 200, 250, 300, 400, 500, 750, 1000, 1500, 2000, 2500, 3000, 4000, 5000, 7500, 10_000),
    *(20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000),
)
EQUATOR = 156_543.03392
"""Metres a pixel at zoom 0 on the equator."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a plan shows: its extent, one to how much, and metres between the lines of its grid."""

    extent: Extent
    denominator: int
    interval: int


def sheet_for(area: Extent) -> Sheet | None:
    """The sheet on which an area fits: the next scale strictly above the one that would just do; the side that limits
    grows with it, the other follows the shape of the page, and the centre stays. None for an area of no size."""
    width, height = area[2] - area[0], area[3] - area[1]
    if not (width > 0 and height > 0 and math.isfinite(width) and math.isfinite(height)):
        return None
    just = 1 / min(LAYOUT[0] / width, LAYOUT[1] / height)
    chosen = next((scale for scale in SCALES if scale > math.ceil(just)), SCALES[-1])
    ratio = LAYOUT[0] / LAYOUT[1]
    if LAYOUT[0] / width <= LAYOUT[1] / height:
        width *= chosen / just
        height = width / ratio
    else:
        height *= chosen / just
        width = height * ratio
    return _sheet(area, width, height, chosen)


def sheet_at(area: Extent, denominator: int) -> Sheet | None:
    """The sheet at this scale with an area in its middle; None when the area does not fit."""
    width, height = LAYOUT[0] * denominator, LAYOUT[1] * denominator
    if area[2] - area[0] > width or area[3] - area[1] > height:
        return None
    return _sheet(area, width, height, denominator)


def _sheet(area: Extent, width: float, height: float, denominator: int) -> Sheet:
    east, north = (area[0] + area[2]) / 2, (area[1] + area[3]) / 2
    box = (east - width / 2, north - height / 2, east + width / 2, north + height / 2)
    interval = next((one for one in INTERVALS if one >= math.ceil(width / 3)), INTERVALS[-1])
    return Sheet(box, denominator, interval)


def resolution(zoom: float, at: Point) -> float:
    """Metres a pixel. A zoom has no meaning of its own in LV95; ours is that of web maps at the same latitude."""
    return EQUATOR * math.cos(math.radians(to_wgs84(at)[0])) / 2**zoom


def zoom_for(metres: float, at: Point) -> float:
    """The zoom at which a pixel is so many metres."""
    return math.log2(EQUATOR * math.cos(math.radians(to_wgs84(at)[0])) / metres)
