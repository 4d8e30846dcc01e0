"""A canton on the loopback: it answers in the shapes of geo.so.ch and api3.geo.admin.ch, from the example data."""

import json
from html import escape
from typing import Any
from urllib.parse import parse_qs, urlsplit

from loket_demos.sogis.geo.geometry import polygons
from loket_demos.sogis.geo.lv95 import Point
from loket_demos.sogis.source.bundled import BundledSource
from loket_demos.sogis.source.shapes import Layer, Parcel
from loket_demos.sogis.texts import say
from tests.loopback import Asked, reply

OREB = "http://schemas.geo.admin.ch/V_D/OeREB/2.0/Extract"
GEO = "http://www.interlis.ch/geometry/1.0"


class Canton:
    """Every service under one address. `instead`: what is answered in place of the truth, once for each entry."""

    def __init__(self, data: BundledSource) -> None:
        self._data = data
        self.instead: list[bytes | None] = []
        self.searches = True

    async def answer(self, asked: Asked) -> bytes | None:
        if self.instead:
            return self.instead.pop(0)
        url = urlsplit(asked.target)
        query = {name: values[0] for name, values in parse_qs(url.query, keep_blank_values=True).items()}
        match url.path:
            case "/api/search/v2/":
                return reply({"results": await self._search(query) if self.searches else []})
            case "/rest/services/ech/SearchServer":
                return reply({"results": await self._federal(query)})
            case "/api/data/v1/ch.so.agi.av.grundstuecke.rechtskraeftig/":
                return reply({"type": "FeatureCollection", "features": await self._land(json.loads(query["filter"]))})
            case "/api/oereb/getegrid/xml/":
                return await self._egrid(query)
            case "/api/v1/featureinfo/somap":
                return await self._bore(query)
            case "/api/v1/landreg/print":
                assert asked.method == "POST"
                assert b"TEMPLATE=A4-Hoch" in asked.body
                return reply(b"%PDF-1.4\n%%EOF\n", content_type="application/pdf")
            case _:
                return reply({"error": "not found"}, 404)

    async def _search(self, query: dict[str, str]) -> list[Any]:
        text = query["searchtext"]
        match query["filter"]:
            case "ch.so.agi.av.gebaeudeadressen.gebaeudeeingaenge":
                hits = [(a.id, f"{a.label} (Adresse)", a.extent) for a in await self._data.addresses(text)]
            case "ch.so.agi.gemeindegrenzen":
                hits = [(c.id, f"{c.label} (Gemeinde)", c.extent) for c in await self._data.communes(text)]
            case _:
                return [{"dataproduct": _product(layer)} for layer in await self._data.layers(text)]
        return [
            {"feature": {"bbox": box, "display": label, "feature_id": id, "srid": "EPSG:2056"}}
            for id, label, box in hits
        ]

    async def _federal(self, query: dict[str, str]) -> list[Any]:
        text = query["searchText"]
        if query["type"] == "layers":
            return [
                {"attrs": {"layer": one.id, "label": f"<b>{one.label}</b>"}} for one in await self._data.layers(text)
            ]
        if query["origins"] == "gg25":
            found = [(c.id, c.label, c.coord, c.extent) for c in await self._data.communes(text)]
        else:
            found = [(a.id, a.label.replace(",", ""), a.coord, a.extent) for a in await self._data.addresses(text)]
        return [
            {
                "id": at,
                "weight": 7,
                "attrs": {
                    "featureId": id,
                    "label": f"{label.rpartition(' ')[0]} <b>{label.rpartition(' ')[2]}</b>".strip(),
                    "y": e,
                    "x": n,
                    "zoomlevel": 4294967295,
                    "geom_st_box2d": f"BOX({box[0]} {box[1]},{box[2]} {box[3]})",
                },
            }
            for at, (id, label, (e, n), box) in enumerate(found)
        ]

    async def _land(self, wanted: list[Any]) -> list[Any]:
        asked = {one[0]: one[2] for one in wanted if isinstance(one, list)}
        if "egrid" in asked:
            one = await self._data.parcel(asked["egrid"])
            found = [] if one is None else [one]
        else:
            found = list(await self._data.parcels_numbered(asked["nummer"]))
        exact = {"gemeinde": "municipality", "grundbuch": "land_register"}
        kept = [p for p in found if all(getattr(p, exact[name]) == asked[name] for name in exact if name in asked)]
        return [{"type": "Feature", "geometry": one.geometry, "properties": _facts(one)} for one in kept]

    async def _egrid(self, query: dict[str, str]) -> bytes:
        e, _, n = query["EN"].partition(",")
        found = await self._data.parcels_at((float(e), float(n)))
        if not found:
            return reply(b"", 204)
        body = "".join(_egrid_xml(one) for one in found)
        root = f'<e:GetEGRIDResponse xmlns:e="{OREB}" xmlns:g="{GEO}">{body}</e:GetEGRIDResponse>'
        return reply(root.encode(), content_type="application/xml")

    async def _bore(self, query: dict[str, str]) -> bytes:
        box = [float(side) for side in query["BBOX"].split(",")]
        assert query["WIDTH"] == query["HEIGHT"] == "101"
        assert query["I"] == query["J"] == "51"
        told = await self._data.bore(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
        if told.verdict == "unknown":
            return reply(b'<GetFeatureInfoResponse><Layer name="ews"/></GetFeatureInfoResponse>')
        link = '<a href="https://geo.so.ch/docs/ews.pdf" target="_blank">Merkblatt</a>'
        words = say("de", "bore", told.verdict, depth=told.depth)
        values = {"resultat": f"<p>{words}</p>", "pdf_link": link}
        inner = "".join(f'<Attribute name="{name}" value="{escape(v, quote=True)}"/>' for name, v in values.items())
        layer = f'<Layer name="ch.so.afu.ewsabfrage.abfrage"><Feature id="1">{inner}</Feature></Layer>'
        return reply(f"<GetFeatureInfoResponse>{layer}</GetFeatureInfoResponse>".encode(), content_type="text/xml")


def _product(layer: Layer) -> dict[str, Any]:
    inner = [{"dataproduct_id": one.id, "display": one.label, "type": "singleactor"} for one in layer.sublayers]
    return {
        "dataproduct_id": layer.id,
        "display": layer.label,
        "type": "layergroup" if inner else "singleactor",
        "sublayers": inner,
    }


def _facts(one: Parcel) -> dict[str, Any]:
    return {
        "nummer": one.number,
        "egrid": one.egrid,
        "grundbuch": one.land_register,
        "gemeinde": one.municipality,
        "bfs_nr": int(one.bfs),
        "nbident": one.nbident,
        "art_txt": one.kind,
        "flaechenmass": one.area,
    }


def _egrid_xml(one: Parcel) -> str:
    def coord(point: Point) -> str:
        return f"<g:coord><g:c1>{point[0]}</g:c1><g:c2>{point[1]}</g:c2></g:coord>"

    ring = "".join(coord(point) for part in polygons(one.geometry) for point in part[0])
    kind = f"<e:LocalisedText><e:Language>de</e:Language><e:Text>{one.kind}</e:Text></e:LocalisedText>"
    return (
        f"<e:egrid>{one.egrid}</e:egrid><e:number>{one.number}</e:number><e:identDN>{one.nbident}</e:identDN>"
        f"<e:type><e:Code>RealEstate</e:Code><e:Text>{kind}</e:Text></e:type>".replace(
            "RealEstate", "RealEstate" if one.kind == "Liegenschaft" else "Distinct_and_permanent_rights.BuildingRight"
        )
        + f"<e:limit><g:surface><g:exterior><g:polyline>{ring}</g:polyline></g:exterior></g:surface></e:limit>"
    )
