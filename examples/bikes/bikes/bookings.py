"""A view of our own: the bookings of a conversation, folded from its records."""

from typing import ClassVar, Self

from loket.core.actions import Call
from loket.core.data import JsonObject
from loket.core.events import Decided, Returned
from loket.core.record import Record

TOOL = "book"


class Bookings:
    """Calls of `book` that came back well. Pure: the same records give the same bookings, at any time, anywhere."""

    name: ClassVar[str] = "bikes.bookings"
    version: ClassVar[str] = "1"

    def __init__(self) -> None:
        self._seq = 0
        self._calls: list[str] = []
        self._made: list[JsonObject] = []

    def apply(self, record: Record) -> None:
        """Takes in one record; one that was seen already changes nothing."""
        if record.seq <= self._seq:
            return
        self._seq = record.seq
        match record.event:
            case Decided(action=Call(calls=calls)):
                self._calls += [f"{record.seq}.{call.id}" for call in calls if getattr(call, "tool", "") == TOOL]
            case Returned(call=call, ok=True, value=dict(booking)) if call in self._calls:
                self._made.append(booking)
            case _:
                pass

    def state(self) -> JsonObject:
        """A copy as JSON, to be kept and gone on from."""
        return {"seq": self._seq, "calls": list(self._calls), "made": [dict(one) for one in self._made]}

    @classmethod
    def restore(cls, state: JsonObject) -> Self:
        """Goes on from there as if it had seen every record."""
        view = cls()
        view._seq, view._calls, view._made = state["seq"], [*state["calls"]], [*state["made"]]
        return view
