"""The port behind which shipped data and the canton's services answer alike."""

from collections.abc import Sequence
from typing import Literal, Protocol

from loket_demos.sogis.geo.lv95 import Point
from loket_demos.sogis.geo.scale import Sheet
from loket_demos.sogis.source.shapes import Address, Bore, Commune, Extract, Layer, MadeFile, Parcel

MOST = 25
"""No search gives more hits."""

EVERY = "*"
"""What is asked for when every map is wanted; a source that has too many of them to list gives none."""

Fault = Literal["http_status", "unreachable", "unreadable", "too_late", "data_unavailable"]


class GeoFailed(Exception):
    """A source can't answer: `http_status` (with the number), `unreachable`, `too_late`, `unreadable`,
    `data_unavailable`. The words for people are made by whoever shows it."""

    def __init__(self, code: Fault, **values: str) -> None:
        super().__init__(code)
        self.code: Fault = code
        self.values = values


class GeoSource(Protocol):
    """Answers questions about places. Called by the tools, any number of times side by side; nothing is written.

    Raises GeoFailed and nothing else; nothing found is an empty answer or None. Searches take what people write (with
    slips of the pen) and give at most `MOST` hits, the best first; hits alike are ordered by how near they are to
    `near`. `parcels_numbered` compares numbers exactly and knows a commune by its name or its land register; without
    one it gives the parcels of that number everywhere. `plan` gives the page itself. `lacks` is the name of a place
    that exists and that this source has nothing of; empty for a source that has the whole canton."""

    @property
    def name(self) -> Literal["bundled", "live"]: ...

    def lacks(self, place: str) -> str: ...

    async def addresses(self, text: str, near: Point | None = None) -> Sequence[Address]: ...

    async def communes(self, text: str) -> Sequence[Commune]: ...

    async def layers(self, text: str) -> Sequence[Layer]: ...

    async def parcels_at(self, point: Point) -> Sequence[Parcel]: ...

    async def parcels_numbered(self, number: str, commune: str = "") -> Sequence[Parcel]: ...

    async def parcel(self, egrid: str) -> Parcel | None: ...

    async def extract(self, parcel: Parcel) -> Extract: ...

    async def bore(self, point: Point, resolution: float = 1.0) -> Bore: ...

    async def plan(self, parcel: Parcel, sheet: Sheet) -> MadeFile: ...
