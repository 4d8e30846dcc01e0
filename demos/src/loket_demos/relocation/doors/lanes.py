"""One writer for calls that run side by side: what belongs to one comes before what belongs to the next."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from loket.core.data import JsonObject


@dataclass
class Lanes:
    """Frames of several calls, in the order in which the calls began. What is said of one while an earlier one is not
    over waits for its turn; with `aside` nothing waits, and who reads tells the calls apart by their ids."""

    aside: bool = False
    _waiting: dict[str, list[JsonObject]] = field(default_factory=dict[str, list[JsonObject]])
    _over: set[str] = field(default_factory=set[str])

    @property
    def open(self) -> list[str]:
        """The calls that are not over, in their order."""
        return [lane for lane in self._waiting if lane not in self._over]

    def put(self, lane: str, frames: Iterable[JsonObject], *, last: bool = False) -> Iterator[JsonObject]:
        """What may be written now that these were said of a call; after the `last` ones it is over."""
        self._waiting.setdefault(lane, []).extend(frames)
        if last:
            self._over.add(lane)
        for first in list(self._waiting):
            yield from self._waiting[first]
            self._waiting[first].clear()
            if first in self._over:
                del self._waiting[first]
                self._over.discard(first)
            elif not self.aside:
                return
