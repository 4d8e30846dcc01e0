"""The steps of one message in their order: what the map will show when each begins, and which it has to wait for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from loket_demos.sogis.planner_layers import Loaded
from loket_demos.sogis.planner_request import LOADED, Request
from loket_demos.sogis.source import catalogue


@dataclass
class Course:
    """What is on the map so far, as far as anybody can tell before it happens, and the steps that changed it, by id."""

    there: list[Loaded]
    changes: list[tuple[str, Request]] = field(default_factory=list[tuple[str, Request]])

    def settled(self, request: Request) -> Request:
        """The request as it is meant after those before it: `ihn` is the map that was named last. A map that is loaded
        and hidden is shown and not loaded anew; one that is to be shown and isn't loaded is."""
        maps = request.intent in ("load_layer", "remove_layer", "hide_layer", "show_layer")
        if maps and not (request.q or request.all or request.but):
            request = request.model_copy(update={"q": next((one.q for _, one in reversed(self.changes) if one.q), "")})
        meant = self._meant(request)
        if request.intent == "load_layer" and meant and not any(one.visible for one in meant):
            return request.model_copy(update={"intent": "show_layer"})
        if request.intent == "show_layer" and request.q and not meant:
            return request.model_copy(update={"intent": "load_layer", "loose": True})
        return request

    def needs(self, request: Request) -> tuple[str, ...]:
        """The steps that must have ended well before this one knows what it is about: those that change the maps that
        it names, or all when it names none. What one that went wrong has nothing to do with is done."""
        if request.intent not in LOADED:
            return ()
        marks = request.intent == "remove_marker"
        found = [(id, one) for id, one in self.changes if one.places == marks or request.intent == "clear_map"]
        return tuple(id for id, one in found if not request.q or _alike(one, request))

    def take(self, id: str, request: Request) -> None:
        """One more step that will be done."""
        meant = self._meant(request) if request.q else []
        match request.intent:
            case "load_layer":
                self.there.append(_coming(request.q))
            case "clear_map":
                self.there.clear()
            case "remove_layer":
                self.there = [one for one in self.there if one not in meant]
            case "hide_layer" | "show_layer":
                seen = request.intent == "show_layer"
                changed = [one.model_copy(update={"visible": seen}) if one in meant else one for one in self.there]
                self.there = changed
            case _:
                if not request.places:
                    return
        self.changes.append((id, request))

    def _meant(self, request: Request) -> list[Loaded]:
        return [one for one in self.there if one.kind == "map" and request.q and one.called(request.q)]


def spelled_out(found: Sequence[Request], there: Sequence[Loaded]) -> list[Request]:
    """The requests, with one for each map that is to be seen alone and is not there, and without hiding nothing."""
    made: list[Request] = []
    for one in found:
        if not one.keeps:
            made.append(one)
            continue
        seen = [map for map in there if map.kind == "map" and map.visible]
        kept = [map for map in seen if any(map.called(name) for name in one.but)]
        others = len(kept) < len(seen) or any(before.intent == "load_layer" for before in made)
        lacking = [name for name in one.but if not (others and any(map.called(name) for map in kept))]
        made += [Request(intent="load_layer", q=name[:300], at=one.at) for name in lacking]
        made += [one] if others else []
    return made


def _coming(name: str) -> Loaded:
    """A map that is about to be loaded, as it will be called when only one can be meant."""
    maps = catalogue.find(name)
    return Loaded(id=maps[0].id, label=maps[0].label, asked=name) if len(maps) == 1 else Loaded(id=name, label=name)


def _alike(one: Request, other: Request) -> bool:
    """Whether two requests may be about the same map."""
    return bool(one.q) and (any(_called(one.q, other.q)) or any(_called(other.q, one.q)))


def _called(name: str, asked: str) -> Iterator[bool]:
    """Of each map that a name may stand for: whether it is called as is asked."""
    yield _coming(name).called(asked)
    for one in catalogue.find(name):
        yield Loaded(id=one.id, label=one.label, asked=name).called(asked)
