"""Who tells the club that a child was harmed hears who helps, before anything is asked, told or passed on."""

from pathlib import Path

import pytest

from tests.urmston.rooms import club
from tests.urmston.test_club_ages import talked


@pytest.mark.parametrize(
    "turns",
    [
        ("a trainer slapped my son and he won't sleep, what can I do",),
        ("one of your coaches touched my daughter",),
        ("my boy was kicked at training and has bruises",),
        ("my girl is scared of the man who runs the U9s",),
        ("mijn zoon is geslagen door de trainer",),
        ("my nephew got punched by a dad on Sunday", "can you let the coach know?"),
        ("one of your coaches touched my daughter", "could you speak to the team for me"),
    ],
)
async def test_who_tells_of_harm_hears_who_helps(tmp_path: Path, turns: tuple[str, ...]) -> None:
    async with club(tmp_path) as there:
        told = await talked(there, *turns)
    assert "welfare@example.com" in told and "999" in told and "UT-" not in told, told


@pytest.mark.parametrize(
    ("turns", "shown"),
    [
        (("is there room for a girl of 9 who was bullied at her old club?",), "9-year-old"),
        (("I want to report that a coach grabbed my son",), "noted it as UT-"),
        (("one of your coaches touched my daughter", "I want to report a problem: he touched her at training"), "UT-"),
        (("my son was hit by a coach and I want to report it",), "noted it as UT-"),
        (("one of your coaches touched my daughter", "I want to report that he touched her at training"), "UT-"),
        (("one of your coaches touched my daughter", "thanks"), "welcome"),
        (("one of your coaches touched my daughter", "is there a place for a 7 year old?"), "7-year-old"),
    ],
)
async def test_what_is_asked_for_besides_is_answered(tmp_path: Path, turns: tuple[str, ...], shown: str) -> None:
    async with club(tmp_path) as there:
        told = await talked(there, *turns)
    assert shown in told, told


@pytest.mark.parametrize(
    "text", ["can she go down a year, she's tiny for her age", "could he drop down a group please"]
)
async def test_whether_somebody_may_is_no_report(tmp_path: Path, text: str) -> None:
    async with club(tmp_path) as there:
        assert "UT-" not in await talked(there, "Is there room for a child in year 8?", text)


@pytest.mark.parametrize(
    ("turns", "every"),
    [
        (("his dob is 03/09/2013, which age group is that",), ["born on that day"]),
        (("any room for my lad, 03/09/2013", "oops I meant 03/08/2013"), ["born on that day"]),
        (("any room for a boy of 11?", "his birthday is 7 june 2015"), ["born on that day", "U12"]),
        (("my u8 boy and my 13 year old girl",), ["under 8", "13-year-old"]),
        (("any room for my u8 boy and his sister who is 13?",), ["under 8", "13-year-old"]),
        (("any room for my u8 boy, he is 7?",), ["under 8"]),
    ],
)
async def test_a_day_of_birth_and_an_age_group_are_of_a_child(
    tmp_path: Path, turns: tuple[str, ...], every: list[str]
) -> None:
    async with club(tmp_path) as there:
        told = await talked(there, *turns)
    assert all(one in told for one in every) and "valid" not in told, told


@pytest.mark.parametrize(
    "text", ["nah don't bother thanks", "nvm he's found another club", "actually never mind she is coming"]
)
async def test_who_calls_it_off_is_asked_no_more(tmp_path: Path, text: str) -> None:
    async with club(tmp_path) as there:
        assert "How old" not in await talked(there, "have you got a place?", text)


@pytest.mark.parametrize("text", ["he just hit 10", "she hit nine in may"])
async def test_an_age_that_somebody_hit_is_no_harm(tmp_path: Path, text: str) -> None:
    async with club(tmp_path) as there:
        assert "999" not in await talked(there, "have you got a place?", text)
