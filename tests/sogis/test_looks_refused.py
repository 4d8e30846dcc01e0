"""Only some maps, how dense one is drawn, the background: done with what a map can do, or refused by its name."""

from pathlib import Path
from typing import Any

import pytest

from tests.sogis.talking import talking

ALL = "Lade Wald, Lärm und Altlasten"
FOREST, NOISE, SITES = "Waldplan", "Lärmempfindlichkeitsstufen", "Belastete Standorte"


def messages(told: dict[str, Any]) -> list[str]:
    return [step["message"] for step in told["steps"]]


@pytest.mark.parametrize(
    ("before", "text", "does"),
    [
        (ALL, "Nur noch den Wald", [f"{NOISE}, {SITES} ausgeblendet."]),
        (ALL, "Zeige nur noch den Wald und den Lärm", [f"{SITES} ausgeblendet."]),
        (ALL, "Nur den Wald anzeigen", [f"{NOISE}, {SITES} ausgeblendet."]),
        (
            "Lade Wald und Lärm",
            "Nur noch Altlasten zeigen",
            [f"Karte {SITES} geladen.", f"{FOREST}, {NOISE} ausgeblendet."],
        ),
        (ALL, "Show only the forest", [f"Hid {NOISE}, {SITES}."]),
        ("Zeige Messen", "Zeige nur den Wald", [f"Karte {FOREST} geladen."]),
        ("Lade den Wald", "Nur noch den Wald", [f"Karte {FOREST} geladen."]),
        (
            "Lade Wald und Lärm; blende den Wald aus",
            "Nur noch den Wald",
            [f"{FOREST} eingeblendet.", f"{NOISE} ausgeblendet."],
        ),
        ("Zeige Messen", "Zeige nur Bellach", ["Bellach wird gezeigt."]),
    ],
)
async def test_only_what_is_named_stays(server_data: Path, before: str, text: str, does: list[str]) -> None:
    async with talking(server_data) as talk:
        await talk.say(before)
        assert messages(await talk.say(text)) == does


@pytest.mark.parametrize(
    ("text", "does", "refused"),
    [
        ("Lade den Wald halb durchsichtig", [f"Karte {FOREST} geladen."], "halb durchsichtig"),
        ("Mache den Wald halb transparent", [], "den Wald halb transparent"),
        ("Deckkraft 50 %", [], "Deckkraft 50"),
        ("Bitte weniger deckend", [], "weniger deckend"),
        ("Lade Wald und Lärm; nur noch den Wald und Hintergrund Luftbild", None, "Hintergrund Luftbild"),
        ("Hintergrund Luftbild", [], "Hintergrund Luftbild"),
        ("Hintergrund auf schwarz-weiss wechseln", [], "Hintergrund auf schwarz-weiss"),
        ("Blende den Hintergrund aus", [], "den Hintergrund"),
        (
            "Zeige Messen und schalte den Hintergrund auf Luftbild",
            ["Messen wird gezeigt."],
            "den Hintergrund auf Luftbild",
        ),
        ("Load the forest and make it transparent", [f"Loaded the map {FOREST}."], "make it transparent"),
        (
            "Zeige Parzelle 512 in Langendorf mit 50 % Deckkraft",
            ["Grundstück 512 in Langendorf wird gezeigt."],
            "50 % Deckkraft",
        ),
        ("Show the background as aerial photo", [], "background as aerial photo"),
    ],
)
async def test_how_a_map_looks_is_refused_by_name(
    server_data: Path, text: str, does: list[str] | None, refused: str
) -> None:
    async with talking(server_data) as talk:
        said = messages(await talk.say(text))
    assert does is None or said[:-1] == does
    assert refused in said[-1], said
    assert any(part in said[-1] for part in ("deckend", "Hintergrund", "opaque", "background"))


async def test_the_town_after_its_canton_is_the_town_of_that_name(server_data: Path) -> None:
    async with talking(server_data) as talk:
        await talk.say("Zeige Kanton Solothurn")
        assert messages(await talk.say("und die Stadt?")) == ["Solothurn wird gezeigt."]
        assert messages(await talk.say("und der Kanton?")) == ["Kanton Solothurn wird gezeigt."]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Zeige Grundstück 512 in Langendorf und färbe es rot ein", "färbe es rot ein"),
        ("Lade den Lärm und schiebe ihn nach oben", "schiebe ihn nach oben"),
        ("Zeige die Legende vom Waldplan", "Legende"),
        ("Exportiere den Wald als Shapefile und zeige Messen", "Shapefile"),
    ],
)
async def test_a_wish_beside_one_that_is_done_is_said(server_data: Path, text: str, left: str) -> None:
    async with talking(server_data) as talk:
        told = await talk.say(text)
    assert left in messages(told)[-1], messages(told)
    assert told["steps"][-1]["status"] == "needs_clarification"
