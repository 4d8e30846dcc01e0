"""The declaration: what the map assistant is called, which tools it has and what people may begin with."""

from loket.core.assistant import Assistant, Budget
from loket_assistants.sogis.tool_specs import SPECS

SOGIS = Assistant(
    name="sogis",
    title="Karten-Assistent",
    summary="Zeigt Adressen, Gemeinden und Karten, erstellt ÖREB-Auszüge und Grundbuchpläne, prüft Erdwärmesonden.",
    locale="de",
    planner="sogis",
    tools=tuple(spec.name for spec in SPECS),
    specialists=(),
    starters=(
        "Gehe zur Langendorfstrasse 19b in Solothurn und erstelle mir einen ÖREB-Katasterauszug.",
        "Lade die Wildtierkorridore",
        "Kann ich hier eine Erdwärmesonde bohren?",
    ),
    budget=Budget(decisions=30),
    intake="one_by_one",
    beside="map",
    letters=200,
)
