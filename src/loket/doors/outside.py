"""What doors of tools and of agents say of a call that waits for a person's approval, and where that is given."""

from dataclasses import dataclass

from loket.core.data import JsonObject
from loket.core.tool import ToolFailed
from loket.views.outcome_state import Outcome

WAITING = "waiting_for_approval"


class NeedsApproval(ToolFailed):
    """A person must approve the call first. Nothing was done yet; `outcome` knows the message and what to answer."""

    def __init__(self, what: str, place: "OutsidePlace", outcome: Outcome, again: JsonObject) -> None:
        """`again` is what to send once more for the result: the name of an id and the id."""
        [(name, key)] = again.items()
        text = (
            f"{what} is waiting for approval: it was not done yet. A person can approve it at {place.link} - "
            f"for the result, send the same again with {name} {key}."
        )
        super().__init__(WAITING, text, {"link": place.link, **again})
        self.what = what
        self.place = place
        self.outcome = outcome


@dataclass(frozen=True, slots=True)
class OutsidePlace:
    """The conversation of a call from outside, and whose it is. `at` is the address of this server's pages."""

    conversation: str
    owner: str
    at: str

    @property
    def link(self) -> str:
        """Where a person finds it."""
        return f"{self.at}/#/t/{self.conversation}"
