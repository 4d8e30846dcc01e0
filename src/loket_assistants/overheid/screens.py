"""How the two flows look on their surfaces: status, history and results as a projection of the log."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from loket.core.actions import Ask, Call, Done
from loket.core.data import Json, JsonObject
from loket.core.events import Answered, Decided, Returned
from loket.core.screen import Happened
from loket.core.surfaces import Patch
from loket_assistants.overheid.declaration import EXPLAIN, STRUCTURE
from loket_assistants.overheid.flows import ANALYSE, CHECK, DEFAULTS, WORDS

HISTORY = 200
FIRST_DOCUMENTS = 3
HERE = ZoneInfo("Europe/Amsterdam")
AGENTS = frozenset({EXPLAIN, STRUCTURE})

BUSY: Mapping[str, str] = {
    "rules_lookup": "Regels opzoeken",
    "doc_checklist": "Papieren op een rij zetten",
    "risk_notes": "Aandachtspunten zoeken",
    EXPLAIN: "Uitleg vragen aan de specialist",
    "extract_entities": "Gegevens uit de brief halen",
    "classify_case": "Soort zaak bepalen",
    "policy_snippets": "Regels zoeken bij de zaak",
    STRUCTURE: "Overzicht en concept vragen aan de specialist",
}
ENDED: Mapping[str, str] = {
    "cancelled": WORDS.stopped,
    "budget_spent": "Dit duurde te lang. Wat al gevonden is, blijft staan.",
    "faulted": "Er ging bij ons iets mis. Wat al gevonden is, blijft staan.",
}

Results = Callable[[JsonObject, str, Json], list[Patch]]
"""From the model, the step and its value: the patches that show what was found."""


@dataclass(frozen=True)
class FlowScreen:
    """One surface; `form` is what its inputs start with, `found` shows what a step gave."""

    surface: str
    title: str
    intents: tuple[str, ...] = ()
    form: Callable[[JsonObject], JsonObject] = lambda args: {}
    found: Results = lambda model, step, value: []

    def empty(self, args: JsonObject) -> JsonObject:
        status = {"loading": False, "message": "", "step": "idle", "lastRefresh": "", "source": "", "sourceReason": ""}
        return {"status": status, "results": [], "history": [], "found": {}, "question": None, "form": self.form(args)}

    def frames(self, model: JsonObject, happened: Happened) -> Sequence[Sequence[Patch]]:
        event, at = happened.record.event, happened.record.at
        match event:
            case Decided(action=Call(), step=step):
                return [_status(model, at, (True, step, f"A2UI: {BUSY.get(step, step)}"))]
            case Decided(action=Ask() as ask):
                choices = [{"id": c.id, "label": c.label} for c in ask.choices]
                question = {"id": str(happened.record.seq), "text": ask.text, "choices": choices}
                return [[*_status(model, at, (False, "error", f"A2UI: {ask.text}")), _put("/question", question)]]
            case Answered():
                status = _status(model, at, (True, model["status"]["step"], "A2UI: Antwoord ontvangen"))
                return [[*status, _put("/question", None)]]
            case Decided(action=Done(outcome="failure", summary=summary)):
                return [[*_status(model, at, (False, "error", f"A2UI: {summary}")), _put("/question", None)]]
            case Decided(action=Done(summary=summary)):
                return [_status(model, at, (False, "done", f"A2UI: {summary}"))]
            case Returned(ok=False, code=code) if happened.ended:
                return self._broken_off(model, at, code or "")
            case Returned(ok=True, value=value, took_ms=took) if happened.step:
                who = "A2A" if happened.step in AGENTS else "MCP"
                told = _status(model, at, (True, happened.step, f"{who}: {happened.step} ({took or 0}ms)"))
                kept = Patch(op="add", path=f"/found/{happened.step}", value=value)
                shown = self.found(model, happened.step, value)
                return [[*told, kept], shown] if shown else [[*told, kept]]
            case _:
                return []

    def _broken_off(self, model: JsonObject, at: datetime, code: str) -> Sequence[Sequence[Patch]]:
        if not model["status"]["loading"] and model["question"] is None:
            return []
        message = ENDED.get(code, ENDED["faulted"])
        return [[*_status(model, at, (False, "error", f"A2UI: {message}")), _put("/question", None)]]


def _status(model: JsonObject, at: datetime, now: tuple[bool, str, str]) -> list[Patch]:
    loading, step, message = now
    refresh = at.astimezone(HERE).strftime("%Y-%m-%d %H:%M:%S")
    patches = [
        _put("/status/loading", loading),
        _put("/status/message", message),
        _put("/status/step", step),
        _put("/status/lastRefresh", refresh),
    ]
    history: list[JsonObject] = model.get("history") or []
    last = history[-1] if history else {}
    if (last.get("step"), last.get("message")) == (step, message):
        return patches
    line = {"at": refresh, "step": step, "message": message}
    if len(history) >= HISTORY:
        return [*patches, _put("/history", [*history[1 - HISTORY :], line])]
    return [*patches, Patch(op="add", path="/history/-", value=line)]


def _put(path: str, value: Json) -> Patch:
    return Patch(op="replace", path=path, value=value)


def _toeslagen_form(args: JsonObject) -> JsonObject:
    return {**DEFAULTS, **{k: v for k, v in args.items() if k in DEFAULTS}}


def _toeslagen_found(model: JsonObject, step: str, value: Json) -> list[Patch]:
    documents = model["found"].get("doc_checklist", {}).get("documenten", [])
    match step:
        case "doc_checklist":
            return [_put("/results", [_section("documenten", value["documenten"][:FIRST_DOCUMENTS])])]
        case "risk_notes":
            notes = _section("aandachtspunten", value["aandachtspunten"])
            return [_put("/results", [_section("documenten", documents), notes])]
        case "explain_toeslagen":
            notes = model["found"].get("risk_notes", {}).get("aandachtspunten", [])
            sections = [_section("documenten", documents), _section("aandachtspunten", notes)]
            return [_put("/results", [*sections, _section("verrijking", value["items"])])]
        case _:
            return []


TITLES = {"documenten": "Documenten", "aandachtspunten": "Aandachtspunten", "verrijking": "Uitleg in gewone taal"}


def _section(kind: str, items: list[Json]) -> JsonObject:
    return {"kind": kind, "title": TITLES[kind], "items": items}


def _bezwaar_form(args: JsonObject) -> JsonObject:
    text = args.get("text")
    example = bool(args.get("example"))
    return {"text": text if isinstance(text, str) and not example else "", "example": example}


def _bezwaar_found(model: JsonObject, step: str, value: Json) -> list[Patch]:
    if step != STRUCTURE:
        return []
    source, reason = value.get("draft_source", ""), value.get("draft_source_reason", "")
    return [
        _put("/results", [{"kind": "bezwaar", **value}]),
        _put("/status/source", source),
        _put("/status/sourceReason", reason),
    ]


SCREENS = (
    FlowScreen("home", "Overheid Assistants"),
    FlowScreen("toeslagen", "Toeslagen Check", (CHECK,), _toeslagen_form, _toeslagen_found),
    FlowScreen("bezwaar", "Bezwaar Assistent", (ANALYSE,), _bezwaar_form, _bezwaar_found),
)
