"""How far a step is: what was called last and what came of it, as its part of the log tells."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from loket.core.actions import Ask, Call, Choice
from loket.core.data import JsonObject
from loket.core.events import Answered, Decided, Returned
from loket.core.record import Record
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket_demos.sogis.planner_picks import means, picked
from loket_demos.sogis.planner_trail import SELECTION
from loket_demos.sogis.tool_specs import ADDRESS, PARCEL_BY_NUMBER


@dataclass(frozen=True)
class Stand:
    """How far a step is: the tools that were called, what came of the last, the item that was chosen, the name of
    what the last call is about, and what of it is not meant."""

    tools: tuple[str, ...] = ()
    returned: Returned | None = None
    chosen: str | None = None
    label: str = ""
    but: tuple[str, ...] = ()

    @property
    def tool(self) -> str:
        """The last tool."""
        return self.tools[-1] if self.tools else ""

    @property
    def items(self) -> list[JsonObject]:
        """What the last call found."""
        value = self.returned.value if self.returned is not None else None
        found = [one for one in list_at(value, "items") if is_object(one)]
        left = [one for one in found if not any(means(name, _label(one)) for name in self.but)]
        return left or found

    def sole(self, item: JsonObject, selection: JsonObject | None) -> bool:
        """Whether a house or a parcel that was named without its place may lie elsewhere: the example data has one, the
        canton most likely more. One that lies where the person is has that place."""
        source = object_at(self.returned.value if self.returned is not None else None, "source")
        if self.chosen is not None or self.tool not in (ADDRESS, PARCEL_BY_NUMBER):
            return False
        return text_at(source, "id") == "bundled" and _place(text_at(selection, "label")) != _place(_label(item))


def stand_of(history: Sequence[Record], spoken: str, but: tuple[str, ...] = ()) -> Stand:
    """The stand of a step, in whose conversation this language is spoken, and of which these names are not meant."""
    stand, options = Stand(but=but), tuple[Choice, ...]()
    for record in history:
        match record.event:
            case Decided(action=Call(tools=calls)):
                label = text_at(object_at(calls[0].args, SELECTION), "label")
                stand = Stand((*stand.tools, calls[0].tool), label=label, but=but)
            case Decided(action=Ask(choices=asked)):
                options = asked
            case Returned() as returned:
                stand = replace(stand, returned=returned)
            case Answered(choice=str(chosen)):
                stand = replace(stand, chosen=chosen)
            case Answered(text=str(words)):
                stand = replace(stand, chosen=picked(words, options, spoken))
            case _:
                pass
    return stand


def _label(item: JsonObject) -> str:
    return text_at(object_at(item, "payload"), "label")


def _place(label: str) -> str:
    return label.rpartition(" ")[2]
