"""The two written flows of the counter, the flows of its specialists, and which flow a written message is about."""

from collections.abc import Callable
from functools import cache
from importlib.resources import files

from loket.core.actions import Done
from loket.core.data import BlobRef, Json, JsonObject, Text, as_blob
from loket.core.planner import Situation
from loket.core.shapes import is_object
from loket.planners.flow import Flow, FlowPlanner, FlowWords, Progress, Step, call
from loket_demos.overheid.allowance import CHECK, NEWEST, NO_DECISION, TOESLAGEN_FLOW, earlier, wanted
from loket_demos.overheid.content.case_advice import WRONG_KIND
from loket_demos.overheid.content.classify_case import tells_of_decision
from loket_demos.overheid.content.letter_kind import OPEN
from loket_demos.overheid.declaration import EXPLAIN, HERE, INNER_EXPLAIN, INNER_STRUCTURE, STRUCTURE
from loket_demos.overheid.reading.information import informed
from loket_demos.overheid.reading.sentence import is_objection

RESET = "toeslagen/reset"
QUESTION = "toeslagen/vraag"
ANALYSE, ANALYSE_ALIAS = "bezwaar/analyse", "bezwaar/start"
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

TITLE = 60
"""Characters of a letter that name its conversation."""


@cache
def example_letter() -> str:
    """The letter that is used when a person leaves the field empty; everybody in it is invented."""
    return (files("loket_demos.overheid") / "data" / "voorbeeldbrief.txt").read_text("utf-8")


def read(text: Text, situation: Situation) -> tuple[str, JsonObject] | None:
    """The flow a written message is about, with what it says for the form; None when it fits neither."""
    if isinstance(text, BlobRef):
        return ANALYSE, {"text": text.model_dump(mode="json")}  # nobody asks a question of so many words
    today = situation.now.astimezone(HERE).date()
    before = earlier(situation.history)
    letter = is_objection(text) or tells_of_decision(text)
    answer = None if letter else informed(text, today, before, NEWEST)
    if answer is not None:
        return QUESTION, {"antwoord": answer}
    about = None if is_objection(text) else wanted(text, today, before)
    if about is not None:
        return CHECK, about
    return (ANALYSE, {"text": text}) if is_objection(text) or tells_of_decision(text) else None


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


NO_LETTER = {
    "geen_brief": "Dit is geen brief over een besluit. Plak de brief die u kreeg, of uw eigen brief. "
    "Of schrijf met welk besluit u het niet eens bent, en waarom.",
    "andere_taal": "Deze tekst is niet in het Nederlands. De overheid schrijft terug in het Nederlands. "
    "Schrijf uw brief in het Nederlands, of laat hem vertalen. Het Juridisch Loket en de bibliotheek kunnen u helpen. "
    "(Please write in Dutch: the law asks for it, and we can't read your letter.)",
}
"""By the kind of text: why nothing more is done with it, and what to do."""


def _no_letter(progress: Progress) -> str:
    """What is said of a text that is no letter, or in another language, or against which nothing can be written; empty
    for a decision."""
    case = progress.results["classify_case"]
    if not is_object(case):
        return ""
    known = NO_LETTER.get(str(case.get("tekst")))
    brief = case.get("brief")
    return known or (str(brief.get("uitleg", "")) if is_object(brief) and brief.get("soort") not in OPEN else "")


def _of_letter(name: str, tool: str, reason: str, args: Callable[[Progress], JsonObject]) -> Step:
    """A step that is left out when there is no letter."""
    step = call(name, tool, reason, args)
    return Step(name, reason, lambda progress: None if _no_letter(progress) else step.act(progress))


def _understood(progress: Progress) -> str:
    """Where the letter must go and why it was written, as it was read here: a reader can say that it is not so."""
    match progress.results["classify_case"]:
        case {"tekst": "brief_van_overheid", "route": {"uitleg": str(where)}}:
            return f"{WRONG_KIND['brief_van_overheid']} {where}"
        case {"gronden": [{"tekst": str(words)}, *_], "route": {"uitleg": str(where)}}:
            return f"{where} U schrijft: “{words}”"
        case {"gronden": [], "route": {"uitleg": str(where)}}:
            return f"{where} Waarom u het er niet mee eens bent, staat nog niet in de brief. Schrijf dat op."
        case _:
            return ""


def _letter_told(progress: Progress) -> Done:
    """What was understood, and the last day; that it is over too, when the specialist did not count with the day it
    is."""
    if no_letter := _no_letter(progress):
        return Done(outcome="failure", summary=no_letter)
    understood = _understood(progress)
    match progress.results[STRUCTURE]:
        case {
            "overview": {
                "timeline": [_, str(last_day), *_],
                "termijn": {"laatste_dag": str(day), "stand": "onbekend"},
            }
        } if day < _today(progress):
            return Done(summary=f"{understood} {last_day} Die dag is al voorbij. {NO_DECISION}".strip())
        case {"overview": {"timeline": [_, str(last_day), *_]}}:
            return Done(summary=f"{understood} {last_day} {NO_DECISION}".strip())
        case _:
            return Done(summary=WORDS.done)


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
        _of_letter(
            "policy_snippets",
            "policy_snippets",
            "Dan de regels zoeken die bij deze soort zaak horen.",
            lambda p: {"type": p.results["classify_case"]["type"]},
        ),
        _of_letter(
            STRUCTURE,
            STRUCTURE,
            "Ten slotte maakt een specialist een overzicht en een conceptantwoord.",
            _structure_args,
        ),
    ),
    finish=_letter_told,
)


QUESTION_FLOW = Flow(
    name=QUESTION,
    surface="vraag",
    title="Vraag over een toeslag",
    steps=(),
    finish=lambda progress: Done(summary=str(progress.args["antwoord"])),
    asks=False,
)


def _specialist(capability: str, tool: str, reason: str) -> FlowPlanner:
    def value(progress: Progress) -> Done:
        found: Json = progress.results[capability]
        return Done(summary=WORDS.done, value=found)

    step = call(capability, tool, reason, lambda p: p.args)
    flow = Flow(name=capability, surface=capability, title=capability, steps=(step,), finish=value, asks=False)
    return FlowPlanner((flow,), WORDS)


FRONT = FlowPlanner(
    flows=(TOESLAGEN_FLOW, BEZWAAR_FLOW, QUESTION_FLOW),
    words=WORDS,
    aliases={ANALYSE_ALIAS: ANALYSE},
    resets={RESET: "toeslagen", "bezwaar/reset": "bezwaar"},
    read=read,
)
EXPLAINER = _specialist(EXPLAIN, INNER_EXPLAIN, "Elk papier en elk punt krijgt een uitleg in gewone taal.")
STRUCTURER = _specialist(STRUCTURE, INNER_STRUCTURE, "De brief wordt een overzicht met een conceptantwoord.")
