"""One wish of a message, as the planner writes it into its plan."""

from typing import Literal

from loket.core.data import Frozen
from loket_demos.sogis.actions import Intent
from loket_demos.sogis.geo.lv95 import pair_in
from loket_demos.sogis.source.known import communes_last

Wish = (
    Intent | Literal["remove_layer", "remove_marker", "hide_layer", "show_layer", "clear_map", "undo", "clarification"]
)
LOADED: tuple[Wish, ...] = ("remove_layer", "remove_marker", "hide_layer", "show_layer", "clear_map")
"""What is done with maps that are loaded."""


class Request(Frozen):
    """One wish and what it is about: the text of an address, a place or a topic, or a parcel by its number or EGRID.
    With none of them it is about what was selected last. `parcel`: the parcel there is wanted, not the place; `loose`:
    the name may be something else; `all`: every loaded map; `elsewhere`: it is about something that nobody knows, and
    not about what was selected last; `but`: maps that stay as they are; `given`: what a step before it must have found.
    `municipality`: that of a parcel, or all that is known of where it is; `says`: the sentence that answers what can't
    be done; `keeps`: what stays is to be seen; `scale`: a plan is wanted at one to so much.
    `only`: the only one that the example data has is meant. `at`: which request of its message it is."""

    intent: Wish
    q: str = ""
    number: str = ""
    municipality: str = ""
    egrid: str = ""
    parcel: bool = False
    loose: bool = False
    all: bool = False
    elsewhere: bool = False
    but: tuple[str, ...] = ()
    given: str = ""
    says: str = ""
    scale: int = 0
    only: bool = False
    keeps: bool = False
    at: int = 0

    @property
    def about(self) -> bool:
        """Whether it says itself what it is about."""
        return bool(self.q or self.number or self.egrid)

    @property
    def unplaced(self) -> bool:
        """Whether it names a house or a parcel and no place, though there may be one like it in many."""
        return not self.only and (not self.municipality if self.number else homeless(self.q))

    @property
    def searches(self) -> bool:
        """Whether it is done when something is found; anything else is about a point or a parcel."""
        return self.intent in ("goto_address", "search_place", "load_layer") and not self.parcel

    @property
    def places(self) -> bool:
        """Whether it finds a place."""
        return self.intent not in ("load_layer", "undo", "clarification", *LOADED)


REST = Request(intent="clarification", all=True)
"""What stands for the part of a message that was not read."""


def homeless(street: str) -> bool:
    """Whether a street or a house is named without its place."""
    return (
        bool(street)
        and street[0].isalpha()
        and "," not in street
        and not communes_last(street.split())
        and pair_in(street) is None
    )
