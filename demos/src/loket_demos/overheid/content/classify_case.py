"""The tool `classify_case`: what kind of case a letter is, in which words the person says why, and where it must go.

A traffic fine is recognised and said to be no bezwaar: it is an appeal to the officier van justitie (CVOM). The reason
is a piece of the letter, word for word; the code for a late letter, which the contract wants, comes before it."""

from typing import Literal

from pydantic import Field

from loket_demos.overheid.content.case_route import CaseRoute
from loket_demos.overheid.content.cases import Basis, CaseType, Route, case_book
from loket_demos.overheid.content.dated_decision import NAMES_IT
from loket_demos.overheid.content.decision_date import decision_dates
from loket_demos.overheid.content.frozen import ToolInput, ToolOutput
from loket_demos.overheid.content.kind_book import NAMED
from loket_demos.overheid.content.letter_kind import LetterNature
from loket_demos.overheid.content.letter_reading import LetterKind, LetterReading, Quote, read_letter
from loket_demos.overheid.content.letter_route import LetterRoute, letter_route
from loket_demos.overheid.content.shown_reason import first_words
from loket_demos.overheid.content.sources import SourceNote, note
from loket_demos.overheid.content.voices import addresses_reader
from loket_demos.overheid.content.words import occurs, plain

ACCOUNT = 2
"""So many sentences of a person make an account of a matter."""


class ClassifyInput(ToolInput):
    text: str = Field(description="de brief")


class RouteText(ToolOutput):
    """The way the case must go, for a person to read."""

    code: str
    onderwerp: str
    soort: Literal["bezwaar", "beroep", "verzet"]
    wie: str
    adres: str
    dagen: int
    uitleg: str
    bron: tuple[SourceNote, ...]


class Classification(ToolOutput):
    """`reden` is the same as `reason`; `confidence`, from 0 to 1, is how often a way that rests on this (`basis`) was
    right; `signalen` are the words it rests on, `gronden` the person's own sentences, `misschien` those that may be
    somebody else's, `tekst` what kind of text it is, `brief` what kind of letter and what can be done."""

    type: CaseType
    reason: str
    reden: str
    confidence: float = Field(ge=0, le=1)
    is_bezwaar: bool
    route: RouteText
    signalen: tuple[str, ...] = ()
    basis: Basis = "geen"
    tekst: LetterKind = "eigen_brief"
    gronden: tuple[Quote, ...] = ()
    misschien: tuple[Quote, ...] = ()
    brief: LetterNature


def classify_case(given: ClassifyInput) -> Classification:
    """The classification of a letter; raises ContentError `too_large`."""
    letter = letter_route(given.text)
    reading, found = letter.reading, letter.found
    why = reason(reading)
    return Classification(
        type=found.route.type,
        reason=why,
        reden=why,
        confidence=0 if reading.kind == "geen_brief" else case_book().zekerheid[found.basis],
        is_bezwaar=found.route.soort == "bezwaar",
        route=route_text(found),
        signalen=found.signs,
        basis=found.basis,
        tekst=reading.kind,
        gronden=reading.passages,
        misschien=reading.maybe,
        brief=letter.nature,
    )


def tells_of_decision(text: str) -> bool:
    """Does it say that an office that we know decided something?"""
    letter = letter_route(text)
    kind = letter.reading.kind in ("eigen_brief", "brief_van_overheid")
    return kind and bool(letter.reading.main) and letter.found.basis in NAMED


def dates_a_decision(text: str) -> bool:
    """Does it name a decision of an office that we know with its date? Nobody does who only asks for an allowance."""
    reading = letter_route(text).reading
    best = decision_dates(text, reading.cut, reading.spoken).best
    return best is not None and best.rank >= NAMES_IT and tells_of_decision(text)


def tells_an_office(text: str) -> bool:
    """Does somebody tell in sentences of their own, and ask nothing, what goes on between them and an office that we
    know? They may object, and are asked whether they do."""
    letter = letter_route(text)
    own = [one for one in letter.reading.clauses if one.own]
    asks = any(one.role == "vraag" or one.low.endswith("?") for one in own)
    sure = letter.found.basis == "instantie_en_onderwerp" and letter.reading.kind == "eigen_brief"
    return sure and len(own) >= ACCOUNT and not asks


def is_sent_letter(text: str) -> bool:
    """Is it, on lines of its own, the letter of an office that we know, to which the person adds nothing?"""
    return "\n" in text.strip() and _sent(letter_route(text))


def _sent(letter: LetterRoute) -> bool:
    reading = letter.reading
    tells = any(addresses_reader(one.low) and not one.low.endswith("?") for one in reading.clauses)
    return tells and reading.kind == "brief_van_overheid" and letter.found.basis in NAMED


def is_foreign_text(text: str) -> bool:
    """Is it in another language?"""
    return read_letter(text).kind == "andere_taal"


def is_foreign_letter(text: str) -> bool:
    """Is it laid out as a letter, and in another language? Who only asks something writes no greeting on a line."""
    return "\n" in text.strip() and is_foreign_text(text)


def is_other_letter(text: str) -> bool:
    """Does it tell of a letter against which nothing can be drafted, but of which we know what can be done? Or is it
    the letter of an office that we know, beside which the person says nothing: they are asked what it is."""
    letter = letter_route(text)
    reading = letter.reading
    told = bool(reading.main) or letter.nature.soort in ("klacht", "geen_antwoord", "betalen")
    return reading.kind != "andere_taal" and ((bool(letter.nature.bron) and told) or _sent(letter))


def reason(reading: LetterReading, *, in_time: bool = False) -> str:
    """Why the person writes: the code for a late letter first, because that decides whether anything else matters, and
    not where it is known to be `in_time`; else the person's own words; else that none were given."""
    book, ground = case_book(), first_words(reading)
    if reading.late is not None and not in_time:
        return book.te_laat
    return book.twijfel if ground is None else ground.tekst


def route_text(found: CaseRoute) -> RouteText:
    """The route as it is shown and sent."""
    route = found.route
    return RouteText(
        code=route.code,
        onderwerp=route.onderwerp,
        soort=route.soort,
        wie=route.wie,
        adres=route.adres,
        dagen=route.dagen,
        uitleg=explain(found),
        bron=tuple(note(source, checked=case_book().checked) for source in route.bronnen),
    )


def explain(found: CaseRoute, hurry: bool = False) -> str:
    """Where it goes, or that nobody here knows; in a `hurry` without what takes time before one writes."""
    route = found.route
    if hurry and found.basis in NAMED and route.eerst:
        return _first(route)
    if found.basis not in NAMED:
        maybe = f" Het kan gaan over: {', of '.join(found.maybe)}." if found.maybe else ""
        return f"{case_book().onbekend_wie}{maybe} {route.tip}"
    return f"{_first(route)} {_tips(found)}"


def _tips(found: CaseRoute) -> str:
    """What is to be minded; without what belongs to another matter of the same office than the one it is about."""
    route, told = found.route, plain(" ".join(found.signs))
    short = any(occurs(name, told) for name in route.kort_bij)
    other = any(occurs(name, told) for name in route.onderwerpen if name not in route.kort_bij)
    return route.tip if other and not short else route.tips


def _first(route: Route) -> str:
    match route.soort:
        case "bezwaar":
            return f"U maakt bezwaar bij {route.wie}."
        case "beroep":
            return f"Dit is geen bezwaar. U gaat in beroep bij {route.wie}."
        case "verzet":
            return f"Dit is geen bezwaar. U doet verzet bij {route.wie}."
