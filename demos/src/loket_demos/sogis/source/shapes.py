"""What the sources tell: addresses, communes, layers, parcels and what is known of them. Metres are those of LV95."""

from typing import Literal

from loket.core.data import Frozen, JsonObject
from loket_demos.sogis.geo.geometry import Extent
from loket_demos.sogis.geo.lv95 import Point

LayerKind = Literal["wms", "wmts"]
Verdict = Literal["yes", "limited", "no", "unknown"]


class Address(Frozen):
    """A place that was searched for. `exact`: street and number are those that were asked for."""

    id: str
    label: str
    coord: Point
    extent: Extent
    exact: bool = False


class Commune(Frozen):
    """A municipality, or a village of one that people take for it."""

    id: str
    label: str
    name: str
    extent: Extent
    coord: Point
    geometry: JsonObject | None = None


class Layer(Frozen):
    """A map layer; a group has no picture of its own, only `sublayers`."""

    id: str
    label: str
    kind: LayerKind = "wms"
    source: JsonObject = {}
    sublayers: tuple["Layer", ...] = ()


class Parcel(Frozen):
    """A piece of land, or a right to build on one. `area` is in m²."""

    egrid: str
    number: str
    municipality: str
    land_register: str = ""
    bfs: str = ""
    nbident: str = ""
    kind: str = ""
    area: float | None = None
    geometry: JsonObject | None = None


class Law(Frozen):
    """What a restriction rests on."""

    title: str
    url: str = ""


class Restriction(Frozen):
    """One restriction on a parcel: its theme, what it says, and on how many m² and per cent of the parcel it holds."""

    theme: str
    title: str
    says: str
    status: str = "inForce"
    area: float | None = None
    percent: float | None = None
    office: str = ""
    laws: tuple[Law, ...] = ()


class Extract(Frozen):
    """The restrictions of a parcel. Links lead to what the canton publishes; without them we write it."""

    parcel: Parcel
    restrictions: tuple[Restriction, ...] = ()
    free_of: tuple[str, ...] = ()
    pdf_url: str = ""
    map_url: str = ""


class Bore(Frozen):
    """Whether a borehole for geothermal heat may be drilled at a point, and how deep (m). `result` are the words of a
    source that answers in words."""

    coord: Point
    verdict: Verdict
    result: str = ""
    depth: int | None = None
    pdf_url: str = ""
    pdf_label: str = ""


class MadeFile(Frozen):
    """A made file."""

    name: str
    media: str
    data: bytes
