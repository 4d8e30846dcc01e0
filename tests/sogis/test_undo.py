"""What was done last is undone: the map goes back, and what is asked next knows nothing of it."""

from pathlib import Path
from typing import Any

import pytest

from tests.sogis.talking import Talk, kinds, status, talking

UNDO = "Mache das rückgängig"


class Screen:
    """What a client shows that does nothing but carry out commands."""

    def __init__(self) -> None:
        self.shown: dict[str, tuple[Any, bool]] = {}
        self.view: Any = None

    def see(self, told: dict[str, Any]) -> None:
        for action in (action for step in told["steps"] for action in step["mapActions"]):
            payload = action["payload"]
            match action["type"]:
                case "setView":
                    self.view = payload
                case "addLayer" | "addMarker":
                    self.shown[payload["id"]] = payload, payload.get("visible", True)
                case "removeLayer" | "removeMarker":
                    del self.shown[payload["id"]]
                case "setLayerVisibility":
                    self.shown[payload["id"]] = self.shown[payload["id"]][0], payload["visible"]
                case _:
                    self.shown.clear()


async def seen(talk: Talk, *texts: str) -> Screen:
    screen = Screen()
    for text in texts:
        screen.see(await talk.say(text))
    return screen


@pytest.mark.parametrize(
    "text",
    [
        "Lade den Lärm",
        "Entferne den Wald",
        "Blende den Wald aus",
        "Zeige Grenchen",
        "ÖREB-Auszug für Parzelle 512 in Langendorf",
        "Leere die Karte",
        "Lade den Lärm, blende den Wald aus und zeige Bellach",
    ],
)
async def test_undone_the_map_is_as_it_was(server_data: Path, text: str) -> None:
    begun = "Zeige Messen und lade den Waldplan"
    async with talking(server_data) as talk:
        before = await seen(talk, begun)
        after = await seen(talk.other(session="b"), begun, text, UNDO)
    assert (after.shown, after.view) == (before.shown, before.view)


async def test_undone_nothing_leans_on_it_and_undone_again_the_one_before_goes(server_data: Path) -> None:
    async with talking(server_data) as talk:
        await talk.say("Lade den Waldplan")
        await talk.say("Zeige Parzelle 512 in Langendorf")
        told = await talk.say(UNDO)
        assert told["steps"][0]["message"] == "Rückgängig gemacht: «Grundstück 512 in Langendorf wird gezeigt.»"
        assert (await talk.say("Kann ich hier bohren?"))["overallStatus"] == "needs_clarification"
        again = await talk.say(UNDO)
        assert kinds(again["steps"][0]) == ["removeLayer"]
        assert status(await talk.say("Undo that please")) == [("undo", "error")]


async def test_what_can_not_be_undone_is_said(server_data: Path) -> None:
    async with talking(server_data) as talk:
        assert status(await talk.say(UNDO)) == [("undo", "error")]
        await talk.say("Lade den Waldplan")
        for text in ("Mache Messen rückgängig", "Mache das rückgängig und zeige Messen"):
            told = await talk.say(text)
            assert told["steps"][0]["message"].startswith("Rückgängig machen kann ich nur die letzte Nachricht")
