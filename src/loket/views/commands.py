"""The view `commands`: what the clients of a conversation were told to do, whole and in order, so that each does it."""

from dataclasses import dataclass, field
from typing import ClassVar, Self

from pydantic import TypeAdapter

from loket.core.at_most import STORED
from loket.core.data import Json, JsonObject
from loket.core.events import ClientTold, Redacted
from loket.core.record import Record
from loket.views.plain import light

WINDOW = 500
"""Commands kept; `dropped` counts the older ones."""
HEAVY = 40_000
"""Weight of one command that is still kept, as `light` counts: an area of ten thousand corners."""


@dataclass(slots=True, kw_only=True)
class CommandItem:
    """A command, from record `seq` of `scope`; None when it is too heavy or was redacted."""

    seq: int
    scope: str
    command: Json


@dataclass(slots=True, kw_only=True)
class CommandsState:
    """The last commands, oldest first."""

    upto: int = 0
    dropped: int = 0
    items: list[CommandItem] = field(default_factory=list)


_states = TypeAdapter(CommandsState)


class Commands:
    """Keeps a bounded window of commands."""

    name: ClassVar[str] = "commands"
    version: ClassVar[str] = "1"

    def __init__(self, state: CommandsState | None = None) -> None:
        self._state = state or CommandsState()

    def apply(self, record: Record) -> None:
        """Takes the next record in."""
        state = self._state
        if record.seq <= state.upto:
            return
        state.upto = record.seq
        match record.event:
            case ClientTold(command=command):
                value, _ = light(command, HEAVY)
                state.items.append(CommandItem(seq=record.seq, scope=record.scope, command=value))
                if len(state.items) > WINDOW:
                    del state.items[0]
                    state.dropped += 1
            case Redacted(seqs=seqs):
                for item in state.items:
                    item.command = None if item.seq in seqs else item.command
            case _:
                pass

    def state(self) -> JsonObject:
        """The whole state; see CommandsState."""
        return _states.dump_python(self._state, mode="json")

    @classmethod
    def restore(cls, state: JsonObject) -> Self:
        """The view whose `state` this is."""
        return cls(_states.validate_python(state, context=STORED))
