"""Whether a log on servers is laid out as this version reads it: one that is not would look empty, or be torn."""

from loket.core.errors import StoreError
from loket.stores.jetstream.stream import LAYOUT, Stream
from loket.stores.jetstream.subjects import Subjects

_OLD = ("i.*.*", "o.*.*")
"""Where entries of the index were before layouts were told apart, and nothing is now."""


async def check_layout(log: Stream, subjects: Subjects) -> None:
    """StoreError says what to do with a log of another layout. Nothing is changed: other nodes may be writing to it."""
    mark = await log.last(subjects.version)
    if mark is not None and mark.body != LAYOUT:
        text = (
            f"The log on the NATS servers under the prefix {subjects.prefix} was written by a newer Loket. Renew this"
        )
        raise StoreError("newer_data", f"{text} one, or name another prefix in LOKET_STORE (?prefix=…).")
    for old in _OLD:
        if await log.next(f"{subjects.prefix}.log.{old}", 1) is not None:
            text = f"The log on the NATS servers under the prefix {subjects.prefix} is of before 24 November 2026, and"
            more = "this Loket can't read its index. Nothing was changed. Serve it with the one that wrote it, or name"
            raise StoreError("old_layout", f"{text} {more} another prefix in LOKET_STORE (?prefix=…) to begin anew.")
