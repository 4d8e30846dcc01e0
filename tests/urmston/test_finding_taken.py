"""Work that an agent took and does not speak of: the person reads that, and is not invited to send it again."""

from dataclasses import dataclass

import pytest

from loket.core.data import JsonObject
from loket.core.events import Answered, Returned
from loket.planners.finding.agents import Agent
from loket.planners.finding.skill_result import skill_result
from loket.planners.finding.told import result_words
from loket.planners.finding.words import finding_words
from tests.loopback import Asked, reply
from tests.tools.sites import at_once
from tests.urmston.errands import booking
from tests.urmston.street import Site, club_site, street

BASE = "https://club.example"
CLUB = Agent("Oar Club", "", BASE, BASE, ())
TAKEN = {"en": "has taken this on", "nl": "heeft dit aangenomen", "de": "hat dies angenommen", "pt": "aceitou o pedido"}
SENT = {"en": "sent again", "nl": "opnieuw te sturen", "de": "noch einmal senden", "pt": "enviar de novo"}


def returned(code: str, **details: str) -> Returned:
    error: JsonObject = {"code": code, "message": "", "details": details}
    return Returned(call="1.a", ok=False, code=code, text="", value={"status": "error", "error": error})


@pytest.mark.parametrize("code", TAKEN)
def test_what_is_known_of_work_that_was_taken_is_told_in_every_language(code: str) -> None:
    said = finding_words(code)
    cases = {
        "still_working": returned("still_working", id="t1"),
        "unknown_outcome": returned("unknown_outcome", id="t1", trouble="unreachable"),
    }
    for one in cases.values():
        text = result_words(skill_result({"task_base_url": BASE}, one, {}), [CLUB], said)
        assert text.startswith(f"Oar Club {TAKEN[code]}"), text
        for no in (said.failed, said.try_other):
            assert no.replace("{agent}", "Oar Club").partition("{why}")[0] not in text
    still = result_words(skill_result({"task_base_url": BASE}, cases["still_working"], {}), [CLUB], said)
    unknown = result_words(skill_result({"task_base_url": BASE}, cases["unknown_outcome"], {}), [CLUB], said)
    assert SENT[code] in still and said.problems["unreachable"] in unknown


async def test_an_agent_that_forgets_its_work_is_not_said_to_have_failed() -> None:
    """Its task is 404 whenever it is asked after, so nobody knows; the club works on it all the same."""
    club = club_site(state="working")
    async with street(club, pause=at_once) as there:
        text = await there.say(f"Ask {club.url} whether there is a place for a 10-year-old")
        (invoked,) = [one for one in await there.returned() if one.code]
    assert "Urmston Town Juniors FC Agent has taken this on" in text and "did not work" not in text
    assert "Please don't send it again." in text
    assert (invoked.code, len(club.tasks)) == ("unknown_outcome", 1)


@dataclass
class Slow(Site):
    """A club that tells how far it is only when it is done, and forgets its task before."""

    done: bool = False

    def serve(self, asked: Asked) -> bytes:
        if asked.target == "/tasks/t-1" and self.done:
            self.state = "completed"
            return reply(self._task(self.tasks[0]))
        return super().serve(asked)


@pytest.mark.parametrize("in_words", [False, True])
async def test_a_person_may_ask_how_far_it_is_and_nothing_is_sent_again(in_words: bool) -> None:
    club = Slow(**vars(club_site(state="working")))
    async with street(club, pause=at_once) as there:
        await there.say(f"Ask {club.url} whether there is a place for a 10-year-old")
        assert (await there.steps())[-1] == "under_way"
        again = await there.tell(Answered(to=await there.question(), choice="yes"))
        assert "Please don't send it again." in again, "it still does not tell"
        club.done = True
        if in_words:
            said = await there.say("yes please")
        else:
            said = await there.tell(Answered(to=await there.question(), choice="yes"))
        assert "U10 Lions" in said, said
    assert len(club.tasks) == 1


async def test_another_request_leaves_the_work_alone() -> None:
    club, other = Slow(**vars(club_site(state="working"))), booking()
    async with street(club, other, pause=at_once) as there:
        await there.say(f"Ask {club.url} whether there is a place for a 10-year-old")
        asked = await there.say("Book a table at Saffron Table Restaurant for 4 people on 2 December 2026")
        assert "changes something" in asked, asked
    assert len(club.tasks) == 1
