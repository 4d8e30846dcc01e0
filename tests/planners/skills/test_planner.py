"""The skills planner in conversations, through the real engine."""

import pytest

from loket.core.actions import Ask, Call
from loket.core.events import Decided
from loket.core.tool import ToolFailed, ToolSpec
from tests.examples.counter import Talk
from tests.planners.skills.club import Desk, at, club, map_desk, schema


async def decisions(talk: Talk) -> list[Decided]:
    """What was decided, in order."""
    return [record.event for record in await talk.records() if isinstance(record.event, Decided)]


async def test_a_complete_request_is_carried_out_and_answered() -> None:
    desk = club()
    desk.answers["check_spaces"] = lambda args: {"has_vacancy": True, "team_name": "U10 Lions", "spaces_left": 2}
    async with at(desk) as talk:
        await talk.say("is there room for a 10 year old?")
        assert desk.called == [("check_spaces", {"age": 10})]
        assert await talk.last() == "Has vacancy: yes\nTeam name: U10 Lions\nSpaces left: 2"
        called = next(one for one in await decisions(talk) if isinstance(one.action, Call))
        assert "room" in called.reasoning and "age = 10" in called.reasoning
        assert {one.name for one in called.considered} == {"training_times", "join_waiting_list", "withdraw"}


async def test_what_is_missing_is_asked_for_and_a_bare_answer_completes_it() -> None:
    desk = club()
    async with at(desk) as talk:
        await talk.say("when is training?")
        assert await talk.last() == "For “Training times” I still need: Age group such as U8."
        (asked,) = await talk.open()
        assert asked["wants"] == {"skill": "training_times", "slots": {}, "missing": ["age_group"]}
        await talk.say("U10")
        assert desk.called == [("training_times", {"age_group": "U10"})]


@pytest.mark.parametrize(
    ("said", "has"),
    [
        ("put a 9 year old on the waiting list", "So far I have: age: 9."),
        ("zet een kind van 9 op de wachtlijst", "Ik heb al: age: 9."),
        ("setz ein Kind von 9 Jahren auf die Warteliste", "Das habe ich schon: age: 9."),
        ("coloque uma criança de 9 anos na lista de espera", "Já tenho: age: 9."),
    ],
)
async def test_what_a_request_has_is_shown_when_the_rest_is_asked_for(said: str, has: str) -> None:
    async with at(club()) as talk:
        await talk.say(said)
        assert (await talk.last()).endswith(has)


async def test_what_a_request_has_can_be_changed_before_the_rest_is_answered() -> None:
    desk = club()
    async with at(desk, approval="never") as talk:
        await talk.say("put a 9 year old on the waiting list")
        await talk.say("sorry, he is 8")
        assert (await talk.last()).endswith("So far I have: age: 8.") and desk.called == []
        await talk.say("dad@example.com")
        assert desk.called == [("join_waiting_list", {"age": 8, "email": "dad@example.com"})]


async def test_a_clearly_new_request_takes_the_place_of_the_pending_one() -> None:
    desk = club()
    async with at(desk) as talk:
        await talk.say("when is training?")
        await talk.say("is there room for a 6 year old?")
        assert desk.called == [("check_spaces", {"age": 6})]
        assert await talk.open() == []


async def test_a_correction_is_a_task_that_names_what_it_corrects() -> None:
    desk = club()
    async with at(desk) as talk:
        await talk.say("is there room for a 10 year old?")
        await talk.say("sorry, I meant 9")
        await talk.say("no, 8")
        assert desk.called == [("check_spaces", {"age": age}) for age in (10, 9, 8)]
        records = await talk.records()
        first = next(r for r in records if isinstance(r.event, Decided) and isinstance(r.event.action, Call))
        plans = [
            (r.seq, r.event.action)
            for r in records
            if isinstance(r.event, Decided) and isinstance(r.event.action, Call) and r.event.action.tasks
        ]
        assert [plan.tasks[0].corrects for _, plan in plans] == [f"{first.seq}.a", f"{plans[0][0]}.a"]


@pytest.mark.parametrize(
    ("locale", "said", "corrected"),
    [("nl", "Zeig mir Parzelle 77 in Olten", "nein, 78"), ("de", "Zeig mir Parzelle 77 in Olten", "ich meinte 78")],
)
async def test_a_correction_keeps_the_other_slots(locale: str, said: str, corrected: str) -> None:
    desk = map_desk()
    async with at(desk, locale) as talk:
        await talk.say(said)
        await talk.say(corrected)
        assert desk.called[-1] == ("goto_parcel", {"parcel_number": "78", "municipality": "Olten"})


async def test_a_request_may_lean_on_the_last_one() -> None:
    desk = club()
    async with at(desk) as talk:
        await talk.say("is there room for a 10 year old?")
        await talk.say("and for a 7 year old?")
        assert desk.called[-1] == ("check_spaces", {"age": 7})


async def test_what_changes_something_is_confirmed_first() -> None:
    desk = club()
    async with at(desk) as talk:
        await talk.say("add my son to the waiting list, he is 8, dad@example.com")
        assert desk.called == []
        (asked,) = await talk.open()
        assert asked["held"]["args"] == {"age": 8, "email": "dad@example.com"} and asked["held"]["why"] == "changes"
        await talk.say("make that 9")
        assert desk.called == []
        (again,) = await talk.open()
        assert again["held"]["args"] == {"age": 9, "email": "dad@example.com"}
        await talk.say("yes please")
        assert desk.called == [("join_waiting_list", {"age": 9, "email": "dad@example.com"})]


async def test_nothing_is_asked_twice_where_whatever_changes_something_is_held_anyway() -> None:
    desk = club()
    async with at(desk, approval="changes") as talk:
        await talk.say("add my son to the waiting list, he is 8, dad@example.com")
        await talk.answer(approve=True)
        assert desk.called == [("join_waiting_list", {"age": 8, "email": "dad@example.com"})]
        assert await talk.open() == []


async def test_an_author_may_say_that_a_change_needs_no_word() -> None:
    desk = club()
    async with at(desk, approval="never") as talk:
        await talk.say("add my son to the waiting list, he is 8, dad@example.com")
        assert desk.called == [("join_waiting_list", {"age": 8, "email": "dad@example.com"})]


async def test_nothing_is_changed_when_the_person_says_no() -> None:
    desk = club()
    async with at(desk) as talk:
        await talk.say("add my son to the waiting list, he is 8, dad@example.com")
        await talk.say("no thanks")
        assert desk.called == []
        assert await talk.last() == "Not done, as you wished."


async def test_what_the_engine_holds_is_not_asked_about_twice() -> None:
    desk = club()
    async with at(desk) as talk:
        await talk.say("withdraw the registration AB-1234")
        (held,) = await talk.open()
        assert held["held"]["tool"] == "withdraw"
        await talk.answer(refuse=True)
        assert desk.called == []
        assert await talk.last() == "Not done, as you wished."


async def test_several_requests_are_tasks_told_in_their_order() -> None:
    desk = map_desk()
    async with at(desk, "de") as talk:
        await talk.say("zur Bielstrasse 20 in Grenchen, dann den Wald einblenden")
        assert sorted(desk.called) == [
            ("goto_address", {"address": "Bielstrasse 20, Grenchen"}),
            ("load_layer", {"layer": "Wald"}),
        ]
        assert await talk.last() == "goto_address done\n\nload_layer done"
        plan = next(one.action for one in await decisions(talk) if isinstance(one.action, Call))
        assert [task.intent for task in plan.tasks] == ["goto_address", "load_layer"]


async def test_a_step_gets_what_the_one_before_it_found_out() -> None:
    found = schema((), egrid={"type": "string"})
    find = ToolSpec(
        name="find_parcel",
        title="Find a parcel",
        description="Finds a parcel of land by its number.",
        input=schema(("parcel_number",), parcel_number={"type": "string", "description": "Parcel number"}),
        output=found,
        read_only=True,
    )
    extract = ToolSpec(
        name="extract",
        title="Cadastre extract",
        description="Makes an extract of the cadastre.",
        input=schema(("egrid",), egrid={"type": "string", "pattern": "^CH[0-9]{12}$", "description": "EGRID"}),
        read_only=True,
    )
    desk = Desk((find, extract), {"find_parcel": lambda args: {"egrid": "CH955832730623"}})
    async with at(desk) as talk:
        await talk.say("find parcel 198 and then make the cadastre extract")
        assert desk.called == [("find_parcel", {"parcel_number": "198"}), ("extract", {"egrid": "CH955832730623"})]


async def test_a_listed_value_is_offered_to_pick() -> None:
    desk = map_desk()
    async with at(desk, "de") as talk:
        await talk.say("Layer laden")
        (asked,) = await talk.open()
        assert [choice["id"] for choice in asked["choices"]] == ["Luftbild", "Wald", "Bauzonen"]
        await talk.answer(choice="Wald")
        assert desk.called == [("load_layer", {"layer": "Wald"})]


@pytest.mark.parametrize(
    ("locale", "said", "told"),
    [
        ("en", "what is the capital of Australia?", "I can't help with that."),
        ("nl", "wat is het weer morgen?", "Daar kan ik niet mee helpen."),
        ("de", "erzähl mir einen Witz", "Dabei kann ich nicht helfen."),
        ("pt", "qual a receita de feijoada?", "Com isso não posso ajudar."),
        ("en", "hello!", "Hello! What I can do: Team vacancies"),
        ("nl", "dank je wel", "Graag gedaan."),
    ],
)
async def test_what_it_cannot_do_it_says_in_the_persons_language(locale: str, said: str, told: str) -> None:
    desk = club()
    async with at(desk, locale) as talk:
        await talk.say(said)
        assert (await talk.last()).startswith(told)
        assert desk.called == []


async def test_a_failure_is_told_in_words() -> None:
    def fail(args: object) -> None:
        raise ToolFailed("closed", "The club's books are closed today.")

    desk = club()
    desk.answers["check_spaces"] = fail
    async with at(desk) as talk:
        await talk.say("is there room for a 10 year old?")
        assert await talk.last() == "That did not work: The club's books are closed today."


async def test_a_time_of_day_is_written_as_the_schema_wants_it() -> None:
    fields = schema(
        ("date", "time"), date={"type": "string", "format": "date"}, time={"type": "string", "format": "time"}
    )
    visit = ToolSpec(name="visit", title="Book a visit", description="Books a visit.", input=fields, read_only=True)
    desk = Desk((visit,))
    async with at(desk) as talk:
        await talk.say("book a visit on March 3, 2031 at 3pm")
        ((_, args),) = desk.called
        assert args == {"date": "2031-03-03", "time": "15:00:00Z"}


async def test_a_new_request_inside_a_task_goes_back_to_the_root() -> None:
    desk = map_desk()
    async with at(desk, "de") as talk:
        await talk.say("zeig die Adresse Kirchgasse 3 in Olten, dann Layer laden")
        asked = await talk.open()
        assert [one["wants"]["missing"] for one in asked] == [["layer"]]
        await talk.say("zeig mir Parzelle 12 in Messen")
        assert desk.called[-1] == ("goto_parcel", {"parcel_number": "12", "municipality": "Messen"})
        assert await talk.open() == []


async def test_asking_for_nothing_more_ends_it() -> None:
    desk = club()
    async with at(desk) as talk:
        await talk.say("when is training?")
        await talk.say("never mind")
        assert await talk.last() == "All right, I won't do it."
        assert not any(isinstance(one.action, Ask) for one in (await decisions(talk))[1:])
