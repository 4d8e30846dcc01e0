"""A letter as it was understood: what everything that is said about it, and both letters about it, are made of."""

from datetime import date

from loket_demos.overheid.content.case_route import CaseRoute
from loket_demos.overheid.content.cases import Route
from loket_demos.overheid.content.deadlines import Deadline
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.letter_kind import NAMED, LetterNature
from loket_demos.overheid.content.letter_reading import LetterReading


class LetterCase(DataRow):
    """`written` is a date as it stands in the letter; `term` is there only when it is known to be the decision's.
    `dates` and `amounts` are there when nobody can say which one it is; `short`: soon over, or only then."""

    found: CaseRoute
    reading: LetterReading
    nature: LetterNature
    reason: str
    written: str | None
    amount: str | None
    subject: str
    reference: str | None
    term: Deadline | None
    today: date | None
    snippets: tuple[str, ...]
    dates: tuple[str, ...] = ()
    amounts: tuple[str, ...] = ()
    short: Deadline | None = None

    @property
    def route(self) -> Route:
        return self.found.route

    @property
    def over(self) -> bool:
        """The last day is over."""
        return self.term is not None and self.term.state(self.today) == "te_laat"

    @property
    def late(self) -> bool:
        """The last day is over, or the writer says so and nobody can count."""
        known = self.term is not None and self.term.state(self.today) != "onbekend"
        return self.over or (self.reading.late is not None and not known)

    @property
    def sender_known(self) -> bool:
        """We know who decided this."""
        return self.found.basis in NAMED

    @property
    def drafted(self) -> bool:
        """There is a decision to write against; who took it may still have to be filled in."""
        return self.nature.open or self.nature.soort == "wie"
