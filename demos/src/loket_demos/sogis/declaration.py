"""The declaration: what the map assistant is called, which tools it has and what people may begin with."""

from loket.core.assistant import AssistantSpec, Budget, InLanguage
from loket_demos.sogis.tool_specs import SPECS

ENGLISH = InLanguage(
    title="Map assistant",
    summary="Shows addresses, municipalities and maps, makes ÖREB extracts and cadastral plans, checks boreholes.",
    starters=(
        "Go to Langendorfstrasse 19b in Solothurn and make an ÖREB extract.",
        "Load the wildlife corridors",
        "Can I drill a geothermal borehole here?",
    ),
)

SOGIS = AssistantSpec(
    name="sogis",
    title="Karten-Assistent",
    summary="Zeigt Adressen, Gemeinden und Karten, erstellt ÖREB-Auszüge und Grundbuchpläne, prüft Erdwärmesonden.",
    locale="de-CH",
    planner="sogis",
    tools=tuple(spec.name for spec in SPECS),
    specialists=(),
    starters=(
        "Gehe zur Langendorfstrasse 19b in Solothurn und erstelle mir einen ÖREB-Katasterauszug.",
        "Lade die Wildtierkorridore",
        "Kann ich hier eine Erdwärmesonde bohren?",
    ),
    languages={"en": ENGLISH},
    budget=Budget(decisions=30),
    intake="one_by_one",
    beside="map",
    letters=200,
)
