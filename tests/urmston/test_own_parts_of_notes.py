"""Of notes nothing is lost that was told, and nothing goes that was not named."""

import pytest

from tests.urmston.street import Directory, street

BOTH = "Remember Ella is in year 4 and Tom was born 2 feb 2016"


@pytest.mark.parametrize(
    ("more", "kept"),
    [
        ("and remember his coach is called Dave", "his coach is called Dave"),
        ("and remember Mia has dentist on thursday", "Mia has dentist on thursday"),
        ("and note that the gate code is 4711", "the gate code is 4711"),
        ("and that Mia has swimming on Monday", "Mia has swimming on Monday"),
    ],
)
async def test_a_second_note_is_kept_whole(more: str, kept: str) -> None:
    async with street(search=Directory([])) as there:
        await there.say("Remember that Alfie's boots are size 3")
        assert (await there.say(more)).endswith(f": {kept}")
        assert f"size 3; {kept}" in await there.say("What do you remember?")


@pytest.mark.parametrize(
    ("kept", "wish", "gone", "left"),
    [
        (BOTH, "actually forget what i said about tom", "Tom was born 2 feb 2016", "Ella is in year 4"),
        (BOTH.lower(), "forget the bit about ella", "ella is in year 4", "tom was born 2 feb 2016"),
        (
            "Remember the coach's number is 0161 496 0123 and training is at 6",
            "forget the number",
            "the coach's number is 0161 496 0123",
            "training is at 6",
        ),
        ("Remember my son is 9 and my niece is 7", "forget my niece", "my niece is 7", "my son is 9"),
        (
            "Onthoud dat mijn zoon zwemles heeft en mijn dochter op judo zit",
            "vergeet mijn dochter",
            "mijn dochter op judo zit",
            "mijn zoon zwemles heeft",
        ),
    ],
)
async def test_of_two_things_in_one_note_only_what_was_named_is_forgotten(
    kept: str, wish: str, gone: str, left: str
) -> None:
    async with street(search=Directory([])) as there:
        await there.say(kept)
        first, _, rest = (await there.say(wish)).partition(". ")
        assert gone in first and left not in first and rest.endswith(left), (first, rest)


async def test_a_note_of_one_thing_is_not_torn_at_an_and() -> None:
    async with street(search=Directory([])) as there:
        await there.say("Remember Mia's party is on Friday and starts at 3")
        assert "Friday and starts at 3" in await there.say("forget Mia's party")


@pytest.mark.parametrize(
    ("turns", "answer"),
    [
        (("what notes do I have",), "You told me: pay subs on Friday"),
        (("delete that one",), "I have forgotten: pay subs on Friday"),
        (("what notes have I got", "remove it"), "I have forgotten: pay subs on Friday"),
        (("delete the one about subs",), "I have forgotten: pay subs on Friday"),
    ],
)
async def test_notes_are_shown_and_deleted_by_any_word_that_points_at_them(turns: tuple[str, ...], answer: str) -> None:
    async with street(search=Directory([])) as there:
        await there.say("Note: pay subs on Friday")
        assert [await there.say(one) for one in turns][-1].startswith(answer)


async def test_a_word_that_points_at_nothing_deletes_no_other_note() -> None:
    async with street(search=Directory([])) as there:
        for one in ("Remember Josh has trials on Tuesday", "Remember Mia has dentist on Thursday"):
            await there.say(one)
        await there.say("delete the one about Mia")
        assert "forgotten" not in await there.say("remove it")
        assert "Josh has trials" in await there.say("What do you remember?")
