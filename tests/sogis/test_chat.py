"""The chat contract of the map: steps, statuses, choices, memory, and requests that can't be read."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.sogis.talking import ADDRESS, DOOR, kinds, status, talking


async def test_an_address_and_a_layer_are_two_steps_in_order(server_data: Path) -> None:
    async with talking(server_data) as talk:
        told = await talk.say(f"{ADDRESS} und lade den Gewässerschutz-Layer")
    assert status(told) == [("goto_address", "ok"), ("load_layer", "ok")]
    assert told["overallStatus"] == "ok"
    first, second = told["steps"]
    assert first["mapActions"][0] == {"type": "setView", "payload": {"center": DOOR, "zoom": 17, "crs": "EPSG:2056"}}
    pin = first["mapActions"][1]["payload"]
    assert (pin["id"], pin["coord"], pin["style"]) == ("addr-623490242", DOOR, "pin-default")
    [layer] = second["mapActions"]
    assert layer["type"] == "addLayer"
    assert (layer["payload"]["type"], layer["payload"]["visible"]) == ("wmts", True)
    assert layer["payload"]["id"]
    assert layer["payload"]["source"]["url"]


async def test_an_extract_follows_the_address_and_memory_lasts_over_a_restart(server_data: Path) -> None:
    async with talking(server_data) as talk:
        told = await talk.say(f"{ADDRESS} und erstelle mir einen ÖREB-Katasterauszug.")
        assert status(told) == [("goto_address", "ok"), ("oereb_extract", "ok")]
        assert kinds(told["steps"][1]) == ["setView", "addMarker", "addLayer"]
    async with talking(server_data) as talk:
        plan = await talk.say("und noch einen Grundbuchplan")
        assert status(plan) == [("cadastral_plan", "ok")]
        assert "Grundstück 1213 in Solothurn" in plan["steps"][0]["message"]
        right = await talk.say("sorry, ich meinte 9")
        assert status(right) == [("goto_address", "ok")]
        assert "Langendorfstrasse 9," in right["steps"][0]["message"]
        bore = await talk.say("Kann ich hier bohren?")
        assert status(bore) == [("geothermal_probe_assessment", "ok")]
        [pin] = [one for one in right["steps"][0]["mapActions"] if one["type"] == "addMarker"]
        [drill] = [one for one in bore["steps"][0]["mapActions"] if one["type"] == "addMarker"]
        assert drill["payload"]["coord"] == pin["payload"]["coord"] != DOOR
        ids = [one["requestId"] for one in (told, plan, right, bore)]
        assert len(set(ids)) == 4


async def test_the_example_of_the_mission_is_a_choice_that_outlives_a_restart(server_data: Path) -> None:
    async with talking(server_data) as talk:
        asked = await talk.say("Lade die ÖREB-Auszüge für die Parzelle 1234")
        assert status(asked) == [("oereb_extract", "needs_user_choice")]
        choices = asked["steps"][0]["choices"]
        assert [one["id"] for one in choices] == ["oereb-1", "oereb-2", "oereb-3"]
        assert all({"id", "label", "confidence", "mapActions"} <= set(one) for one in choices)
    async with talking(server_data) as talk:
        told = await talk.pick("oereb-1")
        assert status(told) == [("oereb_extract", "ok")]
        assert told["requestId"] == asked["requestId"]
        assert told["steps"][0]["data"]["pdfUrl"].startswith("/api/prints/")
        again = await talk.pick("oereb-2")
        assert status(again) == [(None, "error")]
        assert again["requestId"] != asked["requestId"]


async def test_a_step_that_must_be_chosen_holds_up_only_those_that_need_it(server_data: Path) -> None:
    async with talking(server_data) as talk:
        asked = await talk.say("Langendorfrasse, lade die Wildtierkorridore und erstelle einen Grundbuchplan")
        assert status(asked) == [("goto_address", "needs_user_choice"), ("load_layer", "ok")]
        assert asked["overallStatus"] == "needs_user_choice"
        assert len(asked["steps"][0]["choices"]) == 25
        told = await talk.pick(asked["steps"][0]["choices"][0]["id"])
    assert status(told) == [("goto_address", "ok"), ("cadastral_plan", "ok")]


async def test_a_new_message_closes_a_choice_and_an_old_id_never_picks_something_new(server_data: Path) -> None:
    async with talking(server_data) as talk:
        old = await talk.say("Langendorfrasse")
        new = await talk.say("Hauptstrasse")
        first, second = ([one["id"] for one in told["steps"][0]["choices"]] for told in (old, new))
        assert not set(first) & set(second)
        late = await talk.pick(first[0])
        assert status(late) == [(None, "error")]
        assert "nicht mehr offen" in late["steps"][0]["message"]
        assert "gibt es nicht" in (await talk.pick("addr-999"))["steps"][0]["message"]
        assert status(await talk.pick(second[0])) == [("goto_address", "ok")]


async def test_a_step_stops_at_its_first_error_and_takes_no_older_place(server_data: Path) -> None:
    async with talking(server_data) as talk:
        await talk.say(ADDRESS)
        told = await talk.say("Gehe zur Nirgendgasse 99, lade die Wildtierkorridore und erstelle einen Grundbuchplan")
        assert status(told) == [("goto_address", "error"), ("load_layer", "ok"), ("cadastral_plan", "error")]
        assert told["overallStatus"] == "error"
        where = await talk.say("Kann ich hier bohren?")
        assert status(where) == [("geothermal_probe_assessment", "needs_clarification")]
        assert status(await talk.say("Danke")) == [("clarification", "needs_clarification")]
        await talk.say("Kann ich hier bohren?")
        assert status(await talk.say("Langendorfstrasse 19b, Solothurn")) == [("geothermal_probe_assessment", "ok")]


@pytest.mark.parametrize("words", [{}, {"userMessage": "  "}, {"userMessage": None, "choiceId": ""}])
async def test_a_message_without_words_is_asked_back(server_data: Path, words: dict[str, Any]) -> None:
    async with talking(server_data) as talk:
        told = (await talk.post(**words)).json()
    assert [step["status"] for step in told["steps"]] == ["needs_clarification"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b"no json", "body"),
        (b"[]", "body"),
        (b'{"userMessage": "x"}', "sessionId"),
        (b'{"sessionId": "  ", "userMessage": "x"}', "sessionId"),
        (b'{"sessionId": "a", "userMessage": 7}', "userMessage"),
        (b'{"sessionId": "a", "choiceId": []}', "choiceId"),
    ],
)
async def test_what_can_not_be_read_is_refused_with_the_field(server_data: Path, body: bytes, field: str) -> None:
    async with talking(server_data) as talk:
        answer = await talk.http.post("/api/chat", content=body)
    assert answer.status_code == 400
    assert answer.json()["error"]["text"].startswith(f"{field}:")


@pytest.mark.parametrize("words", ["x" * 10_000, "<img src=x onerror=alert(1)>", "1 / 2", "🗺️", "Wie wird das Wetter?"])
async def test_nonsense_gets_a_sentence(server_data: Path, words: str) -> None:
    async with talking(server_data) as talk:
        told = await talk.say(words)
    assert told["overallStatus"] in ("needs_clarification", "error")


async def test_forgetting_leaves_nothing(server_data: Path) -> None:
    async with talking(server_data) as talk:
        await talk.say(ADDRESS)
        asked = await talk.say("Langendorfrasse")
        for _ in range(2):
            gone = await talk.forget()
            assert (gone.status_code, gone.content) == (204, b"")
        assert status(await talk.pick(asked["steps"][0]["choices"][0]["id"])) == [(None, "error")]
        assert status(await talk.say("Kann ich hier bohren?")) == [
            ("geothermal_probe_assessment", "needs_clarification")
        ]
        assert (await talk.http.get("/ping")).text == "ask-sogis"


async def test_sessions_and_people_do_not_see_each_other(server_data: Path) -> None:
    async with talking(server_data) as talk:
        await talk.say(ADDRESS)
        for other in (talk.other(session="user-43"), talk.other(owner="b")):
            assert (await other.say("Kann ich hier bohren?"))["overallStatus"] == "needs_clarification"


async def test_messages_of_one_session_are_answered_one_after_the_other(server_data: Path) -> None:
    async with talking(server_data) as talk:
        asked = ["Zeige Messen", ADDRESS, "Lade die Wildtierkorridore", "Wo ist Solothurn?"]
        told = await asyncio.gather(*(talk.say(one) for one in asked))
    assert [status(one) for one in told] == [
        [("search_place", "ok")],
        [("goto_address", "ok")],
        [("load_layer", "ok")],
        [("search_place", "ok")],
    ]
    assert len({one["requestId"] for one in told}) == 4


async def test_a_number_that_is_not_there_says_so_and_offers_the_nearest(server_data: Path) -> None:
    async with talking(server_data) as talk:
        told = await talk.say("Gehe zur Langendorfstrasse 18, Solothurn")
    [step] = told["steps"]
    assert step["status"] == "needs_user_choice"
    assert step["message"].startswith("Diese Hausnummer gibt es nicht")
    assert step["choices"][0]["label"].startswith("Langendorfstrasse 17")
    assert [one["type"] for one in step["choices"][0]["mapActions"]] == ["setView", "addMarker"]


async def test_several_maps_of_a_topic_are_a_choice_and_a_point_abroad_is_an_error(server_data: Path) -> None:
    async with talking(server_data) as talk:
        asked = await talk.say("Welche Karten gibt es zum Thema Wasser?")
        assert status(asked) == [("load_layer", "needs_user_choice")]
        picked = await talk.pick(asked["steps"][0]["choices"][0]["id"])
        assert kinds(picked["steps"][0])[0] == "addLayer"
        abroad = await talk.say("Gehe zu 2905899 / 1029278 und lade die Wildtierkorridore")
        assert [step["status"] for step in abroad["steps"]] == ["error", "ok"]


async def test_a_map_is_taken_away_by_its_name_and_everything_at_once(server_data: Path) -> None:
    async with talking(server_data) as talk:
        added = await talk.say("Lade die Wildtierkorridore")
        id = added["steps"][0]["mapActions"][0]["payload"]["id"]
        hidden = await talk.say("Blende die Wildtierkorridore wieder aus")
        assert hidden["steps"][0]["mapActions"] == [
            {"type": "setLayerVisibility", "payload": {"id": id, "visible": False}}
        ]
        for again in (
            "Zeige die Wildtierkorridore wieder",
            "Blende die Wildtierkorridore aus",
            "Lade die Wildtierkorridore",
        ):
            shown = await talk.say(again)
            [command] = shown["steps"][0]["mapActions"]
            assert (command["type"], command["payload"]["id"]) == ("setLayerVisibility", id)
        gone = await talk.say("Entferne die Wildtierkorridore")
        assert status(gone) == [("remove_layer", "ok")]
        assert gone["steps"][0]["mapActions"] == [{"type": "removeLayer", "payload": {"id": id}}]
        again = await talk.say("Entferne die Wildtierkorridore")
        assert status(again) == [("remove_layer", "error")]
        clear = await talk.say("Leere die Karte")
        assert clear["steps"][0]["mapActions"] == [{"type": "clearMap", "payload": {}}]
        assert status(await talk.say("Gehe zur Langendorfstrasse 19b in Solothurn")) == [("goto_address", "ok")]
