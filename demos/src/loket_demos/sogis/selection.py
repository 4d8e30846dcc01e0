"""What was found last, as the next call is told of it: within a step, between steps and between messages."""

from loket.core.data import JsonObject
from loket.core.shapes import list_at, object_at, text_at
from loket_demos.sogis.geo.lv95 import CRS

LEFT_OUT = ("restrictions", "notConcerned", "sublayers", "pdfUrl", "printId", "expiresAt", "source")
"""What the next call has no use for."""


def selection_of(item: JsonObject) -> JsonObject:
    """An item as it is remembered."""
    payload = {name: value for name, value in object_at(item, "payload").items() if name not in LEFT_OUT}
    return {"type": text_at(item, "type"), **payload}


def merged(args: JsonObject, selection: JsonObject | None) -> JsonObject:
    """The arguments of a call with what is selected: `selection`, `id`, `egrid` (else the id), `coord`, `x`, `y` and
    `crs`. What the call says itself stays: a parcel or a point that is named is never replaced by an older one."""
    if not selection:
        return args
    told: JsonObject = {"selection": selection}
    if id := str(selection.get("id") or ""):
        told |= {"id": id, "egrid": text_at(selection, "egrid") or id}
    coord = [args["x"], args["y"]] if "x" in args and "y" in args else list_at(selection, "coord")
    if len(coord) == 2:
        told |= {"coord": coord, "x": coord[0], "y": coord[1], "crs": text_at(selection, "crs") or CRS}
    return {**told, **{name: value for name, value in args.items() if value not in (None, "")}}


def wide(selection: JsonObject) -> bool:
    """Whether it is a whole municipality: no parcel and no point in it is meant by that."""
    return "bbox" in selection
