"""What a map does with a result: from an intent and an item to the commands that any map client can carry out."""

from collections.abc import Iterable
from typing import Literal, get_args

from loket.core.data import Json, JsonObject
from loket.core.shapes import list_at, object_at, text_at
from loket_demos.sogis.geo.geometry import Extent
from loket_demos.sogis.geo.lv95 import CRS, Point
from loket_demos.sogis.geo.scale import zoom_for

Intent = Literal[
    "goto_address",
    "load_layer",
    "search_place",
    "oereb_extract",
    "geothermal_probe_assessment",
    "cadastral_plan",
]
INTENTS: tuple[Intent, ...] = get_args(Intent)
ADDRESS_ZOOM = 17
SCREEN = 700
"""Pixels of a map that an extent has to fit into, when a client goes by the zoom alone."""


def actions(intent: Intent, item: JsonObject) -> list[JsonObject]:
    """The commands for an item, in order: its own first, then those of the intent, none twice."""
    payload = object_at(item, "payload")
    own = object_at(item, "clientAction")
    found = [own] if own else list[JsonObject]()
    match intent:
        case "goto_address":
            found += [view(payload), marker(f"addr-{payload.get('id')}", payload)]
        case "load_layer":
            found += _layers(item)
        case "oereb_extract":
            egrid = text_at(payload, "egrid") or str(payload.get("id"))
            found += [view(payload), marker(f"oereb-{egrid}", payload), *highlight(f"oereb-highlight-{egrid}", payload)]
        case "geothermal_probe_assessment":
            found += [view(payload), marker(f"geothermal-{payload.get('id')}", payload)]
        case "cadastral_plan":
            found += [view(payload), *highlight(f"cadastral-plan-{payload.get('id')}", payload)]
        case "search_place":
            pass
    return once(one for one in found if one)


def view(payload: JsonObject) -> JsonObject:
    """Moves the map to an item: its extent when it has a size, else its point close up."""
    box = list_at(payload, "extent")
    if len(box) == 4 and (box[2] > box[0] or box[3] > box[1]):
        return view_of((box[0], box[1], box[2], box[3]))
    coord = list_at(payload, "coord")
    if len(coord) != 2:
        return {}
    return {"type": "setView", "payload": {"center": coord, "zoom": ADDRESS_ZOOM, "crs": CRS}}


def view_of(box: Extent) -> JsonObject:
    """Moves the map so that an extent fits; the zoom serves clients that know no extent."""
    middle: Point = (round((box[0] + box[2]) / 2, 2), round((box[1] + box[3]) / 2, 2))
    metres = max(box[2] - box[0], box[3] - box[1], 1.0) / SCREEN
    zoom = min(19, max(8, int(zoom_for(metres, middle))))
    return {"type": "setView", "payload": {"center": list(middle), "zoom": zoom, "crs": CRS, "extent": list(box)}}


def marker(id: str, payload: JsonObject) -> JsonObject:
    """A pin at an item, empty when nobody knows where it is."""
    coord = list_at(payload, "coord")
    if len(coord) != 2:
        return {}
    shown = {"id": id, "coord": coord, "style": "pin-default", "label": text_at(payload, "label")}
    return {"type": "addMarker", "payload": shown}


def highlight(id: str, payload: JsonObject) -> list[JsonObject]:
    """The area of an item, lit up; nothing when it has none."""
    geometry = object_at(payload, "geometry")
    if not geometry:
        return []
    feature = {"type": "Feature", "geometry": geometry, "properties": {"label": text_at(payload, "label")}}
    source = {"data": {"type": "FeatureCollection", "features": [feature]}, "style": "highlight"}
    shown = {"id": id, "type": "geojson", "source": source, "visible": True, "label": text_at(payload, "label")}
    return [{"type": "addLayer", "payload": shown}]


def add_layer(payload: JsonObject) -> JsonObject:
    """Loads a map."""
    names = ("layerId", "type", "source", "label")
    id, kind, source, label = (payload.get(name) for name in names)
    shown = {"id": id or payload.get("id"), "type": kind, "source": source, "visible": True, "label": label}
    return {"type": "addLayer", "payload": shown}


def remove_layer(id: str) -> JsonObject:
    """Takes a map away."""
    return {"type": "removeLayer", "payload": {"id": id}}


def remove_marker(id: str) -> JsonObject:
    """Takes a pin away."""
    return {"type": "removeMarker", "payload": {"id": id}}


def show_layer(id: str, visible: bool) -> JsonObject:
    """Shows or hides a loaded map."""
    return {"type": "setLayerVisibility", "payload": {"id": id, "visible": visible}}


def clear_map() -> JsonObject:
    """Takes everything away."""
    return {"type": "clearMap", "payload": {}}


def once(found: Iterable[JsonObject]) -> list[JsonObject]:
    """Commands without repetitions, in order."""
    kept: list[JsonObject] = []
    for one in found:
        if one not in kept:
            kept.append(one)
    return kept


def _layers(item: JsonObject) -> list[JsonObject]:
    inner: list[Json] = list_at(object_at(item, "payload"), "sublayers")
    return [add_layer(one) for one in inner] if inner else [add_layer(object_at(item, "payload"))]
