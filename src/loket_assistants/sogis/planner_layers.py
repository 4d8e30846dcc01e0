"""Taking maps away again: which are loaded, by the log, and which of them is meant."""

from collections.abc import Sequence

from rapidfuzz.fuzz import partial_ratio

from loket.core.actions import ClientCommand, Decision, Done, Task
from loket.core.data import JsonObject
from loket.core.record import Record
from loket.core.shapes import is_object, list_at, text_at
from loket_assistants.sogis.actions import clear_map, remove_layer
from loket_assistants.sogis.planner_trail import steps
from loket_assistants.sogis.planner_words import told, vocabulary, without

INTENT = "remove_layer"
LAYERS, REMOVED, CLEARED, ASKED = "layers", "removed", "cleared", "asked"
"""The names in the values of steps and in the arguments of this one."""
ALIKE = 85
"""Of 100: how alike a name and what was said must be."""


def loaded(history: Sequence[Record]) -> dict[str, str]:
    """The maps that are loaded, id and label, the oldest first."""
    found: dict[str, str] = {}
    for step in steps(history):
        value = step.returned.value if step.returned is not None and step.returned.ok else None
        if is_object(value) and value.get(CLEARED):
            found.clear()
        for one in list_at(value, LAYERS):
            found[text_at(one, "id")] = text_at(one, "label")
        for id in list_at(value, REMOVED):
            found.pop(str(id), None)
    return found


def removal(text: str, history: Sequence[Record], to: str) -> Task:
    """The step that takes away what a message names, or everything when it names nothing."""
    small = vocabulary().words
    asked = without(text[:300], (*small.layer, *small.removes, *small.removes_last, *small.around))
    layers: list[JsonObject] = [{"id": id, "label": label} for id, label in loaded(history).items()]
    args: JsonObject = {ASKED: asked, LAYERS: layers}
    return Task(id="step1", intent=INTENT, to=to, task=text[:300], args=args)


def removed(args: JsonObject, locale: str) -> Decision:
    """What comes of that step."""
    asked, known = text_at(args, ASKED), [one for one in list_at(args, LAYERS) if is_object(one)]
    if not asked:
        value: JsonObject = {"intent": INTENT, CLEARED: True}
        done = Done(outcome="success", summary=told(locale, "cleared"), value=value)
        return Decision(reasoning="It names no map.", action=done, shows=(ClientCommand(command=clear_map()),))
    meant = [one for one in known if partial_ratio(asked.lower(), text_at(one, "label").lower()) >= ALIKE]
    if not meant:
        text = told(locale, "not_loaded").replace("{asked}", asked)
        done = Done(outcome="failure", summary=text, value={"intent": INTENT})
        return Decision(reasoning="No loaded map has this name.", action=done)
    ids = [text_at(one, "id") for one in meant]
    text = told(locale, "removed").replace("{label}", ", ".join(text_at(one, "label") for one in meant))
    done = Done(outcome="success", summary=text, value={"intent": INTENT, REMOVED: ids})
    shows = tuple(ClientCommand(command=remove_layer(id)) for id in ids)
    return Decision(reasoning="It names a loaded map.", action=done, step="done", shows=shows)
