"""How much a JSON body holds, counted from its bytes: a few megabytes of tiny values are gigabytes once they are read.

It knows no door and no schema, so that no field can be forgotten. What is no JSON is left to its door."""

import asyncio
from collections.abc import Callable
from itertools import accumulate
from typing import TypeVar

from loket.core.errors import TooLarge

VALUES = 20_000
"""Values and names in one body, where a list or an object counts twice: a table of 950 rows of ten named columns."""
DEPTH = 1000
"""Objects and lists inside each other. Each door stops long before; this is what no reader stumbles over."""
LOOP_BYTES = 64 * 1024
"""More than this is looked at, and read, in a worker thread."""

Read = TypeVar("Read")

_OTHERS = bytes(set(range(256)) - set(b"[]{}"))
_STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}


async def beside(read: Callable[[bytes], Read], body: bytes) -> Read:
    """What `read` makes of a body; a long one is read in a worker thread, so that nobody else waits for it."""
    return await asyncio.to_thread(read, body) if len(body) > LOOP_BYTES else read(body)


def check_bulk(body: bytes, values: int = VALUES, depth: int = DEPTH) -> None:
    """Refuses more values than this, or deeper ones. Nearly every body is known to be light by two quick counts."""
    opened = body.count(b"[") + body.count(b"{")
    if opened <= depth and opened + body.count(b",") + body.count(b":") < values:
        return
    bare = _without_texts(body, values)
    opened = bare.count(b"[") + bare.count(b"{")
    if opened + bare.count(b",") + bare.count(b":") >= values:
        raise too_many(values)
    steps = map(_STEPS.__getitem__, bare.translate(None, _OTHERS))
    if max(accumulate(steps), default=0) > depth:
        raise TooLarge("too_deep", f"A request has at most {depth} objects and lists inside each other.")


def _without_texts(body: bytes, values: int) -> bytes:
    """What stands between the texts. A quote is one that opens or closes once escaped signs are gone."""
    if b"\\" in body:
        body = body.replace(b"\\\\", b"").replace(b'\\"', b"")
    if body.count(b'"') > 2 * values:
        raise too_many(values)
    return b"".join(body.split(b'"')[::2])


def too_many(values: int) -> TooLarge:
    """The refusal of a request that holds more."""
    return TooLarge("too_many_values", f"A request has at most {values} values.")
