"""A package whose page is a map, which shows whatever it is told to; with the maps its commands name."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.routing import BaseRoute

from loket.core.actions import Decision, SurfaceMessage, Wait
from loket.core.assistant import AssistantSpec, SurfaceInfo
from loket.core.data import JsonObject
from loket.core.events import SurfaceActed
from loket.core.planner import Draft, Situation
from loket.core.screen import Happened, SurfaceTree
from loket.core.surfaces import Patch
from loket.house.bundle import Bundle, Services
from loket.house.house import House
from loket_demos.sogis.doors.wms import map_routes
from loket_demos.sogis.maps.shipped import ShippedMaps

ATLAS = AssistantSpec(
    name="atlas", title="Atlas", beside="map", planner="scripted", surfaces=(SurfaceInfo(id="plan", title="A plan"),)
)
HEAD: JsonObject = {"id": "head", "component": "PageHead", "title": {"path": "/title"}}
MAP: JsonObject = {"id": "map", "component": "Map", "actions": {"path": "/actions"}, "title": "Kaart", "height": 480}
ROOT: JsonObject = {"id": "root", "component": "Column", "children": ["head", "map"]}


@dataclass(frozen=True)
class Plan:
    """A page that nothing but its planner changes."""

    surface: str = "plan"
    title: str = "A plan"
    intents: tuple[str, ...] = ()

    def empty(self, args: JsonObject) -> JsonObject:
        return {"actions": []}

    def frames(self, model: JsonObject, happened: Happened) -> Sequence[Sequence[Patch]]:
        return []


class Draughtsman:
    """Puts on the map what `plan/show` brings along."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """The next thing to do."""
        told = [one.event.payload.get("actions") for one in situation.woke if isinstance(one.event, SurfaceActed)]
        patches: Any = [{"op": "replace", "path": "/actions", "value": actions} for actions in told if actions]
        update = SurfaceMessage(surface="plan", message={"kind": "dataModelUpdate", "patches": patches})
        return Decision(reasoning="It was told.", action=Wait(), shows=(update,) if patches else ())


@dataclass(frozen=True)
class MapDoor:
    """The maps, where commands find them."""

    folder: Path

    def routes(self, house: House) -> list[BaseRoute]:
        """Tiles, pictures and the land."""
        return [*map_routes(ShippedMaps(self.folder), "/maps/atlas")]


def bundle(services: Services) -> Bundle:
    """The atlas."""
    return Bundle(
        name=ATLAS.name,
        assistants=(ATLAS,),
        planners={ATLAS.name: Draughtsman()},
        screens={ATLAS.name: (Plan(),)},
        trees={"plan": SurfaceTree("urn:loket:catalog:1", (ROOT, HEAD, MAP))},
        doors=(MapDoor(services.data / "maps"),),
    )
