"""A few words that say nothing by themselves are asked about and searched for by nobody; nothing is blank."""

import pytest

from tests.urmston.street import Directory, street


@pytest.mark.parametrize(
    "text",
    [
        "and 9?",
        "same for the U10",
        "what about the girls",
        "and for boys?",
        "no, 5",
        "sorry, the 16th",
        "and Saturday?",
    ],
)
async def test_a_fragment_of_nothing_is_asked_about_and_not_searched_for(text: str) -> None:
    async with street(search=Directory([])) as there:
        answer = await there.say(text)
        assert f"“{text.rstrip('?')}”" in answer, answer
        assert there.search.asked == []


@pytest.mark.parametrize(
    "text",
    [
        "cheers, thats ace, youve been a gem",
        "thanks so much thats really kind x",
        "ta, ur a lifesaver",
        "ok thanks then",
    ],
)
async def test_thanks_in_any_words_start_no_search(text: str) -> None:
    async with street(search=Directory([])) as there:
        assert await there.say(text) == "You're welcome."
        assert there.search.asked == []


async def test_a_search_that_waits_for_a_yes_says_what_it_would_search_for() -> None:
    async with street(search=Directory([])) as there:
        answer = await there.say("does Quillfeather have an agent?")
        assert "Quillfeather" in answer and answer.strip().endswith("?"), answer
