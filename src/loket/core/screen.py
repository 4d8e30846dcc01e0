"""A screen: how an assistant's work looks on one surface, as a projection of records onto a data model."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from loket.core.data import JsonObject
from loket.core.record import Record
from loket.core.surfaces import Patch


@dataclass(frozen=True, slots=True)
class Happened:
    """A record of a surface's flow. For a call and all that becomes of it: its tool, and the step that decided it.

    `ended`: it is the last one, the `Returned` that the flow's task gives to the root."""

    record: Record
    tool: str = ""
    step: str = ""
    ended: bool = False


@dataclass(frozen=True)
class SurfaceTree:
    """The A2UI components that draw a surface: a flat list with one id `root`, against a catalog.

    The web shell's own catalog is `urn:loket:catalog:1`. `{"path": "/line"}` stands for a value of the data model."""

    catalog: str
    components: tuple[JsonObject, ...]


class Screen(Protocol):
    """Pure: the same records give the same frames, live and replayed.

    `intents` are the tasks whose work this surface shows; each opens it anew. `empty` is the model a run starts with,
    made of the task's arguments, and of none for a surface nobody has used. `frames` answers the updates one record
    makes, in order; each becomes a message of its own. It must not raise, and it does not change the model it is
    given."""

    @property
    def surface(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def intents(self) -> tuple[str, ...]: ...

    def empty(self, args: JsonObject) -> JsonObject: ...

    def frames(self, model: JsonObject, happened: Happened) -> Sequence[Sequence[Patch]]: ...
