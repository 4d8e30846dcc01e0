"""Undo, over the log: the last message that changed the map counts no more, and the map goes back to what it was."""

from collections.abc import Sequence
from dataclasses import dataclass

from loket.core.actions import ClientCommand, Decision, Done
from loket.core.data import Json, JsonObject
from loket.core.record import Record
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket_demos.sogis.actions import show_layer, view_of
from loket_demos.sogis.planner_layers import CLEARED, HIDDEN, LAYERS, REMOVED, SHOWN, Loaded, on_map
from loket_demos.sogis.planner_trail import UNDONE, VIEW, PlannedStep, steps
from loket_demos.sogis.planner_words import sentence
from loket_demos.sogis.source.regions import canton

COMMANDS, SAYS = "commands", "says"
"""The names in the arguments of a step that undoes: what the map is to do, and what was said of what is undone."""
CHANGES = (VIEW, LAYERS, REMOVED, HIDDEN, SHOWN, CLEARED)


@dataclass(frozen=True)
class Undo:
    """What undoing the last change means: the plan that counts no more, the commands, and what it had said."""

    plan: str
    commands: list[JsonObject]
    says: str

    def args(self) -> JsonObject:
        """As a step carries it."""
        return {UNDONE: self.plan, COMMANDS: self.commands, SAYS: self.says}


def undo_of(history: Sequence[Record]) -> Undo | None:
    """How the last message that changed the map is undone; None when there is none."""
    all_done = [step for step in steps(history) if is_object(_value(step))]
    changed = [
        step for step in all_done if any(object_at({"value": _value(step)}, "value").get(one) for one in CHANGES)
    ]
    if not changed:
        return None
    plan = changed[-1].plan
    gone = [step for step in changed if step.plan == plan]
    kept = [_value(step) for step in all_done if step.plan != plan]
    now, then = on_map((), [_value(step) for step in all_done]), on_map((), kept)
    commands = _between(now, then)
    if any(object_at(_value(step), VIEW) for step in gone):
        commands.append(next((view for one in reversed(kept) if (view := object_at(one, VIEW))), _home()))
    return Undo(plan, commands, " ".join(step.returned.text for step in gone if step.returned is not None))


def undone(args: JsonObject, locale: str) -> Decision:
    """What comes of a step that undoes."""
    plan = text_at(args, UNDONE)
    if not plan:
        text = sentence(locale, "nothing_to_undo")
        failed = Done(outcome="failure", summary=text, value={"intent": "undo"})
        return Decision(reasoning="Nothing on the map was changed before.", action=failed, step="failed")
    text = sentence(locale, "undone").replace("{asked}", text_at(args, SAYS))
    done = Done(summary=text, value={"intent": "undo", UNDONE: plan})
    shows = tuple(ClientCommand(command=one) for one in list_at(args, COMMANDS) if is_object(one))
    return Decision(reasoning="It goes back to before the last change.", action=done, step="done", shows=shows)


def _value(step: PlannedStep) -> Json:
    return step.returned.value if step.returned is not None and step.returned.ok else None


def _between(now: Sequence[Loaded], then: Sequence[Loaded]) -> list[JsonObject]:
    """The commands from what is on the map now to what was on it then; a map put back may have to be hidden again."""
    here, there = {one.id: one for one in now}, {one.id: one for one in then}
    found = [one.gone() for id, one in here.items() if id not in there]
    found += [one.put() for id, one in there.items() if id not in here and one.payload]
    for id, one in there.items():
        seen = here[id].visible if id in here else True
        if one.kind != "pin" and seen != one.visible and (id in here or one.payload):
            found.append(show_layer(id, visible=one.visible))
    return found


def _home() -> JsonObject:
    """Where the map is before anything was asked: the whole canton."""
    return view_of(canton("").extent)
