"""The written flow of an allowance: what is doubtful or missing is asked, then four steps, and an answer that says what
it was computed with."""

from collections.abc import Sequence
from datetime import date
from typing import Literal

from pydantic import ValidationError

from loket.core.actions import Action, Ask, Choice, Done, Wants
from loket.core.data import Json, JsonObject
from loket.core.events import Returned
from loket.core.record import Record
from loket.core.shapes import is_object
from loket.planners.flow import Flow, Progress, Step, call
from loket_demos.overheid.content import huurtoeslag, kinderopvangtoeslag, kindgebonden_budget, zorgtoeslag
from loket_demos.overheid.content.arguments import from_form
from loket_demos.overheid.content.frozen import ToolInput
from loket_demos.overheid.content.household import household
from loket_demos.overheid.content.regelingen import regeling
from loket_demos.overheid.content.words import any_found, plain
from loket_demos.overheid.declaration import EXPLAIN, HERE
from loket_demos.overheid.reading.answers import MOST, gathered, merged, step_of
from loket_demos.overheid.reading.changes import changed
from loket_demos.overheid.reading.field_words import field_words
from loket_demos.overheid.reading.lacking import counted, without
from loket_demos.overheid.reading.questions import idle, question, several
from loket_demos.overheid.reading.sentence import LONGEST_QUESTION, fields_of, of_care, schemes_in
from loket_demos.overheid.reading.spelling import spelled

CHECK = "toeslagen/check"
NO_DECISION = "Dit is een indicatie, geen besluit."

YEARS = (zorgtoeslag, huurtoeslag, kindgebonden_budget, kinderopvangtoeslag)
NEWEST = min(max(year.year for year in scheme.rules().years) for scheme in YEARS)
"""The newest year of which we have figures for every allowance."""

DEFAULTS: JsonObject = {
    "regeling": "Huurtoeslag",
    "jaar": NEWEST,
    "situatie": "Alleenstaand",
    "loonOfVermogen": True,
    "inkomen": "",
    "vermogen": "",
    "leeftijd": "",
    "huur": "",
    "huisgenoten": "",
    "kinderen": "",
    "opvang_uren": "",
    "opvang_prijs": "",
    "opvang_soort": "",
    "opvang_kinderen": "",
    "werk": "",
}
"""The form as it starts. Nobody told its year and its household until they are sent along."""


class Doubt(ToolInput):
    """Something that was said of a field and must be asked about: why, and the amounts it may be."""

    veld: Literal["inkomen", "inkomen_partner", "huur", "vermogen", "situatie"]
    waarom: Literal[
        "los", "periode", "twee", "netto", "uurloon", "alles_in", "alimentatie", "ex", "bereik", "na_elkaar"
    ]
    waarden: tuple[float, ...] = ()
    per: Literal["", "jaar", "maand", "vier weken", "week"] = ""


class MessageDetails(ToolInput):
    """What a message says beside the fields of the form, and what is to be asked about it."""

    gevraagd: Literal["bedrag", "papieren", "zonder"]
    twijfel: tuple[Doubt, ...] = ()
    bevestigd: tuple[str, ...] = ()
    jaren: tuple[int, ...] = ()
    regelingen: tuple[str, ...] = ()
    inkomen_van: Literal["eigen", "samen"] | None = None
    kinderen_aantal: int | None = None
    opvang_samen: int | None = None
    na_te_vragen: tuple[Literal["verzekerd", "zelfstandig", "werk"], ...] = ()


FACTS = ("inkomen", "inkomen_per", "inkomen_partner", "inkomen_partner_per", "vermogen")
PARTS = ("inkomen_delen", "inkomen_partner_delen", "inkomen_extra", "studiegeld")
RULES = (
    *("regeling", "jaar", "situatie", *FACTS, *PARTS, "leeftijd", "huur", "huisgenoten", "kinderen", "aangenomen"),
    *("verzekerd", "zelfstandig", "werk", "wordt_18", "kinderbijslag"),
    *("opvang", "opvang_uren", "opvang_prijs", "opvang_soort", "opvang_kinderen"),
)


def wanted(text: str, today: date, before: JsonObject) -> JsonObject | None:
    """What a message wants to know about an allowance, for the form; None when it is about none. `before` is what was
    understood last: a message that names no allowance, or nothing but one, changes that."""
    text = spelled(text[:LONGEST_QUESTION])
    schemes, words, known = schemes_in(text), plain(text), field_words()
    same = before and [one.naam for one in schemes] in ([], [before.get("regeling")])
    told = (changed(text, today, before) if same else None) or fields_of(text, today)
    if not schemes and before:
        return merged({**before, "gevraagd": "bedrag"}, told) if told else None
    if not schemes and not any_found(known.toeslag, words):
        return None
    schemes = schemes or of_care(told)
    scheme: JsonObject = {"regeling": schemes[0].naam} if len(schemes) == 1 else {"regelingen": several(schemes)}
    if before and not told and len(schemes) == 1:
        return merged(before, scheme)
    papers = any_found(known.papieren, words) and "inkomen" not in told
    args: JsonObject = {**scheme, **told, "gevraagd": "papieren" if papers else "bedrag"}
    return merged(before, args) if before and _goes_on(told, words) and len(schemes) == 1 else args


def _goes_on(told: JsonObject, words: str) -> bool:
    """Whether a message about another allowance is about the same person: it tells too little to begin anew, and
    speaks of nobody else."""
    return not {"inkomen", "situatie"} <= told.keys() and not any_found(field_words().ander_mens, words)


def earlier(history: Sequence[Record]) -> JsonObject:
    """What was understood in the last run about an allowance; nothing before the first."""
    for record in reversed(history):
        match record.event:
            case Returned(value={"gegevens": dict(fields)}):
                return fields
            case _:
                pass
    return {}


def check_args(payload: JsonObject) -> JsonObject:
    """The form with its defaults filled in. An empty field is one that nobody filled in; a message that says nothing of
    the household leaves it open, a form has it chosen."""
    known = {k: v for k, v in payload.items() if (k in DEFAULTS or k in RULES) and _filled(k, v)}
    known |= from_form(known)
    spoken = _spoken(payload)
    known |= spoken
    fill = {"loonOfVermogen": True} if spoken else {k: v for k, v in DEFAULTS.items() if v != ""}
    if spoken and "jaren" not in known:
        fill["jaar"] = NEWEST
    assumed = [name for name in ("jaar", "situatie") if name not in known]
    return {**fill, **known, "aangenomen": assumed}


def _filled(name: str, value: Json) -> bool:
    """Whether somebody filled a field in; one that must be chosen can't be left empty."""
    return value is not None and (value != "" or name in ("regeling", "jaar", "situatie"))


def _spoken(payload: JsonObject) -> JsonObject:
    """What was read from a message; nothing when a form or a program sent this."""
    try:
        return MessageDetails.model_validate(payload).model_dump(mode="json", exclude_unset=True)
    except ValidationError:
        return {}


def _fields(progress: Progress) -> JsonObject:
    """The fields with what was answered on the way."""
    return gathered(progress.args, progress.results, progress.now.astimezone(HERE).date())


def _asking(number: int) -> Step:
    """One of the questions that may come before the work."""

    def ask(progress: Progress) -> Action | None:
        asked = question(_fields(progress))
        if asked is None or step_of(number) in progress.results:
            return None
        choices = tuple(Choice(id=str(at), label=option.label) for at, option in enumerate(asked.options))
        return Ask(text=asked.text, choices=choices, wants=Wants(skill=CHECK, missing=asked.fields))

    return Step(step_of(number), "Dit moeten wij eerst weten: wij raden niets.", ask)


def _some(progress: Progress, *names: str) -> JsonObject:
    """These fields, but for those that stayed in doubt since nothing depends on them."""
    known = _fields(progress)
    fields = without(known, idle(known))
    found = {name: fields[name] for name in names if _filled(name, fields.get(name))}
    if fields.get("kinderen") and isinstance(found.get("situatie"), str) and not household(found["situatie"]).children:
        found["situatie"] = f"{found['situatie']} met kinderen"
    return found


def _rules_args(progress: Progress) -> JsonObject:
    asks = _fields(progress).get("gevraagd") not in ("papieren", "zonder")
    return {"regeling": "", **_some(progress, *RULES), "bedrag": asks}


def _risks_args(progress: Progress) -> JsonObject:
    names = ("regeling", "jaar", "situatie", "loonOfVermogen", *FACTS, *PARTS)
    return {k: v for k, v in counted(_some(progress, *names, "huisgenoten")).items() if k in names}


def _explain_args(progress: Progress) -> JsonObject:
    rules = progress.results["rules_lookup"]
    documents = progress.results["doc_checklist"]["documenten"]
    notes = progress.results["risk_notes"]["aandachtspunten"]
    items = [{"category": "document", "text": text} for text in documents]
    items += [{"category": "aandachtspunt", "text": note["text"]} for note in notes]
    inputs = {**_some(progress, "regeling", "jaar", "situatie"), "voorwaarden": rules["voorwaarden"]}
    return {"inputs": inputs, "items": items}


def _finished(progress: Progress) -> Done:
    """What a person wanted to know, with all it was computed with; the rest is on the page and in the log."""
    fields, rules = _fields(progress), progress.results["rules_lookup"]
    found = rules.get("berekening") if is_object(rules) else None
    name = f"{fields.get('regeling', '')} {fields['jaar']}"
    match found:
        case {"soort": "indicatie", "per_maand": 0, "uitleg": [*_, str(why)]}:
            said = f"{name}: 0 euro per maand. {why}"
        case {"soort": "indicatie", "per_maand": amount}:
            since = f", vanaf {found['vanaf']}" if found.get("vanaf") else ""
            said = f"{name}: ongeveer {amount} euro per maand{since}."
        case {"reden": str(reason)}:
            said = f"{name}: {reason}"
        case _:
            said = f"{name}: de voorwaarden, de papieren en de punten staan klaar."
    lists = _lists(progress)
    value = {"regeling": fields.get("regeling"), "jaar": fields["jaar"], "berekening": found, "gegevens": fields}
    lines = _understood(found) if found else _in_words(lists)
    lacks = is_object(found) and bool(found.get("ontbreekt"))
    return Done(summary="\n".join([f"{said} {NO_DECISION}", *lines]), value={**value, **lists}, asks=lacks)


def _lists(progress: Progress) -> JsonObject:
    """What stands on the page beside the amount."""
    results = progress.results
    points = [note["text"] for note in results["risk_notes"]["aandachtspunten"]]
    conditions, papers = results["rules_lookup"]["voorwaarden"], results["doc_checklist"]["documenten"]
    return {"voorwaarden": conditions, "papieren": papers, "punten": points}


def _in_words(lists: JsonObject) -> list[str]:
    """The same for who sees no page."""
    conditions = [one["text"] for one in lists["voorwaarden"]]
    parts = (
        ("Voorwaarden:", conditions),
        ("Papieren die u nodig heeft:", lists["papieren"]),
        ("Let op:", lists["punten"]),
    )
    return [line for title, lines in parts for line in (title, *(f"- {one}" for one in lines))]


def _understood(found: object) -> list[str]:
    """What the amount was computed with, a line each; what nobody told is marked."""
    if not is_object(found) or not (basis := found.get("uitgangspunten")):
        return []
    parts = [f"- {one['naam']}: {one['waarde']}{_how(one)}" for one in basis]
    official = f" De officiële proefberekening staat op {found['waar']}." if found.get("waar") else ""
    return ["Wij gingen uit van:", *parts, f"Klopt er iets niet? Zeg wat er anders is.{official}"]


def _how(one: JsonObject) -> str:
    notes = [one["hoe"].rstrip(".")] if one["hoe"] else []
    notes += [] if one["gegeven"] else ["dit heeft u niet gezegd"]
    return f" ({'; '.join(notes)})" if notes else ""


def _about(args: JsonObject) -> str:
    scheme = regeling(args.get("regeling"))
    return f"{scheme.naam if scheme else args.get('regeling', 'Toeslag')} {args.get('jaar', '')}"[:80].strip()


TOESLAGEN_FLOW = Flow(
    name=CHECK,
    surface="toeslagen",
    title="Toeslagen Check",
    prepare=check_args,
    describe=_about,
    steps=(
        *(_asking(number) for number in range(1, MOST + 1)),
        call(
            "rules_lookup",
            "rules_lookup",
            "Eerst de regels: die zeggen welke voorwaarden er in dat jaar zijn.",
            _rules_args,
        ),
        call(
            "doc_checklist",
            "doc_checklist",
            "Dan de papieren die bij deze toeslag en dit huishouden horen.",
            lambda p: {"regeling": "", **_some(p, "regeling", "situatie")},
        ),
        call(
            "risk_notes",
            "risk_notes",
            "Dan de punten waar u op moet letten, zodat u later niets hoeft terug te betalen.",
            _risks_args,
        ),
        call(
            EXPLAIN,
            EXPLAIN,
            "Ten slotte legt een specialist alles uit in gewone taal, het belangrijkste eerst.",
            _explain_args,
        ),
    ),
    finish=_finished,
)
