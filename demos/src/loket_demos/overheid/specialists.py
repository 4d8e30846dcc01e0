"""The flows of the two specialists: a program sends them data and gets data; who asks in words is answered in words, or
asked for what is missing."""

from collections.abc import Callable

from loket.core.actions import Action, Ask, Done
from loket.core.data import JsonObject
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket.planners.flow import IN_WORDS, Flow, FlowPlanner, Progress, Step, call
from loket_demos.overheid.allowance import NO_DECISION
from loket_demos.overheid.content.explain_toeslagen import knows
from loket_demos.overheid.declaration import EXPLAIN, INNER_EXPLAIN, INNER_STRUCTURE, STRUCTURE
from loket_demos.overheid.flows import WORDS
from loket_demos.overheid.objection import NO_LETTER

ASKED = "vraag"
WHICH = (
    "Welk papier of welk punt zal ik uitleggen? Noem het zoals het op uw lijst staat. Bijvoorbeeld: huurcontract, "
    "zorgpolis of vermogen."
)
AGAIN = f"{STRUCTURE}_opnieuw"


def _in_words(progress: Progress) -> str:
    """What was asked in words; empty for a program."""
    return text_at(progress.args, "text") if progress.args.get(IN_WORDS) else ""


def _input(progress: Progress) -> JsonObject:
    return {name: value for name, value in progress.args.items() if name != IN_WORDS}


def _which(progress: Progress) -> Action | None:
    words = _in_words(progress)
    return Ask(text=WHICH) if words and not knows(words) else None


def _items(progress: Progress) -> JsonObject:
    words = progress.results.get(ASKED) or _in_words(progress)
    return {"items": [{"text": words}]} if words else _input(progress)


def _explained(progress: Progress) -> Done:
    found = progress.results[EXPLAIN]
    items = [one for one in list_at(found, "items") if is_object(one)]
    if len(items) == 1:
        lines = [text_at(items[0], "b1_explanation")]
    else:
        lines = [f"- {text_at(one, 'text')}: {text_at(one, 'b1_explanation')}" for one in items]
    return Done(summary="\n".join([*lines, NO_DECISION]), value=found)


def _kind(progress: Progress) -> str:
    found = progress.results.get(AGAIN) or progress.results[STRUCTURE]
    return text_at(object_at(found, "overview"), "tekst")


def _letter(progress: Progress) -> Action | None:
    said = NO_LETTER.get(_kind(progress), "")
    return Ask(text=said) if said and _in_words(progress) else None


def _once_more(progress: Progress) -> Action | None:
    words = progress.results.get(ASKED)
    return call(AGAIN, INNER_STRUCTURE, "", lambda p: {"text": words}).act(progress) if words else None


def _structured(progress: Progress) -> Done:
    found = progress.results.get(AGAIN) or progress.results[STRUCTURE]
    if said := NO_LETTER.get(_kind(progress), ""):
        return Done(summary=said, value=found)
    if not text_at(found, "objection_letter"):
        return Done(summary="\n".join(map(str, list_at(found, "key_points")[:1])), value=found)
    lines = [*list_at(object_at(found, "overview"), "timeline"), "", "Let op:"]
    lines += [f"- {one}" for one in list_at(found, "key_points")]
    lines += ["", "Wat u kunt doen:", *(f"- {one}" for one in list_at(found, "actions"))]
    lines += ["", "Uw brief:", "", text_at(found, "objection_letter"), "", NO_DECISION]
    return Done(summary="\n".join(map(str, lines)), value=found)


def _specialist(name: str, steps: tuple[Step, ...], finish: Callable[[Progress], Done]) -> FlowPlanner:
    return FlowPlanner((Flow(name=name, surface=name, title=name, steps=steps, finish=finish, asks=False),), WORDS)


EXPLAINER = _specialist(
    EXPLAIN,
    (
        Step(ASKED, "De vraag noemt geen papier en geen punt.", _which),
        call(EXPLAIN, INNER_EXPLAIN, "Elk papier en elk punt krijgt een uitleg in gewone taal.", _items),
    ),
    _explained,
)
STRUCTURER = _specialist(
    STRUCTURE,
    (
        call(STRUCTURE, INNER_STRUCTURE, "De brief wordt een overzicht met een conceptantwoord.", _input),
        Step(ASKED, "Dit is geen brief over een besluit.", _letter),
        Step(AGAIN, "Met de brief erbij kan het opnieuw.", _once_more),
    ),
    _structured,
)
