"""What a map assistant's package hands to the server beside its tools: the documents they made, and maps it draws."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from loket.core.data import JsonObject

Box = tuple[float, float, float, float]
"""West, south, east and north."""


class Print(Protocol):
    """What is known of a document."""

    @property
    def name(self) -> str: ...

    @property
    def media(self) -> str: ...


FindPrint = Callable[[str, str], Awaitable[tuple[Print, bytes] | None]]
"""The document of an owner by its id; None when it is unknown, expired or somebody else's."""


class Maps(Protocol):
    """Draws; None for what there is not. Called by the door for every tile, any number of times side by side; sizes and
    extents are checked by whoever draws. `background` is what a map shows below everything, as GeoJSON."""

    async def tile(self, layer: str, matrix: int, column: int, row: int) -> bytes | None: ...

    async def picture(self, names: list[str], extent: Box, size: tuple[int, int]) -> bytes | None: ...

    async def background(self) -> JsonObject: ...


@dataclass(frozen=True)
class MapPart:
    """Both, for the doors of a map. `sites` are the origins of other maps that a page may load."""

    find_print: FindPrint
    maps: Maps
    sites: tuple[str, ...] = ()
