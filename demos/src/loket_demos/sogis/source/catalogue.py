"""Finds maps by what people call them or their topic; groups come with everything that is in them."""

import re
from collections.abc import Sequence

from rapidfuzz import fuzz

from loket.core.data import JsonObject
from loket_demos.sogis.geo.lv95 import CRS
from loket_demos.sogis.maps.grid import ORIGIN, RESOLUTIONS
from loket_demos.sogis.search.query import LAYER_ID
from loket_demos.sogis.search.spelling import any_of, spelling
from loket_demos.sogis.search.words import key, words
from loket_demos.sogis.source.port import EVERY, MOST
from loket_demos.sogis.source.shapes import Layer
from loket_demos.sogis.source.shipped import ShippedLayer, layers

MAPS = "/maps/sogis"
"""Where the server draws the shipped maps: `wms` below it, and tiles at LAYER/ZOOM/COLUMN/ROW.png."""

ALIKE = 84.0
_SAID = spelling()
_NO_TOPIC = re.compile(rf"(?:\s|-|^){any_of((*_SAID.maps, *_SAID.groups, *_SAID.no_topic))}(?=\s|-|$)", re.IGNORECASE)
_COMPOUND = re.compile(rf"(?<=[a-zäöüß]{{4}})[- ]?{any_of(_SAID.maps)}\b", re.IGNORECASE)


def find(text: str) -> list[Layer]:
    """The maps a text means. One that is called exactly so is meant alone, unless it is a group."""
    if text == EVERY:
        return [layer_of(one) for one in layers().values()][:MOST]
    if LAYER_ID.fullmatch(text):
        return [layer_of(one) for one in layers().values() if key(text) in map(key, (one.id, *one.words))]
    topic = topic_of(text)
    scored = sorted(((_score(layer, topic), at) for at, layer in enumerate(layers().values())), key=_best_first)
    known = list(layers().values())
    found = [known[at] for score, at in scored if score >= ALIKE]
    if found and scored[0][0] >= EXACT:
        found = [known[at] for score, at in scored if score >= EXACT]
    return [layer_of(one) for one in found][:MOST]


def only_near(text: str) -> bool:
    """Whether nothing is called so, and what is found only has a part of it: `Naturgefahren` are more than Natur."""
    asked = key(topic_of(text))
    names = [key(one) for layer in layers().values() for one in (layer.label, layer.id, *layer.words)]
    said = set(words(topic_of(text)))
    return not any(asked in name or name in said or fuzz.ratio(asked, name) >= ALIKE for name in names)


def asks_for_group(text: str) -> bool:
    """Whether a text says that the group is meant, and none of what is in it."""
    return not set(_SAID.groups).isdisjoint(words(text))


def topic_of(text: str) -> str:
    """A text without the words that only say that a map is wanted; `Waldkarte` is about Wald."""
    asked = " ".join(text[:200].split())
    if LAYER_ID.fullmatch(asked):
        return asked
    return " ".join(_COMPOUND.sub("", _NO_TOPIC.sub(" ", _NO_TOPIC.sub(" ", asked))).split()) or asked


def layer_of(one: ShippedLayer) -> Layer:
    """A map as it is loaded."""
    inner = tuple(layer_of(layers()[id]) for id in one.group)
    return Layer(id=one.id, label=one.label, kind=one.kind, source={} if inner else _source(one), sublayers=inner)


EXACT = 200.0


def _score(layer: ShippedLayer, topic: str) -> float:
    """How well a map fits: `EXACT` when it is called so, 100 for a word of its own, else how much alike."""
    asked = key(topic)
    if not asked:
        return 0.0
    if asked in (key(layer.label), key(layer.id)):
        return EXACT
    names = [key(one) for one in (layer.label, *layer.words)]
    if asked in names or set(words(topic)) & set(names):
        return 100.0
    parts = [name for name in names if len(asked) >= 5 <= len(name) and (asked in name or name in asked)]
    inner = 90.0 if parts else 0.0
    return max(inner, *(fuzz.ratio(asked, name) for name in names))


def _best_first(scored: tuple[float, int]) -> tuple[float, int]:
    return -scored[0], scored[1]


def _source(one: ShippedLayer) -> JsonObject:
    if one.kind == "wmts":
        url = f"{MAPS}/{one.id}/{{TileMatrix}}/{{TileCol}}/{{TileRow}}.png"
        grid = {"matrixSet": "2056", "origin": list(ORIGIN), "resolutions": list(RESOLUTIONS)}
        return {"url": url, "layer": one.id, "format": "image/png", "style": "default", **grid}
    return wms_source(f"{MAPS}/wms", one.id)


def wms_source(url: str, names: str | Sequence[str], credit: str = "") -> JsonObject:
    """A map of a WMS as a client asks for it, and whom it is from."""
    asked = names if isinstance(names, str) else ",".join(names)
    return {
        "url": url,
        "LAYERS": asked,
        "FORMAT": "image/png",
        "VERSION": "1.3.0",
        "TRANSPARENT": True,
        "CRS": CRS,
        **({"credit": credit} if credit else {}),
    }
