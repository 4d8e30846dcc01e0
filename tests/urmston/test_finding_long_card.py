"""Cards with more skills than a record holds."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from loket.tools.agents.fit import fitting_skills
from tests.urmston.errands import DEMO, PLACES, data_of
from tests.urmston.street import club_site, skill, street


async def test_a_skill_of_a_very_long_card_is_found_all_the_same() -> None:
    topics = ["archery", "badminton", "chess", "fencing", "judo"]
    many = [
        skill(f"{topic}_{n}", f"Tells everything about {topic} for beginners, group {n}. " + "More words. " * 40)
        for topic in topics
        for n in range(12)
    ]
    club = club_site(skills=[*many, *club_site().skills])
    async with street(club) as there:
        assert "U10 Lions" in await there.say(DEMO)
    assert data_of(club.tasks[0])["skill_id"] == PLACES


@given(
    skills=st.lists(
        st.fixed_dictionaries(
            {
                "id": st.text(min_size=1, max_size=20),
                "name": st.text(max_size=20),
                "description": st.text(max_size=600),
                "parameters_schema": st.dictionaries(st.text(max_size=5), st.text(max_size=50), max_size=3),
                "tags": st.lists(st.text(max_size=10), max_size=8),
                "examples": st.lists(st.text(max_size=80), max_size=4),
            }
        ),
        max_size=30,
    ),
    room=st.integers(50, 4000),
)
def test_what_fits_of_a_card_has_whole_parameters_and_its_order(skills: list[dict[str, Any]], room: int) -> None:
    kept, left_out = fitting_skills(skills, room)
    assert len(kept) + left_out == len(skills)
    assert [(one["id"], one["parameters_schema"]) for one in kept] == [
        (one["id"], one["parameters_schema"]) for one in skills[: len(kept)]
    ]
    assert len(json.dumps(kept, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")) <= room + 2
