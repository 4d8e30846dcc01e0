"""The capability `structure_bezwaar`: an overview of a letter, what matters, what to do, and a draft reply.

It works with whatever it is given: what is missing or of the wrong shape is read from the letter again."""

from datetime import date
from typing import Literal

from pydantic import AliasChoices, Field, field_validator

from loket_demos.overheid.content import deadlines
from loket_demos.overheid.content.cases import CASE_TYPES, CaseType, Route, case_book, check_letter, route_named
from loket_demos.overheid.content.classify_case import Classification, ClassifyInput, classify_case, route_text
from loket_demos.overheid.content.deadlines import Deadline
from loket_demos.overheid.content.draft_prompt import DraftCase
from loket_demos.overheid.content.dutch_dates import PATTERN, read_date, write_date
from loket_demos.overheid.content.extract_entities import Entities, EntitiesInput, extract_entities
from loket_demos.overheid.content.fallback_letter import MODEL_MARK, fallback_letter
from loket_demos.overheid.content.frozen import DataRow, ToolInput, ToolOutput
from loket_demos.overheid.content.holidays import LAST_YEAR
from loket_demos.overheid.content.model_draft import DraftModel, DraftSettings, NoDraft, model_draft

MOST_SNIPPETS, LONGEST_GIVEN = 6, 500


class BezwaarInput(ToolInput):
    """The contract's four fields; `vandaag` (ISO date) lets us say whether a term has ended."""

    raw_text: str = Field(default="", validation_alias=AliasChoices("raw_text", "text"), description="de brief")
    entities: dict[str, object] = Field(default_factory=dict[str, object])
    classification: dict[str, object] = Field(default_factory=dict[str, object])
    snippets: tuple[str, ...] = ()
    vandaag: date | None = None

    @field_validator("entities", "classification", mode="before")
    @classmethod
    def _only_objects(cls, given: object) -> object:
        return given if isinstance(given, dict) else {}

    @field_validator("snippets", mode="before")
    @classmethod
    def _only_texts(cls, given: object) -> object:
        match given:
            case {"snippets": [*many]} | [*many]:
                return tuple(one[:LONGEST_GIVEN] for one in many if isinstance(one, str) and one.strip())[
                    :MOST_SNIPPETS
                ]
            case _:
                return ()


class Term(ToolOutput):
    """The deadline as data: ISO dates, `stand` is `onbekend` when nobody told what day it is."""

    besluit: str
    laatste_dag: str
    uiterlijk_ontvangen: str
    verschoven_door: str | None
    stand: Literal["op_tijd", "te_laat", "onbekend"]


class Overview(ToolOutput):
    type: CaseType
    reden: str
    datum: str | None
    bedrag: str | None
    onderwerp: str
    timeline: tuple[str, str, str, str]
    snippets: tuple[str, ...]
    is_bezwaar: bool
    waarheen: str
    termijn: Term | None


class BezwaarOutput(ToolOutput):
    overview: Overview
    key_points: tuple[str, str, str]
    actions: tuple[str, str, str]
    draft_response: str
    draft_source: Literal["gemini", "fallback"]
    draft_source_reason: str


class Case(DataRow):
    """Everything the texts are made from."""

    route: Route
    reason: str
    written: str | None
    amount: str | None
    subject: str
    term: Deadline | None
    today: date | None
    snippets: tuple[str, ...]


async def structure_bezwaar(
    given: BezwaarInput, draft: DraftModel | None = None, settings: DraftSettings | None = None
) -> BezwaarOutput:
    """The structured letter. `draft` may write the reply; without it, or when it fails, the fallback does."""
    case = read_case(given)
    about = _about(given.raw_text, case)
    written = await model_draft(about, draft, settings or DraftSettings())
    failed = isinstance(written, NoDraft)
    return BezwaarOutput(
        overview=_overview(case),
        key_points=_key_points(case),
        actions=_actions(case),
        draft_response=fallback_letter(case.route, about.reason) if failed else f"{MODEL_MARK}\n{written}",
        draft_source="fallback" if failed else "gemini",
        draft_source_reason=written.reason if isinstance(written, NoDraft) else "ok",
    )


def _about(letter: str, case: Case) -> DraftCase:
    """What the draft may rest on: our own words and real dates, never free text that a caller put in a field."""
    book = case_book()
    ours = {book.te_laat, book.twijfel, *(one.tekst for one in book.redenen)}
    return DraftCase(
        letter=letter,
        route=case.route,
        reason=case.reason if case.reason in ours else book.twijfel,
        date=write_date(case.term.besluit, weekday=False) if case.term else None,
        snippets=case.route.snippets,
    )


def read_case(given: BezwaarInput) -> Case:
    """What the caller found in the letter, and our own reading where that is missing; may raise `too_large`."""
    text = check_letter(given.raw_text)
    own = classify_case(ClassifyInput(text=text))
    read = extract_entities(EntitiesInput(text=text))
    route = _route(given.classification, own)
    written = _text(given.entities, "datum") or read.datum
    day = _day(given.entities, read)
    return Case(
        route=route,
        reason=_text(given.classification, "reden") or _text(given.classification, "reason") or own.reason,
        written=written,
        amount=_text(given.entities, "bedrag") or read.bedrag,
        subject=_text(given.entities, "onderwerp") or read.onderwerp,
        term=deadlines.deadline(day, route.dagen) if day else None,
        today=given.vandaag,
        snippets=given.snippets or route.snippets,
    )


def _route(classification: dict[str, object], own: Classification) -> Route:
    given = _text(classification, "type")
    if given in CASE_TYPES and given != own.type:
        return route_named(given) or case_book().route(own.route.code)
    return case_book().route(own.route.code)


def _day(entities: dict[str, object], read: Entities) -> date | None:
    """The day the caller found, if it is a real one in a year we can count in; else the one in the letter."""
    for name in ("datum_iso", "datum"):
        match = PATTERN.search(_text(entities, name) or "")
        day = read_date(match.group()) if match else None
        if day is not None:
            return _countable(day)
    return _countable(date.fromisoformat(read.datum_iso)) if read.datum_iso else None


def _countable(day: date) -> date | None:
    return day if day.year < LAST_YEAR else None


def _text(given: dict[str, object], name: str) -> str | None:
    value = given.get(name)
    return value[:LONGEST_GIVEN].strip() or None if isinstance(value, str) else None


def _overview(case: Case) -> Overview:
    term = case.term
    return Overview(
        type=case.route.type,
        reden=case.reason,
        datum=case.written,
        bedrag=case.amount,
        onderwerp=case.subject,
        timeline=_timeline(case),
        snippets=case.snippets,
        is_bezwaar=case.route.soort == "bezwaar",
        waarheen=case.route.adres,
        termijn=Term(
            besluit=term.besluit.isoformat(),
            laatste_dag=term.laatste_dag.isoformat(),
            uiterlijk_ontvangen=term.uiterlijk_ontvangen.isoformat(),
            verschoven_door=term.verschoven_door,
            stand=term.state(case.today),
        )
        if term
        else None,
    )


def _timeline(case: Case) -> tuple[str, str, str, str]:
    day = (
        f"Het besluit: {write_date(case.term.besluit, weekday=False)}. Kijk of deze datum klopt."
        if case.term
        else "Het besluit: wij vinden geen datum. Kijk boven aan de brief."
    )
    return (
        day,
        deadlines.explain(case.term, f"uw {case.route.soort}", case.today),
        f"Na uw {case.route.soort}: {_lower(case.route.na)}",
        f"Het antwoord: {_lower(case.route.beslist)}",
    )


def _key_points(case: Case) -> tuple[str, str, str]:
    route = case.route
    late = case.term is not None and case.term.state(case.today) == "te_laat"
    posted = deadlines.POSTED_RULE if route.soort == "bezwaar" else "Zorg dat uw brief op tijd binnen is."
    return (
        f"Uw brief gaat over {route.brief}. De reden: {_lower(case.reason)}.",
        route_text(route).uitleg,
        route.te_laat if late or case.reason == case_book().te_laat else posted,
    )


def _actions(case: Case) -> tuple[str, str, str]:
    route, term = case.route, case.term
    if term is None:
        first = f"Zoek de datum van het besluit. Stuur uw {route.soort} dan zo snel mogelijk naar: {route.adres}."
    elif term.state(case.today) == "te_laat":
        first = f"De laatste dag is voorbij. {route.te_laat} Stuur uw brief naar: {route.adres}."
    else:
        first = (
            f"Stuur uw {route.soort} op tijd. Uiterlijk: {write_date(term.laatste_dag)}. Stuur het naar: {route.adres}."
        )
    what = "Zet in de brief: uw naam, uw adres, de datum en het kenmerk. Schrijf waarom u het er niet mee eens bent."
    along = "; ".join(_lower(one) for one in route.bewijs)
    return first, f"{what} Vergeet uw handtekening niet.", f"Stuur mee: {along}."


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
