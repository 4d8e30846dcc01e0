"""The port of a view: a fold of records into a state that is plain JSON. A view knows nothing but the records."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from pydantic import TypeAdapter

from loket.core.at_most import STORED
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


class Counted(Protocol):
    """What a view keeps; `upto` is the seq of the last record that it took in."""

    upto: int


S = TypeVar("S", bound=Counted)


class FoldedView(ABC, Generic[S]):
    """A view that keeps one dataclass, of the class `kept`, and is told only records that are new to it (`_take`)."""

    name: ClassVar[str]
    version: ClassVar[str]
    kept: ClassVar[type[Any]]

    def __init__(self, state: S | None = None) -> None:
        self._state: S = self.kept() if state is None else state

    def apply(self, record: Record) -> None:
        """Takes the next record in."""
        if record.seq > self._state.upto:
            self._state.upto = record.seq
            self._take(record)

    def state(self) -> JsonObject:
        """The whole state, as `kept` has it."""
        return _adapter(self.kept).dump_python(self._state, mode="json")

    @classmethod
    def restore(cls, state: JsonObject) -> Self:
        """The view whose `state` this is."""
        return cls(_adapter(cls.kept).validate_python(state, context=STORED))

    @abstractmethod
    def _take(self, record: Record) -> None: ...


@lru_cache
def _adapter(kept: type[Any]) -> TypeAdapter[Any]:
    return TypeAdapter(kept)
