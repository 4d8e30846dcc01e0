"""An assistant that nobody expects a map of, and that sends commands for one, a few of them odd."""

from loket.core.actions import Ask, Choice, ClientCommand, Decision, Say, Wants
from loket.core.assistant import AssistantSpec
from loket.core.data import JsonObject, text_of
from loket.core.events import UserSaid
from loket.core.planner import Draft, Situation
from loket.house.bundle import Bundle, Services

PLACE = [2605899, 1229278]
COMMANDS: tuple[JsonObject, ...] = (
    {"type": "setView", "payload": {"center": PLACE, "zoom": 17, "crs": "EPSG:2056"}},
    {"type": "blinkMap", "payload": {"times": 3}},
    {"type": "addMarker", "payload": {"id": "here", "coord": PLACE, "label": "Town hall"}},
    {"type": "addMarker", "payload": {"id": "far", "coord": [7.4, 46.9], "label": "Nowhere"}},
)
SHOWN: JsonObject = {
    "hall": {"mapActions": [COMMANDS[2]]},
    "net": {"mapActions": [{"type": "addLayer", "payload": {"id": "net", "type": "wfs", "source": {}}}]},
}
ASK = Ask(
    text="Which one?",
    choices=(Choice(id="hall", label="The town hall"), Choice(id="net", label="The network")),
    wants=Wants(skill="show", slots={"choices": SHOWN}),
)
MAPPER = AssistantSpec(name="mapper", title="Town guide", locale="en", planner="scripted", starters=("say hello",))


class Mapper:
    """Shows a place when it is asked where something is, and lets people choose when it is asked which."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """The next thing to do."""
        said = [text_of(one.event.text) for one in situation.woke if isinstance(one.event, UserSaid)]
        if "which" in " ".join(said):
            return Decision(reasoning="Two fit.", action=ASK)
        shows = tuple(ClientCommand(command=one) for one in COMMANDS) if "where" in " ".join(said) else ()
        return Decision(reasoning="It was asked.", action=Say(text="Here you are."), shows=shows)


def bundle(services: Services) -> Bundle:
    """The guide."""
    return Bundle(name=MAPPER.name, assistants=(MAPPER,), planners={MAPPER.name: Mapper()})


def swiss(services: Services) -> Bundle:
    """The same in Switzerland."""
    there = MAPPER.model_copy(update={"name": "stadtplan", "title": "Stadtplan", "locale": "de-CH"})
    return Bundle(name=there.name, assistants=(there,), planners={there.name: Mapper()})
