"""What was to be remembered is forgotten when a person says so, and told; what is not kept is never said to be gone."""

import pytest

from tests.urmston.street import Directory, street


@pytest.mark.parametrize(
    ("kept", "wish", "forgot"),
    [
        ("Remember that the shed key is on the hook.", "forget that", "I have forgotten: the shed key is on the hook."),
        (
            "Remember that the shed key is on the hook.",
            "ok forget the key now please",
            "I have forgotten: the shed key",
        ),
        (
            "Remember our alarm code is 5522",
            "can you forget our alarm code?",
            "I have forgotten: our alarm code is 5522",
        ),
        ("Remember our alarm code is 5522", "Forget everything!", "I have forgotten: our alarm code is 5522"),
        ("Onthoud dat de sleutel onder de mat ligt", "vergeet dat maar", "Dit ben ik vergeten: de sleutel onder"),
        (
            "Merk dir, dass der Schlüssel im Schuppen liegt",
            "vergiss das bitte",
            "Das habe ich vergessen: der Schlüssel",
        ),
        ("Lembre que a chave está na gaveta", "esqueça a chave", "Esqueci: a chave está na gaveta"),
    ],
)
async def test_what_was_remembered_is_forgotten_and_told(kept: str, wish: str, forgot: str) -> None:
    async with street(search=Directory([])) as there:
        await there.say(kept)
        assert forgot in await there.say(wish)
        answer = await there.say("What do you remember?")
        assert "Nothing is noted" in answer or ":" not in answer, answer
        assert there.search.asked == []


async def test_only_what_was_named_is_forgotten() -> None:
    async with street(search=Directory([])) as there:
        await there.say("Remember that the shed key is on the hook.")
        await there.say("Remember that Noor is allergic to nuts.")
        answer = await there.say("forget the key")
        assert "shed key" in answer and "Noor" not in answer, answer
        answer = await there.say("What do you know about me?")
        assert "Noor is allergic to nuts" in answer and "key" not in answer, answer


async def test_what_was_recalled_last_is_meant_by_that() -> None:
    async with street(search=Directory([])) as there:
        await there.say("Remember that the shed key is on the hook.")
        await there.say("Remember that Noor is allergic to nuts.")
        await there.say("where is the shed key?")
        answer = await there.say("forget that")
        assert "shed key" in answer and "Noor" not in answer, answer


async def test_what_is_not_kept_is_not_said_to_be_forgotten() -> None:
    async with street(search=Directory([])) as there:
        assert "Nothing is noted" in await there.say("forget the dentist")
        await there.say("Remember that Noor is allergic to nuts.")
        answer = await there.say("forget the dentist")
        assert "nothing was forgotten" in answer and "Noor is allergic" in answer, answer
        assert "Noor is allergic to nuts" in await there.say("What do you remember?")


async def test_to_forget_it_after_anything_else_stops_that() -> None:
    async with street(search=Directory([])) as there:
        await there.say("Remember that Noor is allergic to nuts.")
        await there.say("What is 3 + 4?")
        assert "leave it at that" in await there.say("forget it")
        assert "Noor is allergic to nuts" in await there.say("What do you remember?")


@pytest.mark.parametrize(
    ("kept", "asked"),
    [
        ("Remember lunch boxes are in the red crate", "where are the lunchboxes?"),
        ("Remember headtorches are in the red crate", "where are the head torches?"),
    ],
)
async def test_words_are_the_same_together_and_apart(kept: str, asked: str) -> None:
    async with street(search=Directory([])) as there:
        await there.say(kept)
        assert "red crate" in await there.say(asked)


@pytest.mark.parametrize("asked", ["what have you remembered about us", "what did I ask you to remember this week?"])
async def test_that_nothing_is_kept_is_told(asked: str) -> None:
    async with street(search=Directory([])) as there:
        assert "Nothing is noted" in await there.say(asked)
        assert there.search.asked == []


async def test_what_somebody_else_knows_is_not_recalled() -> None:
    async with street(search=Directory([])) as there:
        await there.say("Do you remember when the library opens?")
        assert there.search.asked
