"""The index of SQLite's log of writes (WAL): how many pages stand in the log, and which; see sqlite.org/walformat.html.

It is a file that the connections share; looking there costs one read instead of one for each page."""

import os
import sys
from array import array
from mmap import PROT_READ, mmap

_HEADER, _BLOCK = 136, 32 * 1024
"""Bytes of its header, and of each block of it: numbers of pages, then a table of hashes."""
_FIRST, _NEXT = 4062, 4096
"""Pages of the first block, and of each after it."""


def header(index: int) -> mmap:
    """Its header, to be looked at without letting go of the interpreter as a read does."""
    return mmap(index, _HEADER, prot=PROT_READ)


def frames(header: mmap) -> int:
    """How many pages stand in the log: `mxFrame`."""
    return int.from_bytes(header[16:20], sys.byteorder)


def pages(index: int, frames: int) -> list[int]:
    """The numbers of the pages that stand in the log, each once and in order."""
    numbers = array("I", os.pread(index, 4 * min(frames, _FIRST), _HEADER))
    left, block = frames - _FIRST, _BLOCK
    while left > 0:
        numbers.frombytes(os.pread(index, 4 * min(left, _NEXT), block))
        left, block = left - _NEXT, block + _BLOCK
    return sorted(set(numbers))
