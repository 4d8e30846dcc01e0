"""Words that answer a choice, and those that ask for something else."""

import pytest

from loket.core.actions import Choice
from loket_demos.sogis.planner_picks import declines, missed, picked


def options(*labels: str) -> tuple[Choice, ...]:
    return tuple(Choice(id=f"c-{at + 1}", label=label) for at, label in enumerate(labels))


HOUSES = options("Hauptstrasse 2, 4513 Langendorf", "Hauptstrasse 2, 4512 Bellach", "Hauptstrasse 14, 4513 Langendorf")
PARCELS = options(
    "Grundstück 168 in Messen", "Grundstück 168 in Messen (Grundbuch Balm bei Messen)", "Grundstück 168 in Grenchen"
)
MAPS = options("Grundwasserschutz (Gruppe)", "Grundwasserschutzzonen", "Gewässerschutz", "Erdwärmesonden")


@pytest.mark.parametrize(
    ("text", "choices", "id"),
    [
        ("die zweite", HOUSES, "c-2"),
        ("Die dritte bitte!", HOUSES, "c-3"),
        ("die letzte", HOUSES, "c-3"),
        ("Nummer 1", MAPS, "c-1"),
        ("2.", MAPS, "c-2"),
        ("the second one", MAPS, "c-2"),
        ("the last one please", MAPS, "c-4"),
        ("Bellach", HOUSES, "c-2"),
        ("in Bellach", HOUSES, "c-2"),
        ("ich meinte die in Bellach", HOUSES, "c-2"),
        ("die 14", HOUSES, "c-3"),
        ("Hauptstrasse 14", HOUSES, "c-3"),
        ("hauptstrasse 2, 4512 bellach", HOUSES, "c-2"),
        ("die in Messen", PARCELS, "c-1"),
        ("Balm", PARCELS, "c-2"),
        ("das in Grenchen", PARCELS, "c-3"),
        ("Gewässerschutz", MAPS, "c-3"),
        ("Gewaesserschutz", MAPS, "c-3"),
        ("Lade die Erdwärmesonden", MAPS, "c-4"),
        ("die Gruppe", MAPS, "c-1"),
        ("zeige die in Grenchen", PARCELS, "c-3"),
        ("nicht die in Langendorf", HOUSES, "c-2"),
        ("bitte nicht die Parzellen in Messen", PARCELS, "c-3"),
        ("not the one in Langendorf", HOUSES, "c-2"),
        ("egal", HOUSES, "c-1"),
        ("ist mir egal", MAPS, "c-1"),
        ("any of them", HOUSES, "c-1"),
    ],
)
def test_what_plainly_names_one_picks_it(text: str, choices: tuple[Choice, ...], id: str) -> None:
    assert picked(text, choices, "de") == id


@pytest.mark.parametrize(
    ("text", "choices"),
    [
        ("Langendorf", HOUSES),
        ("Hauptstrasse 3", HOUSES),
        ("Lade die Wildtierkorridore", HOUSES),
        ("Entferne die Erdwärmesonden", MAPS),
        ("Grundstück 170 in Messen", PARCELS),
        ("ÖREB-Auszug für Grundstück 168 in Messen", PARCELS),
        ("nicht die in Grenchen", PARCELS),
        ("nicht Bellach und auch nicht Langendorf", HOUSES),
        ("alle ausser der ersten", HOUSES),
        ("alle", HOUSES),
        ("Nummer 30", HOUSES),
        ("die neunte", HOUSES),
        ("7", HOUSES),
        ("keine davon", HOUSES),
        ("", HOUSES),
        ("Gehe nach Solothurn und lade den Zonenplan, danach die Altlasten und noch einen Plan der Parzelle", HOUSES),
    ],
)
def test_all_else_picks_nothing(text: str, choices: tuple[Choice, ...]) -> None:
    assert picked(text, choices, "de") is None


def test_none_of_them_is_heard() -> None:
    assert declines("keine davon", "de") and declines("Nein", "de") and declines("none of these", "en")
    assert not declines("Langendorf", "de")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Nummer 30", "no_such"),
        ("170", "no_such"),
        ("die vierte", "no_such"),
        ("number 30", "no_such"),
        ("nicht die in Balm", "still"),
        ("not the one in Balm", "still"),
        ("alle", "only_one"),
        ("alle ausser der ersten", "only_one"),
        ("both of them", "only_one"),
        ("nein, 9", ""),
        ("keine davon", ""),
        ("Zeige Messen", ""),
        ("Messen", ""),
        ("Plan für 170", ""),
        ("Alle Karten ausser dem Wald ausblenden", ""),
        ("Hauptstrasse 30", ""),
    ],
)
def test_words_about_a_choice_that_pick_none_are_known(text: str, says: str) -> None:
    assert missed(text, "de") == says
