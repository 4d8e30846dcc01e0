"""How the two flows look on their surfaces: status, history and results as a projection of the log."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from loket.core.actions import Ask, Call, Done
from loket.core.data import Json, JsonObject
from loket.core.events import Decided, Returned
from loket.core.screen import Happened
from loket.core.shapes import is_list
from loket.core.surfaces import Patch
from loket.planners.flow_ends import FAILED, STOPPED
from loket_demos.overheid.allowance_answer import IDS, NO_DECISION
from loket_demos.overheid.allowance_wish import CHECK, DEFAULTS
from loket_demos.overheid.content.arguments import Earned, income_of
from loket_demos.overheid.content.dutch_dates import read_date
from loket_demos.overheid.content.errors import ContentError
from loket_demos.overheid.content.household import household
from loket_demos.overheid.content.regelingen import regeling
from loket_demos.overheid.declaration import (
    CAPABILITIES_GENUI,
    COMPOSE_FORM,
    COMPOSE_UI,
    EXPLAIN,
    EXPLAIN_FORM,
    EXTEND_FORM,
    HERE,
    NEXT_NODE,
    STRUCTURE,
)
from loket_demos.overheid.flows import WORDS
from loket_demos.overheid.genui.subjects import follow_ups
from loket_demos.overheid.letter_screen import letter_follow, letter_form, letter_found, letter_partial
from loket_demos.overheid.objection import AGAIN, ANALYSE
from loket_demos.overheid.reading.lacking import counted, for_each
from loket_demos.overheid.screen_values import field_of, items_of, put

HISTORY = 200
FIRST_DOCUMENTS = 3
OF_FORM = ("meer", "inkomen_per", "inkomen_uren")
"""Fields that only the form has, and follow from the others."""
AGENTS = frozenset({EXPLAIN, STRUCTURE, *AGAIN, *CAPABILITIES_GENUI})

BUSY: Mapping[str, str] = {
    "rules_lookup": "Regels opzoeken",
    "doc_checklist": "Papieren op een rij zetten",
    "risk_notes": "Aandachtspunten zoeken",
    EXPLAIN: "Uitleg vragen aan de specialist",
    "extract_entities": "Gegevens uit de brief halen",
    "classify_case": "Soort zaak bepalen",
    "policy_snippets": "Regels zoeken bij de zaak",
    STRUCTURE: "Overzicht en concept vragen aan de specialist",
    **dict.fromkeys(AGAIN, "Brief maken met uw antwoord"),
    "bd_search": "Bronnen zoeken",
    "validate_form": "Formulier nakijken",
    COMPOSE_UI: "Uitleg vragen aan de specialist",
    NEXT_NODE: "Volgende stap vragen aan de specialist",
    COMPOSE_FORM: "Formulier vragen aan de specialist",
    EXTEND_FORM: "Kijken welke velden erbij horen",
    EXPLAIN_FORM: "Uitleg bij uw antwoorden vragen",
}
ENDED: Mapping[str, str] = {
    "cancelled": WORDS.stopped,
    "budget_spent": "Dit duurde te lang. Wat al gevonden is, blijft staan.",
    "faulted": "Er ging bij ons iets mis. Wat al gevonden is, blijft staan.",
}

STILL_ASKS = f"U bent aan de beurt. {NO_DECISION}"
"""Said in place of `done` where something is to be chosen, filled in or answered; the step is `done` all the same, as
the mission wants."""

Results = Callable[[JsonObject, str, Json], list[Patch]]
"""From the model, the step and its value: the patches that show what was found."""


@dataclass(frozen=True)
class FlowScreen:
    """One surface; `form` is what its inputs start with, `found` shows what a step gave, `partial` what there is of an
    answer when a later step fails. The arguments of the tool `whole` are those of the form, with what was asked on the
    way. `more` is what the model starts with besides; `follow` gives the questions that follow from what was found."""

    surface: str
    title: str
    intents: tuple[str, ...] = ()
    form: Callable[[JsonObject], JsonObject] = lambda args: {}
    found: Results = lambda model, step, value: []
    partial: Callable[[JsonObject], list[Patch]] = lambda model: []
    whole: str = ""
    more: Callable[[JsonObject], JsonObject] = lambda args: {}
    follow: Callable[[JsonObject], Sequence[str]] = lambda found: ()

    def empty(self, args: JsonObject) -> JsonObject:
        status = {"loading": False, "message": "", "step": "idle", "lastRefresh": "", "source": "", "sourceReason": ""}
        start: JsonObject = {"status": status, "results": [], "history": [], "found": {}, "question": None}
        return {**start, "form": self.form(args), **self.more(args)}

    def frames(self, model: JsonObject, happened: Happened) -> Sequence[Sequence[Patch]]:
        event, at = happened.record.event, happened.record.at
        match event:
            case Decided(action=Call() as calls, step=step):
                now = (True, step, f"A2UI: {BUSY.get(step, step)}")
                return [[*_status(model, at, now), *_no_question(model), *self._answered(model, calls)]]
            case Decided(action=Ask() as ask, step=step):
                choices = [{"id": c.id, "label": c.label} for c in ask.choices]
                # A letter that waits tells why, and has a form with all questions: only what a tap answers is added.
                brief = field_of(_first(model), "brief")
                asked = field_of(brief, "vraag")
                question: Json = {"id": str(happened.record.seq), "text": asked or ask.text, "choices": choices}
                question = None if asked and not choices else question
                now = (False, "error" if step == FAILED else "waiting", f"A2UI: {ask.text}")
                shown = self.partial(model) if step == FAILED else []
                # The question says why, so what was found says it no more; a list is only ever sent whole.
                once = [put("/results", [{**_first(model), "brief": {**brief, "uitleg": ""}}])] if asked else []
                return [
                    *([_renewed(shown, at)] if shown else []),
                    [*_status(model, at, now), put("/question", question), *once],
                ]
            case Decided(action=Done(outcome="failure", summary=summary), step=step):
                # What a letter is, and what can be done with it, is an answer, also where no letter is made.
                ended = "idle" if step == STOPPED else "done" if field_of(_first(model), "brief") else "error"
                return [[*_status(model, at, (False, ended, f"A2UI: {summary}")), *_no_question(model)]]
            case Decided(action=Done(asks=asks)):
                next_questions = list(self.follow(model.get("found") or {}))
                follow = [put("/next_questions", next_questions)] if next_questions else []
                ended = _status(model, at, (False, "done", f"A2UI: {STILL_ASKS if asks else WORDS.done}"))
                open_ = [put("/status/asks", True)] if asks else []
                return [[*ended, *open_, *_no_question(model), *follow]]
            case Returned(ok=False, code=code) if happened.ended:
                return self._broken_off(model, at, code or "")
            case Returned(ok=True, value=value, took_ms=took, call=call) if happened.step:
                who = "A2A" if happened.step in AGENTS else "MCP"
                told = _status(model, at, (True, happened.step, f"{who}: {happened.step} ({took or 0}ms)"))
                kept = Patch(op="add", path=f"/found/{_place(happened.step, call)}", value=value)
                shown = self.found(model, happened.step, value)
                return [[*told, kept], _renewed(shown, at)] if shown else [[*told, kept]]
            case _:
                return []

    def _answered(self, model: JsonObject, calls: Call) -> list[Patch]:
        """The form with what was asked and answered before this step."""
        each = [call.args for call in calls.tools if call.tool == self.whole]
        if not each:
            return []
        given = {**each[0], "ook": [args.get("regeling") for args in each[1:]]} if len(each) > 1 else each[0]
        form: JsonObject = model.get("form") or {}
        now = {name: value for name, value in self.form(given).items() if name in (*given, *OF_FORM)}
        return [] if {**form, **now} == form else [put("/form", {**form, **now})]

    def _broken_off(self, model: JsonObject, at: datetime, code: str) -> Sequence[Sequence[Patch]]:
        """The run ended from outside; one that had said its last word already stays as it is."""
        if not field_of(model.get("status"), "loading") and model.get("question") is None:
            return []
        now = (False, "idle" if code == "cancelled" else "error", f"A2UI: {ENDED.get(code, ENDED['faulted'])}")
        return [[*_status(model, at, now), *_no_question(model)]]


def _place(step: str, call: str) -> str:
    """Where a value of a step is kept; those of further allowances stand beside the first one's."""
    id = call.rpartition(".")[2]
    return step if id not in IDS[1:] else f"{step}_{id}"


def _first(model: JsonObject) -> Json:
    """The first of the results that are shown."""
    shown = model.get("results")
    return shown[0] if is_list(shown) and shown else None


def _no_question(model: JsonObject) -> list[Patch]:
    return [] if model.get("question") is None else [put("/question", None)]


def _status(model: JsonObject, at: datetime, now: tuple[bool, str, str]) -> list[Patch]:
    loading, step, message = now
    refresh = _clock(at)
    patches = [
        put("/status/loading", loading),
        put("/status/message", message),
        put("/status/step", step),
        put("/status/lastRefresh", refresh),
    ]
    history = items_of(model, "history")
    last = history[-1] if history else None
    if (field_of(last, "step"), field_of(last, "message")) == (step, message):
        return patches
    line = {"at": refresh, "step": step, "message": message}
    if len(history) >= HISTORY:
        return [*patches, put("/history", [*history[1 - HISTORY :], line])]
    return [*patches, Patch(op="add", path="/history/-", value=line)]


def _clock(at: datetime) -> str:
    return at.astimezone(HERE).strftime("%Y-%m-%d %H:%M:%S")


def _renewed(patches: list[Patch], at: datetime) -> list[Patch]:
    """Whatever changes the status also says when."""
    if not any(patch.path.startswith("/status/") for patch in patches):
        return patches
    return [*patches, put("/status/lastRefresh", _clock(at))]


def _toeslagen_form(args: JsonObject) -> JsonObject:
    """What was understood, as the fields of the form, so that it can be seen and changed."""
    form = {**DEFAULTS, **{k: v for k, v in args.items() if k in DEFAULTS and v is not None}}
    form |= _earned(args)
    if isinstance(ages := form["kinderen"], list):
        form["kinderen"] = ", ".join(str(age) for age in ages)
    for name in ("werk", "kinderbijslag"):
        if isinstance(holds := args.get(name), bool):
            form[name] = "ja" if holds else "nee"
    for name in ("wordt_18", "kind_wordt_18"):
        if day := read_date(str(args.get(name) or "")):
            form[name] = f"{day.day}-{day.month}-{day.year}"
    if len({repr(_a_year(own)) for _, own in for_each(args)}) > 1:
        form["ook"] = []  # one field of the form can't say what each of them counts
    form["meer"] = "ja" if form["ook"] else ""
    if args.get("situatie"):
        form["situatie"] = "Samenwonend" if household(args["situatie"]).partner else "Alleenstaand"
    return form


def _earned(args: JsonObject) -> JsonObject:
    """The income as it was told; that of a year where one field can't say what it is made of."""
    if isinstance(wage := args.get("inkomen_uur"), dict) and not args.get("inkomen_partner"):
        return {"inkomen": wage["loon"], "inkomen_per": "uur", "inkomen_uren": wage["uren"]}
    parts = ("inkomen_partner", "inkomen_delen", "inkomen_extra")
    if any(args.get(name) for name in parts) and args.get("inkomen") is not None:
        return {"inkomen": _a_year(args), "inkomen_per": "jaar"}
    told = args.get("inkomen")
    return {"inkomen": "" if told is None else told, "inkomen_per": args.get("inkomen_per") or "jaar"}


def _a_year(args: JsonObject) -> Json:
    """The income of all in a year, as the form asks for it."""
    try:
        told = {k: v for k, v in counted(args).items() if k.startswith("inkomen")}
        income, _ = income_of(Earned.model_validate(told))
    except (ContentError, ValueError):
        return args.get("inkomen", "")  # the tool says what is wrong with it
    return "" if income is None else int(income) if income == int(income) else float(income)


def _toeslagen_found(model: JsonObject, step: str, value: Json) -> list[Patch]:
    earlier: JsonObject = model.get("found") or {}
    documents = _of_all(earlier, "doc_checklist", "documenten", value if step == "doc_checklist" else None)
    notes = _of_all(earlier, "risk_notes", "aandachtspunten", value if step == "risk_notes" else None)
    sections = [_section("documenten", documents), _section("aandachtspunten", notes)]
    match step:
        case "doc_checklist":
            return [put("/results", [_section("documenten", documents[:FIRST_DOCUMENTS])])]
        case "risk_notes":
            return [put("/results", sections)]
        case "explain_toeslagen":
            return [put("/results", [*sections, _section("verrijking", items_of(value, "items"))])]
        case _:
            return []


def _of_all(found: JsonObject, step: str, name: str, newest: Json) -> list[Json]:
    """The items of a step for all allowances, each once."""
    values = [found[place] for place in (step, *(f"{step}_{id}" for id in IDS[1:])) if place in found]
    every = [one for value in (*values, newest) for one in items_of(value, name)]
    return [one for at, one in enumerate(every) if one not in every[:at]]


TITLES = {"documenten": "Documenten", "aandachtspunten": "Aandachtspunten", "verrijking": "Uitleg in gewone taal"}


def _section(kind: str, items: list[Json]) -> JsonObject:
    return {"kind": kind, "title": TITLES[kind], "items": items}


def _follow_toeslagen(found: JsonObject) -> Sequence[str]:
    scheme = regeling(field_of(found.get("rules_lookup"), "regeling"))
    return follow_ups((scheme.code, "toeslag") if scheme else ("toeslag",)).items


SCREENS = (
    FlowScreen("home", "Overheid Assistants"),
    FlowScreen(
        "toeslagen",
        "Toeslagen Check",
        (CHECK,),
        _toeslagen_form,
        _toeslagen_found,
        whole="rules_lookup",
        follow=_follow_toeslagen,
    ),
    FlowScreen(
        "bezwaar",
        "Bezwaar Assistent",
        (ANALYSE,),
        letter_form,
        letter_found,
        letter_partial,
        follow=letter_follow,
    ),
)
