"""The pages of a conversation as activities of AG-UI: one message for each, which holds the A2UI operations of it."""

from collections.abc import Mapping

from loket.core.data import JsonObject
from loket.core.record import Record
from loket.core.screen import SurfaceTree
from loket.doors.agui.frames import event
from loket.house.a2ui import A2uiStream
from loket.house.house import House
from loket.views.screen import Screens

ACTIVITY = "a2ui-surface"
OPERATIONS = "a2ui_operations"


class Surfaces:
    """Follows the pages of one conversation for one client. `view` holds them as they were at some moment before."""

    def __init__(self, house: House, conversation: str, view: Screens, trees: Mapping[str, SurfaceTree]) -> None:
        self._house, self._conversation, self._view = house, conversation, view
        self._dialect, self._seen = A2uiStream(trees), view.seq
        self._shown: set[str] = set()

    @property
    def models(self) -> JsonObject:
        """What is on each page."""
        return dict(self._view.models)

    async def opening(self) -> list[JsonObject]:
        """Every page as it is now, the one that is looked at last."""
        order = sorted(self._view.models, key=lambda surface: surface == self._view.shown)
        return [one for surface in order for one in await self._events(self._view.opening(surface))]

    def pass_by(self, record: Record) -> None:
        """Takes in what happened before there was anybody to tell."""
        if record.seq > self._seen:
            self._view.project(record)

    async def of(self, record: Record) -> list[JsonObject]:
        """What a record changes."""
        told: list[JsonObject] = []
        for message in self._view.project(record) if record.seq > self._seen else ():
            surface = str(message["surfaceId"])  # of one that was never opened, a client has nothing to change
            told += await self._events(message if surface in self._shown else self._view.opening(surface))
        return told

    async def _events(self, message: JsonObject) -> list[JsonObject]:
        surface = str(message["surfaceId"])
        whole = await self._house.worded(self._conversation, message)
        operations = [one for one in self._dialect.messages(whole) if "deleteSurface" not in one]
        about: JsonObject = {"messageId": f"surface-{surface}", "activityType": ACTIVITY}
        if not operations:
            return []
        if any("createSurface" in one for one in operations):
            self._shown.add(surface)
            return [event("ACTIVITY_SNAPSHOT", **about, content={OPERATIONS: operations})]
        patch = [{"op": "add", "path": f"/{OPERATIONS}/-", "value": one} for one in operations]
        return [event("ACTIVITY_DELTA", **about, patch=patch)]
