"""Conversations with the map: plans that are seen before they run, choices answered in words, two languages."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.sogis.talking import ADDRESS, Talk, kinds, status, talking


async def log(talk: Talk) -> list[dict[str, Any]]:
    """The records of the only conversation."""
    [one] = (await talk.http.get("/api/conversations")).json()["items"]
    lines = (await talk.http.get(f"/api/conversations/{one['id']}/export")).text.splitlines()
    return [record for record in map(json.loads, lines) if "seq" in record]


async def test_the_whole_plan_is_written_down_before_its_first_step_runs(server_data: Path) -> None:
    async with talking(server_data) as talk:
        told = await talk.say(
            f"Zuerst {ADDRESS.lower()}, danach den ÖREB-Auszug; lade die Wildtierkorridore und drucke den Plan"
        )
        records = await log(talk)
    intents = [step["intent"] for step in told["steps"]]
    assert intents == ["goto_address", "oereb_extract", "load_layer", "cadastral_plan"]
    assert told["overallStatus"] == "ok"
    called = [one for one in records if one["event"].get("action", {}).get("kind") == "call"]
    [plan] = [one for one in called if one["scope"] == "/"]
    tasks = plan["event"]["action"]["calls"]
    assert [task["intent"] for task in tasks] == intents
    assert [task.get("needs", []) for task in tasks] == [[], ["step1"], [], ["step2"]]
    assert len(called) > 1 and all(plan["seq"] < one["seq"] for one in called if one is not plan)


async def test_each_step_waits_for_what_it_needs_and_for_nothing_else(server_data: Path) -> None:
    async with talking(server_data) as talk:
        asked = await talk.say(
            "Gehe zur Langendorfrasse und erstelle den ÖREB-Auszug;"
            " zeige das Grundstück 552 in Langendorf und drucke den Plan"
        )
        assert status(asked) == [
            ("goto_address", "needs_user_choice"),
            ("goto_address", "ok"),
            ("cadastral_plan", "ok"),
        ]
        told = await talk.say("die zweite")
        assert (status(told), told["requestId"]) == (
            [("goto_address", "ok"), ("oereb_extract", "ok")],
            asked["requestId"],
        )
        assert asked["steps"][0]["choices"][1]["label"] in told["steps"][0]["message"]


@pytest.mark.parametrize(
    ("asked", "words", "wanted"),
    [
        ("Lade die ÖREB-Auszüge für die Parzelle 1234", "das in Grenchen", "Grundstück 1234 in Grenchen"),
        ("Lade die ÖREB-Auszüge für die Parzelle 1234", "die letzte", "Grundstück 1234 in Solothurn"),
        ("Gehe zur Hauptstrasse 2", "Langendorf", "Hauptstrasse 2, 4513 Langendorf"),
        ("Langendorfrasse", "19b", "Langendorfstrasse 19b"),
        ("Grundwasser", "the second one", "Grundwasserschutzzonen"),
    ],
)
async def test_words_answer_a_choice_in_the_request_that_asked(
    server_data: Path, asked: str, words: str, wanted: str
) -> None:
    async with talking(server_data) as talk:
        first = await talk.say(asked)
        assert first["overallStatus"] == "needs_user_choice"
        told = await talk.say(words)
        assert (told["overallStatus"], told["requestId"]) == ("ok", first["requestId"])
        assert wanted in told["steps"][0]["message"]
        late = await talk.pick(first["steps"][0]["choices"][0]["id"])
        assert late["overallStatus"] == "error", "words use a choice up as a click does"


async def test_other_words_take_the_place_of_a_choice(server_data: Path) -> None:
    async with talking(server_data) as talk:
        first = await talk.say("Gehe zur Langendorfrasse und erstelle einen Plan")
        told = await talk.say("Zeige Messen")
        assert status(told) == [("search_place", "ok")], "what waited for the choice is given up without a word"
        assert told["requestId"] != first["requestId"]
        assert (await talk.pick(first["steps"][0]["choices"][0]["id"]))["overallStatus"] == "error"
        await talk.say("Hauptstrasse")
        narrow = await talk.say("keine davon")
        assert "genauer" in narrow["steps"][0]["message"]


async def test_taking_away_and_loading_are_two_steps_of_one_sentence(server_data: Path) -> None:
    async with talking(server_data) as talk:
        await talk.say("Lade die Wildtierkorridore, die Naturreservate und den Waldplan")
        told = await talk.say("Entferne die Wildtierkorridore und lade die Altlasten; blende den Waldplan aus")
        assert status(told) == [("remove_layer", "ok"), ("load_layer", "ok"), ("hide_layer", "ok")]
        assert [kinds(step) for step in told["steps"]] == [["removeLayer"], ["addLayer"], ["setLayerVisibility"]]
        assert "Waldplan" in (await talk.say("Blende den Wald ein"))["steps"][0]["message"]
        rest = await talk.say("Entferne alle Karten")
        assert kinds(rest["steps"][0]) == ["removeLayer"] * 3
        assert status(await talk.say("Entferne alle Karten")) == [("remove_layer", "error")]
        assert kinds((await talk.say("Bitte die Karte leeren"))["steps"][0]) == ["clearMap"]


async def test_what_leaned_on_a_place_is_done_again_when_the_place_is_put_right(server_data: Path) -> None:
    async with talking(server_data) as talk:
        first = await talk.say(f"{ADDRESS} und erstelle mir einen ÖREB-Katasterauszug")
        told = await talk.say("nein, 9")
        assert status(told) == status(first) == [("goto_address", "ok"), ("oereb_extract", "ok")]
        assert "Langendorfstrasse 9," in told["steps"][0]["message"]
        assert told["steps"][1]["message"] != first["steps"][1]["message"]
        other = await talk.say("Das gleiche für Grundstück 552 in Langendorf")
        assert status(other) == [("oereb_extract", "ok")]
        assert "552 in Langendorf" in other["steps"][0]["message"]


async def test_the_same_for_another_number_is_of_what_the_last_request_leaned_on(server_data: Path) -> None:
    async with talking(server_data) as talk:
        await talk.say("Zeige Parzelle 512 in Langendorf")
        await talk.say("ÖREB-Auszug dazu")
        told = await talk.say("und für 513?")
        assert [step["message"] for step in told["steps"]] == ["ÖREB-Auszug für Grundstück 513 in Langendorf bereit."]
        await talk.say("Zeige Bielstrasse 4 in Bellach")
        await talk.say("Darf man hier bohren?")
        told = await talk.say("und bei Nummer 2?")
        assert told["steps"][0]["message"].startswith("Bielstrasse 2, 4512 Bellach: ")


async def test_the_parcel_here_is_shown_and_a_name_is_looked_for_as_all_it_may_be(server_data: Path) -> None:
    async with talking(server_data) as talk:
        assert status(await talk.say("Welches Grundstück liegt hier?")) == [("goto_address", "needs_clarification")]
        assert (
            "Langendorfstrasse 9," in (await talk.say("Langendorfstrasse 9, Solothurn"))["steps"][0]["message"] or True
        )
        await talk.say(ADDRESS)
        here = await talk.say("Welches Grundstück liegt hier?")
        assert "Grundstück 1213 in Solothurn" in here["steps"][0]["message"]
        assert status(await talk.say("Krebsbach 7")) == [("goto_address", "ok")]
        assert status(await talk.say("Zeige Wildtierkorridore")) == [("load_layer", "ok")]
        nothing = await talk.say("Zeige Foobarium")
        assert "keine Gemeinde, keine Adresse und keine Karte" in nothing["steps"][0]["message"]


async def test_english_is_understood_and_answered_in_english(server_data: Path) -> None:
    async with talking(server_data) as talk:
        told = await talk.say("Go to Langendorfstrasse 19b in Solothurn and make an extract")
        assert [step["message"] for step in told["steps"]] == [
            "Centred on Langendorfstrasse 19b, 4500 Solothurn.",
            "Parcel 1213 in Solothurn: the extract of restrictions is ready.",
        ]
        assert told["steps"][1]["data"]["source"]["label"].startswith("Example data")
        lost = await talk.say("Go to Nowherelane 5 in Solothurn and print a plan")
        assert [step["message"].split()[0] for step in lost["steps"]] == ["No", "This"]
        german = await talk.say("Zeige die Gemeinde Grenchen")
        assert german["steps"][0]["message"] == "Grenchen wird gezeigt."


async def test_a_client_that_names_a_language_is_answered_in_it(server_data: Path) -> None:
    async with talking(server_data) as talk:
        told = (await talk.post(userMessage="Grenchen", locale="en-GB")).json()
        assert told["steps"][0]["message"] == "Showing Grenchen."
        assert (await talk.post(userMessage="Grenchen", locale="x" * 50)).status_code == 400
        clear = await talk.say("Lade die Wildtierkorridore")
        assert clear["steps"][0]["message"] == "Karte Wildtierkorridore geladen."


async def test_a_later_message_may_name_another_language_for_all_that_follow(server_data: Path) -> None:
    async with talking(server_data) as talk:
        assert (await talk.say("Zeige die Gemeinde Messen"))["steps"][0]["message"] == "Messen wird gezeigt."
        told = (await talk.post(userMessage="Grenchen", locale="en")).json()
        assert told["steps"][0]["message"] == "Showing Grenchen."
        assert (await talk.say("Messen"))["steps"][0]["message"] == "Showing Messen."
        assert (await talk.pick("oereb-1"))["steps"][0]["message"].startswith("There is no such choice")
        assert (await talk.post(userMessage="Bellach", locale="en")).json()["overallStatus"] == "ok"
        records = await log(talk)
        changed = [one["event"]["settings"] for one in records if one["event"]["kind"] == "changed"]
        assert changed == [{"locale": "en"}], "it is written once, when it changes"
    async with talking(server_data) as talk:
        assert (await talk.say("Messen"))["steps"][0]["message"] == "Showing Messen.", "and outlives a restart"
        asked = (await talk.post(userMessage="Grundwasser", locale="de-CH")).json()
        assert asked["steps"][0]["message"].startswith("Es gibt")
        choice = asked["steps"][0]["choices"][1]["id"]
        picked = (await talk.post(choiceId=choice, locale="en")).json()
        assert (picked["requestId"], picked["overallStatus"]) == (asked["requestId"], "ok")
        assert (await talk.say("Messen"))["steps"][0]["message"] == "Showing Messen."
        await talk.forget()
        assert (await talk.say("Messen"))["steps"][0]["message"] == "Messen wird gezeigt.", "a new session begins anew"


async def test_a_step_that_fails_at_a_place_loses_it_for_nobody(server_data: Path) -> None:
    async with talking(server_data) as talk:
        await talk.say("Gehe zu 2'560'000 / 1'150'000")
        assert status(await talk.say("Drucke den Plan")) == [("cadastral_plan", "error")]
        assert status(await talk.say("Kann ich hier bohren?")) == [("geothermal_probe_assessment", "ok")]


async def test_nothing_that_was_asked_is_left_out_without_a_word(server_data: Path) -> None:
    async with talking(server_data) as talk:
        told = await talk.say("Zeige Messen, sag mir wie das Wetter wird und lade den Waldplan")
        assert status(told) == [("search_place", "ok"), ("clarification", "needs_clarification"), ("load_layer", "ok")]
        assert "Das kann die Karte nicht" in told["steps"][1]["message"]
        again = await talk.say("Blende ihn wieder aus")
        assert kinds(again["steps"][0]) == ["setLayerVisibility"]
        assert kinds((await talk.say("Blende ihn wieder ein"))["steps"][0]) == ["setLayerVisibility"]
        for words, begins in (
            ("Hallo!", "Guten Tag"),
            ("Vielen Dank", "Gern geschehen"),
            ("Merci vielmal!", "Gern geschehen"),
            ("Tiptop, danke vielmals", "Gern geschehen"),
            ("Vielen herzlichen Dank!", "Gern geschehen"),
            ("Zeig mir das grösser", "Das kann"),
        ):
            assert (await talk.say(words))["steps"][0]["message"].startswith(begins)
        assert (await talk.say("Good morning"))["steps"][0]["message"].startswith("Good day")


async def test_marks_are_taken_away_and_maps_stay(server_data: Path) -> None:
    async with talking(server_data) as talk:
        await talk.say(f"{ADDRESS}, drucke den Plan und lade den Waldplan")
        gone = await talk.say("Entferne die Markierungen")
        assert [kinds(step) for step in gone["steps"]] == [["removeMarker", "removeLayer"]]
        assert gone["steps"][0]["mapActions"][0]["payload"]["id"].startswith("addr-")
        assert gone["steps"][0]["mapActions"][1]["payload"]["id"].startswith("cadastral-plan-")
        assert status(await talk.say("Remove all markers")) == [("remove_marker", "error")]
        assert kinds((await talk.say("Entferne alle Karten"))["steps"][0]) == ["removeLayer"]


async def test_counting_with_two_choices_open_is_asked_about(server_data: Path) -> None:
    async with talking(server_data) as talk:
        asked = await talk.say("Gehe zur Hauptstrasse 2; lade Wasser")
        assert [step["status"] for step in asked["steps"]] == ["needs_user_choice"] * 2
        told = await talk.say("die zweite")
        assert (told["overallStatus"], "welche Auswahl" in told["steps"][0]["message"]) == ("needs_clarification", True)
        await talk.say("Gehe zur Hauptstrasse 2; lade Wasser")
        for words, step in (("Grundwasserschutzzonen", "load_layer"), ("die in Oberdorf", "goto_address")):
            assert status(await talk.say(words)) == [(step, "ok")], "each choice is answered by its own words"


async def test_all_maps_but_some_are_hidden_and_taken_away(server_data: Path) -> None:
    async with talking(server_data) as talk:
        await talk.say("Lade den Wald, den Lärm und die Altlasten")
        hidden = await talk.say("Blende alle ausser dem Wald aus")
        assert hidden["steps"][0]["message"] == "Lärmempfindlichkeitsstufen, Belastete Standorte ausgeblendet."
        gone = await talk.say("Remove everything except the noise and the forest")
        assert gone["steps"][0]["message"] == "Removed Belastete Standorte."
        swapped = await talk.say("Ersetze den Wald durch die Abbaustellen")
        assert status(swapped) == [("remove_layer", "ok"), ("load_layer", "ok")]


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("Wenn auf Parzelle 512 in Langendorf gebohrt werden darf, erstelle einen Plan", "ok"),
        ("Print the plan if drilling is allowed on parcel 512 in Langendorf", "ok"),
        ("Wenn auf Parzelle {no} gebohrt werden darf, erstelle einen Plan", "needs_clarification"),
        ("Make an extract if drilling is allowed on parcel {no}", "needs_clarification"),
    ],
)
async def test_what_hangs_on_a_check_is_made_when_the_check_allows_it(server_data: Path, text: str, made: str) -> None:
    async with talking(server_data) as talk:
        check, document = (await talk.say(text.replace("{no}", "1426 in Solothurn")))["steps"]
    assert (check["intent"], check["status"]) == ("geothermal_probe_assessment", "ok")
    assert document["status"] == made
    assert bool(document["mapActions"]) == (made == "ok")


async def test_what_was_not_understood_is_said_and_the_rest_is_done(server_data: Path) -> None:
    async with talking(server_data) as talk:
        for text, words in (
            ("Zeige Parzelle 512 in Langendorf und 17 andere", "17 andere"),
            ("Ist Parzelle 512 in Langendorf überbaut?", "überbaut"),
            ("Applicant: Smith, Hauptstrasse 5, 4513 Langendorf", "Applicant Smith"),
        ):
            done, left = (await talk.say(text))["steps"]
            assert (done["status"], left["status"]) == ("ok", "needs_clarification")
            assert words in left["message"]


async def test_what_hangs_on_the_check_of_the_message_before_is_made_when_it_allows_it(server_data: Path) -> None:
    async with talking(server_data) as talk:
        unsure = await talk.say("Falls ja, drucke den Plan für Parzelle 512 in Langendorf")
        assert "nicht sicher" in unsure["steps"][0]["message"]
        await talk.say("Darf ich auf Parzelle 512 in Langendorf bohren?")
        assert status(await talk.say("Falls ja, drucke den Plan")) == [("cadastral_plan", "ok")]
        await talk.say("May I drill on parcel 1426 in Solothurn?")
        refused = await talk.say("If so, print the plan")
        assert refused["steps"][0]["message"] == "This was not made, because drilling is not allowed here."
