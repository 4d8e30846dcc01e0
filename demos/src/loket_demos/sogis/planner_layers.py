"""Taking maps and marks away, hiding and showing maps: what is on the map, by the log, and what of it is meant."""

from collections.abc import Sequence
from typing import Literal

from rapidfuzz.fuzz import partial_ratio

from loket.core.actions import ClientCommand, Decision, Done
from loket.core.data import Frozen, Json, JsonObject
from loket.core.record import Record
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket_demos.sogis.actions import Intent, clear_map, remove_layer, remove_marker, show_layer
from loket_demos.sogis.planner_request import Request, Wish
from loket_demos.sogis.planner_trail import steps
from loket_demos.sogis.planner_words import sentence
from loket_demos.sogis.search.words import key
from loket_demos.sogis.source import catalogue
from loket_demos.sogis.source.known import ENDINGS, chart

LAYERS, REMOVED, CLEARED, HIDDEN, SHOWN = "layers", "removed", "cleared", "hidden", "shown"
"""The names in the values of steps and in the arguments of these."""
ALIKE = 85
"""Of 100: how alike a name and what was said must be."""
SAYS: dict[Wish, str] = {
    "remove_layer": "removed",
    "remove_marker": "removed",
    "hide_layer": "hidden",
    "show_layer": "shown",
}


class Loaded(Frozen):
    """What is on the map: its id and label, what it was asked for as, and whether it is seen. A pin and an area that is
    lit up are marks, all else are maps. `payload` is that of the command that put it there, `together` the first of the
    maps that came with it."""

    id: str
    label: str
    asked: str = ""
    visible: bool = True
    kind: Literal["map", "pin", "area"] = "map"
    payload: JsonObject = {}
    together: str = ""

    def gone(self) -> JsonObject:
        """The command that takes it away."""
        return remove_marker(self.id) if self.kind == "pin" else remove_layer(self.id)

    def put(self) -> JsonObject:
        """The command that puts it there."""
        return {"type": "addMarker" if self.kind == "pin" else "addLayer", "payload": self.payload}

    def called(self, name: str) -> bool:
        """Whether a name means this map."""
        if chart(name) and any(self.id.endswith(one.id) for one in catalogue.find(name)):
            return True
        names = [key(one) for one in (self.label, self.asked) if one]
        forms = {key(name).removesuffix(end) for end in ENDINGS}
        return any(
            said == one or (len(said) > 3 and partial_ratio(said, one) >= ALIKE) for said in forms for one in names
        )


def put_on(intent: Intent, commands: Sequence[JsonObject], asked: str) -> list[JsonObject]:
    """What commands put on the map, as a step remembers it."""
    kinds = {"addLayer": "map" if intent == "load_layer" else "area", "addMarker": "pin"}
    found: list[JsonObject] = []
    for one in commands:
        payload, kind = object_at(one, "payload"), kinds.get(text_at(one, "type"))
        if kind is not None:
            about = {"asked": asked} if kind == "map" and asked else {}
            facts: JsonObject = {"id": payload.get("id"), "label": payload.get("label") or "", "kind": kind}
            found.append({**facts, **about, "payload": payload})
    maps = [one for one in found if one["kind"] == "map"]
    return [{**one, "together": maps[0]["id"]} if len(maps) > 1 and one in maps else one for one in found]


def loaded(history: Sequence[Record]) -> list[Loaded]:
    """What is on the map, the oldest first."""
    return on_map(
        (), [step.returned.value for step in steps(history) if step.returned is not None and step.returned.ok]
    )


def on_map(there: Sequence[Loaded], values: Sequence[Json]) -> list[Loaded]:
    """What is on the map after steps that came back with these values."""
    found = {one.id: one for one in there}
    for value in values:
        if is_object(value) and value.get(CLEARED):
            found.clear()
        for one in filter(is_object, list_at(value, LAYERS)):
            found[text_at(one, "id")] = Loaded.model_validate(one)
        for id in list_at(value, REMOVED):
            found.pop(str(id), None)
        for name, visible in ((HIDDEN, False), (SHOWN, True)):
            for id in filter(found.__contains__, map(str, list_at(value, name))):
                found[id] = found[id].model_copy(update={"visible": visible})
    return list(found.values())


def of_loaded(request: Request, args: JsonObject, before: Sequence[Json], locale: str) -> Decision:
    """What comes of a step that is about loaded maps; `before` is what the steps of its message that it needs found."""
    there = on_map([Loaded.model_validate(one) for one in list_at(args, LAYERS) if is_object(one)], before)
    if request.intent == "clear_map":
        value: JsonObject = {"intent": request.intent, CLEARED: True}
        done = Done(summary=sentence(locale, "cleared"), value=value)
        return Decision(reasoning="All is to go.", action=done, step="done", shows=(_command(clear_map()),))
    marks = request.intent == "remove_marker"
    meant = _meant(request, [one for one in there if (one.kind != "map") == marks])
    if not meant:
        left = bool(there) and all(any(one.called(name) for one in there) for name in request.but)
        asked = request.q or ("" if left else ", ".join(request.but))
        name = "not_loaded" if asked else "nothing_else" if request.but else "nothing_loaded"
        text = sentence(locale, name).replace("{asked}", asked[:100])
        done = Done(outcome="failure", summary=text, value={"intent": request.intent})
        return Decision(reasoning="No loaded map has this name.", action=done, step="failed")
    name = SAYS[request.intent]
    text = sentence(locale, name).replace("{label}", ", ".join(one.label for one in meant))
    value = {"intent": request.intent, name: [one.id for one in meant]}
    commands = [one.gone() if name == REMOVED else show_layer(one.id, visible=name == SHOWN) for one in meant]
    shows = tuple(_command(one) for one in commands)
    done = Done(summary=text, value=value)
    return Decision(reasoning="It is loaded.", action=done, step="done", shows=shows)


def _meant(request: Request, there: Sequence[Loaded]) -> list[Loaded]:
    """All of it, what has the name that was said, or else the last that can be, with the maps that came with it: only
    what is hidden can be shown."""
    if request.all:
        kept = [[one for one in there if one.called(name)] for name in request.but]
        # What stays must be there: else a name that was misread would take everything away.
        return [one for one in there if not any(one in some for some in kept)] if all(kept) else []
    if request.q:
        return [one for one in there if one.called(request.q)]
    hidden = request.intent == "show_layer"
    able = [one for one in there if request.intent == "remove_layer" or one.visible != hidden]
    return [one for one in able if one == able[-1] or (one.together and one.together == able[-1].together)]


def _command(command: JsonObject) -> ClientCommand:
    return ClientCommand(command=command)
