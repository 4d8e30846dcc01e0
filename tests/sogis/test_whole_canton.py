"""The whole canton, of which the example data has a part: what it lacks is said, and a canton is no town."""

from pathlib import Path

import pytest

from loket_demos.sogis.source.bundled import BundledSource
from loket_demos.sogis.source.port import GeoSource
from tests.sogis.conftest import Live
from tests.sogis.talking import status, talking


@pytest.mark.parametrize(
    ("text", "intent", "place"),
    [
        ("Zeige Olten", "search_place", "Olten"),
        ("Gehe nach Biberist", "search_place", "Biberist"),
        ("Wo liegt Derendigen?", "search_place", "Derendingen"),
        ("Zeige die Gemeinde Balsthal", "search_place", "Balsthal"),
        ("4600 Olten", "search_place", "Olten"),
        ("Zeige Hauptstrasse 5 in Dornach", "goto_address", "Dornach"),
        ("Plan von Parzelle 12 in Selzach", "cadastral_plan", "Selzach"),
        ("Plan von Parzelle 12 in Feldbrunnen", "cadastral_plan", "Feldbrunnen-St. Niklaus"),
        ("Zeige die Gemeinde Hägendorf", "search_place", "Hägendorf"),  # much like Langendorf
        ("Bettlach", "search_place", "Bettlach"),  # much like Bellach
        ("Wo ist Günsberg?", "search_place", "Günsberg"),  # the end of Balm bei Günsberg
        ("Zeige Bielstrasse 4 in Bettlach", "goto_address", "Bettlach"),
        ("Plan von Parzelle 512 in Hägendorf", "cadastral_plan", "Hägendorf"),
    ],
)
async def test_a_place_that_the_example_data_lacks_is_said_to_be_lacking(
    server_data: Path, text: str, intent: str, place: str
) -> None:
    async with talking(server_data) as talk:
        told = await talk.say(text)
    assert status(told) == [(intent, "error")]
    assert told["steps"][0]["message"].startswith(f"{place} ist in den Beispieldaten nicht enthalten. Enthalten sind:")


@pytest.mark.parametrize(
    "text",
    [
        "Parzelle 168 in Balm bei Günsberg",  # 168 is in Balm bei Messen
        "Grundbuchplan für GB Balm bei Günsberg Nr. 168",
        "ÖREB-Auszug für Grundstück 170 in Balm b. Günsberg",
        "Parzelle 75 in Balm bei Messen",  # 75 is in Balm bei Günsberg
    ],
)
async def test_of_two_places_that_begin_alike_the_other_one_is_not_shown(server_data: Path, text: str) -> None:
    async with talking(server_data) as talk:
        told = await talk.say(text)
    assert [one for _, one in status(told)] == ["error"], told["steps"][0]["message"]
    assert "wurde kein Grundstück gefunden" in told["steps"][0]["message"]


async def test_what_is_asked_beside_it_is_done_and_what_is_no_place_is_not_called_one(server_data: Path) -> None:
    async with talking(server_data) as talk:
        told = await talk.say("Zeige Olten und Messen")
        assert status(told) == [("search_place", "error"), ("search_place", "ok")]
        nowhere = await talk.say("Zeige Nirgendwo")
        assert "Beispieldaten" not in nowhere["steps"][0]["message"]
        english = await talk.say("Show me Olten please")
        assert english["steps"][0]["message"].startswith("Olten is not in the example data. It has: Solothurn, ")


async def test_the_town_and_the_canton_are_two_and_other_regions_are_refused_by_name(server_data: Path) -> None:
    async with talking(server_data) as talk:
        town = await talk.say("Zeige die Stadt Solothurn")
        for text in ("Zeige den Kanton Solothurn", "Zeige den Kanton", "Zeige den Wald im Kanton Solothurn"):
            canton = await talk.say(text)
            assert canton["steps"][0]["message"] == "Kanton Solothurn wird gezeigt."
            views = [one["steps"][0]["mapActions"][0]["payload"]["extent"] for one in (town, canton)]
            assert views[1][2] - views[1][0] > 5 * (views[0][2] - views[0][0])
        assert status(canton) == [("search_place", "ok"), ("load_layer", "ok")]
        for text, name in (("Zeige den Kanton Bern", "Kanton Bern"), ("Zeige den Bezirk Olten", "Bezirk Olten")):
            told = await talk.say(text)
            assert status(told) == [("search_place", "error")]
            assert f"«{name}»" in told["steps"][0]["message"]


@pytest.mark.parametrize(("place", "missing"), [("Olten", "Olten"), ("4710 Balsthal", "Balsthal"), ("Messen", "")])
async def test_only_the_source_that_is_part_of_the_canton_lacks_a_place(
    bundled: BundledSource, live: Live, place: str, missing: str
) -> None:
    sources: list[GeoSource] = [bundled, live.source]
    assert [one.lacks(place) for one in sources] == [missing, ""]


async def test_a_right_and_a_parcel_of_another_register_are_called_what_they_are(server_data: Path) -> None:
    async with talking(server_data) as talk:
        right = await talk.say("ÖREB-Auszug für Grundstück 531 in Messen")
        assert right["steps"][0]["message"] == "ÖREB-Auszug für Baurecht 531 in Messen bereit."
        asked = await talk.say("ÖREB-Auszug für Parzelle 168 in Messen")
        other = next(one["id"] for one in asked["steps"][0]["choices"] if "Grundbuch" in one["label"])
        told = await talk.pick(other)
    label = "Grundstück 168 in Messen (Grundbuch Balm bei Messen)"
    assert told["steps"][0]["message"] == f"ÖREB-Auszug für {label} bereit."
