"""Who could not be asked, and why: an address that may not be called is nobody's no, and silence is not that nobody is
there."""

from dataclasses import replace
from pathlib import Path

import pytest

from loket.core.events import Answered, Returned
from loket.net.guard import AddressGuard
from loket.planners.finding.answer import why
from loket.planners.finding.words import finding_words
from loket.tools.agents.settings import NEW_PATH, OLD_PATH, AgentSettings
from tests.loopback import answering, never
from tests.serving import ran
from tests.tools.sites import card_03, site
from tests.urmston.street import Directory, Site, club_site, skill, street

CAUSES = ("this_machine", "private", "not_https", "other")
CLOSED = AgentSettings(paths=(OLD_PATH, NEW_PATH))
FORGETFUL = AgentSettings(allow_private=("127.0.0.1",), card_ttl=0, paths=(OLD_PATH, NEW_PATH))
HURRIED = AgentSettings(allow_private=("127.0.0.1",), card_deadline=1, paths=(OLD_PATH, NEW_PATH))


@pytest.mark.parametrize("code", ["en", "nl", "de", "pt"])
def test_every_cause_has_a_sentence_of_its_own_and_names_the_setting(code: str) -> None:
    said = finding_words(code)
    told: dict[str, str] = {}
    for cause in CAUSES:
        value = {"status": "error", "host": "10.0.0.7", "cause": cause}
        returned = Returned(call="1.a", ok=False, code="address_refused", text="", value=value)
        told[cause] = why(returned, said)
    assert len(set(told.values())) == 4 and said.problems["refused"] not in told.values()
    for cause in CAUSES:
        assert ("LOKET_ALLOW_PRIVATE=10.0.0.7" in told[cause]) == (cause in ("this_machine", "private"))


@pytest.mark.parametrize(
    ("url", "cause"),
    [
        ("http://127.0.0.1:9000/a2a/x", "this machine itself"),
        ("http://localhost:9000", "LOKET_ALLOW_PRIVATE=localhost"),
        ("http://192.168.1.5", "in a private network"),
        ("https://10.0.0.7/x", "LOKET_ALLOW_PRIVATE=10.0.0.7"),
        ("http://93.184.216.34", "only called over https"),
        ("http://169.254.169.254", "may not be called"),
    ],
)
async def test_an_address_that_may_not_be_called_is_told_with_its_cause(url: str, cause: str) -> None:
    async with street(agents=CLOSED) as there:
        said = await there.say(f"Ask {url} whether there is a place for a 10-year-old")
        assert said.startswith("I did not call ") and cause in said, said
        assert "did not want" not in said
        assert await there.status() == "error"


@pytest.mark.parametrize("agrees", [True, False])
async def test_who_runs_the_server_opens_an_address_of_this_machine_with_one_word(agrees: bool) -> None:
    guard = AddressGuard()
    agents = replace(CLOSED, guard=guard, consents=True)
    async with street(club := club_site(), agents=agents, guard=guard) as there:
        await there.say(f"Ask {club.url} whether there is a place for a 10-year-old")
        ((args, decided, title, _),) = await there.held()
        assert (args, title) == ({"url": club.url}, "Allow an agent on this machine or network")
        assert f"{club.url.removeprefix('http://')} is on this machine or network" in decided.reasoning
        assert (club.tasks, club.paths) == ([], [])
        to = await there.question()
        said = await there.tell(Answered(to=to, approve=True) if agrees else Answered(to=to, refuse=True))
        if agrees:
            assert "U10 Lions" in said and len(club.tasks) == 1
            assert "U11 Lions" in await there.say(f"Ask {club.url} whether there is a place for an 11-year-old")
            assert await there.held() == []
        else:
            assert said == "All right, nothing was sent." and club.tasks == []


async def test_an_address_of_this_machine_that_a_card_leads_to_is_opened_with_one_word_too() -> None:
    """A yes to the agent is kept while the address is asked about."""
    guard = AddressGuard()
    agents = replace(CLOSED, guard=guard, consents=True)
    desk, club = Site("Desk", takes=True, says="The U10 Lions have room."), club_site()
    async with street(club, desk, agents=agents, guard=guard) as there:
        club.base = desk.url
        await there.say(f"Ask {club.url} whether there is a place for a 10-year-old")
        titles = []
        while held := await there.held():
            titles.append((held[0][2], held[0][0].get("url", "")))
            said = await there.tell(Answered(to=await there.question(), approve=True))
        assert "U10 Lions" in said and len(desk.tasks) == 1, said
        allow = "Allow an agent on this machine or network"
        assert [titles[0], *titles[2:]] == [(allow, club.url), (allow, desk.url)], titles


async def test_an_agent_whose_card_leads_to_a_private_address_is_not_said_to_have_been_asked() -> None:
    """The operator vouches for the origin, and the guard has the last word."""
    private = "https://10.0.0.7"
    agents = AgentSettings(allow_private=("127.0.0.1",), allow=frozenset([private]), paths=(OLD_PATH, NEW_PATH))
    async with street(club := club_site(base=private), agents=agents) as there:
        said = await there.say(f"Ask {club.url} whether there is a place for a 10-year-old")
        assert said.startswith("I did not call 10.0.0.7: that address is in a private network."), said


async def test_a_club_that_does_not_answer_is_told_as_such() -> None:
    hotel = Site("Chimneys Hotel", snippet="Rooms for the players of the club.")
    async with answering(never) as silent:
        club = Site("Oar Rowing Club", snippet="The rowing club.", url=silent.url)
        async with street(hotel, search=Directory([club, hotel]), agents=HURRIED) as there:
            said = await there.say("Are there boats at Oar Rowing Club?")
            assert said.startswith(f"I could not find out whether 127.0.0.1:{silent.port} can help: it did not answer")
            assert "could not find a specialised" not in said
            assert await there.status() == "error"
            said = await there.say(f"Ask {silent.url} whether there are boats")
            assert said.startswith("I could not find out whether"), said


async def test_a_card_that_changes_while_a_person_thinks_is_no_no_of_theirs() -> None:
    room, library = Site("Reading Room"), Site("Library", skills=[skill("opening_hours", "Tells when it is open.")])
    async with street(library, room, agents=FORGETFUL) as there:
        library.base = room.url
        await there.say(f"Ask {library.url} for the opening hours")
        library.skills = [skill("opening_hours", "Tells when it is open, and takes your address.")]
        said = await there.tell(Answered(to=await there.question(), approve=True))
        assert "says something else about itself" in said and room.paths == [], said
        await there.tell(Answered(to=await there.question(), approve=True))
    assert "POST /tasks/send" in room.paths


async def test_the_commands_say_the_cause_and_the_setting_and_do_not_end_with_0(tmp_path: Path) -> None:
    async with site(card_03) as server:
        hint = "is private or reserved. Whoever runs this can allow it: LOKET_ALLOW_PRIVATE=10.0.0.7."
        env = {"LOKET_ALLOW_PRIVATE": ""}
        code, said, _ = await ran("discover", "http://10.0.0.7", "--data", str(tmp_path), env=env)
        assert (code, hint in said) == (4, True), said
        code, said, _ = await ran("invoke", "http://10.0.0.7", "free_boats", "--data", str(tmp_path), env=env)
        assert (code, hint in said) == (4, True), said
        asked = f"Ask {server.url} whether a single is free"
        code, said, _ = await ran("ask", "urmston", asked, "--data", str(tmp_path), env=env)
        assert (code, "LOKET_ALLOW_PRIVATE=127.0.0.1" in said, server.asked) == (4, True, [])
