"""The nine capabilities as anyone can read them: names, words, schemas. What they do is in `tools`."""

import re

from loket.core.data import JsonObject
from loket.core.tool import ToolSpec

ADDRESS = "geolocation.geocode.address"
MUNICIPALITY = "geolocation.geocode.municipality"
LAYERS = "layers.search"
EGRID_BY_POINT = "oereb.egridByXY"
EXTRACT = "oereb.extractById"
PARCEL_BY_NUMBER = "featureSearch.getEgridByNumberAndMunicipality"
PARCEL_BY_EGRID = "featureSearch.getParcelByEgrid"
BORE = "processing.getGeothermalBoreInfoByXY"
PLAN = "processing.getCadastralPlanByGeometry"

SECONDS = 20.0
EGRID = r"^\s*[Cc][Hh](\s*\d){12}\s*$"

_TEXT: JsonObject = {"type": "string", "minLength": 1, "maxLength": 300}
_POINT: JsonObject = {
    "x": {"type": "number", "description": "Ostwert in LV95 (oder Breite in WGS 84)."},
    "y": {"type": "number", "description": "Nordwert in LV95 (oder Länge in WGS 84)."},
    "coord": {
        "type": "array",
        "items": {"type": "number"},
        "minItems": 2,
        "maxItems": 2,
        "description": "Koordinate als [Ost, Nord] in LV95; ersetzt x und y.",
    },
    "crs": {"type": "string", "maxLength": 40, "description": "Bezugssystem; EPSG:2056 ist gemeint, wenn es fehlt."},
}
_SELECTION: JsonObject = {
    "type": "object",
    "description": "Was zuletzt gefunden oder gewählt wurde; wird vom System mitgegeben.",
    "properties": {"type": {"type": "string"}, "id": {"type": "string"}, "egrid": {"type": "string"}},
}
_NEAR: JsonObject = {"coord": {**_POINT["coord"], "description": "Punkt, von dem aus das Nächste zuerst kommt."}}
_LANG: JsonObject = {
    "type": "string",
    "maxLength": 20,
    "description": "Sprache der Antwort, de oder en; sonst die des Gesprächs.",
}
_OUTPUT: JsonObject = {
    "type": "object",
    "properties": {
        "status": {"enum": ["SUCCESS", "NEEDS_USER_CHOICE"]},
        "items": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "type": {"type": "string"},
                    "payload": {"type": "object"},
                    "clientAction": {"type": "object"},
                },
                "required": ["type", "payload"],
            },
        },
        "message": {"type": "string"},
        "source": {
            "type": "object",
            "properties": {"id": {"enum": ["bundled", "live"]}, "label": {"type": "string"}},
            "required": ["id", "label"],
        },
    },
    "required": ["status", "items", "message", "source"],
}


def _spec(name: str, title: str, description: str, properties: JsonObject, *required: str) -> ToolSpec:
    return ToolSpec(
        name=name,
        title=title,
        description=description,
        input={
            "type": "object",
            "properties": {**properties, "lang": _LANG},
            "required": list(required),
            "x-examples": re.findall("«(.+?)»", description),
        },
        output=_OUTPUT,
        read_only=name not in WRITES,
        idempotent=True,
        deadline=SECONDS,
    )


WRITES = (PLAN, EXTRACT, BORE)
"""These leave a document on the shelf for ten minutes; done again, they leave the same."""

SPECS = (
    _spec(
        ADDRESS,
        "Adresse suchen",
        "Findet eine Adresse, einen Strassennamen oder eine Koordinate und zeigt den Ort auf der Karte. "
        "Beispiele: «Gehe zur Langendorfstrasse 19b in Solothurn», «Wo ist die Hauptstrasse 5 in Langendorf?».",
        {
            "q": {
                **_TEXT,
                "title": "Adresse",
                "description": "Adresse: Strasse mit Hausnummer und Ort.",
                "examples": ["Langendorfstrasse 19b, 4500 Solothurn", "Hauptstrasse, Langendorf", "2605899 / 1229278"],
            },
            **_NEAR,
        },
        "q",
    ),
    _spec(
        MUNICIPALITY,
        "Gemeinde suchen",
        "Findet eine Gemeinde des Kantons Solothurn und zeigt sie ganz auf der Karte. "
        "Beispiele: «Zeige die Gemeinde Grenchen», «Gehe nach Messen».",
        {
            "q": {
                **_TEXT,
                "title": "Gemeinde",
                "description": "Name der Gemeinde.",
                "examples": ["Grenchen", "Balm bei Günsberg"],
            }
        },
        "q",
    ),
    _spec(
        LAYERS,
        "Karte suchen",
        "Findet Karten und Ebenen nach Name oder Thema und lädt sie. "
        "Beispiele: «Lade die Wildtierkorridore», «Zeige den Gewässerschutz», "
        "«Welche Karten gibt es zum Thema Wasser?».",
        {
            "query": {
                **_TEXT,
                "title": "Karte",
                "description": "Name oder Thema der Karte, ohne die Wörter Karte oder Layer.",
                "examples": ["Gewässerschutz", "Wildtierkorridore", "Wald"],
            }
        },
        "query",
    ),
    _spec(
        EGRID_BY_POINT,
        "Grundstück an einer Koordinate",
        "Findet das Grundstück und die Baurechte an einem Punkt der Karte. Beispiel: «Welches Grundstück liegt hier?».",
        {**_POINT, "selection": _SELECTION},
    ),
    _spec(
        EXTRACT,
        "ÖREB-Auszug",
        "Erstellt den Auszug aus dem Kataster der öffentlich-rechtlichen Eigentumsbeschränkungen (ÖREB) eines "
        "Grundstücks. Beispiel: «Erstelle einen ÖREB-Katasterauszug für das Grundstück 168 in Messen».",
        {
            "egrid": {
                "type": "string",
                "maxLength": 40,
                "title": "EGRID",
                "description": "EGRID des Grundstücks: CH und zwölf Ziffern.",
            },
            "selection": _SELECTION,
        },
    ),
    _spec(
        PARCEL_BY_NUMBER,
        "Grundstück nach Nummer",
        "Findet ein Grundstück nach seiner Nummer und der Gemeinde. Beispiel: «Grundstück 168 in Messen».",
        {
            "number": {
                "type": "string",
                "minLength": 1,
                "maxLength": 20,
                "title": "Grundstücksnummer",
                "description": "Nummer des Grundstücks (Parzelle).",
                "examples": ["168", "552"],
            },
            "municipality": {
                "type": "string",
                "maxLength": 100,
                "title": "Gemeinde",
                "description": "Gemeinde oder Grundbuch des Grundstücks; ohne sie kommen alle mit dieser Nummer.",
                "examples": ["Messen"],
            },
        },
        "number",
    ),
    _spec(
        PARCEL_BY_EGRID,
        "Grundstück nach EGRID",
        "Findet ein Grundstück nach seinem EGRID. Beispiel: «Zeige CH807306583219».",
        {
            "egrid": {
                "type": "string",
                "maxLength": 40,
                "title": "EGRID",
                "description": "EGRID des Grundstücks: CH und zwölf Ziffern.",
                "examples": ["CH807306583219"],
            }
        },
        "egrid",
    ),
    _spec(
        BORE,
        "Erdwärmesonde prüfen",
        "Sagt, ob und wie tief an einem Punkt für eine Erdwärmesonde gebohrt werden darf. "
        "Beispiele: «Kann ich hier eine Erdwärmesonde bohren?», «Wie tief darf man hier bohren?».",
        {
            **_POINT,
            "resolution": {
                "type": "number",
                "exclusiveMinimum": 0,
                "maximum": 1000,
                "default": 1,
                "description": "Meter je Bildpunkt der Karte.",
            },
            "selection": _SELECTION,
        },
    ),
    _spec(
        PLAN,
        "Grundbuchplan",
        "Zeichnet den Grundbuchplan eines Grundstücks als PDF im passenden Massstab. "
        "Beispiel: «Erstelle einen Grundbuchplan für das Grundstück 123 in Messen».",
        {
            "geometry": {"type": "object", "description": "Fläche als GeoJSON in LV95."},
            "egrid": {"type": "string", "maxLength": 40, "description": "EGRID des Grundstücks."},
            "selection": _SELECTION,
            "scale": {
                "type": "integer",
                "minimum": 1,
                "maximum": 10_000_000,
                "description": "Massstab als Nenner: 500 heisst 1:500. Ohne ihn der grösste, der auf das Blatt passt.",
            },
        },
    ),
)
