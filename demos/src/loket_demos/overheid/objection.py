"""The written flow of a letter: four steps, and an answer that says what was read and has the person's own letter."""

from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files

from loket.core.actions import Action, Ask, Choice, Done, Wants
from loket.core.data import Json, JsonObject, as_blob
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket.planners.flow import Flow, Progress, Step, call
from loket_demos.overheid.declaration import HERE, STRUCTURE
from loket_demos.overheid.letter_report import NOT_WANTED, needed, no_letter, report, waiting, waits
from loket_demos.overheid.letter_talk import answered

ASKED = ("vraag", *(f"vraag_{number}" for number in range(2, 7)))
"""The steps that ask what a letter waits for."""
AGAIN = tuple(f"{STRUCTURE}_{asked}" for asked in ASKED)
ANALYSE, ANALYSE_ALIAS = "bezwaar/analyse", "bezwaar/start"
TITLE = 60
"""Characters of a letter that name its conversation."""


@cache
def example_letter() -> str:
    """The letter that is used when a person leaves the field empty; everybody in it is invented."""
    return (files("loket_demos.overheid") / "data" / "voorbeeldbrief.txt").read_text("utf-8")


def letter_args(payload: JsonObject) -> JsonObject:
    """The letter, or the example when there is none, with what was answered since it was read before."""
    text, answers = payload.get("text"), payload.get("antwoorden")
    more: JsonObject = {"antwoorden": answers} if is_object(answers) else {}
    if text is None or (isinstance(text, str) and not text.strip()):
        return {"text": example_letter(), "example": True, **more}
    return {"text": text, **more}


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
        "classification": _without(progress.results["classify_case"], "gronden", "misschien"),
        "snippets": progress.results["policy_snippets"]["snippets"],
        "vandaag": _today(progress),
        **({"antwoorden": answers} if (answers := _answers(progress)) else {}),
    }


def _answers(progress: Progress) -> JsonObject:
    """What was answered before this run, and in it."""
    found, overview = object_at(progress.args, "antwoorden"), object_at(progress.results.get(STRUCTURE), "overview")
    for asked, again in zip(ASKED, AGAIN, strict=True):
        found = {**found, **(answered(overview, text_at(progress.results, asked)) or {})}
        overview = object_at(progress.results.get(again), "overview") or overview
    return found


def _newest(progress: Progress) -> Json:
    """What the newest of the letters came to; None while there is none."""
    return next((progress.results[name] for name in (*reversed(AGAIN), STRUCTURE) if name in progress.results), None)


def _asks(progress: Progress) -> Action | None:
    """The one question that carries all that a letter waits for; each of its choices is an answer in words. Why it
    waits is told the first time."""
    answer = _newest(progress)
    again = any(asked in progress.results for asked in ASKED)
    question, places = waits(answer, _today(progress), again), waiting(answer)
    if not question or question == NOT_WANTED:
        return None
    fields = tuple(text_at(one, "veld") for one in places)
    return Ask(text=question, choices=_choices(places), wants=Wants(skill=ANALYSE, missing=fields), lasts=False)


def _choices(places: Sequence[JsonObject]) -> tuple[Choice, ...]:
    """A tap for each answer of few: yes or no, and which decision, when the letter names several."""
    by = {text_at(one, "veld"): [str(choice) for choice in list_at(one, "keuzes")] for one in places}
    dates = by.get("datum", [])
    if "redenen" in by:
        return (Choice(id="ja", label="Ja, dit klopt"), Choice(id="alle zinnen", label="Alle zinnen"))
    if "besluit" not in by:
        return tuple(Choice(id=day, label=f"Het besluit van {day}") for day in dates)
    yes = [Choice(id=f"ja {day}", label=f"Ja, tegen het besluit van {day}") for day in dates]
    return (*(yes or [Choice(id="ja", label="Ja")]), Choice(id="nee", label="Nee"))


def _once_more(asked: str, again: str) -> Step:
    """The letter, made again with what was answered."""

    def act(progress: Progress) -> Action | None:
        if asked not in progress.results:
            return None
        return call(again, STRUCTURE, "", _structure_args).act(progress)

    return Step(again, "Met het antwoord wordt de brief opnieuw gemaakt.", act)


def _without(value: Json, *names: str) -> Json:
    """The same without what the letter itself has already, word for word."""
    return {name: one for name, one in value.items() if name not in names} if is_object(value) else value


def _today(progress: Progress) -> str:
    return progress.now.astimezone(HERE).date().isoformat()


def _of_letter(name: str, tool: str, reason: str, args: Callable[[Progress], JsonObject]) -> Step:
    """A step that is left out when there is no letter."""
    step = call(name, tool, reason, args)
    return Step(
        name, reason, lambda progress: None if no_letter(progress.results["classify_case"]) else step.act(progress)
    )


def _finished(progress: Progress) -> Done:
    """What is told of the letter; or what the text is instead, and what can be done with it."""
    case, today = progress.results["classify_case"], _today(progress)
    if reason := no_letter(case):
        return Done(outcome="failure", summary=reason)
    answer = _newest(progress)
    return Done(summary=waits(answer, today) or report(case, answer, today), value=answer, asks=bool(needed(answer)))


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
        *(
            step
            for asked, again in zip(ASKED, AGAIN, strict=True)
            for step in (Step(asked, "Dit weet alleen wie de brief schrijft.", _asks), _once_more(asked, again))
        ),
    ),
    finish=_finished,
)
