"""When evidence of different kinds disagrees, people are asked; what is another nation's is nobody's."""

import pytest

from loket.language import SkillIndex
from tests.planners.skills.test_properties import TODAY, skills_of

CLERKS = SkillIndex(skills_of("insurer", "kinds.json"), "en")
VISAS = SkillIndex(skills_of("visto_pt", "kinds.json"), "pt")
FOOTBALL = SkillIndex(skills_of("football"), "en")
HOUSE = SkillIndex(skills_of("licht_de", "kinds.json"), "de")


def test_a_reference_that_the_best_skill_has_no_slot_for_makes_a_choice() -> None:
    found = CLERKS.understand("was request PA-4471 approved", TODAY)
    assert found.decision == "choice"
    assert {choice.id for choice in found.choices[:2]} == {"request_approval", "case_status"}


def test_a_reference_speaks_for_the_skill_that_asks_for_it() -> None:
    found = CLERKS.understand("please pay back INV20931", TODAY)
    assert (found.decision, found.skills, found.slots) == ("run", ("file_claim",), ({"invoice": "INV20931"},))


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("where are the under 9s playing on 14 March", {"check_team_availability_v1", "get_match_schedule"}),
        ("Ruby (10) is for the list when a place comes up: beth@example.com", {"join_waiting_list"}),
    ],
)
def test_a_figure_that_only_another_skill_has_a_use_for_is_not_thrown_away(text: str, offered: set[str]) -> None:
    found = FOOTBALL.understand(text, TODAY)
    assert found.decision == "choice" and offered <= {choice.id for choice in found.choices[:2]}


@pytest.mark.parametrize("text", ["como tiro o passaporte italiano", "quanto demora o visto espanhol"])
def test_what_is_another_nations_is_out_of_scope(text: str) -> None:
    assert VISAS.understand(text, TODAY).decision == "none"


@pytest.mark.parametrize("text", ["sou brasileiro, como peço o passaporte", "minha esposa italiana precisa de visto"])
def test_what_somebody_is_changes_nothing(text: str) -> None:
    assert VISAS.understand(text, TODAY).decision != "none"


@pytest.mark.parametrize(
    ("text", "skill"),
    [
        ("dreh die Heizung auf", "einschalten"),
        ("dreh die Heizung ab", "ausschalten"),
        ("stell die Lüftung jetzt ab", "ausschalten"),
        ("mach mir das Licht an", "einschalten"),
    ],
)
def test_a_particle_at_the_end_turns_a_verb_round(text: str, skill: str) -> None:
    assert HOUSE.understand(text, TODAY).skills == (skill,)
