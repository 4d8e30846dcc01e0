"""A question that does not say whose answer it wants is not searched for: who is meant is asked, and the name, the
address or the choice that comes goes on with it. What nobody could be found for goes on so, too."""

import pytest

from loket.core.events import Answered
from tests.urmston.errands import PLACES, data_of
from tests.urmston.street import Directory, Site, Street, club_site, skill, street

PRICES = skill("training_price", "Tells what the training costs: the price of a season.")


def priced() -> Site:
    """The club with a skill that tells prices."""
    club = club_site(answer=lambda parameters: {"team_name": "U9 Lions"} if parameters else {"price": "90 pounds"})
    club.skills = [*club.skills, PRICES]
    return club


def school() -> Site:
    """A school that only speaks of places."""
    return Site("St Aldhelm's Primary School", skills=[skill("places", "Says what places there are.")], says="None.")


async def sites_known(there: Street) -> tuple[str, ...]:
    """The choices of the open question."""
    looked = await there.host.look(there.talk, "parent")
    items = looked.views["questions"].state()["items"]
    return tuple(one["id"] for item in items if item["state"] == "open" for one in item["choices"])


@pytest.mark.parametrize(
    ("message", "asks"),
    [
        ("what does training cost?", "Which club or organisation is this about?"),
        ("what are the opening hours?", "Which club or organisation is this about?"),
        ("wanneer is de training?", "Om welke club of organisatie gaat het?"),
        ("hoeveel kost het per seizoen?", "Om welke club of organisatie gaat het?"),
        ("wann ist das Training?", "Um welchen Verein oder welche Organisation geht es?"),
        ("quanto custa o treino?", "De que clube ou organização se trata?"),
    ],
)
async def test_who_is_meant_is_asked_before_anything_is_searched(message: str, asks: str) -> None:
    club = priced()
    async with street(club) as there:
        assert asks in await there.say(message)
        assert not there.search.asked and not club.tasks and not club.paths


@pytest.mark.parametrize("name", ["Urmston Town Juniors FC", "urmston town juniors", "it's Urmston Town Juniors"])
async def test_a_name_goes_on_with_the_question(name: str) -> None:
    club = priced()
    async with street(club) as there:
        await there.say("what does training cost?")
        assert "90 pounds" in await there.say(name)
        assert len(there.search.asked) == 1
    assert [data_of(task)["skill_id"] for task in club.tasks] == ["training_price"]


@pytest.mark.parametrize("name", ["Urmston Town Juniors FC", "urmston town juniors fc"])
async def test_a_name_in_another_language_leaves_the_language_of_the_question(name: str) -> None:
    club = club_site()
    async with street(club) as there:
        await there.say("wanneer is de training?")
        assert "kan iets beantwoorden, maar ik zie niet dat het dit doet" in await there.say(name)
    assert not club.tasks


async def test_an_address_goes_on_with_the_question_and_searches_nothing() -> None:
    club = priced()
    async with street(club, search=Directory([])) as there:
        await there.say("what does training cost?")
        assert "90 pounds" in await there.say(club.url)
        assert not there.search.asked
    assert len(club.tasks) == 1


async def test_agents_and_sites_that_are_known_are_the_choices() -> None:
    club, other = club_site(), school()
    async with street(club, other, search=Directory([])) as there:
        await there.say(other.url)
        await there.say(club.url)
        await there.say("please remember that the dentist is on Thursday")
        await there.say("what does training cost?")
        assert await sites_known(there) == (other.url, club.url)
        said = await there.tell(Answered(to=await there.question(), choice=club.url))
        assert "Urmston Town Juniors FC Agent" in said and "Team vacancy check" in said, said
    assert not club.tasks and not other.tasks
    async with street(settings={"known_sites": {"The club": "https://club.example"}}) as there:
        await there.say("what does training cost?")
        assert await sites_known(there) == ("https://club.example",)


@pytest.mark.parametrize("answer", ["the second one", "Urmston Town Juniors", "urmston town juniors fc"])
async def test_a_choice_is_named_or_counted(answer: str) -> None:
    club, other = club_site(), school()
    async with street(club, other, search=Directory([])) as there:
        await there.say(other.url)
        await there.say(club.url)
        await there.say("what does training cost?")
        said = await there.say(answer)
        assert "Urmston Town Juniors FC Agent" in said and "St Aldhelm" not in said, said


async def test_another_name_is_none_of_the_choices() -> None:
    club, other = club_site(), school()
    async with street(club, other, search=Directory([])) as there:
        await there.say(other.url)
        await there.say(club.url)
        await there.say("what does training cost?")
        assert "“Urmston Library official website”" in await there.say("Urmston Library")


async def test_another_question_is_a_request_of_its_own() -> None:
    club = priced()
    async with street(club) as there:
        await there.say("what does training cost?")
        assert "U9 Lions" in await there.say("Is there a place for a boy of 9 at Urmston Town Juniors FC?")
        await there.say("what does training cost?")
    assert [data_of(task)["skill_id"] for task in club.tasks] == [PLACES, "training_price"]


@pytest.mark.parametrize(
    "message", ["what is 3 times 4?", "which day is it today?", "what time is it?", "hello", "why?"]
)
async def test_what_the_assistant_tells_itself_and_small_talk_ask_for_nobody(message: str) -> None:
    async with street() as there:
        assert "club or organisation" not in await there.say(message)


async def test_a_sum_in_between_leaves_the_question_and_a_no_ends_it() -> None:
    club = priced()
    async with street(club) as there:
        await there.say("what does training cost?")
        assert "12" in await there.say("what is 3 times 4?")
        assert "90 pounds" in await there.say("Urmston Town Juniors FC")
    async with street(club) as there:
        await there.say("what does training cost?")
        assert "keep that in mind" in await there.say("remember that my key is with the neighbours")
        assert "90 pounds" in await there.say("Urmston Town Juniors FC")
    async with street(club) as there:
        await there.say("what does training cost?")
        assert "leave it" in await there.say("no")
        assert not there.search.asked
    async with street(club) as there:
        await there.say("what does training cost?")
        assert "Which club or organisation" in await there.say("yes")
    assert len(club.tasks) == 2


@pytest.mark.parametrize("told", ["my school", "the football club", "it's for my son Tim", "ok"])
async def test_an_answer_that_names_nobody_is_asked_again(told: str) -> None:
    club = priced()
    async with street(club) as there:
        await there.say("what does training cost?")
        assert "Which club or organisation" in await there.say(told)
        assert not club.tasks and not there.search.asked
        assert "90 pounds" in await there.say("Urmston Town Juniors FC")


@pytest.mark.parametrize("told", ["I don't know", "none", "no idea"])
async def test_who_does_not_know_is_left_in_peace(told: str) -> None:
    async with street(priced()) as there:
        await there.say("what does training cost?")
        assert "leave it" in await there.say(told)
        assert not there.search.asked


async def test_a_subject_that_nobody_was_found_for_asks_who_is_meant_and_goes_on_with_the_name() -> None:
    school, directory = Site("St Aldhelm's Primary School", skills=[PRICES], says="It is 20."), Directory([])
    async with street(school, search=directory) as there:
        said = await there.say("what does membership cost?")
        assert "found no site" in said and "club or organisation" in said, said
        directory.sites = [school]
        assert "can be asked, but I can't tell that it does this" in await there.say("St Aldhelm's Primary School")
    assert not school.tasks


async def test_the_address_of_a_site_goes_on_with_what_nobody_was_found_for() -> None:
    """It says that it will ask there, so it does."""
    club = club_site()
    async with street(club, search=Directory([])) as there:
        said = await there.say("Is there a place for a boy of 9 somewhere in Brampton?")
        assert "tell me and I will ask there" in said
        assert "U9 Lions" in await there.say(club.url)
    assert [data_of(task)["parameters"] for task in club.tasks] == [{"age": 9, "gender": "boy"}]


async def test_an_address_after_an_answer_or_for_nothing_only_shows_who_lives_there() -> None:
    club = club_site()
    async with street(club) as there:
        assert "Nothing was asked of it this time" in await there.say(club.url)
        await there.say(f"Is there a place for a boy of 9? {club.url}")
        assert "Nothing was asked of it this time" in await there.say(club.url)
    assert len(club.tasks) == 1
