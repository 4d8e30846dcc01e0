"""What a person does on the workbench besides talking and answering: each is one record, typed here."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError

from loket.core.data import Frozen
from loket.core.events import Event, SurfaceActed

SURFACE = "workbench"


class Begun(Frozen):
    """The planner may take its first step. What is played and against whom stands in the settings."""

    name: Literal["begin"] = "begin"


class GuidanceNoted(Frozen):
    """A note to the planner: a draft that waits for approval is taken back, and thought about once more."""

    name: Literal["note"] = "note"
    text: str = Field(min_length=1, max_length=4000)


class Handed(Frozen):
    """What is sent to the other agent as it is, where nobody of ours plays (`relay`), with files of the vault by their
    names. With `last` nothing comes after it."""

    name: Literal["hand"] = "hand"
    text: str = Field(min_length=1, max_length=20_000)
    attachments: tuple[str, ...] = Field(default=(), max_length=20)
    last: bool = False


class VaultFlagged(Frozen):
    """A file of the vault is private, has priority, or is summed up in other words; None leaves it as it is."""

    name: Literal["flag"] = "flag"
    file: str
    private: bool | None = None
    priority: bool | None = None
    summary: str | None = None
    keywords: tuple[str, ...] | None = None


class VaultPurged(Frozen):
    """The files of the vault that came from this source are gone from it; or the one file."""

    name: Literal["purge"] = "purge"
    source: str = ""
    file: str = ""


Act = Annotated[Begun | GuidanceNoted | Handed | VaultFlagged | VaultPurged, Field(discriminator="name")]
_acts: TypeAdapter[Act] = TypeAdapter(Act)


def event_of(act: Act) -> SurfaceActed:
    """The act as the log has it."""
    return SurfaceActed(surface=SURFACE, name=act.name, payload=act.model_dump(mode="json", exclude={"name"}))


def act_of(event: Event) -> Act | None:
    """The act that a record is; None for all else."""
    if not (isinstance(event, SurfaceActed) and event.surface == SURFACE):
        return None
    try:
        return _acts.validate_python({**event.payload, "name": event.name})
    except ValidationError:
        return None
