"""Reads what the services of the canton and the confederation answer: JSON and XML in, nouns out, doubtful parts left.

A part that makes no sense is passed over; an answer that is none at all is GeoFailed `unreadable`."""

import html
import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket_demos.sogis.geo.geometry import Extent, Ring, polygon, polygons
from loket_demos.sogis.geo.lv95 import Point, inside
from loket_demos.sogis.search.spelling import any_of, spelling
from loket_demos.sogis.source.port import GeoFailed
from loket_demos.sogis.source.shapes import Address, Commune, Parcel

MOST_TEXT = 300
_TAG = re.compile(r"<[^>]*>")
_KIND = re.compile(rf"\s*\({any_of(spelling().hits)}\)\s*$")
_HREF = re.compile(r"""href\s*=\s*["'](https?://[^"'\s<>]+)["']""", re.IGNORECASE)


def json_of(body: bytes) -> Json:
    """The JSON of an answer; None for an empty one."""
    if not body.strip():
        return None
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise GeoFailed("unreadable") from error


def xml_of(body: bytes) -> ElementTree.Element | None:
    """The XML of an answer; None for an empty one. Entities of its own are refused: they may swell."""
    if not body.strip():
        return None
    if b"<!DOCTYPE" in body or b"<!ENTITY" in body:
        raise GeoFailed("unreadable")
    try:
        return ElementTree.fromstring(body)  # noqa: S314 - without entities there is nothing that swells
    except ElementTree.ParseError as error:
        raise GeoFailed("unreadable") from error


def bare(text: str) -> str:
    """Words without marks of HTML, on one line and of a bearable length."""
    words = text[:4000]
    for _ in range(2):  # what is escaped twice is words of HTML in HTML
        words = _TAG.sub(" ", html.unescape(words))
    return " ".join(words.split())[:MOST_TEXT]


def results(answer: Json) -> list[Json]:
    """The hits of a search."""
    if answer is not None and not (is_object(answer) and isinstance(answer.get("results", []), list)):
        raise GeoFailed("unreadable")
    return list_at(answer, "results")


def addresses_of(answer: Json) -> Iterator[Address]:
    """The hits of the canton's search for entrances of buildings."""
    for id, label, box in _features(answer):
        yield Address(id=id, label=label, coord=_middle(box), extent=box)


def communes_of(answer: Json) -> Iterator[Commune]:
    """The hits of the canton's search for municipalities."""
    for id, label, box in _features(answer):
        yield Commune(id=id, label=label, name=label, extent=box, coord=_middle(box))


def federal_places(answer: Json) -> Iterator[tuple[str, str, Point, Extent]]:
    """The hits of the federal search for places: id, label, point, box. Its axes are swapped: y is the easting."""
    for one in results(answer):
        attrs = object_at(one, "attrs")
        point = (_number(attrs.get("y")), _number(attrs.get("x")))
        label = bare(text_at(attrs, "label"))
        if not label or not inside(point):
            continue
        id = _fact(attrs, "featureId") or label
        numbers = re.findall(r"\d+(?:\.\d+)?", text_at(attrs, "geom_st_box2d"))
        box = tuple(map(float, numbers)) if len(numbers) == 4 else (*point, *point)
        fits = len(box) == 4 and inside((box[0], box[1])) and inside((box[2], box[3]))
        yield id, label, point, (box[0], box[1], box[2], box[3]) if fits else (*point, *point)


def canton_layers(answer: Json) -> Iterator[tuple[str, str, tuple[tuple[str, str], ...]]]:
    """The hits of the canton's search for maps: id, label, and what is in a group."""
    for one in results(answer):
        product = object_at(one, "dataproduct")
        id, label = text_at(product, "dataproduct_id"), bare(text_at(product, "display"))
        if not id or not label:
            continue
        parts = list_at(product, "sublayers") if text_at(product, "type") == "layergroup" else []
        inner = [(text_at(part, "dataproduct_id"), bare(text_at(part, "display"))) for part in parts]
        group = tuple(part for part in inner if all(part))
        yield id, label, group


def federal_layers(answer: Json) -> Iterator[tuple[str, str]]:
    """The hits of the federal search for maps: id and label."""
    for one in results(answer):
        attrs = object_at(one, "attrs")
        id, label = text_at(attrs, "layer"), bare(text_at(attrs, "label"))
        if id and label:
            yield id, label


def parcels_of(answer: Json) -> list[Parcel]:
    """The parcels of the canton's data service."""
    if not is_object(answer):
        raise GeoFailed("unreadable")
    found: list[Parcel] = []
    for feature in list_at(answer, "features"):
        facts = object_at(feature, "properties")
        egrid, number = _fact(facts, "egrid"), _fact(facts, "nummer")
        if not egrid or not number:
            continue
        size, geometry = facts.get("flaechenmass"), object_at(feature, "geometry")
        found.append(
            Parcel(
                egrid=egrid,
                number=number,
                municipality=_fact(facts, "gemeinde"),
                land_register=_fact(facts, "grundbuch"),
                bfs=_fact(facts, "bfs_nr"),
                nbident=_fact(facts, "nbident"),
                kind=_fact(facts, "art_txt"),
                area=float(size) if isinstance(size, int | float) else None,
                geometry=geometry if polygons(geometry) else None,
            )
        )
    return found


def egrids_of(root: ElementTree.Element | None) -> list[Parcel]:
    """The parcels of a GetEGRID answer: values that stand beside each other, whatever their namespace."""
    found: list[dict[str, str]] = []
    shapes: list[JsonObject | None] = []
    for node in [] if root is None else list(root.iter()):
        match _local(node):
            case "egrid":
                found.append({"egrid": bare(node.text or "")})
                shapes.append(None)
            case ("number" | "identDN") as name if found and name not in found[-1]:
                found[-1][name] = bare(node.text or "")
            case "type" if found and "type" not in found[-1]:
                found[-1]["type"] = _kind_of(node)
            case "limit" if found:
                shapes[-1] = _area(node)
            case _:
                pass
    return [
        Parcel(
            egrid=one["egrid"],
            number=one.get("number", ""),
            municipality="",
            nbident=one.get("identDN", ""),
            kind=one.get("type", ""),
            geometry=shape,
        )
        for one, shape in zip(found, shapes, strict=True)
        if re.fullmatch(r"CH\d{12}", one["egrid"])
    ]


def bore_of(root: ElementTree.Element | None) -> tuple[str, str, str] | None:
    """What a question about a borehole is answered: words, and the address and name of a document."""
    nodes = [] if root is None else list(root.iter())
    told = {node.get("name", ""): node.get("value", "") for node in nodes}
    for node in nodes:
        if _local(node) in ("resultat", "pdf_link") and node.text:
            told[_local(node)] = node.text
    result = bare(told.get("resultat", ""))
    if not result:
        return None
    link = html.unescape(told.get("pdf_link", ""))
    href = _HREF.search(link)
    return result, href[1] if href else "", bare(link) if href else ""


def _features(answer: Json) -> Iterator[tuple[str, str, Extent]]:
    for one in results(answer):
        feature = object_at(one, "feature")
        box = [_number(value) for value in list_at(feature, "bbox")]
        label = _KIND.sub("", bare(text_at(feature, "display")))
        if len(box) == 4 and label and inside((box[0], box[1])) and inside((box[2], box[3])):
            yield _fact(feature, "feature_id") or label, label, (box[0], box[1], box[2], box[3])


def _fact(facts: JsonObject, name: str) -> str:
    value = facts.get(name)
    return bare(str(value)) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _number(value: Json) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else 0.0


def _middle(box: Extent) -> Point:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _local(node: ElementTree.Element) -> str:
    return str(node.tag).rpartition("}")[2]


def _kind_of(node: ElementTree.Element) -> str:
    """The German name of a kind of land; codes become it as well."""
    words = [bare(one.text or "") for one in node.iter() if _local(one) in ("Text", "text", "type")]
    code = next((bare(one.text or "") for one in node.iter() if _local(one).lower() == "code"), "")
    return spelling().land.get(code) or next((one for one in reversed(words) if one), code)


def _area(node: ElementTree.Element) -> JsonObject | None:
    """The area of a limit: an outer ring and its holes, as coordinates c1 and c2."""
    outer: list[Ring] = []
    holes: list[Ring] = []
    for part in node.iter():
        if _local(part) in ("exterior", "interior"):
            ring = [_coord(one) for one in part.iter() if _local(one) == "coord"]
            kept = [point for point in ring if inside(point)]
            if len(kept) >= 3:
                (outer if _local(part) == "exterior" else holes).append(kept)
    return polygon(outer[0], *holes) if outer else None


def _coord(node: ElementTree.Element) -> Point:
    values = {_local(one): one.text or "" for one in node}
    try:
        return float(values.get("c1", "")), float(values.get("c2", ""))
    except ValueError:
        return 0.0, 0.0
