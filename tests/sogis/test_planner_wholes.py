"""Nothing of a message is dropped and nothing is read into it: numbers, conditions, names of places and of maps."""

import pytest

from tests.sogis.asked import Case, read


def steps(text: str) -> list[str]:
    return [one.replace("search_place or ", "") for one in read(Case("", text, (), ()))]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "512, 513; Solothurn 1213: ÖREB",
            ["goto_address: #512", "goto_address: #513", "oereb_extract: #1213 Solothurn"],
        ),
        ("512 und 513: Plan", ["cadastral_plan: #512", "cadastral_plan: #513"]),
        ("512; 513; 514 Langendorf Plan", [f"cadastral_plan: #{one} Langendorf" for one in (512, 513, 514)]),
        ("168/170 Messen Auszug", ["oereb_extract: #168 Messen", "oereb_extract: #170 Messen"]),
        ("Parcels 168 & 170: plans", ["cadastral_plan: #168", "cadastral_plan: #170"]),
        ("extracts for 168 and 170", ["oereb_extract: #168", "oereb_extract: #170"]),
        (
            "Plan 512 und Auszug 513 in Langendorf",
            ["cadastral_plan: #512 Langendorf", "oereb_extract: #513 Langendorf"],
        ),
        ("GB Solothurn 1213 und 1214", ["goto_address: #1213 Solothurn", "goto_address: #1214 Solothurn"]),
        ("Grundstück 168 und 170 Messen, je ein Plan", ["cadastral_plan: #168 Messen", "cadastral_plan: #170 Messen"]),
        (
            "Parcels 168 and 170 in Messen, both as extract",
            ["oereb_extract: #168 Messen", "oereb_extract: #170 Messen"],
        ),
        ("Messen 168; 170", ["goto_address: #168 Messen", "goto_address: #170 Messen"]),
        (
            "GB 1213 und 1214, beide als PDF",
            ["goto_address: #1213", "goto_address: #1214", "clarification: beide als PDF"],
        ),
        (
            "Parcels 168 and 170 in Messen, both as PDF",
            ["goto_address: #168 Messen", "goto_address: #170 Messen", "clarification: as PDF"],
        ),
        (
            "Zeige Parzelle 512 in Langendorf und 17 andere",
            ["goto_address: #512 Langendorf", "clarification: 17 andere"],
        ),
        ("Ich brauche 3 Pläne von Parzelle 512 in Langendorf", ["cadastral_plan: #512 Langendorf"]),
        ("Ich brauche bis am 3. Mai den Plan von Parzelle 512 in Langendorf", ["cadastral_plan: #512 Langendorf"]),
    ],
)
def test_numbers_of_parcels_are_all_read_or_said(text: str, found: list[str]) -> None:
    assert steps(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "Hat es auf Parzelle 512 in Langendorf Altlasten?",
            ["goto_address: #512 Langendorf", "load_layer: Altlasten"],
        ),
        ("Gibt es bei Grundstück 168 in Messen Wald?", ["goto_address: #168 Messen", "load_layer: Wald"]),
        ("Parzelle 512 in Balm bei Messen Wald", ["goto_address: #512 Balm bei Messen", "load_layer: Wald"]),
        ("Is there on parcel 512 in Langendorf Forest?", ["goto_address: #512 Langendorf", "load_layer: Forest"]),
        ("Zeige Parzelle 512 Langendrof Altlasten", ["goto_address: #512 Langendrof", "load_layer: Altlasten"]),
        ("Hat Messen Wildtierkorridore?", ["search_place: Messen", "load_layer: Wildtierkorridore"]),
        ("Zeige Wald und Parzelle 512", ["load_layer: Wald", "goto_address: #512"]),
        ("Show forest and parcel 512", ["load_layer: forest", "goto_address: #512"]),
        ("Zeige Altlasten und Grundstück 1213", ["load_layer: Altlasten", "goto_address: #1213"]),
        (
            "Zeige Wald bei Messen und Parzelle 168",
            ["search_place: Messen", "load_layer: Wald", "goto_address: #168 Messen"],
        ),
        ("Lade Naturgefahren Wald und Wasser", ["load_layer: Naturgefahren", "load_layer: Wald", "load_layer: Wasser"]),
        ("Lade Altlasten Wald", ["load_layer: Altlasten", "load_layer: Wald"]),
        ("Load forest noise and groundwater", ["load_layer: forest", "load_layer: noise", "load_layer: groundwater"]),
        ("Lade belastete Standorte Wald", ["load_layer: belastete Standorte", "load_layer: Wald"]),
        ("Zeige die Dorfstrasse 3 in Foobarhausen", ["goto_address: Dorfstrasse 3, Foobarhausen"]),
    ],
)
def test_a_commune_is_one_that_is_known_and_a_map_is_no_commune(text: str, found: list[str]) -> None:
    assert steps(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("PLZ/Ort: 4500 Solothurn", ["load_layer: Solothurn"]),
        (
            "Bauherr: Meier AG, Dorfstrasse 12, 3254 Messen; Parzelle 168; bitte Plan",
            [
                "goto_address: Dorfstrasse 12, 3254 Messen",
                "goto_address: #168",
                "cadastral_plan: here",
                "clarification: Bauherr Meier AG",
            ],
        ),
        (
            "Name: Muster, PLZ Ort: 4513 Langendorf, Grundstück: 512",
            ["goto_address: #512 Langendorf", "clarification: Name Muster"],
        ),
        (
            "Applicant: Smith, 4500 Solothurn, parcel 1213",
            ["goto_address: #1213 Solothurn", "clarification: Applicant Smith"],
        ),
        (
            "Absender: Beispiel AG, 4600 Olten. Grundstück 512 Langendorf.",
            ["load_layer: Olten", "goto_address: #512 Langendorf", "clarification: Absender Beispiel AG"],
        ),
        ("1213 Solothurn", ["goto_address: #1213 Solothurn"]),
        ("GB Nr. 1213, 4500 Solothurn", ["goto_address: #1213 Solothurn"]),
        ("Grundstück 512 in Wald", ["goto_address: #512 Wald"]),
        ("Plan von Grundstück 4513 in Langendorf", ["cadastral_plan: #4513 Langendorf"]),
    ],
)
def test_a_postcode_is_no_parcel_and_what_stands_in_a_form_is_said(text: str, found: list[str]) -> None:
    assert steps(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Alle Karten ausser dem Waldplan ausblenden", ["hide_layer: all but Waldplan"]),
        ("Alle Karten ausser Wald und Lärm ausblenden", ["hide_layer: all but Wald but Lärm"]),
        ("Entferne alles bis auf den Waldplan und den Lärm", ["remove_layer: all but Waldplan but Lärm"]),
        ("Hide all layers except the forest", ["hide_layer: all but forest"]),
        ("Alle weg bis auf den Wald", ["remove_layer: all but Wald"]),
        ("Lade Wald, alle ausser Lärm", ["load_layer: Wald", "clarification: alle ausser Lärm"]),
        ("Wie sieht der Wald aus?", ["load_layer: Wald"]),
        ("Wie sieht es in Messen aus?", ["search_place: Messen"]),
        ("Wie schaut die Gemeinde Messen aus?", ["search_place: Messen"]),
        ("What does the forest look like?", ["load_layer: forest"]),
        ("Blende Lärm aus und Wald ein", ["hide_layer: Lärm", "load_layer: Wald"]),
        ("Blende den Wald ein und den Lärm aus", ["load_layer: Wald", "hide_layer: Lärm"]),
        ("Wald ein, Lärm aus", ["load_layer: Wald", "hide_layer: Lärm"]),
        ("Lärm weg, Wald her", ["remove_layer: Lärm", "clarification: Wald her"]),
        ("Lade den Wald statt des Lärms", ["remove_layer: Lärms", "load_layer: Wald"]),
        ("Lade statt Wald den Lärm", ["remove_layer: Wald", "load_layer: Lärm"]),
        ("Show the forest instead of the noise", ["remove_layer: noise", "load_layer: forest"]),
        ("Ersetze den Wald durch den Lärm", ["remove_layer: Wald", "load_layer: Lärm"]),
        ("Replace the forest with the noise map", ["remove_layer: forest", "load_layer: noise"]),
    ],
)
def test_maps_come_and_go_in_one_sentence(text: str, found: list[str]) -> None:
    assert [one.replace("search_place", "load_layer") for one in steps(text)] == [
        one.replace("search_place", "load_layer") for one in found
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Wenn auf 512 Langendorf gebohrt werden darf, erstelle einen Plan", "512"),
        ("Erstelle einen Plan von 512 Langendorf, falls dort Bohrungen erlaubt sind", "512"),
        ("Make a plan if drilling is allowed on parcel 512 in Langendorf", "512"),
        ("Prüfe, ob man auf 512 Langendorf bohren darf, und wenn ja, mach einen Plan", "512"),
    ],
)
def test_what_hangs_on_a_check_comes_after_it(text: str, found: str) -> None:
    assert steps(text) == [f"geothermal_probe_assessment: #{found} Langendorf", "cadastral_plan: here"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Wenn es auf 512 Langendorf Altlasten hat, drucke einen Plan", "Wenn es auf 512 Langendorf Altlasten hat"),
        (
            "If there is forest on parcel 512 in Langendorf, print an extract",
            "If there is forest on parcel 512 in Langendorf",
        ),
    ],
)
def test_of_another_condition_it_is_said_that_nobody_knows(text: str, found: str) -> None:
    assert steps(text)[0] == "goto_address: #512 Langendorf"
    assert steps(text)[2:] == [f"clarification: {found}"]


@pytest.mark.parametrize(
    "text",
    [
        "Wenn möglich, erstelle einen Plan für 512 Langendorf",
        "Wenn du kannst, erstelle einen Plan für 512 Langendorf",
        "Please print the plan of parcel 512 in Langendorf if possible",
    ],
)
def test_a_polite_condition_is_none(text: str) -> None:
    assert steps(text) == ["cadastral_plan: #512 Langendorf"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "Parzellen 168 und 170 in Messen, jeweils Plan und Auszug",
            [
                "cadastral_plan: #168 Messen",
                "oereb_extract: here",
                "cadastral_plan: #170 Messen",
                "oereb_extract: here",
            ],
        ),
        (
            "Parcel 1213 Solothurn and parcel 512 Langendorf, the extract for both",
            ["oereb_extract: #1213 Solothurn", "oereb_extract: #512 Langendorf"],
        ),
        ("Wir möchten in Rüttenen bohren, Parzelle 301", ["geothermal_probe_assessment: #301 Rüttenen"]),
        ("Parzelle 170, sie liegt in Messen", ["goto_address: #170 Messen"]),
        (
            "Plan von 512, Auszug von 513, beides Langendorf",
            ["cadastral_plan: #512 Langendorf", "oereb_extract: #513 Langendorf"],
        ),
        ("Lass nur den Wald und den Lärm stehen", ["hide_layer: all but Wald but Lärm"]),
        ("Keep only the forest", ["hide_layer: all but forest"]),
        ("Seit wann gibt es Solothurn?", []),
        ("Ab wann darf man in Solothurn grillieren?", []),
        ("Toon perceel 512 in Langendorf", []),
        ("Quero ver a parcela 512 em Langendorf", []),
    ],
)
def test_further_ways_of_asking_lose_nothing(text: str, found: list[str]) -> None:
    assert steps(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "1213 Solothurn, 512 Langendorf: Plan",
            ["cadastral_plan: #1213 Solothurn", "cadastral_plan: #512 Langendorf"],
        ),
        ("512 Langendorf und 1213 Solothurn", ["goto_address: #512 Langendorf", "goto_address: #1213 Solothurn"]),
        ("Messen 168, 1213 Solothurn", ["goto_address: #168 Messen", "goto_address: #1213 Solothurn"]),
        (
            "GB Messen 168, 170 und 512 Langendorf",
            ["goto_address: #168 Messen", "goto_address: #170 Messen", "goto_address: #512 Langendorf"],
        ),
        (
            "Extracts: 1213 (Solothurn), 512 (Langendorf)",
            ["oereb_extract: #1213 Solothurn", "oereb_extract: #512 Langendorf"],
        ),
        ("Print plans for 168 and 170, both in Messen", ["cadastral_plan: #168 Messen", "cadastral_plan: #170 Messen"]),
        ("Statt Parzelle 512 bitte Parzelle 513 in Langendorf", ["goto_address: #513 Langendorf"]),
        ("Show parcel 513 instead of parcel 512 in Langendorf", ["goto_address: #513 Langendorf"]),
        ("Nimm alles ausser dem Wald und dem Lärm raus", ["remove_layer: all but Wald but Lärm"]),
        ("Keep only the forest, remove everything else", ["remove_layer: all but forest"]),
        ("Ich möchte die Altlasten und den Wald nicht mehr sehen", ["hide_layer: Altlasten", "hide_layer: Wald"]),
        ("I don't want to see the noise any more", ["hide_layer: noise"]),
        ("Blende den Wald nicht aus", []),
        ("Entferne den Lärm nicht, sondern den Wald", ["remove_layer: Wald"]),
        ("Drucke nicht den Plan, sondern den Auszug von 512 Langendorf", ["oereb_extract: #512 Langendorf"]),
        ("Wie komme ich von Messen nach Solothurn?", []),
        (
            "Ist das Grundstück 168 in Messen mit Altlasten belastet?",
            ["goto_address: #168 Messen", "load_layer: Altlasten"],
        ),
        (
            "Plan für GB Langendorf 512 (dringend). Zeige Messen",
            ["cadastral_plan: #512 Langendorf", "load_layer: Messen"],
        ),
    ],
)
def test_what_is_taken_back_or_left_out_is_not_done(text: str, found: list[str]) -> None:
    assert steps(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "Is drilling allowed on 512 and 513 in Langendorf? If so print both plans",
            [
                f"{what}: {about}"
                for at in (512, 513)
                for what, about in (("geothermal_probe_assessment", f"#{at} Langendorf"), ("cadastral_plan", "here"))
            ],
        ),
        (
            "Unless drilling is forbidden on parcel 512 in Langendorf, print the plan",
            [
                "geothermal_probe_assessment: #512 Langendorf",
                "clarification: Unless drilling is forbidden on parcel 512 in Langendorf",
            ],
        ),
        ("Was kostet der Plan für Parzelle 512 in Langendorf?", []),
        ("How much does an extract for parcel 512 in Langendorf cost?", []),
        (
            "Druck mir 170 Messen zweimal aus",
            ["goto_address: #170 Messen", "clarification: Druck mir 170 Messen zweimal aus"],
        ),
        ("Zeige 5'12 Langendorf", ["load_layer: Langendorf", "clarification: 5'12"]),
        ("Solothurn 4500 Bielstrasse 12", ["goto_address: Bielstrasse 12, Solothurn"]),
    ],
)
def test_what_is_asked_of_a_document_is_not_the_wish_for_it(text: str, found: list[str]) -> None:
    assert steps(text) == found
