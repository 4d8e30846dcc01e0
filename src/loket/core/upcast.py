"""Lifts records written by older versions to the shape of this one, a step at a time."""

from collections.abc import Callable, Mapping

from loket.core.data import JsonObject
from loket.core.errors import StoreError

VERSION = 1
LIFTS: Mapping[int, Callable[[JsonObject], JsonObject]] = {}
"""From version n to n + 1. Empty until the first change of a stored shape."""


def upcast(raw: JsonObject) -> JsonObject:
    """The record as this version writes it. StoreError when it comes from a newer version."""
    version = raw.get("v", VERSION)
    if not isinstance(version, int) or version > VERSION:
        raise StoreError("newer_record", f"This log was written by a newer Loket (record version {version}).")
    while version < VERSION:
        raw = {**LIFTS[version](raw), "v": version + 1}
        version += 1
    return raw
