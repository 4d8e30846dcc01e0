"""The plan of a parcel on one page: to scale, with its neighbours, a grid, north, and who it is not from."""

import math
from collections.abc import Iterator, Sequence

from loket_demos.paper import BLACK, GREY, LIGHT, PAGE, Color, Paper
from loket_demos.sogis.geo.geometry import centroid, clipped, in_ring, polygon, polygons, ring_area
from loket_demos.sogis.geo.lv95 import CRS, Point
from loket_demos.sogis.geo.scale import LAYOUT, Sheet
from loket_demos.sogis.source.shapes import Parcel

FRAME = (7.0, 45.0, LAYOUT[0] * 1000, LAYOUT[1] * 1000)
"""Left, low, width and height of the map on the page, in millimetres."""
NOT_OFFICIAL = "Kein amtlicher Auszug"
LEAST_NAMED = 120.0
"""A piece with fewer square millimetres on the page has no room for its number."""
RED: Color = (0.8, 0.1, 0.1)
PINK: Color = (1.0, 0.93, 0.9)


def draw(parcel: Parcel, around: Sequence[Parcel], sheet: Sheet) -> bytes:
    """The page as a PDF."""
    paper = Paper(f"Grundbuchplan {parcel.municipality} Nr. {parcel.number}", NOT_OFFICIAL)
    paper.clip(FRAME)
    for other in around:
        _land(paper, other, sheet, GREY, None)
    _land(paper, parcel, sheet, RED, PINK)
    for other in around:
        _parcel_number(paper, other, sheet, GREY)
    _parcel_number(paper, parcel, sheet, RED)
    _grid(paper, sheet)
    paper.unclip()
    left, low, width, height = FRAME
    paper.shape([[(left, low), (left + width, low), (left + width, low + height), (left, low + height)]], 0.4, BLACK)
    _north(paper, (left + width - 12, low + height - 24))
    _title(paper, parcel, sheet)
    return paper.done()


def on_page(point: Point, sheet: Sheet) -> Point:
    """Where a point of the land lies on the page, in millimetres."""
    scale = 1000 / sheet.denominator
    return FRAME[0] + (point[0] - sheet.extent[0]) * scale, FRAME[1] + (point[1] - sheet.extent[1]) * scale


def grid_lines(sheet: Sheet) -> Iterator[tuple[str, float]]:
    """The lines of the grid on a sheet: E or N, and the metres."""
    west, south, east, north = sheet.extent
    for name, low, high in (("E", west, east), ("N", south, north)):
        first = math.ceil(low / sheet.interval)
        for step in range(first, math.floor(high / sheet.interval) + 1):
            yield name, float(step * sheet.interval)


def metres(value: float) -> str:
    """A coordinate as it is printed: 2'605'899."""
    return f"{value:,.0f}".replace(",", "'")


def _land(paper: Paper, parcel: Parcel, sheet: Sheet, color: Color, fill: Color | None) -> None:
    wide = 0.6 if fill else 0.2
    for part in polygons(parcel.geometry):
        paper.shape([[on_page(point, sheet) for point in ring] for ring in part], wide, color, fill)


def _parcel_number(paper: Paper, parcel: Parcel, sheet: Sheet, color: Color) -> None:
    """The number of a parcel in the middle of what is seen of it."""
    west, south, east, north = sheet.extent
    window = [(west, south), (east, south), (east, north), (west, north)]
    for part in polygons(parcel.geometry):
        seen = clipped(part[0], window)
        if abs(ring_area(seen)) * (1000 / sheet.denominator) ** 2 < LEAST_NAMED:
            continue
        middle = centroid(polygon(seen))
        if middle is not None and in_ring(seen, middle):
            paper.centred(on_page(middle, sheet), parcel.number, 8, color)


def _grid(paper: Paper, sheet: Sheet) -> None:
    west, south, east, north = sheet.extent
    for name, value in grid_lines(sheet):
        ends = ((value, south), (value, north)) if name == "E" else ((west, value), (east, value))
        start, end = (on_page(point, sheet) for point in ends)
        paper.line([start, end], 0.1, LIGHT)
        if name == "E":
            paper.upwards((start[0] - 0.8, start[1] + 1.5), metres(value))
        else:
            paper.text((start[0] + 1.5, start[1] + 0.8), metres(value), 6, GREY)


def _north(paper: Paper, at: Point) -> None:
    x, y = at
    paper.shape([[(x, y + 14), (x - 3.2, y), (x, y + 3)]], 0.2, BLACK, BLACK)
    paper.shape([[(x, y + 14), (x + 3.2, y), (x, y + 3)]], 0.2, BLACK)
    paper.centred((x, y + 17), "N", 10)


def _title(paper: Paper, parcel: Parcel, sheet: Sheet) -> None:
    left, top = FRAME[0], FRAME[1] - 7
    paper.text((left, top), f"Grundbuchplan {parcel.municipality} Nr. {parcel.number}", 13, bold=True)
    size = "" if parcel.area is None else f"Fläche {metres(parcel.area)} m²"
    register = f"Grundbuch {parcel.land_register}" if parcel.land_register else ""
    facts = [register, parcel.kind, size, f"EGRID {parcel.egrid}"]
    paper.text((left, top - 6), " · ".join(fact for fact in facts if fact))
    grid = f"Gitter {metres(sheet.interval)} m · Bezugsrahmen LV95 ({CRS})"
    paper.text((left, top - 11.5), f"Massstab 1:{metres(sheet.denominator)} · {grid}")
    _bar(paper, sheet, (PAGE[0] - 70, top - 6))
    paper.text((left, top - 19), NOT_OFFICIAL, 11, RED, bold=True)
    words = "Aus erfundenen Beispieldaten gezeichnet. Rechtsverbindlich ist nur der Auszug des Nachführungsgeometers."
    paper.text((left, top - 24), words, 8, GREY)


def _bar(paper: Paper, sheet: Sheet, at: Point) -> None:
    """A bar of a round number of metres, 20 to 50 mm long."""
    longest = 0.05 * sheet.denominator
    unit = 10 ** math.floor(math.log10(longest))
    size = next(unit * step for step in (5, 2, 1) if unit * step <= longest)
    width = size / sheet.denominator * 1000
    paper.line([(at[0], at[1] + 1.5), at, (at[0] + width, at[1]), (at[0] + width, at[1] + 1.5)], 0.3)
    paper.centred((at[0] + width / 2, at[1] + 2), f"{metres(size) if size >= 1 else size} m", 8)
