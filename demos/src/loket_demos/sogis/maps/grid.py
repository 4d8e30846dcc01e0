"""The grid of tiles in LV95: which piece of land a tile shows. The canton's own grid of 15 steps."""

from loket_demos.sogis.geo.geometry import Extent
from loket_demos.sogis.geo.lv95 import Point

ORIGIN: Point = (2_420_000.0, 1_350_000.0)
"""The upper left corner of every grid."""
RESOLUTIONS = (4000.0, 2000.0, 1000.0, 500.0, 250.0, 100.0, 50.0, 20.0, 10.0, 5.0, 2.5, 1.0, 0.5, 0.25, 0.1)
"""Metres a pixel by the number of the grid."""
TILE = 256
"""Pixels of a side."""
REACH: Extent = (2_420_000.0, 1_030_000.0, 2_900_000.0, 1_350_000.0)


def tile_extent(matrix: int, column: int, row: int) -> Extent | None:
    """What a tile shows; None when there is no such tile."""
    if not (0 <= matrix < len(RESOLUTIONS) and column >= 0 and row >= 0):
        return None
    side = RESOLUTIONS[matrix] * TILE
    west, north = ORIGIN[0] + column * side, ORIGIN[1] - row * side
    if west >= REACH[2] or north <= REACH[1]:
        return None
    return west, north - side, west + side, north
