"""The source that asks the canton, geo.so.ch, and where that knows nothing the confederation, api3.geo.admin.ch."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlencode

from loket.core.web import Fetch
from loket_demos.sogis.geo.geometry import distance
from loket_demos.sogis.geo.lv95 import CRS, Point
from loket_demos.sogis.geo.scale import Sheet
from loket_demos.sogis.search.query import AddressQuery, read
from loket_demos.sogis.search.words import key, street_key
from loket_demos.sogis.source import replies
from loket_demos.sogis.source.catalogue import topic_of, wms_source
from loket_demos.sogis.source.fetch import Patient
from loket_demos.sogis.source.port import EVERY, MOST, GeoFailed
from loket_demos.sogis.source.shapes import Address, Bore, Commune, Extract, Layer, MadeFile, Parcel

CANTON, CONFEDERATION = "https://geo.so.ch", "https://api3.geo.admin.ch"
FEDERAL_MAPS = "https://wms.geo.admin.ch/"
OF_CANTON, OF_CONFEDERATION = "© Kanton Solothurn, geo.so.ch", "© swisstopo, geo.admin.ch"
ENTRANCES, COMMUNES, MAPS = "ch.so.agi.av.gebaeudeadressen.gebaeudeeingaenge", "ch.so.agi.gemeindegrenzen", "foreground"
LAND = "/api/data/v1/ch.so.agi.av.grundstuecke.rechtskraeftig/"
BORES = "ch.so.afu.ewsabfrage.abfrage"
PIXELS = 101
PRINT_SECONDS = 15.0


@dataclass(frozen=True, slots=True)
class ServiceUrls:
    """Where the services are; others than the real ones are for tests and mirrors."""

    canton: str = CANTON
    confederation: str = CONFEDERATION


class LiveSource:
    """Answers from the web, through what it was given to fetch with."""

    name: Literal["bundled", "live"] = "live"

    def __init__(self, fetch: Fetch, services: ServiceUrls | None = None, patient: Patient | None = None) -> None:
        self._web = patient or Patient(fetch)
        self._at = services or ServiceUrls()

    def lacks(self, place: str) -> str:
        return ""

    async def addresses(self, text: str, near: Point | None = None) -> Sequence[Address]:
        query = read(text)
        if not isinstance(query, AddressQuery):
            return []
        house = f"{query.street} {query.number}".strip()
        asked = f"{house} {query.postcode} {query.place}".strip()
        found = list(replies.addresses_of(await self._search(ENTRANCES, asked)))
        if not found:
            places = replies.federal_places(await self._federal(asked, "locations", "address"))
            found = [Address(id=id, label=_federal_label(name), coord=at, extent=box) for id, name, at, box in places]
        if near is not None:
            found.sort(key=lambda one: distance(one.coord, near))
        wanted = (street_key(query.street), query.number)
        return [one.model_copy(update={"exact": _house(one.label) == wanted}) for one in found][:MOST]

    async def communes(self, text: str) -> Sequence[Commune]:
        found = list(replies.communes_of(await self._search(COMMUNES, text)))
        if not found:
            places = replies.federal_places(await self._federal(text, "locations", "gg25"))
            found = [Commune(id=id, label=name, name=name, extent=box, coord=at) for id, name, at, box in places]
        same = [one for one in found if key(one.label) == key(text)]
        return (same or found)[:MOST]

    async def layers(self, text: str) -> Sequence[Layer]:
        if text == EVERY:
            return []
        topic, url = topic_of(text), f"{self._at.canton}/api/wms"
        found: list[Layer] = []
        for id, label, group in replies.canton_layers(await self._search(MAPS, topic)):
            inner = tuple(Layer(id=sub, label=name, source=wms_source(url, sub, OF_CANTON)) for sub, name in group)
            found.append(
                Layer(id=id, label=label, source={} if inner else wms_source(url, id, OF_CANTON), sublayers=inner)
            )
        if not found:
            hits = replies.federal_layers(await self._federal(topic, "layers", ""))
            found = [
                Layer(id=id, label=label, source=wms_source(FEDERAL_MAPS, id, OF_CONFEDERATION)) for id, label in hits
            ]
        same = [one for one in found if key(one.label) == key(topic)]
        return (same or found)[:MOST]

    async def parcels_at(self, point: Point) -> Sequence[Parcel]:
        query = {"EN": f"{point[0]:.2f},{point[1]:.2f}", "GEOMETRY": "true"}
        body = await self._web.read(f"{self._at.canton}/api/oereb/getegrid/xml/", query)
        return replies.egrids_of(replies.xml_of(body))

    async def parcels_numbered(self, number: str, commune: str = "") -> Sequence[Parcel]:
        wanted: list[object] = [["nummer", "=", number.strip()]]
        if commune:
            wanted += ["and", ["gemeinde", "=", await self._spelt(commune)]]
        found = await self._land(wanted)
        if commune and not found:
            found = await self._land([["nummer", "=", number.strip()], "and", ["grundbuch", "=", commune.strip()]])
        return found[:MOST]

    async def parcel(self, egrid: str) -> Parcel | None:
        return next(iter(await self._land([["egrid", "=", egrid]])), None)

    async def extract(self, parcel: Parcel) -> Extract:
        pdf = f"{self._at.canton}/api/oereb/extract/pdf/?{urlencode({'EGRID': parcel.egrid})}"
        shown = f"{self._at.canton}/map/?{urlencode({'oereb_egrid': parcel.egrid})}"
        return Extract(parcel=parcel, pdf_url=pdf, map_url=shown)

    async def bore(self, point: Point, resolution: float = 1.0) -> Bore:
        half = PIXELS / 2 * resolution
        box = (point[0] - half, point[1] - half, point[0] + half, point[1] + half)
        query = {
            "SERVICE": "WMS",
            "VERSION": "1.3.0",
            "REQUEST": "GetFeatureInfo",
            "CRS": CRS,
            "BBOX": ",".join(f"{side:.3f}" for side in box),
            "WIDTH": str(PIXELS),
            "HEIGHT": str(PIXELS),
            "I": str(PIXELS // 2 + 1),
            "J": str(PIXELS // 2 + 1),
            "LAYERS": BORES,
            "QUERY_LAYERS": BORES,
            "INFO_FORMAT": "text/xml",
        }
        body = await self._web.read(f"{self._at.canton}/api/v1/featureinfo/somap", query)
        told = replies.bore_of(replies.xml_of(body))
        if told is None:
            return Bore(coord=point, verdict="unknown")
        return Bore(coord=point, verdict="unknown", result=told[0], pdf_url=told[1], pdf_label=told[2])

    async def plan(self, parcel: Parcel, sheet: Sheet) -> MadeFile:
        form = {
            "TEMPLATE": "A4-Hoch",
            "scale": str(sheet.denominator),
            "rotation": "0",
            "extent": ",".join(f"{side:.3f}" for side in sheet.extent),
            "SRS": CRS,
            "GRID_INTERVAL_X": str(sheet.interval),
            "GRID_INTERVAL_Y": str(sheet.interval),
            "DPI": "200",
        }
        data = await self._web.send(f"{self._at.canton}/api/v1/landreg/print", form, PRINT_SECONDS)
        if not data.startswith(b"%PDF-"):
            raise GeoFailed("unreadable")
        name = f"Grundbuchplan_{key(parcel.municipality) or 'ch'}_{key(parcel.number) or 'plan'}.pdf"
        return MadeFile(name=name, media="application/pdf", data=data)

    async def _search(self, kind: str, text: str) -> object:
        query = {"filter": kind, "limit": str(MOST), "searchtext": text}
        return replies.json_of(await self._web.read(f"{self._at.canton}/api/search/v2/", query))

    async def _federal(self, text: str, kind: str, origins: str) -> object:
        query = {
            "searchText": " ".join(text.split()[:10]),
            "type": kind,
            "sr": "2056",
            "lang": "de",
            "limit": str(MOST),
        }
        query |= {"origins": origins} if origins else {}
        return replies.json_of(await self._web.read(f"{self._at.confederation}/rest/services/ech/SearchServer", query))

    async def _land(self, wanted: list[object]) -> list[Parcel]:
        query = {"filter": json.dumps(wanted, ensure_ascii=False, separators=(",", ":"))}
        body = await self._web.read(f"{self._at.canton}{LAND}", query)
        return replies.parcels_of(replies.json_of(body)) if body else []

    async def _spelt(self, commune: str) -> str:
        """A municipality as the registers spell it: they compare sign by sign."""
        found = await self.communes(commune)
        return found[0].name if len(found) == 1 else commune.strip()


def _house(label: str) -> tuple[str, str]:
    """Street and number of a label, as they are compared."""
    front = label.partition(",")[0].strip()
    found = re.fullmatch(r"(.+?)\s+(\d+\s?[a-zA-Z]?)", front)
    return (street_key(found[1]), found[2].replace(" ", "").lower()) if found else (street_key(front), "")


def _federal_label(label: str) -> str:
    """`Street 1 4500 Place` with the comma that the canton writes."""
    return re.sub(r"\s+(?=\d{4}\s)", ", ", label, count=1)
