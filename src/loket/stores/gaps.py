"""The unused gap of a page of the database, between its directory and its content: where it is, and blanking it.

SQLite zeroes what is deleted (secure_delete) and every page that is freed, but when it splits or merges pages it leaves
the old bytes of moved rows in that gap. It never reads a gap, so the bytes there may be overwritten beside it."""

import os
import struct
from collections.abc import Iterable

_TREE_PAGES = {0x02: 12, 0x05: 12, 0x0A: 8, 0x0D: 8}  # kinds of B-tree page, with the length of their header
MOST_PAGES = 0x02000000 - 1
"""Any other page that is in use begins with the number of the next one, so in a file of fewer pages (128 GiB) the first
byte of a page tells whether it is of a tree."""


def gap(page: bytes, number: int) -> tuple[int, int] | None:
    """Where it begins and ends, None when there is none; `number` counts from 1."""
    header = 100 if number == 1 else 0
    length = _TREE_PAGES.get(page[header])
    if length is None:
        return None  # freed (zeroed), or the rest of a long value
    first = header + length + 2 * int.from_bytes(page[header + 3 : header + 5], "big")
    content = int.from_bytes(page[header + 5 : header + 7], "big") or 65536
    return (first, content) if first < content <= len(page) else None


def remnant(page: bytes, number: int) -> tuple[int, int] | None:
    """The gap of this page when there is anything in it. None for a page that contradicts itself: what is damaged is
    left as it is."""
    where = gap(page, number)
    if where is None:
        return None
    first, content = where
    if page.startswith(bytes(content - first), first):
        return None
    header = 100 if number == 1 else 0
    cells = page[header + _TREE_PAGES[page[header]] : first]
    places = struct.unpack(f">{len(cells) // 2}H", cells)
    return where if not places or (content <= min(places) and max(places) < len(page)) else None


def page_size(file: int) -> int:
    size = int.from_bytes(os.pread(file, 2, 16), "big")
    return 65536 if size == 1 else size


def remnants(file: int, first: int, count: int) -> list[int] | None:
    """Which of these pages have something in their gap; None when the file ends before `first`."""
    size = page_size(file)
    pages = os.pread(file, size * count, (first - 1) * size)
    if not pages:
        return None
    return [
        first + at
        for at in range(len(pages) // size)
        if remnant(pages[at * size : (at + 1) * size], first + at) is not None
    ]


def blank(file: int, numbers: Iterable[int]) -> int:
    """Zeroes the gaps of these pages and answers how many had anything in it. Nobody may write the file meanwhile."""
    size, found = page_size(file), 0
    for number in numbers:
        page = os.pread(file, size, (number - 1) * size)
        if len(page) == size and (where := remnant(page, number)) is not None:
            os.pwrite(file, bytes(where[1] - where[0]), (number - 1) * size + where[0])
            found += 1
    if found:
        os.fsync(file)
    return found
