"""The tool `classify_case`: what kind of case a letter is, why the person writes, and which way it must go.

A traffic fine is recognised and said to be no bezwaar: it is an appeal to the officier van justitie (CVOM)."""

from typing import Literal

from pydantic import Field

from loket_demos.overheid.content.cases import CaseType, Route, case_book, check_letter
from loket_demos.overheid.content.frozen import ToolInput, ToolOutput
from loket_demos.overheid.content.sources import SourceNote, note
from loket_demos.overheid.content.words import any_found, occurs, plain

MOST_SIGNALS = 8
GENERAL = "algemeen"


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
    """`reden` is the same as `reason`; `confidence` is from 0 to 1; `signalen` are the words it rests on."""

    type: CaseType
    reason: str
    reden: str
    confidence: float = Field(ge=0, le=1)
    is_bezwaar: bool
    route: RouteText
    signalen: tuple[str, ...] = ()


def classify_case(given: ClassifyInput) -> Classification:
    """The classification of a letter; raises ContentError `too_large`."""
    words = plain(check_letter(given.text))
    scores = {route.code: score(route, words) for route in case_book().routes}
    best = max(scores, key=lambda code: scores[code])
    route = case_book().route(best if scores[best] > 0 else GENERAL)
    why = reason(words)
    return Classification(
        type=route.type,
        reason=why,
        reden=why,
        confidence=confidence(route, scores),
        is_bezwaar=route.soort == "bezwaar",
        route=route_text(route),
        signalen=tuple(word.strip("*") for word in route.woorden if occurs(word, words))[:MOST_SIGNALS],
    )


def score(route: Route, words: str) -> int:
    """The sum of the weights of the keywords that are there."""
    return sum(weight for word, weight in route.woorden.items() if occurs(word, words))


def confidence(route: Route, scores: dict[str, int]) -> float:
    """How far the route is ahead of the best route of another type; 0.3 when no keyword was found."""
    own = scores[route.code]
    if own == 0:
        return 0.3
    rivals = {one.code for one in case_book().routes if one.type != route.type and one.code != GENERAL}
    other = max((value for code, value in scores.items() if code in rivals), default=0)
    return round(min(0.98, 0.5 + 0.5 * (own - other) / (own + other)), 2)


def reason(words: str) -> str:
    """Why the person writes; words about being late come first, because they decide whether anything else matters."""
    book = case_book()
    if any_found(book.te_laat_woorden, words):
        return book.te_laat
    return next((one.tekst for one in book.redenen if any_found(one.woorden, words)), book.twijfel)


def route_text(route: Route) -> RouteText:
    """The route as it is shown and sent."""
    match route.soort:
        case "bezwaar":
            first = f"U maakt bezwaar bij {route.wie}."
        case "beroep":
            first = f"Dit is geen bezwaar. U gaat in beroep bij {route.wie}."
        case "verzet":
            first = f"Dit is geen bezwaar. U doet verzet bij {route.wie}."
    return RouteText(
        code=route.code,
        onderwerp=route.onderwerp,
        soort=route.soort,
        wie=route.wie,
        adres=route.adres,
        dagen=route.dagen,
        uitleg=f"{first} {route.tip}",
        bron=tuple(note(source, checked=case_book().checked) for source in route.bronnen),
    )
