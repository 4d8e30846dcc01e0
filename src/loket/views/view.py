"""The port of a view: a fold of records into a state that is plain JSON. A view knows nothing but the records."""

from collections.abc import Iterable
from typing import ClassVar, Protocol, Self, TypeVar

from loket.core.data import JsonObject
from loket.core.record import Record


class View(Protocol):
    """Called by the store of snapshots, the doors and the tests, with records in the order of their seq.

    `apply` changes the view in place, once per record, and never raises, however odd the log is; a record at or before
    the last one applied changes nothing, so applying twice is harmless. `state` gives a copy as JSON. `restore` takes
    what `state` of the same `version` gave and continues from there as if it had seen every record; it raises
    ValueError when the state is none of ours. `version` changes whenever the same records would give another state."""

    name: ClassVar[str]
    version: ClassVar[str]

    def apply(self, record: Record) -> object: ...

    def state(self) -> JsonObject: ...

    @classmethod
    def restore(cls, state: JsonObject) -> Self: ...


V = TypeVar("V", bound=View)


def fold(view: V, records: Iterable[Record]) -> V:
    """The same view after these records."""
    for record in records:
        view.apply(record)
    return view
