"""What is thought in a step: which tool comes next, which of several things is meant, and what the map shows of it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from loket.core.actions import Ask, Call, Choice, ClientCommand, Decision, Done, ToolCall, Wants
from loket.core.data import JsonObject
from loket.core.events import Answered, Decided, Returned
from loket.core.planner import Situation
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket_assistants.sogis import tool_specs
from loket_assistants.sogis.actions import Intent, actions
from loket_assistants.sogis.choices import choices
from loket_assistants.sogis.planner_layers import INTENT, LAYERS, removed
from loket_assistants.sogis.planner_reading import Request
from loket_assistants.sogis.planner_trail import SELECTION, SKIPPED, request_of
from loket_assistants.sogis.planner_words import told
from loket_assistants.sogis.selection import merged, selection_of
from loket_assistants.sogis.texts import say

LAST = {
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
ROOM = 40_000
"""Characters that choices may take in a question."""


@dataclass(frozen=True)
class Stand:
    """How far a step is: the last tool that was called, what came of it, and the item that was chosen."""

    tool: str = ""
    returned: Returned | None = None
    chosen: str | None = None

    @property
    def items(self) -> list[JsonObject]:
        """What the last call found."""
        value = self.returned.value if self.returned is not None else None
        return [one for one in list_at(value, "items") if is_object(one)]


@dataclass(frozen=True)
class StepThought:
    """One thought about a step."""

    situation: Situation

    def decide(self) -> Decision:
        """The decision; the same for the same situation."""
        task = self.situation.task
        assert task is not None
        if task.intent == INTENT:
            return removed(task.args, self._locale)
        request, stand = request_of(task.args), self._stand()
        if task.args.get(SKIPPED):
            return self._failed(request.intent, told(self._locale, "skipped"))
        if stand.returned is None:
            return self._begin(request, object_at(task.args, SELECTION) or None)
        if not stand.returned.ok:
            if stand.tool == tool_specs.MUNICIPALITY and stand.returned.code == "no_place":
                return self._call(tool_specs.ADDRESS, {"q": request.q}, "No municipality is called so.")
            text = "" if stand.returned.code in OURS else stand.returned.text
            return self._failed(request.intent, text or told(self._locale, "broken"))
        if not stand.items:
            return self._failed(request.intent, told(self._locale, "unreadable"))
        intent = self._intent(request, stand)
        if len(stand.items) > 1:
            if stand.chosen is None:
                return self._which(intent, stand)
            ids = [text_at(one, "id") for one in choices(_template(intent, stand.items), stand.items)]
            item = stand.items[ids.index(stand.chosen)]
        else:
            item = stand.items[0]
        return self._on(request, stand, item)

    def _stand(self) -> Stand:
        stand = Stand()
        for record in self.situation.history:
            match record.event:
                case Decided(action=Call(calls=calls)):
                    stand = Stand(calls[0].tool)
                case Returned() as returned:
                    stand = Stand(stand.tool, returned)
                case Answered(choice=str(chosen)):
                    stand = Stand(stand.tool, stand.returned, chosen)
                case _:
                    pass
        return stand

    # The next call.

    def _begin(self, request: Request, selection: JsonObject | None) -> Decision:
        first = LAST[request.intent]
        if request.intent in ("goto_address", "search_place", "load_layer"):
            if request.number or request.egrid:
                return self._locate(request)
            if not request.q:
                return self._ask("what", request.intent)
            name = "query" if request.intent == "load_layer" else "q"
            near = merged({}, selection).get("coord") if first == tool_specs.ADDRESS else None
            args: JsonObject = {name: request.q}
            return self._call(first, args if near is None else {**args, "coord": near}, "It is asked for.")
        if request.about:
            return self._locate(request)
        if not selection:
            return self._ask("where", request.intent)
        return self._further(request, selection, "It is about what was selected last.")

    def _locate(self, request: Request) -> Decision:
        if request.number:
            args: JsonObject = {"number": request.number}
            if request.municipality:
                args["municipality"] = request.municipality
            return self._call(tool_specs.PARCEL_BY_NUMBER, args, "A parcel is named by its number.")
        if request.egrid:
            return self._call(tool_specs.PARCEL_BY_EGRID, {"egrid": request.egrid}, "A parcel is named by its EGRID.")
        return self._call(tool_specs.ADDRESS, {"q": request.q}, "First the place has to be found.")

    def _further(self, request: Request, selection: JsonObject, why: str) -> Decision:
        tool = LAST[request.intent]
        if tool in OF_PARCELS and not text_at(selection, "egrid"):
            tool = tool_specs.EGRID_BY_POINT
        return self._call(tool, merged({}, _slim(selection)), why)

    def _call(self, tool: str, args: JsonObject, why: str) -> Decision:
        properties = object_at(self.situation.tools[tool].input, "properties")
        fitting = {name: value for name, value in args.items() if name in properties}
        return Decision(reasoning=why, action=Call(calls=(ToolCall(id="a", tool=tool, args=fitting),)), step="call")

    def _on(self, request: Request, stand: Stand, item: JsonObject) -> Decision:
        """With this item to the next tool, or to the end."""
        searches = request.intent in ("goto_address", "search_place", "load_layer")
        if searches or stand.tool == LAST[request.intent]:
            return self._done(self._intent(request, stand), stand, item)
        return self._further(request, selection_of(item), "What was found is what the next tool is about.")

    # Questions and ends.

    def _intent(self, request: Request, stand: Stand) -> Intent:
        """A name that turned out to be no municipality was a request for an address."""
        return (
            "goto_address" if (request.intent, stand.tool) == ("search_place", tool_specs.ADDRESS) else request.intent
        )

    def _ask(self, name: str, intent: Intent) -> Decision:
        ask = Ask(text=told(self._locale, name), lasts=False, wants=Wants(skill=intent))
        return Decision(reasoning="Nothing says what it is about.", action=ask, step="clarify")

    def _which(self, intent: Intent, stand: Stand) -> Decision:
        template = _template(intent, stand.items)
        options = choices(template, stand.items)
        if len(json.dumps(options)) > ROOM:
            options = [{**one, "mapActions": []} for one in options]
        if len(json.dumps(options)) > ROOM:
            return self._failed(intent, told(self._locale, "many"))
        parcels = text_at(stand.items[0], "type") == "oereb-parcel"
        text = say(self._locale, "choose", "oereb_extract" if parcels else template, count=len(options))
        message = text_at(stand.returned.value, "message") if stand.returned is not None else ""
        if message == say(self._locale, "found", "nearest_numbers"):
            text = f"{message} {text}"
        picks = tuple(Choice(id=text_at(one, "id"), label=text_at(one, "label")[:300]) for one in options)
        ask = Ask(text=text, choices=picks, lasts=False, wants=Wants(skill=intent, slots={"choices": options}))
        return Decision(reasoning="Several things fit.", action=ask, step="choose")

    def _done(self, intent: Intent, stand: Stand, item: JsonObject) -> Decision:
        payload = object_at(item, "payload")
        value = stand.returned.value if stand.returned is not None else None
        known = {name: one for name, one in payload.items() if name not in ("locale", "kind", "name")}
        text = say(self._locale, "done", _wording(intent, item), **known)
        if text_at(value, "message") == say(self._locale, "found", "nearest_numbers"):
            text = f"{text_at(value, 'message')} {text}"
        data = {name: payload[name] for name in DATA if payload.get(name)} | {"source": object_at(value, "source")}
        found: JsonObject = {"intent": intent, "data": data}
        if list_at(payload, "coord"):
            found[SELECTION] = _slim(selection_of(item))
        commands = actions(intent, item)
        if intent == "load_layer":
            layers = [object_at(one, "payload") for one in commands]
            found[LAYERS] = [{"id": one.get("id"), "label": one.get("label")} for one in layers]
        shows = tuple(ClientCommand(command=one) for one in commands)
        done = Done(outcome="success", summary=text, value=found)
        return Decision(reasoning="It is found.", action=done, step="done", shows=shows)

    def _failed(self, intent: Intent, text: str) -> Decision:
        done = Done(outcome="failure", summary=text, value={"intent": intent})
        return Decision(reasoning="The step can't go on.", action=done, step="failed")

    @property
    def _locale(self) -> str:
        return text_at(self.situation.settings, "locale") or self.situation.assistant.locale


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
