"""Which of two it is, right after an answer, is asked of the same agent or told from its answer, and of nobody else."""

import pytest

from loket_demos.urmston.club.card import get_agent_card
from tests.urmston.street import club_site, street

ASKED = "When do the U12 Panthers play at Urmston Town Juniors FC?"
MATCHES = "Saturday: U12 Panthers v Sale (home), 10:00.\nSunday: U12 Panthers v Stretford (away), 11:00.\nBring boots."


@pytest.mark.parametrize("text", ["home or away?", "is it home or away?", "and home or away?"])
async def test_what_the_skill_speaks_of_is_asked_of_the_same_agent(text: str) -> None:
    club = club_site(skills=get_agent_card()["skills"], says=MATCHES)
    async with street(club) as there:
        await there.say(ASKED)
        asked = len(there.search.asked)
        assert "v Sale (home)" in await there.say(text)
        sent = [part["data"] for part in club.tasks[-1]["message"]["parts"] if part["type"] == "data"]
        assert sent == [{"skill_id": "get_match_schedule", "parameters": {"team": "U12 Panthers"}}]
        assert len(there.search.asked) == asked


async def test_what_no_skill_speaks_of_is_told_from_the_last_answer() -> None:
    club = club_site(skills=get_agent_card()["skills"], says=MATCHES)
    async with street(club) as there:
        await there.say(ASKED)
        assert await there.say("boots or trainers?") == "Bring boots. Contact: coach@example.com."
        assert len(club.tasks) == 1


@pytest.mark.parametrize("text", ["grass or astro?", "indoors or outdoors?"])
async def test_where_the_last_answer_has_neither_nobody_is_looked_for(text: str) -> None:
    club = club_site(skills=get_agent_card()["skills"], says=MATCHES)
    async with street(club) as there:
        await there.say(ASKED)
        asked = len(there.search.asked)
        told = await there.say(text)
        assert "127.0.0.1" not in told and "What I can ask there" in told
        assert len(there.search.asked) == asked
