"""Rows and entries as the contract suite appends them."""

from loket.core.ports import Entry, Row, State
from tests.stores.conftest import SlowClock


def rows(first: int, last: int, text: str = "row") -> list[Row]:
    """From the first seq to the last."""
    return [Row(seq, f"{text} {seq}".encode()) for seq in range(first, last + 1)]


def entry(clock: SlowClock, name: str, owner: str = "ann", state: State = "idle", *aliases: str) -> Entry:
    """A conversation of the index, as of now."""
    return Entry(name, owner, "overheid", f"about {name}", state, clock(), clock(), aliases)
