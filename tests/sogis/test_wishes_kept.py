"""No wish of a message is dropped: scale, paper, ranges and questions about the map are done, asked or refused."""

from pathlib import Path
from typing import Any

import pytest

from loket_demos.sogis.planner_words import vocabulary
from loket_demos.sogis.texts import languages
from tests.sogis.talking import status, talking

PLOT = "von Parzelle 512 in Langendorf"


def messages(told: dict[str, Any]) -> list[str]:
    return [step["message"] for step in told["steps"]]


@pytest.mark.parametrize(
    ("text", "scales"),
    [
        (f"Plan {PLOT} im Massstab 1:1000", ["1:1000"]),
        (f"Situationsplan 1:500 {PLOT}", ["1:500"]),
        (f"Plan {PLOT}, Massstab 500", ["1:500"]),
        ("Pläne der Parzellen 512 und 513 in Langendorf im Massstab 1:1'000", ["1:1000", "1:1000"]),
        ("Cadastral plan of parcel 512 in Langendorf at scale 1:2500", ["1:2500"]),
        (f"Plan {PLOT} im Massstab 1 zu 500", ["1:500"]),
        (f"Situationsplan {PLOT}, 1:500 / 1:1000", ["1:500", "1:1000"]),
        ("Pläne von 512 und 552 in Langendorf, 1:500 und 1:1000", ["1:500", "1:1000"]),
        (f"Drucke den Plan {PLOT} nicht 1:500 sondern 1:1000", ["1:1000"]),
        (f"Situationsplan {PLOT} im Massstab 1:500, nein, 1:1000", ["1:1000"]),
    ],
)
async def test_a_plan_has_the_scale_that_was_asked_for(server_data: Path, text: str, scales: list[str]) -> None:
    async with talking(server_data) as talk:
        told = await talk.say(text)
    assert [one["data"]["scaleDenominator"] for one in told["steps"]] == [int(one[2:]) for one in scales]
    assert all(scale in said for scale, said in zip(scales, messages(told), strict=True))


async def test_a_scale_is_changed_afterwards_and_one_that_can_not_be_is_refused_with_those_that_can(
    server_data: Path,
) -> None:
    async with talking(server_data) as talk:
        await talk.say(f"Grundbuchplan {PLOT}")
        for text, scale in (("und jetzt im Massstab 1:1000", 1000), ("lieber 1:2000", 2000)):
            assert (await talk.say(text))["steps"][0]["data"]["scaleDenominator"] == scale
        for text, says in (("1:300", "die nächsten sind 1:250 und 1:500"), ("1:100", "Es geht im Massstab 1:200")):
            told = await talk.say(f"Plan {PLOT} {text}")
            assert status(told) == [("cadastral_plan", "error")]
            assert says in messages(told)[0]
        told = await talk.say("Zeige die Karte im Massstab 1:5000")
        assert status(told) == [("clarification", "needs_clarification")]
        assert "(hier 1:5000)" in messages(told)[0]


async def test_paper_that_there_is_not_is_refused_by_name_and_a_document_is_asked_for(server_data: Path) -> None:
    async with talking(server_data) as talk:
        told = await talk.say("Drucke Parzelle 512 in Langendorf im Querformat A3")
        assert [step["status"] for step in told["steps"]] == ["ok", "needs_clarification", "needs_clarification"]
        assert "«Querformat A3»" in messages(told)[1]
        assert messages(told)[2].startswith("Welches Dokument soll es sein?")
        plain = await talk.say(f"Drucke den Plan {PLOT} auf A4 im Hochformat")
        assert status(plain) == [("cadastral_plan", "ok")]


@pytest.mark.parametrize(
    ("first", "then", "asked"),
    [
        ("Grundbuchplan im Massstab 1:500", "Parzelle 512 in Langendorf", ("512", 500)),
        ("Grundbuchplan", "Parzelle 512 in Langendorf im Massstab 1:500", ("512", 500)),
        (f"Grundbuchplan {PLOT}", "das gleiche für 552 im Massstab 1:1000", ("552", 1000)),
        (f"Grundbuchplan {PLOT}", "nein, Parzelle 552 im Massstab 1:1000", ("552", 1000)),
        (f"Grundbuchplan {PLOT}", "im Massstab 1:500 und 1:1000", ("512", 1000)),
    ],
)
async def test_a_scale_is_kept_over_messages(server_data: Path, first: str, then: str, asked: tuple[str, int]) -> None:
    async with talking(server_data) as talk:
        await talk.say(first)
        told = await talk.say(then)
    last = told["steps"][-1]
    assert {step["intent"] for step in told["steps"]} == {"cadastral_plan"}
    assert last["data"]["scaleDenominator"] == asked[1]
    assert f"Grundstück {asked[0]} in Langendorf" in last["message"]


async def test_a_house_or_a_parcel_of_the_example_data_without_its_place_is_asked_back(server_data: Path) -> None:
    async with talking(server_data) as talk:
        house = "Adresse Schulstrasse 4, 4513 Langendorf zentriert."
        extract = "ÖREB-Auszug für Grundstück 512 in Langendorf bereit."
        for text, place, whole in (
            ("Gehe zur Schulstrasse 4", "Langendorf", [house]),
            ("Gehe zur Schulstrasse 4 und lade den Wald", "in Langendorf", [house]),
            ("Zeige Parzelle 512", "ja", ["Grundstück 512 in Langendorf wird gezeigt."]),
            ("ÖREB-Auszug für Parzelle 512", "Langendorf", [extract]),
        ):
            somebody = talk.other(session=text)
            told = await somebody.say(text)
            assert told["overallStatus"] == "needs_clarification"
            assert messages(told)[0].startswith("In welcher Gemeinde?")
            assert messages(await somebody.say(place)) == whole
        await talk.say("Zeige Parzelle 512 in Langendorf")
        told = await talk.say("Zeige Parzelle 552")
        assert messages(told) == ["Grundstück 552 in Langendorf wird gezeigt."], "there is where the person is"


@pytest.mark.parametrize(
    ("text", "houses"),
    [
        ("Zeige Bielstrasse 2-6 in Bellach", [2, 4, 6]),
        ("Zeige Bielstrasse 2–6 in Bellach", [2, 4, 6]),
        ("Zeige Bielstrasse 1 bis 3 in Bellach", [1, 3]),
        ("Zeige Bielstrasse 1 bis 4 in Bellach", [1, 2, 3, 4]),
        ("Zeige Bielstrasse 2, 4 und 6 in Bellach", [2, 4, 6]),
        ("Zeige Bielstrasse 2, 4512 Bellach", [2]),
    ],
)
async def test_every_house_of_a_range_is_shown(server_data: Path, text: str, houses: list[int]) -> None:
    async with talking(server_data) as talk:
        told = await talk.say(text)
    assert messages(told) == [f"Adresse Bielstrasse {one}, 4512 Bellach zentriert." for one in houses]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Was kannst du?", "Ich kann Adressen und Gemeinden zeigen"),
        ("What can you do?", "I can show addresses and municipalities"),
        ("Ga naar Hauptstrasse 21 in Messen", "Ik begrijp alleen Duits en Engels."),
        ("Lade die Naturgefahren", "Eine Karte «Naturgefahren» gibt es nicht. Am nächsten kommen: "),
        ("Lade Hochwasser", "Eine Karte «Hochwasser» gibt es nicht. Am nächsten kommen: "),
        ("Follow-up message 1", "This I did not understand: “Follow-up message 1”."),
    ],
)
async def test_what_is_asked_of_the_assistant_itself_is_answered(server_data: Path, text: str, says: str) -> None:
    async with talking(server_data) as talk:
        assert messages(await talk.say(text))[0].startswith(says)


@pytest.mark.parametrize(
    ("text", "done", "left"),
    [
        ("Bitte den ÖREB-Auszug für Langendorf 512 auf Italienisch", "oereb_extract", "Italienisch"),
        ("Schick mir den Situationsplan von Langendorf 512 als Mail", "cadastral_plan", "Mail"),
        ("Plan von Parzelle 512 in Langendorf, ohne die Nachbarn", "cadastral_plan", "ohne die Nachbarn"),
        ("Zeig Grenchen, aber ohne Fähnchen", "search_place", "ohne Fähnchen"),
        ("Zeige Bellach ohne Marker", "search_place", "ohne Marker"),
        ("Lade den Gewässerschutz und zwar ohne Beschriftung", "load_layer", "ohne Beschriftung"),
        ("Lade die Altlasten, aber nur die sanierten", "load_layer", "aber nur die sanierten"),
    ],
)
async def test_what_stands_behind_a_wish_or_is_not_wanted_with_it_is_named(
    server_data: Path, text: str, done: str, left: str
) -> None:
    async with talking(server_data) as talk:
        told = await talk.say(text)
    assert status(told) == [(done, "ok"), ("clarification", "needs_clarification")]
    assert f"«{left}»" in messages(told)[1]


async def test_of_what_nothing_can_be_done_the_answer_quotes_it_and_a_bare_no_is_heard(server_data: Path) -> None:
    async with talking(server_data) as talk:
        await talk.say("Zeige Bellach")
        for text in ("Dreh die Karte nach Norden", "Wie weit ist es von Bellach nach Solothurn?", "Zoom näher ran"):
            assert f"«{text}»" in messages(await talk.say(text))[0]
        assert "Mache das rückgängig" in messages(await talk.say("Vergiss es"))[0]
        assert status(await talk.say("Mache das rückgängig")) == [("undo", "ok")]


async def test_every_map_there_is_can_be_chosen(server_data: Path) -> None:
    async with talking(server_data) as talk:
        asked = await talk.say("Welche Karten gibt es?")
        assert status(asked) == [("load_layer", "needs_user_choice")]
        assert {"Waldplan", "Gemeindegrenzen"} <= {one["label"] for one in asked["steps"][0]["choices"]}
        assert status(await talk.pick(asked["steps"][0]["choices"][4]["id"])) == [("load_layer", "ok")]


async def test_where_something_is_shows_it_once_more_and_asks_when_nothing_is_known(server_data: Path) -> None:
    async with talking(server_data) as talk:
        assert status(await talk.say("Wo ist das?")) == [("goto_address", "needs_clarification")]
        for place in ("Zeige Messen", "Zeige Baurecht 531 in Messen", "Gehe zur Langendorfstrasse 19b in Solothurn"):
            first = await talk.say(place)
            again = await talk.say("Wo ist das?")
            assert first["overallStatus"] == again["overallStatus"] == "ok"
            assert messages(again) == messages(first)


GROUP = "Karte Grundwasserschutz (Gruppe) geladen."
NO_MAP = "gibt es nicht. Am nächsten kommen: Gewässerschutz"
ONCE = [
    ("Hochwasser-Gefahrenkarte einblenden", f"Eine Karte «Hochwasser-Gefahrenkarte» {NO_MAP}"),
    ("Gefahrenkarte Hochwasser", f"Eine Karte «Gefahrenkarte Hochwasser» {NO_MAP}"),
    ("Lade Grundwasserschutz (Gruppe)", GROUP),
    ("Lade die Gruppe Grundwasserschutz", GROUP),
    ("Massstab 1:5000 einstellen", "Einen Massstab (hier 1:5000) kann nur ein Grundbuchplan haben."),
    ("Grundwasserschutz (Group)", GROUP),
]


@pytest.mark.parametrize(("text", "says"), ONCE)
async def test_what_is_one_wish_is_answered_once(server_data: Path, text: str, says: str) -> None:
    async with talking(server_data) as talk:
        (only,) = messages(await talk.say(text))
    assert only.startswith(says)


async def test_maps_side_by_side_are_two_and_a_measure_is_no_name(server_data: Path) -> None:
    async with talking(server_data) as talk:
        assert len(messages(await talk.say("Lade Altlasten Wald"))) == 2
        told = messages(await talk.say("etwas durchsichtiger, so 40 Prozent"))
        assert told[0].startswith("Wie deckend eine Karte ist") and "«Prozent»" not in told[1]
        assert messages(await talk.say("einen Schritt zurück"))[0].startswith("Rückgängig gemacht")


def test_every_german_sentence_is_written_as_in_switzerland() -> None:
    assert "ß" not in str(languages()["de"]) + str(vocabulary().says["de"])
