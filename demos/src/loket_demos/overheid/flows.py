"""The two written flows of the counter, the flows of its specialists, and which flow a written message is about."""

import re
from functools import cache
from importlib.resources import files

from loket.core.actions import Done
from loket.core.data import BlobRef, Json, JsonObject, Text, as_blob
from loket.core.shapes import is_object
from loket.planners.flow import Flow, FlowPlanner, FlowWords, Progress, call
from loket_demos.overheid.content.household import household
from loket_demos.overheid.content.regelingen import regelingen
from loket_demos.overheid.content.words import occurs, plain
from loket_demos.overheid.declaration import EXPLAIN, HERE, INNER_EXPLAIN, INNER_STRUCTURE, STRUCTURE

CHECK, RESET = "toeslagen/check", "toeslagen/reset"
ANALYSE, ANALYSE_ALIAS = "bezwaar/analyse", "bezwaar/start"
DEFAULTS: JsonObject = {
    "regeling": "Huurtoeslag",
    "jaar": 2024,
    "situatie": "Alleenstaand",
    "loonOfVermogen": True,
    "inkomen": "",
    "vermogen": "",
}
KNOWN_EVENTS = frozenset(
    {"nav/open", CHECK, RESET, ANALYSE, ANALYSE_ALIAS, "bezwaar/reset", "question/answer", "flow/stop"}
)

WORDS = FlowWords(
    failed="Deze stap is niet gelukt. {why} Wat al gevonden is, blijft staan. Wilt u het opnieuw proberen?",
    again="Opnieuw proberen",
    stop="Stoppen",
    stopped="Gestopt. Wat al gevonden is, blijft staan.",
    renewed="Deze stappen zijn intussen veranderd. Wilt u opnieuw beginnen?",
    restart="Opnieuw beginnen",
    done="Klaar. Dit is een indicatie, geen besluit.",
    unknown="Dit begrijp ik niet. Vraag bijvoorbeeld: welke papieren heb ik nodig voor zorgtoeslag? "
    "Of plak een brief waar u het niet mee eens bent. Ik kan u helpen met:",
    reasons={
        "unreachable": "De dienst die dit doet, is nu niet bereikbaar.",
        "timeout": "De dienst die dit doet, antwoordt niet op tijd.",
        "failed": "De dienst die dit doet, meldt een fout.",
        "tool_broke": "Er ging bij ons iets mis.",
        "unknown_outcome": "Wij weten niet of deze stap af is.",
        "invalid": "Een van de gegevens klopt niet. Kijk het formulier na.",
        "too_large": "De tekst is te lang.",
    },
)

LONGEST_QUESTION = 2000
"""Characters of a message in which we look for a question about an allowance."""
TITLE = 60
"""Characters of a letter that name its conversation."""

_year = re.compile(r"\b(20[0-9]{2})\b")
_amounts = {
    "inkomen": re.compile(r"\b(?:inkomen|verdien\w*|salaris)\b([^?!]{0,60})", re.IGNORECASE),
    "vermogen": re.compile(r"\b(?:vermogen|spaargeld|gespaard)\b([^?!]{0,60})", re.IGNORECASE),
}
"""By field of the form: the words before an amount, and the stretch in which the amount must stand."""
_amount = re.compile(r"[0-9][0-9.]{2,10}(?:,[0-9]{2})?")
_objection = re.compile(
    r"\b(?:bezwaar\w*|beroep|besluit|naheffing\w*|boete\w*|aanslag\w*|beschikking\w*|beslissing\w*|protest\w*"
    r"|niet (?:mee )?eens)\b",
    re.IGNORECASE,
)


@cache
def example_letter() -> str:
    """The letter that is used when a person leaves the field empty; everybody in it is invented."""
    return (files("loket_demos.overheid") / "data" / "voorbeeldbrief.txt").read_text("utf-8")


def read(text: Text) -> tuple[str, JsonObject] | None:
    """The flow a written message is about, with what it says for the form; None when it fits neither."""
    if isinstance(text, BlobRef):
        return ANALYSE, {"text": text.model_dump(mode="json")}  # nobody asks a question of so many words
    start = text[:LONGEST_QUESTION]
    scheme = _scheme(start)
    if scheme is None or _objection.search(start):
        return (ANALYSE, {"text": text}) if _objection.search(text) else None
    payload: JsonObject = {"regeling": scheme}
    if (year := _year.search(start)) is not None:
        payload["jaar"] = int(year[1])
    payload |= {name: amount for name, said in _amounts.items() if (amount := _told_amount(said, start))}
    payload["situatie"] = _situation(start)
    return CHECK, payload


def _scheme(text: str) -> str | None:
    """The allowance a sentence names; the one named by the longest word when there are several."""
    words = plain(text)
    named = [
        (len(alias), one.naam)
        for one in regelingen()
        for alias in (one.naam.lower(), *one.aliases)
        if occurs(alias, words)
    ]
    return max(named)[1] if named else None


def _told_amount(said: re.Pattern[str], text: str) -> str:
    """The first number after the words that is not a year; empty when there is none."""
    stretch = said.search(text)
    amounts = [one[0].rstrip(".") for one in _amount.finditer(stretch[1])] if stretch is not None else []
    return next((amount for amount in amounts if not _year.fullmatch(amount)), "")


def _situation(text: str) -> str:
    home = household(text)
    lives = "Samenwonend" if home.partner else "Alleenstaand"
    return f"{lives} met kinderen" if home.children else lives


def check_args(payload: JsonObject) -> JsonObject:
    """The form with its defaults filled in; an empty amount is an amount nobody told."""
    args = {**DEFAULTS, **{k: v for k, v in payload.items() if k in DEFAULTS and v is not None}}
    return {k: v for k, v in args.items() if not (k in ("inkomen", "vermogen") and v == "")}


def letter_args(payload: JsonObject) -> JsonObject:
    """The letter, or the example when there is none."""
    text = payload.get("text")
    if text is None or (isinstance(text, str) and not text.strip()):
        return {"text": example_letter(), "example": True}
    return {"text": text}


def _letter_begins(args: JsonObject) -> str:
    """The first words of the letter; nothing for the example."""
    text, ref = args["text"], as_blob(args["text"])
    text = ref.preview if ref is not None else str(text)
    line = "" if args.get("example") else " ".join(text.split())
    return line if len(line) <= TITLE else (line[:TITLE].rpartition(" ")[0] or line[: TITLE - 1]) + "…"


def _some(progress: Progress, *names: str) -> JsonObject:
    return {name: progress.args[name] for name in names if name in progress.args}


def _explain_args(progress: Progress) -> JsonObject:
    rules = progress.results["rules_lookup"]
    documents = progress.results["doc_checklist"]["documenten"]
    notes = progress.results["risk_notes"]["aandachtspunten"]
    items = [{"category": "document", "text": text} for text in documents]
    items += [{"category": "aandachtspunt", "text": note["text"]} for note in notes]
    inputs = {**_some(progress, "regeling", "jaar", "situatie"), "voorwaarden": rules["voorwaarden"]}
    return {"inputs": inputs, "items": items}


def _structure_args(progress: Progress) -> JsonObject:
    """The four fields of the contract, and what day it is where the person lives: an agent that is told may say
    that a term has ended, one that does not know the field leaves it aside."""
    return {
        "raw_text": progress.args["text"],
        "entities": progress.results["extract_entities"],
        "classification": progress.results["classify_case"],
        "snippets": progress.results["policy_snippets"]["snippets"],
        "vandaag": _today(progress),
    }


def _today(progress: Progress) -> str:
    return progress.now.astimezone(HERE).date().isoformat()


NO_DECISION = "Dit is een indicatie, geen besluit."


def _allowance_told(progress: Progress) -> Done:
    """What a person wanted to know, in a sentence or two; the rest is on the page and in the log."""
    rules = progress.results["rules_lookup"]
    found = rules.get("berekening") if is_object(rules) else None
    name = f"{progress.args['regeling']} {progress.args['jaar']}"
    match found:
        case {"soort": "indicatie", "per_maand": amount}:
            return Done(summary=f"{name}: ongeveer {amount} euro per maand. {NO_DECISION}")
        case {"reden": str(reason)}:
            return Done(summary=f"{reason} {NO_DECISION}")
        case _:
            return Done(summary=f"{name}: de voorwaarden, de papieren en de punten staan klaar. {NO_DECISION}")


def _letter_told(progress: Progress) -> Done:
    """The last day; that it is over too, when the specialist did not count with the day it is."""
    match progress.results[STRUCTURE]:
        case {
            "overview": {
                "timeline": [_, str(last_day), *_],
                "termijn": {"laatste_dag": str(day), "stand": "onbekend"},
            }
        } if day < _today(progress):
            return Done(summary=f"{last_day} Die dag is al voorbij. {NO_DECISION}")
        case {"overview": {"timeline": [_, str(last_day), *_]}}:
            return Done(summary=f"{last_day} {NO_DECISION}")
        case _:
            return Done(summary=WORDS.done)


TOESLAGEN_FLOW = Flow(
    name=CHECK,
    surface="toeslagen",
    title="Toeslagen Check",
    prepare=check_args,
    describe=lambda args: f"{args['regeling']} {args['jaar']}"[:80],
    steps=(
        call(
            "rules_lookup",
            "rules_lookup",
            "Eerst de regels: die zeggen welke voorwaarden er in dat jaar zijn.",
            lambda p: _some(p, "regeling", "jaar", "situatie", "inkomen", "vermogen"),
        ),
        call(
            "doc_checklist",
            "doc_checklist",
            "Dan de papieren die bij deze toeslag en dit huishouden horen.",
            lambda p: _some(p, "regeling", "situatie"),
        ),
        call(
            "risk_notes",
            "risk_notes",
            "Dan de punten waar u op moet letten, zodat u later niets hoeft terug te betalen.",
            lambda p: _some(p, "regeling", "jaar", "situatie", "loonOfVermogen", "inkomen", "vermogen"),
        ),
        call(
            EXPLAIN,
            EXPLAIN,
            "Ten slotte legt een specialist alles uit in gewone taal, het belangrijkste eerst.",
            _explain_args,
        ),
    ),
    finish=_allowance_told,
)

BEZWAAR_FLOW = Flow(
    name=ANALYSE,
    surface="bezwaar",
    title="Bezwaar Assistent",
    prepare=letter_args,
    describe=_letter_begins,
    steps=(
        call(
            "extract_entities",
            "extract_entities",
            "Eerst de datum, het bedrag en het onderwerp uit de brief halen.",
            lambda p: {**_some(p, "text"), "vandaag": _today(p)},
        ),
        call(
            "classify_case",
            "classify_case",
            "Dan bepalen wat voor zaak het is: dat zegt waar de brief heen moet.",
            lambda p: _some(p, "text"),
        ),
        call(
            "policy_snippets",
            "policy_snippets",
            "Dan de regels zoeken die bij deze soort zaak horen.",
            lambda p: {"type": p.results["classify_case"]["type"]},
        ),
        call(
            STRUCTURE,
            STRUCTURE,
            "Ten slotte maakt een specialist een overzicht en een conceptantwoord.",
            _structure_args,
        ),
    ),
    finish=_letter_told,
)


def _specialist(capability: str, tool: str, reason: str) -> FlowPlanner:
    def value(progress: Progress) -> Done:
        found: Json = progress.results[capability]
        return Done(summary=WORDS.done, value=found)

    step = call(capability, tool, reason, lambda p: p.args)
    flow = Flow(name=capability, surface=capability, title=capability, steps=(step,), finish=value, asks=False)
    return FlowPlanner((flow,), WORDS)


FRONT = FlowPlanner(
    flows=(TOESLAGEN_FLOW, BEZWAAR_FLOW),
    words=WORDS,
    aliases={ANALYSE_ALIAS: ANALYSE},
    resets={RESET: "toeslagen", "bezwaar/reset": "bezwaar"},
    read=read,
)
EXPLAINER = _specialist(EXPLAIN, INNER_EXPLAIN, "Elk papier en elk punt krijgt een uitleg in gewone taal.")
STRUCTURER = _specialist(STRUCTURE, INNER_STRUCTURE, "De brief wordt een overzicht met een conceptantwoord.")
