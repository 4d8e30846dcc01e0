"""The capability `structure_bezwaar`: an overview of a letter, what matters, what to do, and a draft reply.

It works with whatever it is given: what is missing or of the wrong shape is read from the letter again."""

from datetime import date
from typing import Literal

from pydantic import AliasChoices, Field, field_validator

from loket_demos.overheid.content.both_decisions import both_decisions
from loket_demos.overheid.content.case_advice import actions, key_points, late_advice, timeline
from loket_demos.overheid.content.case_number import case_numbers
from loket_demos.overheid.content.case_route import CaseRoute
from loket_demos.overheid.content.cases import CASE_TYPES, CaseType, case_book, check_letter, route_named
from loket_demos.overheid.content.classify_case import reason
from loket_demos.overheid.content.decision_date import decision_dates
from loket_demos.overheid.content.draft_prompt import DraftCase
from loket_demos.overheid.content.dutch_dates import PATTERN, read_date, write_date
from loket_demos.overheid.content.extract_entities import Entities, EntitiesInput, extract_entities
from loket_demos.overheid.content.fallback_letter import MODEL_MARK, fallback_letter
from loket_demos.overheid.content.frozen import ToolInput, ToolOutput
from loket_demos.overheid.content.late_reason import delay_words
from loket_demos.overheid.content.letter_answers import LetterAnswers, completed, usable
from loket_demos.overheid.content.letter_case import IN_THE_LETTER, LetterCase, against_both, counted
from loket_demos.overheid.content.letter_kind import LetterNature
from loket_demos.overheid.content.letter_reading import LetterKind, LetterReading, Quote, for_appeal
from loket_demos.overheid.content.letter_route import letter_route
from loket_demos.overheid.content.letter_terms import countable
from loket_demos.overheid.content.marked_letter import LetterPiece, marked
from loket_demos.overheid.content.model_draft import DraftModel, DraftSettings, NoDraft, model_draft
from loket_demos.overheid.content.objection_letter import objection_letter, stands_whole
from loket_demos.overheid.content.office_address import addressed_to, office_address
from loket_demos.overheid.content.open_places import QUESTIONS, SOME_NOT_MEANT, OpenPlace, open_places
from loket_demos.overheid.content.sources import SourceNote, note

MOST_SNIPPETS, LONGEST_GIVEN = 6, 500


class BezwaarInput(ToolInput):
    """The contract's four fields; `vandaag` (ISO date) lets us say whether a term has ended; `antwoorden` are the
    person's to what was open when the letter was made before."""

    raw_text: str = Field(default="", validation_alias=AliasChoices("raw_text", "text"), description="de brief")
    entities: dict[str, object] = Field(default_factory=dict[str, object])
    classification: dict[str, object] = Field(default_factory=dict[str, object])
    snippets: tuple[str, ...] = ()
    vandaag: date | None = None
    antwoorden: LetterAnswers = LetterAnswers()

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
    """The deadline as data: ISO dates, `stand` is `onbekend` when nobody told what day it is, or when the last day is
    over and the person tells why the letter may be in time after all: `twijfel` says so."""

    besluit: str
    laatste_dag: str
    uiterlijk_ontvangen: str
    verschoven_door: str | None
    stand: Literal["op_tijd", "te_laat", "onbekend"]
    twijfel: str = ""


class Overview(ToolOutput):
    type: CaseType
    reden: str
    datum: str | None
    bedrag: str | None
    onderwerp: str
    timeline: tuple[str, str, str, str]
    snippets: tuple[str, ...]
    is_bezwaar: bool
    soort: Literal["bezwaar", "beroep", "verzet"]
    waarheen: str
    termijn: Term | None
    tekst: LetterKind
    gronden: tuple[Quote, ...]
    misschien: tuple[Quote, ...] = ()
    waarom_laat: str | None
    brief: LetterNature
    invullen: tuple[OpenPlace, ...]


class BezwaarOutput(ToolOutput):
    """`draft_response` is what the office might answer, `objection_letter` the person's own letter; empty when
    there is no decision to write against; `letter` is the text that was read, with what was understood marked."""

    overview: Overview
    key_points: tuple[str, str, str]
    actions: tuple[str, str, str]
    draft_response: str
    draft_source: Literal["gemini", "fallback"]
    draft_source_reason: str
    objection_letter: str
    letter: tuple[LetterPiece, ...]
    bron: tuple[SourceNote, ...]


async def structure_bezwaar(
    given: BezwaarInput, draft: DraftModel | None = None, settings: DraftSettings | None = None
) -> BezwaarOutput:
    """The structured letter. `draft` may write the reply; without it, or when it fails, the fallback does."""
    read = read_case(given)
    answers = usable(read, given.antwoorden)
    case = _not_late(completed(read, answers))
    written = (
        await model_draft(_about(given.raw_text, case), draft, settings or DraftSettings())
        if case.replied
        else NoDraft(reason="no_decision")
    )
    failed = isinstance(written, NoDraft)
    reply = fallback_letter(case) if case.replied else ""
    own = objection_letter(case) if case.drafted else ""
    places = tuple(
        one.model_copy(update={"heel": stands_whole(case, own)}) if one.meer and own else one
        for one in open_places(read, case, answers)
    )
    return BezwaarOutput(
        overview=_overview(case, places),
        key_points=key_points(case),
        actions=actions(case),
        draft_response=reply if failed else f"{MODEL_MARK}\n{written}",
        draft_source="fallback" if failed else "gemini",
        draft_source_reason=written.reason if isinstance(written, NoDraft) else "ok",
        objection_letter=own,
        letter=marked(given.raw_text, read.reading, case.written, case.amount, given.vandaag),
        bron=_sources(case),
    )


def _sources(case: LetterCase) -> tuple[SourceNote, ...]:
    """Where the way is from, and what is said of a letter that is late."""
    own = [note(source, checked=case_book().checked) for source in case.route.bronnen]
    names = {one.naam for one in own}
    return (*own, *(one for one in delay_words().sources(case.delays) if one.naam not in names))


def _about(letter: str, case: LetterCase) -> DraftCase:
    """What the draft may rest on: our own words and real dates, never free text that a caller put in a field."""
    book = case_book()
    return DraftCase(
        letter=letter,
        route=case.route,
        reason=book.te_laat if case.late else book.twijfel,
        date=write_date(case.term.besluit, weekday=False) if case.term else None,
        last_day=write_date(case.term.laatste_dag, weekday=False) if case.term and case.over else None,
        snippets=case.route.snippets,
    )


def read_case(given: BezwaarInput) -> LetterCase:
    """What the caller found in the letter, and our own reading where that is missing; may raise `too_large`."""
    text = check_letter(given.raw_text)
    letter = letter_route(text)
    found = _route(given.classification, letter.found)
    reading = letter.reading if found.route.soort == "bezwaar" else for_appeal(letter.reading)
    read = extract_entities(EntitiesInput(text=text, vandaag=given.vandaag))
    dates = decision_dates(text, letter.reading.cut, letter.reading.spoken, given.vandaag)
    day = _day(given.entities, read)
    best = dates.best
    came = best.day if day is None and best and best.came else None
    ours = day is not None and best is not None and day == best.day
    numbers = case_numbers(letter.reading)
    case = counted(
        LetterCase(
            found=found,
            reading=reading,
            nature=letter.nature,
            reason=_text(given.classification, "reden")
            or _text(given.classification, "reason")
            or reason(letter.reading),
            written=_text(given.entities, "datum") or read.datum,
            amount=_text(given.entities, "bedrag") or read.bedrag,
            subject=_text(given.entities, "onderwerp") or read.onderwerp,
            reference=numbers[0] if len(numbers) == 1 else None,
            references=numbers if len(numbers) > 1 else (),
            term=None,
            day=day or (countable(came) if came else None),
            came=came is not None,
            later=dates.later,
            signed=dates.signed if ours else None,
            published=(ours or came is not None) and best is not None and best.published,
            stamp=dates.stamp if ours else None,
            address_in_letter=office_address(letter.reading, head=found.route.soort == "bezwaar")
            or _addressed(letter.reading, found),
            today=given.vandaag,
            snippets=given.snippets or found.route.snippets,
            dates=read.datums,
            amounts=read.bedragen,
        )
    )
    return against_both(case, both_decisions(letter.reading, given.vandaag))


def _not_late(case: LetterCase) -> LetterCase:
    """Without the code for a late letter where its last day is known and not over, whatever somebody fears or says."""
    known = case.term is not None and case.term.state(case.today) == "op_tijd"
    if not known or case.reason != case_book().te_laat:
        return case
    return case.model_copy(update={"reason": reason(case.reading, in_time=True)})


def _addressed(reading: LetterReading, found: CaseRoute) -> str | None:
    """The address that the person wrote over their letter, where nothing else tells it and the way is the plain one."""
    asks = found.route.soort == "bezwaar" and found.route.adres.startswith(IN_THE_LETTER)
    return addressed_to(reading) if asks else None


def _route(classification: dict[str, object], own: CaseRoute) -> CaseRoute:
    """Our own reading, unless the caller found another type."""
    given = _text(classification, "type")
    route = route_named(given) if given in CASE_TYPES and given != own.route.type else None
    return CaseRoute(route=route, basis="soort") if route else own


def _day(entities: dict[str, object], read: Entities) -> date | None:
    """The day of the decision: what the caller found, if it is a real one in a year we can count in and nobody doubts
    that it is the decision's; else the one in the letter."""
    if entities.get("datum_zeker") is False:
        return None
    for name in ("datum_iso", "datum"):
        match = PATTERN.search(_text(entities, name) or "")
        day = read_date(match.group()) if match else None
        if day is not None:
            return countable(day)
    return countable(date.fromisoformat(read.datum_iso)) if read.datum_iso and read.datum_zeker else None


def _text(given: dict[str, object], name: str) -> str | None:
    value = given.get(name)
    return value[:LONGEST_GIVEN].strip() or None if isinstance(value, str) else None


def _overview(case: LetterCase, open: tuple[OpenPlace, ...]) -> Overview:
    return Overview(
        type=case.route.type,
        reden=case.reason,
        datum=case.written,
        bedrag=case.amount,
        onderwerp=case.subject,
        timeline=timeline(case),
        snippets=case.snippets,
        is_bezwaar=case.route.soort == "bezwaar",
        soort=case.route.soort,
        waarheen=case.address,
        termijn=_term(case),
        tekst=case.reading.kind,
        gronden=() if case.reasons_follow else case.reading.passages,
        misschien=case.reading.maybe,
        waarom_laat=_why_late(case),
        brief=_asking(case),
        invullen=open,
    )


def _asking(case: LetterCase) -> LetterNature:
    """What the letter is, with the question that it waits for."""
    if not case.asks_sentences:
        return case.nature
    why = " ".join(filter(None, (case.nature.uitleg, SOME_NOT_MEANT if case.leaves_out else "")))
    return case.nature.model_copy(update={"uitleg": why, "vraag": QUESTIONS["redenen"]})


def _why_late(case: LetterCase) -> str | None:
    """In the words of the person."""
    excuse = case.reading.excuse
    if excuse is not None:
        return excuse.tekst if case.late else None
    return " ".join(one.quote.tekst for one in case.delays) or None


def _term(case: LetterCase) -> Term | None:
    if case.term is None:
        return None
    return Term(
        besluit=case.term.besluit.isoformat(),
        laatste_dag=case.term.laatste_dag.isoformat(),
        uiterlijk_ontvangen=case.term.uiterlijk_ontvangen.isoformat(),
        verschoven_door=case.term.verschoven_door,
        stand="onbekend" if case.doubted else case.term.state(case.today),
        twijfel=late_advice(case) if case.doubted else "",
    )
