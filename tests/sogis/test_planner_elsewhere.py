"""What somebody means that nobody knows is asked about: never an answer for the parcel that was selected last."""

import re
from pathlib import Path
from unicodedata import normalize

import pytest

from loket_demos.sogis.source.shipped import layers
from tests.sogis.talking import ADDRESS, status, talking

FIRST, SECOND = "Zeige Grundstück 512 in Langendorf", "Zeige Grundstück 1213 in Solothurn"


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("Grundbuchplan von Messen", "cadastral_plan"),
        ("ÖREB-Auszug für Foobarstadt", "oereb_extract"),
        ("Plan für die Nachbarparzelle", "cadastral_plan"),
        ("Kann ich bei meiner Mutter bohren?", "geothermal_probe_assessment"),
        ("ÖREB für das erste Grundstück", "oereb_extract"),
        ("Und einen ÖREB-Auszug von der ersten Adresse", "oereb_extract"),
        ("Plan für das andere Grundstück", "cadastral_plan"),
        ("A plan of the previous parcel please", "cadastral_plan"),
    ],
)
async def test_another_place_is_not_the_one_that_was_selected_last(server_data: Path, text: str, intent: str) -> None:
    async with talking(server_data) as talk:
        await talk.say(FIRST)
        await talk.say(SECOND)
        assert status(await talk.say(text)) == [(intent, "needs_clarification")]
        assert status(await talk.say("Parzelle 512 in Langendorf")) == [(intent, "ok")]


@pytest.mark.parametrize(
    ("text", "intent", "place"),
    [
        ("Kann ich in Balsthal eine Erdsonde bohren?", "geothermal_probe_assessment", "Balsthal"),
        ("Gibt es einen ÖREB-Auszug in Dornach?", "oereb_extract", "Dornach"),
        ("Could I drill for heat in Trimbach?", "geothermal_probe_assessment", "Trimbach"),
    ],
)
async def test_a_municipality_that_the_example_data_lacks_is_said_to_be_lacking(
    server_data: Path, text: str, intent: str, place: str
) -> None:
    async with talking(server_data) as talk:
        told = await talk.say(text)
        assert status(told) == [(intent, "error")]
        assert re.match(
            f"{place} ist in den Beispieldaten nicht|{place} is not in the example", told["steps"][0]["message"]
        )


async def test_where_in_a_municipality_is_asked_and_answered_by_a_house_of_it(server_data: Path) -> None:
    async with talking(server_data) as talk:
        told = await talk.say("Kann ich in Grenchen eine Erdsonde bohren?")
        assert status(told) == [("geothermal_probe_assessment", "needs_clarification")]
        assert told["steps"][0]["message"].startswith("Wo in Grenchen?")
        told = await talk.say("Witistrasse 3")
        assert status(told) == [("geothermal_probe_assessment", "ok")]
        assert "2540 Grenchen" in told["steps"][0]["message"]


@pytest.mark.parametrize("text", ["Kann ich hier bohren?", "ÖREB-Auszug bitte", "Erstelle einen Grundbuchplan"])
async def test_a_municipality_is_no_point_that_somebody_means(server_data: Path, text: str) -> None:
    async with talking(server_data) as talk:
        await talk.say("Zeige Grenchen")
        [(intent, asked)] = status(await talk.say(text))
        assert asked == "needs_clarification"
        assert status(await talk.say("Witistrasse 3 in Grenchen")) == [(intent, "ok")]
        told = await talk.say(f"Gehe nach Grenchen. {text}")
        assert status(told) == [("search_place", "ok"), (intent, "needs_clarification")]


@pytest.mark.parametrize("text", ["Kann ich hier bohren?", "Plan dazu", "ÖREB für dieses Grundstück", "Und den Auszug"])
async def test_what_points_to_the_last_place_is_about_it(server_data: Path, text: str) -> None:
    async with talking(server_data) as talk:
        await talk.say(ADDRESS)
        assert (await talk.say(text))["overallStatus"] == "ok"


@pytest.mark.parametrize(
    "text",
    [
        f"Zeige Messen. {'Ich danke Ihnen vielmals für die Mühe. ' * 28}Erstelle einen Plan für Grundstück 512",
        "Zeige Solothurn, Langendorf, Bellach, Oberdorf, Rüttenen, Zuchwil, Grenchen, Messen und Niederbuchsiten",
    ],
)
async def test_what_was_not_read_of_a_message_is_said(server_data: Path, text: str) -> None:
    async with talking(server_data) as talk:
        told = await talk.say(text)
    assert told["steps"][0]["status"] == "ok"
    assert "Den Rest der Nachricht habe ich nicht gelesen" in told["steps"][-1]["message"]
    assert told["overallStatus"] == "needs_clarification"


async def test_one_map_more_is_taken_away_and_not_loaded_again(server_data: Path) -> None:
    async with talking(server_data) as talk:
        await talk.say("Lade den Waldplan und die Altlasten")
        await talk.say("Nimm den Wald wieder weg")
        assert status(await talk.say("und die Altlasten auch")) == [("remove_layer", "ok")]


@pytest.mark.parametrize(
    "text",
    [
        normalize("NFD", "Öffentlich-rechtliche Beschränkungen für Grundstück 512 in Langendorf"),
        "ÖREB für Grund\u00adstück 512 in Langen\u200bdorf",
        "Drucke die Situationspläne der Parzellen 512 und 513 in Langendorf",
        "Grundbuchplan 1:1000 für Parzelle 512 in Langendorf",
        "Plan im Massstab 1:500 für die Parzelle 512 in Langendorf",
        "Bitte die ÖREB-Auszüge für GB Langendorf Nr. 512 zusammenstellen",
    ],
)
async def test_words_are_read_however_they_are_written(server_data: Path, text: str) -> None:
    async with talking(server_data) as talk:
        told = status(await talk.say(text))
    assert set(told) <= {("oereb_extract", "ok"), ("cadastral_plan", "ok")}


async def test_the_answer_about_drilling_names_its_place(server_data: Path) -> None:
    async with talking(server_data) as talk:
        told = await talk.say("Kann ich an der Langendorfstrasse 19b in Solothurn bohren?")
        assert told["steps"][0]["message"].startswith("Langendorfstrasse 19b, 4500 Solothurn: ")
        await talk.say(FIRST)
        for text in ("Kann ich hier bohren?", "Und wie tief darf ich hier bohren?"):
            told = await talk.say(text)
            assert told["steps"][0]["message"].startswith("Grundstück 512 in Langendorf: ")


@pytest.mark.parametrize("text", ["Karte leeren", "Lösche alles"])
async def test_nobody_is_anywhere_on_a_map_that_was_cleared(server_data: Path, text: str) -> None:
    async with talking(server_data) as talk:
        await talk.say(FIRST)
        assert status(await talk.say(text)) == [("clear_map", "ok")]
        told = await talk.say("Kann ich hier bohren?")
        assert told["steps"][0]["message"].startswith("Für welchen Ort?")
        await talk.say(SECOND)
        told = await talk.say(f"{text} und drucke den Grundbuchplan")
        assert status(told) == [("clear_map", "ok"), ("cadastral_plan", "needs_clarification")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Grundbuchauszug für Parzelle 1213 in Solothurn", [("goto_address", "ok")]),
        ("Erstelle einen Auszug aus dem Grundbuch für Grundstück 512 in Langendorf", [("goto_address", "ok")]),
        ("Ich brauche einen Grundbuchauszug", []),
    ],
)
async def test_an_extract_from_the_land_register_is_not_made_here(
    server_data: Path, text: str, found: list[tuple[str, str]]
) -> None:
    async with talking(server_data) as talk:
        told = await talk.say(text)
    assert status(told) == [*found, ("clarification", "needs_clarification")]
    assert "Grundbuchamt" in told["steps"][-1]["message"]


async def test_a_parcel_that_is_not_in_the_commune_of_its_sentence_is_not_another_one(server_data: Path) -> None:
    async with talking(server_data) as talk:
        told = await talk.say("Gehe nach Messen und zeige Parzelle 512")
    assert status(told) == [("search_place", "ok"), ("goto_address", "error")]
    assert "Messen" in told["steps"][-1]["message"]


@pytest.mark.parametrize("form", ["Lade die Karte {}", "Load the layer {}", "lade {} und zeige Messen"])
async def test_a_map_is_called_by_its_id_whatever_the_words_in_it_mean(server_data: Path, form: str) -> None:
    async with talking(server_data) as talk:
        for id in [one.id for one in layers().values() if not one.group]:
            told = (await talk.say(form.format(id)))["steps"][0]
            assert (told["intent"], told["status"]) == ("load_layer", "ok")
            assert [one["payload"]["id"] for one in told["mapActions"]] == [id]
        told = (await talk.say(form.format("ch.sg.gws")))["steps"][0]
        assert [one["payload"]["id"] for one in told["mapActions"]] == ["ch.so.afu.gewaesserschutz"]
        told = (await talk.say(form.format("ch.be.wald.karte_2")))["steps"][0]
        assert (told["status"], "ch.be.wald.karte_2" in told["message"]) == ("error", True)
