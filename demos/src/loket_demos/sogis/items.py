"""The form in which every result goes out: a type, a payload with a point, an extent and an area, maybe an action."""

from loket.core.data import Json, JsonObject
from loket_demos.sogis.actions import add_layer, view_of
from loket_demos.sogis.geo.geometry import centroid, extent
from loket_demos.sogis.geo.lv95 import CRS, Point
from loket_demos.sogis.geo.scale import Sheet
from loket_demos.sogis.prints.keep import PrintRecord
from loket_demos.sogis.source.shapes import Address, Bore, Commune, Extract, Layer, Parcel
from loket_demos.sogis.texts import say


def item(kind: str, payload: JsonObject, action: JsonObject | None = None) -> JsonObject:
    """An item. What its area tells, point, centroid and extent, is filled in when it is missing; None is left out."""
    filled: JsonObject = {name: value for name, value in payload.items() if value not in (None, "")}
    area: Json = filled.get("geometry")
    if area and (middle := centroid(area)) is not None:
        filled = {"coord": list(middle), "centroid": list(middle), "extent": list(extent(area) or ()), **filled}
    if "coord" in filled:
        filled = {"crs": CRS, "centroid": filled["coord"], **filled}
    made: JsonObject = {"type": kind, "payload": filled}
    return made if action is None else {**made, "clientAction": action}


def of_address(one: Address) -> JsonObject:
    """A place that was searched for."""
    place = {"id": one.id, "label": one.label, "coord": list(one.coord), "extent": list(one.extent)}
    return item("geolocation", place)


def of_point(point: Point, locale: str) -> JsonObject:
    """A point that was named by its coordinates."""
    east, north = (f"{value:,.0f}".replace(",", "'") for value in point)
    label = say(locale, "labels", "point", east=east, north=north)
    id = f"{point[0]:.0f}-{point[1]:.0f}"
    return item("geolocation", {"id": id, "label": label, "coord": list(point), "extent": [*point, *point]})


def of_commune(one: Commune) -> JsonObject:
    """A municipality, with the way to see it whole."""
    facts: JsonObject = {
        "id": one.id,
        "label": one.label,
        "displayName": one.label,
        "municipality": one.name,
        "bbox": list(one.extent),
        "extent": list(one.extent),
        "coord": list(one.coord),
    }
    return item("geolocation", facts, view_of(one.extent))


def of_layer(one: Layer, locale: str) -> list[JsonObject]:
    """A map; a group is followed by each map in it."""
    if not one.sublayers:
        payload = _layer(one)
        return [item("layer", payload, add_layer(payload))]
    label = say(locale, "labels", "group", label=one.label)
    inner = [_layer(sub) for sub in one.sublayers]
    group = {"id": f"{one.id}::group", "label": label, "layerId": one.id, "type": "wms-group", "sublayers": inner}
    return [item("layer", group), *(made for sub in one.sublayers for made in of_layer(sub, locale))]


def of_parcel(one: Parcel, locale: str) -> JsonObject:
    """A parcel."""
    payload = _parcel(one, locale)
    box = extent(one.geometry)
    return item("oereb-parcel", payload, None if box is None else view_of(box))


def of_extract(one: Extract, record: PrintRecord | None, locale: str) -> JsonObject:
    """The restrictions of a parcel with the links to its documents."""
    told: list[JsonObject] = [
        {
            "code": each.theme,
            "theme": each.title,
            "text": each.says,
            "lawstatus": each.status,
            "areaShare": each.area,
            "partInPercent": each.percent,
        }
        for each in one.restrictions
    ]
    facts = {
        **_parcel(one.parcel, locale),
        "pdfUrl": one.pdf_url or (record.url if record else ""),
        "mapUrl": one.map_url,
        "restrictions": told,
        "notConcerned": list(one.free_of),
    }
    return item("oereb-extract", {**facts, **_printed(record)})


def of_bore(one: Bore, record: PrintRecord | None, locale: str) -> JsonObject:
    """Whether somebody may drill; `record` is the document that was written about it."""
    url = one.pdf_url if record is None else record.url
    facts: JsonObject = {
        "id": f"{one.coord[0]:.0f}-{one.coord[1]:.0f}",
        "label": say(locale, "labels", "bore"),
        "coord": list(one.coord),
        "result": one.result or say(locale, "bore", one.verdict, depth=one.depth),
        "verdict": one.verdict,
        "depth": one.depth,
        "pdfUrl": url,
        "pdfLabel": (one.pdf_label or say(locale, "labels", "bore_pdf")) if url else "",
    }
    return item("geothermal", {**facts, **_printed(record)})


def of_plan(one: Parcel, sheet: Sheet, record: PrintRecord, locale: str) -> JsonObject:
    """A plan that was drawn."""
    facts: JsonObject = {
        "id": one.egrid or record.id,
        "label": label_of(one, locale),
        "egrid": one.egrid,
        "extent": list(sheet.extent),
        "scaleDenominator": sheet.denominator,
        "gridInterval": sheet.interval,
        "template": "A4-Hoch",
        "dpi": 200,
        "srs": CRS,
        "pdfUrl": record.url,
        "pdfSize": record.size,
        "geometry": one.geometry,
    }
    return item("cadastral-plan", {**facts, **_printed(record)})


def label_of(one: Parcel, locale: str) -> str:
    """A parcel in words; its land register is named when it is not that of the municipality."""
    if not one.number:
        return one.egrid or say(locale, "labels", "area")
    kind = "right" if one.kind.startswith("Baurecht") else "parcel"
    other = one.land_register not in ("", one.municipality)
    name = f"{kind}_alone" if not one.municipality else f"{kind}_of_register" if other else kind
    values = {"number": one.number, "municipality": one.municipality, "register": one.land_register}
    return say(locale, "labels", name, **values)


def _printed(record: PrintRecord | None) -> JsonObject:
    return {} if record is None else {"printId": record.id, "expiresAt": record.expires.isoformat()}


def _layer(one: Layer) -> JsonObject:
    return {"id": one.id, "label": one.label, "layerId": one.id, "type": one.kind, "crs": CRS, "source": one.source}


def _parcel(one: Parcel, locale: str) -> JsonObject:
    return {
        "id": one.egrid,
        "label": label_of(one, locale),
        "egrid": one.egrid,
        "number": one.number,
        "municipality": one.municipality,
        "landRegister": one.land_register,
        "propertyType": one.kind,
        "identDN": one.nbident,
        "nbident": one.nbident,
        "bfs_nr": one.bfs,
        "flaechenmass": one.area,
        "geometry": one.geometry,
    }
