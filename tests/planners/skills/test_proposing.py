"""What the skills planner is not sure of, two skills that fit alike or one that is likely, a person chooses."""

import pytest

from loket.core.data import JsonObject
from loket.core.tool import ToolSpec
from loket.language.skill import NOTHING_PROPOSED, Thresholds
from loket.planners.dialogue.choosing import NONE_OF
from tests.planners.skills.club import Desk, at, club, schema


def twins() -> Desk:
    """Two skills that a short message does not tell apart."""
    texts = (("rooms", "Room reservation"), ("tables", "Table reservation"))
    day = {"type": "string", "format": "date", "description": "Day"}
    return Desk(
        tuple(
            ToolSpec(
                name=n, title=t, description=f"Makes a {t.lower()}.", input=schema(("day",), day=day), read_only=True
            )
            for n, t in texts
        )
    )


@pytest.mark.parametrize("answer", [{"choice": "tables"}, {"text": "the table"}, {"text": "the second one"}])
async def test_when_two_fit_alike_the_person_chooses(answer: dict[str, str]) -> None:
    desk = twins()
    async with at(desk) as talk:
        await talk.say("a reservation for March 20, 2030 please")
        (asked,) = await talk.open()
        assert [choice["label"] for choice in asked["choices"]] == ["Room reservation", "Table reservation"]
        if "text" in answer:
            await talk.say(answer["text"])
        else:
            await talk.answer(**answer)
        assert desk.called == [("tables", {"day": "2030-03-20"})]


@pytest.mark.parametrize(
    ("said", "answer", "done"),
    [
        ("if it rains, add my son to the waiting list, he is 8, dad@example.com", "yes please", True),
        ("als het regent, zet mijn zoon van 8 dan op de wachtlijst, dad@example.com", "nee bedankt", False),
    ],
)
async def test_what_is_spoken_of_but_not_ordered_is_done_on_a_yes(said: str, answer: str, done: bool) -> None:
    desk = club()
    async with at(desk, approval="never") as talk:
        await talk.say(said)
        (asked,) = await talk.open()
        assert [choice["id"] for choice in asked["choices"]] == ["join_waiting_list", NONE_OF] and desk.called == []
        assert "age: 8, email: dad@example.com" in asked["text"]
        await talk.say(answer)
        assert desk.called == [("join_waiting_list", {"age": 8, "email": "dad@example.com"})] * done
        assert await talk.last() == ("join_waiting_list done" if done else "Goed, ik doe het niet.")


UNSURE = "when do the U12 practise with Wortley Athletic on pitch 2?"
"""A name and a figure that the club has no use for."""


@pytest.mark.parametrize("picked", ["training_times", NONE_OF])
async def test_what_is_likely_but_not_sure_is_done_after_one_tap(picked: str) -> None:
    desk = club()
    async with at(desk) as talk:
        await talk.say(UNSURE)
        (asked,) = await talk.open()
        assert "age group: U12" in asked["text"] and desk.called == []
        await talk.answer(choice=picked)
        assert desk.called == [("training_times", {"age_group": "U12"})] * (picked != NONE_OF)


@pytest.mark.parametrize(
    ("answer", "called"),
    [
        ("yes please", [("training_times", {"age_group": "U12"})]),
        ("sim", [("training_times", {"age_group": "U12"})]),
        ("nee, laat maar", []),
        ("no, for the U14", [("training_times", {"age_group": "U14"})]),
        ("não, para os U14", [("training_times", {"age_group": "U14"})]),
        ("nein, für die U14", [("training_times", {"age_group": "U14"})]),
        ("no, is there a space for a boy of 8?", [("check_spaces", {"age": 8})]),
    ],
)
async def test_words_answer_a_proposal(answer: str, called: list[tuple[str, JsonObject]]) -> None:
    desk = club()
    async with at(desk) as talk:
        await talk.say(UNSURE)
        await talk.say(answer)
        assert desk.called == called


@pytest.mark.parametrize("changes", [False, True])
async def test_what_went_into_no_value_is_called_by_its_words(changes: bool) -> None:
    desk = twins()
    desk.specs = tuple(spec.model_copy(update={"read_only": not changes}) for spec in desk.specs)
    async with at(desk, approval="changes") as talk:
        await talk.say("a table reservation for March 20, 2030 at half past two please")
        (asked,) = await talk.open()
        assert bool(asked["held"]) == changes and desk.called == []
        words = [item["text"] for item in (await talk.view("transcript"))["items"]]
        assert any("I did not use “half past two”." in said for said in words)


async def test_the_days_that_a_program_sets_before_a_message_are_no_doubt() -> None:
    desk = club()
    async with at(desk) as talk:
        await talk.say("[2026-11-28]\n [2026-11-28]\n when do the U12 practise?")
        assert desk.called == [("training_times", {"age_group": "U12"})]


async def test_nothing_is_proposed_where_all_that_is_likely_is_wanted() -> None:
    desk = club()
    desk.thresholds = Thresholds(sure=NOTHING_PROPOSED)
    async with at(desk) as talk:
        await talk.say(UNSURE)
        assert desk.called == [("training_times", {"age_group": "U12"})]


async def test_where_a_person_must_agree_anyway_they_are_asked_once() -> None:
    desk = club()
    async with at(desk) as talk:
        await talk.say("if it rains, add my son to the waiting list, he is 8, dad@example.com")
        (asked,) = await talk.open()
        assert asked["held"] and desk.called == []
        await talk.say("yes please")
        assert desk.called == [("join_waiting_list", {"age": 8, "email": "dad@example.com"})]


async def test_a_figure_that_only_a_text_nobody_asked_for_has_is_no_figure_of_the_call() -> None:
    number: JsonObject = {"type": "string", "pattern": "^LP-[0-9]{4}$", "description": "Number"}
    note: JsonObject = {"type": "string", "format": "textarea", "description": "Remarks"}
    told = ToolSpec(
        name="lost",
        title="Report a loss",
        description="Reports that something on loan was lost.",
        input=schema(("number",), number=number, note=note),
        read_only=True,
    )
    desk = Desk((told,))
    async with at(desk) as talk:
        await talk.say("ik ben LP-2950 verloren, en LP-2951 ook")
        (asked,) = await talk.open()
        assert "LP-2950" in asked["text"] and desk.called == []
        await talk.say("ja")
        assert [name for name, _ in desk.called] == ["lost"]


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("a reservation of a table for March 20, 2030 please", "Day: 20 March 2030"),
        ("graag een reservering op 20 maart 2030", "Day: 20 maart 2030"),
        ("ich möchte am 20. März 2030 reservieren", "Day: 20. März 2030"),
        ("uma reserva de uma mesa para 20 de março de 2030, por favor", "Day: 20 de março de 2030"),
    ],
)
async def test_a_day_that_was_understood_is_told_in_words(said: str, day: str) -> None:
    fields: JsonObject = {
        "day": {"type": "string", "format": "date", "description": "Day"},
        "room": {"enum": ["red", "blue"], "description": "Colour of the room"},
    }
    reserve = ToolSpec(
        name="reserve", title="Reserve", description="Makes a reservation.", input=schema(("day", "room"), **fields)
    )
    async with at(Desk((reserve,))) as talk:
        await talk.say(said)
        (asked,) = await talk.open()
        assert day.lower() in asked["text"].lower() and "2030-03" not in asked["text"]


@pytest.mark.parametrize(
    ("answer", "age"),
    [
        ("age: 9", 9),
        ("age must be 9", 9),
        ("his age is 9", 9),
        ("change age to 9", 9),
        ("no, 9", 9),
        ("to the list if there is one", None),
        ("the age", None),
        ("what age?", None),
        ("add him with his age please", None),
    ],
)
async def test_a_value_that_is_called_by_its_name_is_changed_and_nothing_is_done_without_a_yes(
    answer: str, age: int | None
) -> None:
    desk = club()
    async with at(desk, approval="never") as talk:
        await talk.say("if it rains, add my son to the waiting list, he is 8, dad@example.com")
        await talk.say(answer)
        assert desk.called == [("join_waiting_list", {"age": age, "email": "dad@example.com"})] * (age is not None)


@pytest.mark.parametrize(
    "answer",
    [
        "age: 9, email: mum@example.com",
        "his age is 9 and the email is mum@example.com",
        "change the email to mum@example.com and the age to 9",
        "the age is 9, mum@example.com",
    ],
)
async def test_all_values_beside_one_that_is_called_by_its_name_are_changed(answer: str) -> None:
    desk = club()
    async with at(desk, approval="never") as talk:
        await talk.say("if it rains, add my son to the waiting list, he is 8, dad@example.com")
        await talk.say(answer)
        assert desk.called == [("join_waiting_list", {"age": 9, "email": "mum@example.com"})]


async def test_words_that_neither_agree_nor_change_anything_ask_the_same_again() -> None:
    desk = club()
    async with at(desk, approval="never") as talk:
        await talk.say("if it rains, add my son to the waiting list, he is 8, dad@example.com")
        await talk.say("to the waiting list, if there is one")
        (asked,) = await talk.open()
        assert desk.called == [] and "age: 8, email: dad@example.com" in asked["text"]
