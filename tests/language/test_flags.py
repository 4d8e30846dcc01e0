"""What is told of properties of yes or no, and figures that are part of something else: told of agents nobody knows."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket.core.data import JsonObject
from loket.language import Skill, SkillIndex
from loket.language.skill import Understanding

TODAY = date(2026, 3, 4)


def index(said: str, **properties: JsonObject) -> SkillIndex:
    schema = {"type": "object", "properties": properties}
    return SkillIndex([Skill("reserve_desk", "Reserve desk", said, ("desk",), (), schema)], "en")


def flag(said: str) -> JsonObject:
    return {"type": "boolean", "description": said}


DESK = index(
    "Reserves a desk in the office.",
    monitor=flag("With a monitor"),
    keyboard=flag("Keyboard wanted"),
    colleagues={"type": "integer", "description": "Number of colleagues"},
)
TOLD = {"with a {}": True, "{} please": True, "no {} please": False, "without a {}": False, "a {} is not needed": False}


def understood(text: str) -> Understanding:
    return DESK.understand(text, TODAY)


@given(one=st.sampled_from(sorted(TOLD)), other=st.sampled_from(sorted(TOLD)), mark=st.sampled_from([", ", ", but "]))
def test_a_no_denies_what_stands_in_its_own_clause(one: str, other: str, mark: str) -> None:
    found = understood(f"reserve a desk, {one.format('monitor')}{mark}{other.format('keyboard')}")
    assert found.slots == ({"monitor": TOLD[one], "keyboard": TOLD[other]},)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("nl", "reserveer een bureau (desk), keyboard hoeft niet"),
        ("de", "einen Tisch (desk) bitte, keyboard brauchen wir nicht"),
        ("pt", "reservar uma mesa (desk), keyboard não é preciso"),
        ("en", "reserve a desk, keyboard is not needed"),
    ],
)
def test_a_no_may_close_its_clause(code: str, text: str) -> None:
    found = DESK.understand(text, TODAY, spoken=code)
    assert found.slots[0].get("keyboard") is False


def test_what_is_refused_and_nobody_knows_is_asked() -> None:
    found = understood("reserve a desk, no tastatur")
    assert (found.decision, set(found.missing)) == ("clarify", {"monitor", "keyboard"})


def test_the_words_of_a_skill_tell_nothing_of_its_properties() -> None:
    office = index("Reserves a desk in the office.", reserve_chair=flag("Reserve a chair as well"))
    assert office.understand("reserve a desk", TODAY).slots == ({},)
    assert office.understand("reserve a desk and a chair", TODAY).slots == ({"reserve_chair": True},)


@given(hour=st.integers(7, 12), tenths=st.integers(10, 99))
def test_a_figure_of_a_time_or_a_measure_counts_nobody(hour: int, tenths: int) -> None:
    for part in (f"at {hour} am", f"at {hour}:{tenths % 60:02}", f"of {tenths} cm", f"in room {tenths}"):
        assert understood(f"reserve a desk {part}").slots == ({},), part
        assert understood(f"reserve a desk for 3 colleagues {part}").slots == ({"colleagues": 3},), part


def test_which_one_it_is_may_be_told_by_an_ordinal() -> None:
    office = index("Reserves a desk.", floor={"type": "integer", "description": "On which floor"})
    assert office.understand("reserve a desk on the third floor", TODAY).slots == ({"floor": 3},)


@pytest.mark.parametrize(
    ("code", "join"), [("pt", "e também"), ("pt", "além disso"), ("de", "außerdem"), ("de", "und anschließend")]
)
def test_two_requests_may_be_joined_by_words_with_accents(code: str, join: str) -> None:
    skills = [
        Skill("desk", "Desk", "Reserves a desk.", ("desk",)),
        Skill("lunch", "Lunch", "Orders a lunch.", ("lunch",)),
    ]
    found = SkillIndex(skills, code).understand(f"desk, {join} lunch", TODAY)
    assert (found.decision, found.skills) == ("run", ("desk", "lunch"))
