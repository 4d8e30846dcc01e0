"""A letter as it was read, with its way and its nature: the three things that everything said about it rests on."""

from loket_demos.overheid.content.case_route import COURT, CaseRoute, find_route
from loket_demos.overheid.content.cases import case_book, names_office
from loket_demos.overheid.content.decision_date import has_date, names_decision
from loket_demos.overheid.content.disputed_amount import has_amount
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.letter_clauses import MAIN
from loket_demos.overheid.content.letter_kind import NAMED, LetterEvidence, LetterNature, letter_nature
from loket_demos.overheid.content.letter_reading import LetterReading, read_letter


class LetterRoute(DataRow):
    """`nature` says first whether anything can be drafted at all."""

    reading: LetterReading
    found: CaseRoute
    nature: LetterNature


def letter_route(text: str) -> LetterRoute:
    """The letter, its way and its nature. A few words about a known matter are taken for a letter, unless they only ask
    something; what is no letter gives no reasons. Raises ContentError `too_large`."""
    reading = read_letter(text)
    found = find_route(reading)
    if reading.kind == "geen_brief":
        known = (found.basis != "geen" and not reading.question) or reading.of_office
        reading = reading.model_copy(update={"kind": "eigen_brief"} if known else {"grounds": ()})
    nature = letter_nature(_evidence(reading, found))
    if nature.soort == "besluit_op_bezwaar":
        found = CaseRoute(route=case_book().route(COURT), basis=found.basis, signs=found.signs)
    return LetterRoute(reading=reading, found=found, nature=nature)


def _evidence(reading: LetterReading, found: CaseRoute) -> LetterEvidence:
    own = [one for one in reading.clauses if one.voice == "zelf"]
    office = tuple(one.low for one in reading.clauses if one.voice == "overheid")
    heads = tuple(one.head.lower() for one in own if one.role in MAIN and one.role != "te_laat")
    return LetterEvidence(
        office=office,
        person=tuple(one.low for one in own),
        heads=heads,
        basis=found.basis,
        sender=names_office(" . ".join((*office, *heads))),
        two=not office and len(_offices(reading)) > 1,
    )


def _offices(reading: LetterReading) -> frozenset[str]:
    """Who decided, by each sentence that tells of a decision of its own, with its date or its amount."""
    own = [one for one in reading.clauses if one.voice == "zelf" and names_decision(one.head)]
    told = [one.head for one in own if has_date(one.head) or has_amount(one.head)]
    ways = [find_route(LetterReading(kind="eigen_brief", main=head)) for head in told]
    return frozenset(way.route.wie for way in ways if way.basis in NAMED)
