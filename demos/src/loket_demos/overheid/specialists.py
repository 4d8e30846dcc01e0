"""The flows of the two specialists: a program sends them data and gets data; who asks in words is answered in words, or
asked for what is missing."""

from collections.abc import Callable

from loket.core.actions import Action, Ask, Done
from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket.planners.flow import IN_WORDS, Flow, FlowPlanner, Progress, Step, call
from loket_demos.overheid.allowance_answer import NO_DECISION
from loket_demos.overheid.content.explain_toeslagen import knows
from loket_demos.overheid.declaration import EXPLAIN, INNER_EXPLAIN, INNER_STRUCTURE, STRUCTURE
from loket_demos.overheid.flows import WORDS
from loket_demos.overheid.letter_report import NO_LETTER

ASKED = ("vraag", "vraag_2", "vraag_3")
"""The steps that ask, one after another: who is not understood is asked again, and told no when it was no use."""
WHICH = (
    "Welk papier of welk punt zal ik uitleggen? Noem het zoals het op uw lijst staat. Bijvoorbeeld: huurcontract, "
    "zorgpolis of vermogen."
)
AGAIN = tuple(f"{STRUCTURE}_{step}" for step in ASKED)
REFUSED: JsonObject = {"code": "rejected"}


def _in_words(progress: Progress) -> str:
    """What was said last by who asks in words; empty for a program."""
    first = text_at(progress.args, "text") if progress.args.get(IN_WORDS) else ""
    return next((text for step in reversed(ASKED) if (text := text_at(progress.results, step))), first)


def _input(progress: Progress) -> JsonObject:
    return {name: value for name, value in progress.args.items() if name != IN_WORDS}


def _which(progress: Progress) -> Action | None:
    words = _in_words(progress)
    return Ask(text=WHICH) if words and not knows(words) else None


def _items(progress: Progress) -> JsonObject:
    words = _in_words(progress)
    return {"items": [{"text": words}]} if words else _input(progress)


def _explained(progress: Progress) -> Done:
    if _which(progress):
        return Done(outcome="failure", summary=WHICH, value=REFUSED)
    found = progress.results[EXPLAIN]
    items = [one for one in list_at(found, "items") if is_object(one)]
    if len(items) == 1:
        lines = [text_at(items[0], "b1_explanation")]
    else:
        lines = [f"- {text_at(one, 'text')}: {text_at(one, 'b1_explanation')}" for one in items]
    return Done(summary="\n".join([*lines, NO_DECISION]), value=found)


def _newest(progress: Progress) -> Json:
    """What the newest of the letters came to."""
    return next(progress.results[step] for step in (*reversed(AGAIN), STRUCTURE) if step in progress.results)


def _refusal(progress: Progress) -> str:
    """Why this is no letter to answer; empty when it is one."""
    return NO_LETTER.get(text_at(object_at(_newest(progress), "overview"), "tekst"), "")


def _letter(progress: Progress) -> Action | None:
    said = _refusal(progress)
    return Ask(text=said) if said and _in_words(progress) else None


def _once_more(asked: str, again: str) -> Step:
    def act(progress: Progress) -> Action | None:
        words = progress.results.get(asked)
        return call(again, INNER_STRUCTURE, "", lambda p: {"text": words}).act(progress) if words else None

    return Step(again, "Met de brief erbij kan het opnieuw.", act)


def _structured(progress: Progress) -> Done:
    found = _newest(progress)
    if said := _refusal(progress):
        in_words = bool(_in_words(progress))
        return Done(outcome="failure", summary=said, value=REFUSED) if in_words else Done(summary=said, value=found)
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
        *(Step(asked, "De vraag noemt geen papier en geen punt.", _which) for asked in ASKED),
        call(EXPLAIN, INNER_EXPLAIN, "Elk papier en elk punt krijgt een uitleg in gewone taal.", _items),
    ),
    _explained,
)
STRUCTURER = _specialist(
    STRUCTURE,
    (
        call(STRUCTURE, INNER_STRUCTURE, "De brief wordt een overzicht met een conceptantwoord.", _input),
        *(
            step
            for asked, again in zip(ASKED, AGAIN, strict=True)
            for step in (Step(asked, "Dit is geen brief over een besluit.", _letter), _once_more(asked, again))
        ),
    ),
    _structured,
)
