"""The written flow of a letter: four steps, and an answer that says what was read and has the person's own letter."""

from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files

from loket.core.actions import Action, Ask, Choice, Done, Wants
from loket.core.data import Json, JsonObject, as_blob
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket.planners.flow import Flow, Progress, Step, call
from loket_demos.overheid.allowance import NO_DECISION
from loket_demos.overheid.content.case_advice import WRONG_KIND
from loket_demos.overheid.content.letter_kind import OPEN
from loket_demos.overheid.content.open_places import DECIDED
from loket_demos.overheid.declaration import HERE, STRUCTURE
from loket_demos.overheid.letter_talk import HOW, answered, how_to_answer

ASKED = ("vraag", *(f"vraag_{number}" for number in range(2, 7)))
"""The steps that ask what a letter waits for."""
AGAIN = tuple(f"{STRUCTURE}_{asked}" for asked in ASKED)
OTHER_REMEDY = "ander_middel"
ANALYSE, ANALYSE_ALIAS = "bezwaar/analyse", "bezwaar/start"
NO_REASON = "Waarom u het er niet mee eens bent, staat nog niet in de brief. Schrijf dat op."
NOT_WANTED = "U wilt niets tegen dit besluit doen. Dan maken wij geen brief. Wilt u het toch? Zeg ja."
YOUR_WORDS = "Uw eigen woorden staan heel in de brief. Klopt dit?"
OUT = " (staat er niet in)"
STILL_OPEN = (
    "Dit weten wij nog niet. Zeg het hier, één antwoord per bericht. Dan maken wij de brief opnieuw. "
    "Of vul het zelf in de brief in."
)
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
    question, places = _waits(answer, _today(progress)), _waiting(answer)
    if not question or question == NOT_WANTED:
        return None
    if places and any(asked in progress.results for asked in ASKED):
        question = _questions(places)
    fields = tuple(text_at(one, "veld") for one in places)
    return Ask(text=question, choices=_choices(places), wants=Wants(skill=ANALYSE, missing=fields), lasts=False)


def _questions(places: Sequence[JsonObject]) -> str:
    """What is asked, and how it is answered in words."""
    return " ".join(
        [*(text_at(one, "vraag") for one in places), how_to_answer([text_at(one, "veld") for one in places])]
    )


def _choices(places: Sequence[JsonObject]) -> tuple[Choice, ...]:
    """A tap for each answer of few: yes or no, and which decision, when the letter names several."""
    by = {text_at(one, "veld"): [str(choice) for choice in list_at(one, "keuzes")] for one in places}
    dates = by.get("datum", [])
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


NO_LETTER = {
    "geen_brief": "Dit is geen brief over een besluit. Plak de brief die u kreeg, of uw eigen brief. "
    "Of schrijf met welk besluit u het niet eens bent, en waarom.",
    "andere_taal": "Deze tekst is niet in het Nederlands. De overheid schrijft terug in het Nederlands. "
    "Schrijf uw brief in het Nederlands, of laat hem vertalen. Het Juridisch Loket en de bibliotheek kunnen u helpen. "
    "(English: we can't read this letter. Write in Dutch, or have it translated: the Juridisch Loket and the library "
    "can help you. Deutsch: Wir können diesen Brief nicht lesen. Schreiben Sie auf Niederländisch, oder lassen Sie ihn "
    "übersetzen: das Juridisch Loket und die Bibliothek helfen Ihnen.)",
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
    if known or not is_object(brief) or brief.get("soort") in OPEN or brief.get("vraag"):
        return known or ""
    quoted = f" Er staat: “{brief['citaat']}”" if brief.get("soort") == OTHER_REMEDY else ""
    return f"{brief.get('uitleg', '')}{quoted}"


def _of_letter(name: str, tool: str, reason: str, args: Callable[[Progress], JsonObject]) -> Step:
    """A step that is left out when there is no letter."""
    step = call(name, tool, reason, args)
    return Step(name, reason, lambda progress: None if _no_letter(progress) else step.act(progress))


def _letter_told(progress: Progress) -> Done:
    """What was understood, what is still open, the last day, and the person's own letter; or what the text is instead,
    and what can be done with it."""
    if no_letter := _no_letter(progress):
        return Done(outcome="failure", summary=no_letter)
    case, answer = progress.results["classify_case"], _newest(progress)
    if question := _waits(answer, _today(progress)):
        return Done(summary=question, value=answer)
    said = [_where(case, answer), *_read(answer), f"{_last_day(answer, _today(progress))} {NO_DECISION}".strip()]
    return Done(summary="\n".join([*filter(None, said), *_own_letter(answer)]), value=answer)


def _waits(answer: Json, today: str) -> str:
    """What must be known before there is a letter, with what is asked; empty when there is one."""
    if not is_object(answer) or text_at(answer, "objection_letter"):
        return ""
    brief = object_at(object_at(answer, "overview"), "brief")
    if not text_at(brief, "vraag"):
        return ""
    every = _objects(object_at(answer, "overview").get("invullen"))
    if any(one.get("veld") == "besluit" and one.get("antwoord") == DECIDED[1] for one in every):
        return NOT_WANTED
    places = _waiting(answer)
    last = _last_day(answer, today) if object_at(object_at(answer, "overview"), "termijn") else ""
    asked = _questions(places) if places else text_at(brief, "vraag")
    return " ".join(filter(None, (last, text_at(brief, "uitleg"), asked)))


def _waiting(answer: Json) -> list[JsonObject]:
    """The places that nobody filled in yet."""
    every = _objects(object_at(answer, "overview").get("invullen"))
    return [one for one in every if not one.get("antwoord")]


def _where(case: Json, answer: Json) -> str:
    match case, answer:
        case {"tekst": "brief_van_overheid"}, {"key_points": [_, str(where), *_]}:
            return f"{WRONG_KIND['brief_van_overheid']} {where}"
        case _, {"key_points": [_, str(where), *_]}:
            return where
        case {"route": {"uitleg": str(where)}}, _:
            return where
        case _:
            return ""


def _read(answer: Json) -> list[str]:
    """What the letter of the person rests on, in the words it was read in, and what must still be filled in."""
    seen = answer.get("overview") if is_object(answer) else None
    if not is_object(seen):
        return []
    places = _objects(seen.get("invullen"))
    needed = [one for one in places if one.get("nodig") is not False and not one.get("antwoord")]
    lines = [NO_REASON] if "reden" in [one.get("veld") for one in needed] else []
    lines += [str(one) for one in (seen.get("timeline") or [])[:1]]
    lines += [f"Het bedrag: {seen['bedrag']}."] if seen.get("bedrag") else []
    ticks = [_open(one) for one in places if one.get("meer")]
    asked = [one for one in needed if not one.get("meer")]
    return [*lines, *ticks, *([STILL_OPEN] if asked else []), *(f"- {_open(one)}" for one in asked)]


def _last_day(answer: Json, today: str) -> str:
    """The last day; that it is over too, when the specialist did not count with the day it is."""
    match answer:
        case {
            "overview": {
                "timeline": [_, str(last), *_],
                "termijn": {"laatste_dag": str(day), "stand": "onbekend"},
            }
        } if day < today:
            return f"{last} Die dag is al voorbij."
        case {"overview": {"timeline": [_, str(last), *_]}}:
            return last
        case _:
            return ""


def _open(place: JsonObject) -> str:
    """A question, what it may be, and how it is answered in words."""
    choices = [str(one) for one in place.get("keuzes") or []]
    if place.get("meer"):
        taken = [str(one) for one in place.get("gekozen") or []]
        every = [f"{number}. “{one}”{'' if one in taken else OUT}" for number, one in enumerate(choices, 1)]
        question, shown = YOUR_WORDS, " ".join(every)
    else:
        question = text_at(place, "vraag")
        shown = f"({' of '.join(choices)})" if choices else ""
    return " ".join(filter(None, (question, shown, HOW.get(text_at(place, "veld"), ""))))


def _own_letter(answer: Json) -> list[str]:
    """The letter itself: a terminal, a talk and another agent have no page to show it on."""
    letter = answer.get("objection_letter") if is_object(answer) else None
    return ["", "Uw eigen brief. Vul in wat tussen haken staat:", "", letter] if letter else []


def _objects(many: Json) -> list[JsonObject]:
    return [one for one in many if is_object(one)] if isinstance(many, list) else []


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
    finish=_letter_told,
)
