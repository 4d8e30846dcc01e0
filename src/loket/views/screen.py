"""The view of surfaces: each surface's title and model, and the messages that every record makes of them."""

import logging
from collections.abc import Mapping, Sequence
from typing import Self

from loket.core.actions import Call
from loket.core.data import JsonObject
from loket.core.events import Decided, Opened, Returned, SurfaceShown
from loket.core.record import Record
from loket.core.screen import Happened, Screen
from loket.core.surfaces import Patch, apply_patches

log = logging.getLogger(__name__)


class Screens:
    """Folds records into surfaces. `project` also answers the messages a live client needs, in the words of the
    surface contract (`surface/open`, `dataModelUpdate`)."""

    name = "screen"
    version = "1"

    def __init__(self, screens: Sequence[Screen]) -> None:
        self._by_surface: Mapping[str, Screen] = {screen.surface: screen for screen in screens}
        self._by_intent = {intent: screen for screen in screens for intent in screen.intents}
        self.seq = 0
        self.models: dict[str, JsonObject] = {}
        self.shown: str | None = None
        self.scopes: dict[str, str] = {}
        self.calls: dict[str, tuple[str, str]] = {}

    def apply(self, record: Record) -> None:
        """Takes the next record in; one it has seen already changes nothing."""
        if record.seq > self.seq:
            self.project(record)

    def project(self, record: Record) -> list[JsonObject]:
        """The messages this record makes, in order, with the models changed accordingly."""
        self.seq, event = record.seq, record.event
        match event:
            case Opened(task=task) if task.intent in self._by_intent:
                screen = self._by_intent[task.intent]
                self.scopes[record.scope] = screen.surface
                return self._run(screen, screen.empty(task.args), record)
            case SurfaceShown(surface=surface, message=message):
                return self._messages_for(surface, message)
            case Returned(call=call) if f"{record.scope}{call}/" in self.scopes:
                surface = self.scopes.pop(f"{record.scope}{call}/")
                return self._frames(self._by_surface[surface], Happened(record, ended=True))
            case _:
                pass
        surface = self._surface_of(record.scope)
        if surface is None:
            return []
        happened = Happened(record)
        if isinstance(event, Decided) and isinstance(event.action, Call) and (calls := event.action.tools):
            for call in calls:
                self.calls[f"{record.seq}.{call.id}"] = (call.tool, event.step)
            happened = Happened(record, tool=calls[0].tool, step=event.step)
        elif (id := getattr(event, "call", None)) in self.calls:
            tool, step = self.calls.pop(id) if isinstance(event, Returned) else self.calls[id]
            happened = Happened(record, tool=tool, step=step)
        return self._frames(self._by_surface[surface], happened)

    def opening(self, surface: str) -> JsonObject:
        """The message that shows a surface as it is now; an unknown one is answered with the first there is, and where
        there are none with an empty page."""
        screen = self._by_surface.get(surface) or next(iter(self._by_surface.values()), None)
        if screen is None:
            return {"kind": "surface/open", "surfaceId": surface, "title": "", "dataModel": {}}
        model = self.models.setdefault(screen.surface, screen.empty({}))
        return {"kind": "surface/open", "surfaceId": screen.surface, "title": screen.title, "dataModel": model}

    def state(self) -> JsonObject:
        """Everything as JSON."""
        return {
            "seq": self.seq,
            "surfaces": {id: {"title": self._by_surface[id].title, "model": m} for id, m in self.models.items()},
            "shown": self.shown,
            "scopes": dict(self.scopes),
            "calls": {id: list(call) for id, call in self.calls.items()},
        }

    def restored(self, state: JsonObject) -> Self:
        """This view, in the state another one gave; surfaces that are no longer declared are left out."""
        known = {id: raw for id, raw in state["surfaces"].items() if id in self._by_surface}
        self.models = {id: raw["model"] for id, raw in known.items()}
        self.seq, self.shown = state["seq"], state["shown"]
        self.scopes = {path: surface for path, surface in state["scopes"].items() if surface in self._by_surface}
        self.calls = {id: (call[0], call[1]) for id, call in state["calls"].items()}
        return self

    def _surface_of(self, path: str) -> str | None:
        while path != "/":
            if path in self.scopes:
                return self.scopes[path]
            path = path[: path.rstrip("/").rfind("/") + 1]
        return None

    def _run(self, screen: Screen, model: JsonObject, record: Record) -> list[JsonObject]:
        self.models[screen.surface] = model
        self.shown = screen.surface
        return [self.opening(screen.surface), *self._frames(screen, Happened(record))]

    def _messages_for(self, surface: str, message: JsonObject) -> list[JsonObject]:
        screen = self._by_surface.get(surface)
        match message.get("kind"):
            case "surface/open" | "surface/reset" as kind:
                opening = self.opening(surface)
                self.shown = opening["surfaceId"]
                if kind == "surface/reset" and screen is not None:
                    self.models[surface] = screen.empty({})
                    return [self.opening(surface)]
                return [opening]
            case "dataModelUpdate" if screen is not None and isinstance(message.get("patches"), list):
                return self._patch(surface, message["patches"])
            case _:
                return []

    def _frames(self, screen: Screen, happened: Happened) -> list[JsonObject]:
        messages: list[JsonObject] = []
        for patches in screen.frames(self.models.get(screen.surface, {}), happened):
            messages += self._patch(screen.surface, [patch.model_dump(exclude_none=False) for patch in patches])
        return messages

    def _patch(self, surface: str, patches: Sequence[JsonObject | Patch]) -> list[JsonObject]:
        model = self.models.get(surface, {})
        self.models[surface], skipped = apply_patches(model, patches)
        for reason in skipped:
            log.warning("a patch of the surface %s was left out: %s", surface, reason)
        return [{"kind": "dataModelUpdate", "surfaceId": surface, "patches": list(patches)}]
