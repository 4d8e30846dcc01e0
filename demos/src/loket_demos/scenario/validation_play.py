"""Can a scenario be played without a model? Its courses of events, what its tools give, and the steps of its agents."""

from collections.abc import Collection

from loket.core.data import JsonObject
from loket.core.shapes import is_list, is_object, text_at
from loket_demos.scenario.run import is_amount
from loket_demos.scenario.walk import Walk, shortened

ENDS = ("success", "failure", "neutral")
_DOES = ("say", "ask", "tool")
_TEXTS = ("ends", "facts", "documents", "never")
_MOST = {
    "turns": "a whole number from 1 on",
    "seconds": "a number of seconds above 0",
    "cost": "a number of US dollars, 0 or more",
}


def variants(walk: Walk, config: JsonObject) -> frozenset[str]:
    """The ids of the courses that events may take."""
    ids: set[str] = set()
    for path, variant in walk.objects(config, "variants", ""):
        id = walk.words(variant, "id", path)
        walk.words(variant, "title", path, required=False)
        walk.one_of(variant, "ends", path, ENDS, required=False)
        if id in ids:
            walk.error(f"{path}.id", f"is {shortened(id)}, which another variant has already")
        ids |= {id} if id else set()
    return frozenset(ids)


def expectations(walk: Walk, config: JsonObject) -> None:
    """What `loket bench` expects of it. A name that is none would be a check that is never made."""
    trial = walk.typed(config, "trial", "", dict)
    if trial is None:
        return
    walk.only(trial, "trial", (*_TEXTS, *_MOST))
    for name in _TEXTS:
        if not isinstance(trial.get(name), str):  # one text alone is a list of one
            walk.texts(trial, name, "trial")
    ends = trial.get("ends")
    for end in [ends] if isinstance(ends, str) else ends if is_list(ends) else ():
        if isinstance(end, str) and end not in ENDS:
            walk.error("trial.ends", f"has {shortened(end)}; ends are {', '.join(ENDS)}")
    for name, what in _MOST.items():
        most = trial.get(name)
        if most is not None and not is_amount(most, whole=name == "turns", nothing=name == "cost"):
            walk.error(f"trial.{name}", f"must be {what}")


def fixtures(walk: Walk, path: str, tool: JsonObject, courses: Collection[str]) -> None:
    """What a tool gives without a model."""
    for where, fixture in walk.objects(tool, "fixtures", path):
        _in_course(walk, where, fixture, courses)
        walk.typed(fixture, "when", where, dict)
        if "output" not in fixture:
            walk.error(f"{where}.output", "is missing; it is what the tool gives")


def script(walk: Walk, path: str, agent: JsonObject, tools: Collection[str], courses: Collection[str]) -> None:
    """The steps of an agent, and what its principal answers."""
    for where, step in walk.objects(agent, "script", path):
        _in_course(walk, where, step, courses)
        doing = [name for name in _DOES if walk.words(step, name, where, required=False)]
        if len(doing) != 1:
            walk.error(where, f"must have exactly one of say, ask and tool, but it has {' and '.join(doing) or 'none'}")
        elif doing == ["tool"] and text_at(step, "tool") not in tools:
            there = ", ".join(sorted(tools)) or "none"
            walk.error(f"{where}.tool", f"is {shortened(text_at(step, 'tool'))}, but the agent's tools are: {there}")
        walk.typed(step, "args", where, dict)
        walk.typed(step, "end", where, bool)
        walk.words(step, "why", where, required=False)
        for name in ("after", "attach"):
            if isinstance(step.get(name), str):
                continue  # one text alone is a list of one
            walk.texts(step, name, where)
    answers = walk.typed(agent, "answers", path, dict)
    for question, answer in answers.items() if is_object(answers) else ():
        if not isinstance(answer, str):
            walk.error(f"{path}.answers.{shortened(question)}", "must be text")


def _in_course(walk: Walk, path: str, entry: JsonObject, courses: Collection[str]) -> None:
    variant = walk.words(entry, "variant", path, required=False)
    if variant and variant not in courses:
        there = ", ".join(sorted(courses)) or "none"
        walk.error(f"{path}.variant", f"is {shortened(variant)}, but the variants of this scenario are: {there}")
