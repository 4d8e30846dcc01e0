"""What a person does on the pages of agents: an address to look at, a form of a skill; nothing is asked unseen."""

from loket.core.actions import Call
from loket.core.data import JsonObject
from loket.core.events import SurfaceActed
from tests.urmston.street import Site, Street, club_site, skill, street


def acted(name: str, **payload: object) -> SurfaceActed:
    """A click on the page of an agent."""
    return SurfaceActed(surface="agent", name=f"agent/{name}", payload=dict(payload))


async def connected(here: Street, site: Site) -> str:
    """What is said when the address of a site was given."""
    if not here.talk:
        here.talk = await here.host.start("parent", "urmston")
    return await here.tell(acted("connect", url=site.url))


async def test_an_address_leads_to_what_lives_there_and_nothing_is_asked() -> None:
    club = club_site()
    async with street(club) as here:
        said = await connected(here, club)
        assert "Urmston Town Juniors" in said
        assert "Team vacancy check" in said
        assert (await here.steps(), club.tasks) == (["discover", "answer"], [])


async def test_where_nobody_lives_that_is_said() -> None:
    async with street(empty := Site("Empty house")) as here:
        said = await connected(here, empty)
    assert said.startswith("I found no agent at 127.0.0.1")


async def test_an_address_that_is_none_is_told_so() -> None:
    async with street(Site("Empty house")) as here:
        here.talk = await here.host.start("parent", "urmston")
        said = await here.tell(acted("connect", url="http://"))
        assert "That is no address of a site" in said
        assert "What can I do for you" in await here.tell(acted("connect", url=" "))


async def test_a_form_is_sent_as_it_was_filled_in_and_its_answer_told() -> None:
    club = club_site(says="The U10 Lions have room.")
    async with street(club) as here:
        await connected(here, club)
        said = await here.tell(
            acted("invoke", task_base_url=club.url, skill_id="check_team_availability_v1", parameters={"age": 10})
        )
        assert "The U10 Lions have room." in said
        assert await here.steps() == ["invoke", "answer"]
    (task,) = club.tasks
    data = next(part["data"] for part in task["message"]["parts"] if part["type"] == "data")
    assert data == {"skill_id": "check_team_availability_v1", "parameters": {"age": 10}}


async def test_a_skill_without_a_form_is_asked_in_words_alone() -> None:
    chat: JsonObject = {"id": "chat", "name": "Chat", "description": "Talks.", "tags": [], "examples": []}
    house = Site("House", skills=[chat], says="Hello.")
    async with street(house) as here:
        await connected(here, house)
        said = await here.tell(
            acted("invoke", task_base_url=house.url, skill_id="chat", parameters={}, text="Who are you?")
        )
        assert said.startswith("Hello.")
        calls = [one.action.calls[0].args for one in await here.decisions() if isinstance(one.action, Call)]
    assert calls[-1]["contextual_query_text"] == "User asked: Who are you?"
    assert "parameters" not in calls[-1]


async def test_what_the_form_left_out_is_asked_and_the_answer_goes_on() -> None:
    house = Site("House", skills=[skill("rooms", "Tells which rooms are free.", "nights", nights={"type": "integer"})])
    async with street(house) as here:
        await connected(here, house)
        said = await here.tell(acted("invoke", task_base_url=house.url, skill_id="rooms", parameters={}))
        assert "nights" in said
        assert house.tasks == []
        await here.say("3")
    (task,) = house.tasks
    data = next(part["data"] for part in task["message"]["parts"] if part["type"] == "data")
    assert data["parameters"] == {"nights": 3}


async def test_a_page_cannot_reach_an_agent_that_was_not_looked_at() -> None:
    club = club_site()
    async with street(club) as here:
        here.talk = await here.host.start("parent", "urmston")
        said = await here.tell(
            acted("invoke", task_base_url=club.url, skill_id="check_team_availability_v1", parameters={"age": 10})
        )
        assert "I don't know that agent" in said
    assert (club.tasks, club.paths) == ([], [])


async def test_a_question_in_words_goes_on_after_a_page() -> None:
    club = club_site()
    async with street(club) as here:
        await connected(here, club)
        assert "U10 Lions" in await here.say("Is there a place for a 10 year old?")
        assert "search" not in await here.steps()
