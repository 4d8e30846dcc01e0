"""Steps of one message see what those before them did to the map."""

from pathlib import Path
from typing import Any

import pytest

from tests.sogis.talking import kinds, status, talking


def messages(told: dict[str, Any]) -> list[str]:
    return [step["message"] for step in told["steps"]]


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("Lade den Waldplan und den Lärm und entferne dann den Wald", "Waldplan entfernt."),
        ("Lade Waldplan, danach blende ihn aus", "Waldplan ausgeblendet."),
        ("Lade den Wald, blende ihn aus und entferne ihn", "Waldplan entfernt."),
        ("Lade Altlasten, dann nimm die belasteten Standorte weg", "Belastete Standorte entfernt."),
        ("Lade den Wald und den Lärm und blende alle ausser dem Lärm aus", "Waldplan ausgeblendet."),
        ("Load the forest and the noise, then remove the forest", "Removed Waldplan."),
        ("Zeige Parzelle 512 in Langendorf und entferne die Markierung", "Grundstück 512 in Langendorf entfernt."),
        ("Lade den Wald und leere dann die Karte", "Die Karte ist leer."),
        ("Lade den Lärm und den Wald, dann bitte ausblenden", "Waldplan ausgeblendet."),
        ("Lade Altlasten und Waldplan; den Waldplan dann bitte ausblenden", "Waldplan ausgeblendet."),
    ],
)
async def test_what_was_just_put_on_the_map_can_be_taken_away(server_data: Path, text: str, last: str) -> None:
    async with talking(server_data) as talk:
        told = await talk.say(text)
    assert told["overallStatus"] == "ok"
    assert messages(told)[-1] == last


async def test_a_verb_at_the_end_is_that_of_what_stands_before_it(server_data: Path) -> None:
    async with talking(server_data) as talk:
        await talk.say("Lade den Waldplan und Altlasten")
        told = await talk.say("Altlasten dann ausblenden")
        assert [kinds(step) for step in told["steps"]] == [["setLayerVisibility"]]
        told = await talk.say("Waldplan und Altlasten nachher entfernen")
        assert [kinds(step) for step in told["steps"]] == [["removeLayer"], ["removeLayer"]]
        told = await talk.say("Lade den Waldplan und Altlasten und entferne dann den Wald")
        assert [kinds(step) for step in told["steps"]] == [["addLayer"], ["addLayer"], ["removeLayer"]]
        told = await talk.say("Altlasten dann ausblenden und die Abbaustellen laden")
        assert [kinds(step) for step in told["steps"]] == [["setLayerVisibility"], ["addLayer"]]


async def test_what_was_just_taken_away_is_loaded_again_and_nothing_waits_for_what_it_is_not_about(
    server_data: Path,
) -> None:
    async with talking(server_data) as talk:
        await talk.say("Lade den Waldplan")
        told = await talk.say("Entferne den Wald und lade ihn dann wieder")
        assert [kinds(step) for step in told["steps"]] == [["removeLayer"], ["addLayer"]]
        told = await talk.say("Blende den Wald aus und zeige ihn wieder")
        assert messages(told) == ["Waldplan ausgeblendet.", "Waldplan eingeblendet."]
        told = await talk.say("Entferne den Lärm und blende den Wald aus")
        assert [step["status"] for step in told["steps"]] == ["error", "ok"]
        told = await talk.say("Lade Nirgendwas und blende es aus")
        assert [step["status"] for step in told["steps"]] == ["error", "error"]
        assert messages(told)[1].endswith("weil ein Schritt davor nicht gelang.")


async def test_a_step_waits_for_the_choice_of_the_one_before_it(server_data: Path) -> None:
    async with talking(server_data) as talk:
        asked = await talk.say("Lade das Wasser und blende es aus")
        assert asked["overallStatus"] == "needs_user_choice"
        told = await talk.pick(asked["steps"][0]["choices"][0]["id"])
    assert status(told) == [("load_layer", "ok"), ("hide_layer", "ok")]


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("Lade die Karte der Gewässerschutzbereiche und nimm den Wald weg", ["error", "ok"]),
        ("Lade die Karte der Einhörner, blende den Wald aus und lade den Lärm", ["error", "ok", "ok"]),
        ("Load the map of unicorns and remove the forest", ["error", "ok"]),
        ("Lade die Karte der Einhörner und nimm den Ortsplan weg", ["error", "error"]),
    ],
)
async def test_a_step_that_has_nothing_to_do_with_one_that_failed_is_done(
    server_data: Path, text: str, ends: list[str]
) -> None:
    async with talking(server_data) as talk:
        await talk.say("Lade den Waldplan")
        told = await talk.say(text)
        assert [end for _, end in status(told)] == ends
        assert not any("nicht ausgeführt" in message for message in messages(told))


async def test_a_step_that_needs_one_that_failed_is_left_and_that_is_said(server_data: Path) -> None:
    async with talking(server_data) as talk:
        told = await talk.say("Lade die Karte der Einhörner und blende sie wieder aus")
        assert [end for _, end in status(told)] == ["error", "error"]
        assert messages(told)[1] == "Dieser Schritt wurde nicht ausgeführt, weil ein Schritt davor nicht gelang."


async def test_maps_that_one_step_loaded_are_meant_together_and_the_last_one_alone(server_data: Path) -> None:
    async with talking(server_data) as talk:
        await talk.say("Lade Grundwasserschutz")
        assert messages(await talk.say("1")) == ["Karte Grundwasserschutz (Gruppe) geladen."]
        both = "Grundwasserschutzzonen, Grundwasserschutzareale"
        assert messages(await talk.say("blende sie wieder aus")) == [f"{both} ausgeblendet."]
        assert messages(await talk.say("blende sie wieder ein")) == [f"{both} eingeblendet."]
        await talk.say("Lade den Lärm")
        assert messages(await talk.say("entferne das wieder")) == ["Lärmempfindlichkeitsstufen entfernt."]
