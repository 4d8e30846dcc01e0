"""The view `commands`: what the clients of a conversation were told to do, whole and in order, so that each does it."""

from dataclasses import dataclass, field

from loket.core.data import Json
from loket.core.events import ClientTold, Redacted
from loket.core.record import Record
from loket.views.plain import light
from loket.views.view import FoldedView

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


class Commands(FoldedView[CommandsState]):
    """Keeps a bounded window of commands."""

    name = "commands"
    version = "1"
    kept = CommandsState

    def _take(self, record: Record) -> None:
        state = self._state
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
