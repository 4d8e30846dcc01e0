"""What is thought in a step: which tool comes next, which of several things is meant, and what the map shows of it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from loket.core.actions import Ask, Call, Choice, ClientCommand, Decision, Done, Task, ToolCall, Wants
from loket.core.data import Json, JsonObject
from loket.core.events import Returned
from loket.core.planner import Situation
from loket.core.shapes import list_at, object_at, text_at
from loket_demos.sogis import tool_specs
from loket_demos.sogis.actions import INTENTS, Intent, actions
from loket_demos.sogis.choices import choices
from loket_demos.sogis.planner_layers import LAYERS, of_loaded, put_on
from loket_demos.sogis.planner_request import LOADED, Request
from loket_demos.sogis.planner_stand import Stand, stand_of
from loket_demos.sogis.planner_trail import LANGUAGE, SELECTION, VERDICT, VIEW, request_of
from loket_demos.sogis.planner_undo import undone
from loket_demos.sogis.planner_words import sentence
from loket_demos.sogis.selection import merged, selection_of, wide
from loket_demos.sogis.source.port import EVERY
from loket_demos.sogis.texts import say

SEARCHES: tuple[Intent, ...] = ("goto_address", "search_place", "load_layer")
"""Intents that are done as soon as something is found."""
NOTHING = ("no_place", "no_address", "no_layer", "no_layer_but", "no_parcel")
"""Codes of searches that found nothing."""
LAST: dict[str, str] = {
    "goto_address": tool_specs.ADDRESS,
    "search_place": tool_specs.MUNICIPALITY,
    "load_layer": tool_specs.LAYERS,
    "oereb_extract": tool_specs.EXTRACT,
    "geothermal_probe_assessment": tool_specs.BORE,
    "cadastral_plan": tool_specs.PLAN,
}
"""The tool whose result is that of the intent."""
OF_PARCELS = (tool_specs.EXTRACT, tool_specs.PLAN)
DATA = ("pdfUrl", "pdfLabel", "mapUrl", "expiresAt", "scaleDenominator")
"""What a client makes links of."""
OURS = ("invalid", "timeout", "tool_broke", "unknown_tool", "unknown_outcome")
"""Codes whose sentences are written for those who run the server."""
FORBIDDING, ALLOWING = "no", ("yes", "limited")
"""What is said of whether somebody may drill."""
ROOM = 40_000
"""Characters that choices may take in a question."""


@dataclass(frozen=True)
class StepThought:
    """One thought about a step."""

    situation: Situation
    args: JsonObject
    request: Request

    def decide(self) -> Decision:
        """The decision; the same for the same situation."""
        request = self.request
        stand = stand_of(self.situation.history, self.situation.locale, request.but)
        if request.given and (refused := self._refused()):
            return self._ask(refused)
        if request.intent in LOADED:
            return of_loaded(request, self.args, self._back, self._locale)
        if request.intent == "undo":
            return undone(self.args, self._locale)
        if request.intent == "clarification":
            return self._ask(request.says or ("rest" if request.all else "beyond"))
        if stand.returned is None:
            return self._begin(request, self._selection())
        if not stand.returned.ok:
            return self._otherwise(request, stand, stand.returned)
        if not stand.items:
            return self._failed(sentence(self._locale, "unreadable"))
        if len(stand.items) > 1:
            if stand.chosen is None:
                return self._which(stand)
            ids = [text_at(one, "id") for one in choices(self._template(stand), stand.items)]
            item = stand.items[ids.index(stand.chosen)]
        else:
            item = stand.items[0]
        return self._on(request, stand, item)

    def _selection(self) -> JsonObject | None:
        """What the step is about that says nothing itself: what the one before it found, else what was selected."""
        back = self._back
        return object_at(back[-1] if back else self.args, SELECTION) or None

    @property
    def _back(self) -> list[Json]:
        """What the steps of its message that it needs came back with, in their order."""
        back = [one.event for one in self.situation.needed if isinstance(one.event, Returned)]
        return [one.value for one in sorted(back, key=lambda one: one.call)]

    def _refused(self) -> str:
        """The sentence for what hangs on a check that does not allow it; empty when one does."""
        verdicts = {verdict for value in (*self._back, self.args) if (verdict := text_at(value, VERDICT))}
        if verdicts and verdicts <= set(ALLOWING):
            return ""
        return "forbidden" if FORBIDDING in verdicts else "undecided"

    # The next call.

    def _begin(self, request: Request, selection: JsonObject | None) -> Decision:
        if request.searches:
            if request.number or request.egrid:
                return self._locate(request)
            if request.intent == "load_layer" and request.all:
                return self._call(tool_specs.LAYERS, {"query": EVERY}, "It asks which maps there are.")
            if request.intent == "goto_address" and not request.q:
                return self._once_more(selection)
            if not request.q:
                return self._ask("what")
            near = merged({}, selection).get("coord") if request.intent == "goto_address" else None
            return self._search(LAST[request.intent], "It is asked for.", near)
        if request.about:
            return self._locate(request)
        if request.municipality:
            return self._call(tool_specs.MUNICIPALITY, {"q": request.municipality}, "Only a municipality is named.")
        if not selection or wide(selection):
            return self._ask("where")
        return self._further(request, selection, "It is about what was selected last.")

    def _once_more(self, selection: JsonObject | None) -> Decision:
        """What was selected last is shown again: `Wo ist das?`."""
        if not selection:
            return self._ask("where")
        if egrid := text_at(selection, "egrid"):
            return self._call(tool_specs.PARCEL_BY_EGRID, {"egrid": egrid}, "It is the parcel that was selected last.")
        tool = tool_specs.MUNICIPALITY if wide(selection) else tool_specs.ADDRESS
        return self._call(tool, {"q": text_at(selection, "label")}, "It is the place that was selected last.")

    def _locate(self, request: Request) -> Decision:
        if request.number:
            args: JsonObject = {"number": request.number}
            if request.municipality:
                args["municipality"] = request.municipality
            return self._call(tool_specs.PARCEL_BY_NUMBER, args, "A parcel is named by its number.")
        if request.egrid:
            return self._call(tool_specs.PARCEL_BY_EGRID, {"egrid": request.egrid}, "A parcel is named by its EGRID.")
        return self._search(tool_specs.ADDRESS, "First the place has to be found.")

    def _search(self, tool: str, why: str, near: Json = None) -> Decision:
        args: JsonObject = {"query" if tool == tool_specs.LAYERS else "q": self.request.q}
        return self._call(tool, args if near is None else {**args, "coord": near}, why)

    def _otherwise(self, request: Request, stand: Stand, returned: Returned) -> Decision:
        """Where nothing was found: what the name may be instead, else the end. A name that may be anything is looked
        for among places, addresses and maps; one that is said to be a place among addresses as well."""
        if returned.code in NOTHING and request.q:
            left = [one for one in self._also(request) if one not in stand.tools]
            if left:
                return self._search(left[0], "Nothing is called so where it was looked for first.")
            if request.loose and len(stand.tools) == len(self._also(request)):
                return self._failed(sentence(self._locale, "nothing").replace("{asked}", request.q[:100]))
        text = "" if returned.code in OURS else returned.text
        return self._failed(text or sentence(self._locale, "broken"))

    def _also(self, request: Request) -> tuple[str, ...]:
        """The tools that may know a name, in their order."""
        if request.number:
            return (tool_specs.PARCEL_BY_NUMBER, tool_specs.ADDRESS) if request.loose else ()
        places = (tool_specs.MUNICIPALITY, tool_specs.ADDRESS)
        match request.intent:
            case "search_place":
                return (*places, tool_specs.LAYERS) if request.loose else places
            case "load_layer" if request.loose:
                return (tool_specs.LAYERS, *places)
            case _:
                return ()

    def _further(self, request: Request, selection: JsonObject, why: str) -> Decision:
        tool = self._last(request)
        if tool in OF_PARCELS and not text_at(selection, "egrid"):
            tool = tool_specs.EGRID_BY_POINT
        scale: JsonObject = {"scale": request.scale} if tool == tool_specs.PLAN and request.scale else {}
        return self._call(tool, merged(scale, _slim(selection)), why)

    def _last(self, request: Request) -> str:
        return tool_specs.EGRID_BY_POINT if request.parcel else LAST[request.intent]

    def _call(self, tool: str, args: JsonObject, why: str) -> Decision:
        properties = object_at(self.situation.tools[tool].input, "properties")
        fitting = {name: value for name, value in {"lang": self._locale, **args}.items() if name in properties}
        return Decision(reasoning=why, action=Call(calls=(ToolCall(id="a", tool=tool, args=fitting),)), step="call")

    def _on(self, request: Request, stand: Stand, item: JsonObject) -> Decision:
        """With this item to the next tool, or to the end."""
        if request.unplaced and stand.sole(item, self._selection()):
            place = text_at(object_at(item, "payload"), "label")
            return self._ask("commune", place=place)
        if request.searches or stand.tool == self._last(request):
            return self._done(stand, item)
        if request.parcel and text_at(item, "type") == "oereb-parcel":
            return self._done(stand, item)
        if stand.tool == tool_specs.MUNICIPALITY:
            return self._ask("where_in", place=text_at(object_at(item, "payload"), "label"))
        return self._further(request, selection_of(item), "What was found is what the next tool is about.")

    # Questions and ends.

    def _intent(self, stand: Stand) -> Intent:
        """What the step turned out to be: a name that is no municipality may be an address or a map."""
        asked = self.request.intent
        known: dict[str, Intent] = {LAST[one]: one for one in SEARCHES}
        if asked in SEARCHES and not self.request.number and not self.request.egrid and not self.request.parcel:
            return known.get(stand.tool, "goto_address")
        same: dict[str, Intent] = {one: one for one in INTENTS}
        return same.get(asked, "goto_address")

    def _template(self, stand: Stand) -> Intent:
        return _template(self._intent(stand), stand.items)

    def _ask(self, name: str, place: str = "") -> Decision:
        asked = self.request.q or self.request.number
        text = sentence(self._locale, name).replace("{asked}", asked).replace("{place}", place)
        ask = Ask(text=text, lasts=False, wants=Wants(skill=self.request.intent))
        return Decision(reasoning="Nothing says what it is about.", action=ask, step="clarify")

    def _which(self, stand: Stand) -> Decision:
        intent, template = self._intent(stand), self._template(stand)
        options = choices(template, stand.items)
        if len(json.dumps(options)) > ROOM:
            options = [{**one, "mapActions": []} for one in options]
        if len(json.dumps(options)) > ROOM:
            return self._failed(sentence(self._locale, "many"))
        parcels = text_at(stand.items[0], "type") == "oereb-parcel"
        text = say(self._locale, "choose", "oereb_extract" if parcels else template, count=len(options))
        message = text_at(stand.returned.value, "message") if stand.returned is not None else ""
        if message == self._near:
            text = f"{message} {text}"
        picks = tuple(Choice(id=text_at(one, "id"), label=text_at(one, "label")[:300]) for one in options)
        ask = Ask(text=text, choices=picks, lasts=False, wants=Wants(skill=intent, slots={"choices": options}))
        return Decision(reasoning="Several things fit.", action=ask, step="choose")

    def _done(self, stand: Stand, item: JsonObject) -> Decision:
        intent = self._intent(stand)
        payload = object_at(item, "payload")
        value = stand.returned.value if stand.returned is not None else None
        known = {name: one for name, one in payload.items() if name not in ("locale", "kind", "name")}
        name: str = _wording(intent, item)
        if stand.tool == tool_specs.BORE and stand.label:
            name, known = "geothermal_probe_at", {**known, "label": stand.label}
        text = say(self._locale, "done", name, **known)
        if text_at(value, "message") == self._near:
            text = f"{self._near} {text}"
        data = {name: payload[name] for name in DATA if payload.get(name)} | {"source": object_at(value, "source")}
        found: JsonObject = {"intent": intent, "data": data}
        if stand.tool == tool_specs.BORE:
            found[VERDICT] = payload.get("verdict")
        if list_at(payload, "coord"):
            found[SELECTION] = {**_slim(selection_of(item)), "label": known.get("label", "")}
        commands = actions(intent, item)
        if put := put_on(intent, commands, self.request.q):
            found[LAYERS] = put
        if view := next((one for one in reversed(commands) if one.get("type") == "setView"), None):
            found[VIEW] = view
        shows = tuple(ClientCommand(command=one) for one in commands)
        done = Done(outcome="success", summary=text, value=found)
        return Decision(reasoning="It is found.", action=done, step="done", shows=shows)

    def _failed(self, text: str) -> Decision:
        done = Done(outcome="failure", summary=text, value={"intent": self.request.intent})
        return Decision(reasoning="The step can't go on.", action=done, step="failed")

    @property
    def _near(self) -> str:
        """What a search says that found only houses near to the one that was asked for."""
        return say(self._locale, "found", "nearest_numbers")

    @property
    def _locale(self) -> str:
        return text_at(self.args, LANGUAGE)


def thought(situation: Situation, task: Task) -> StepThought:
    """The thought about the step of a task."""
    return StepThought(situation, task.args, request_of(task.args))


def _template(intent: Intent, items: Sequence[JsonObject]) -> Intent:
    """What is to be chosen from: addresses, though the step is about something at one of them."""
    if intent not in ("load_layer", "search_place") and text_at(items[0], "type") == "geolocation":
        return "goto_address"
    return intent


def _wording(intent: Intent, item: JsonObject) -> Intent:
    """Only an address is told of as one: a point has no size, and a parcel is another type."""
    address = text_at(item, "type") == "geolocation" and "," in text_at(object_at(item, "payload"), "label")
    return "search_place" if intent == "goto_address" and not address else intent


def _slim(selection: JsonObject) -> JsonObject:
    """A selection without the area of a parcel, which its EGRID stands for."""
    if not text_at(selection, "egrid"):
        return selection
    return {name: value for name, value in selection.items() if name != "geometry"}
