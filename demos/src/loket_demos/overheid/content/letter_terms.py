"""Until when a letter can be sent, counted from the day of the decision: by what it says itself, or else by the law."""

from datetime import date

from loket_demos.overheid.content import deadlines
from loket_demos.overheid.content.case_route import CaseRoute
from loket_demos.overheid.content.holidays import LAST_YEAR
from loket_demos.overheid.content.letter_reading import LetterReading
from loket_demos.overheid.content.named_term import named_term
from loket_demos.overheid.content.words import any_found, plain


def letter_terms(
    day: date | None, found: CaseRoute, reading: LetterReading
) -> tuple[deadlines.Deadline | None, deadlines.Deadline | None]:
    """The last day, by what the letter itself says or else by the law; and the last day of a shorter term that the law
    has for some decisions of this kind, which leaves the first one open."""
    if day is None:
        return None, None
    term, route = named_term(reading), found.route
    if term.last is not None and day < term.last < date(LAST_YEAR, 1, 1):
        return deadlines.ends_on(day, term.last), None
    if term.days is not None:
        return deadlines.deadline(day, term.days), None
    if route.kort and any_found(route.kort_bij, plain(f"{reading.main} {reading.rest}")):
        return None, deadlines.deadline(day, route.kort)
    return deadlines.deadline(day, route.dagen), None


def countable(day: date) -> date | None:
    """The day, in a year whose holidays we know."""
    return day if day.year < LAST_YEAR else None
