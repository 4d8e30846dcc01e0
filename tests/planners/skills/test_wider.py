"""What helps with skills nobody saw before: kin of concepts, verbs with small words before them, typed words that are
no words to know, two ends of a way, and questions that anybody could answer."""

import pytest

from loket.language import Skill, SkillIndex, read
from tests.planners.skills.test_properties import TODAY

PORTS = ["Alder", "Birch", "Cedar"]


def schema(*required: str, **properties: object) -> dict[str, object]:
    return {"type": "object", "properties": properties, "required": list(required)}


def port(about: str) -> dict[str, object]:
    return {"type": "string", "enum": PORTS, "description": about}


LIFT = Skill("lift", "Cable car", "Times of the cable car between two stations.", parameters=schema(
    "from", **{"from": port("Where from"), "to": port("Where to")}
))  # fmt: skip
TUNING = Skill("tuning", "Piano tuning", "Arranges a visit of the piano tuner.", parameters=schema(
    "email", email={"type": "string", "format": "email"}, day={"type": "string", "format": "date"}
))  # fmt: skip
SIGN_OFF = Skill("sign_off", "Cancel a lesson", "Cancels one lesson of a pupil.", parameters=schema(
    "day", day={"type": "string", "format": "date", "description": "Day of the lesson"}
))  # fmt: skip
HALL = SkillIndex([LIFT, TUNING, SIGN_OFF], "en")


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("times from Alder to Cedar", {"from": "Alder", "to": "Cedar"}),
        ("times to Cedar from Alder", {"from": "Alder", "to": "Cedar"}),
        ("the cable car from Birch", {"from": "Birch"}),
        ("cable car to Birch", {"to": "Birch"}),
    ],
)
def test_two_ends_of_a_way_that_have_the_same_values_are_kept_apart(text: str, ends: dict[str, str]) -> None:
    slots = HALL.chosen("lift", text, TODAY).slots[0]
    assert slots == ends


def test_a_date_before_a_comma_leaves_the_next_word_alone() -> None:
    slots = HALL.chosen("tuning", "please come on 20.3., k.wood@example.org", TODAY).slots[0]
    assert slots == {"day": "2026-03-20", "email": "k.wood@example.org"}


def test_what_writes_a_date_or_an_address_is_no_strange_word() -> None:
    message = read("call me on Thursday 12 March, mia@example.org", TODAY, "en")
    left = {word.fold for at, word in enumerate(message.words) if at not in message.figures}
    assert left == {"call", "me", "on"}


def test_no_name_is_made_of_a_moment_or_of_a_reference_in_parts() -> None:
    needs = schema("name", name={"type": "string", "description": "Name of the pupil"})
    index = SkillIndex([Skill("pupil", "Pupil", "Shows a pupil.", parameters=needs)], "en")
    assert index.chosen("pupil", "Thursday, QX-8812, 5 May", TODAY).slots == ({},)
    assert index.chosen("pupil", "on Thursday Wim Daal", TODAY).slots == ({"name": "Wim Daal"},)


def test_who_is_ill_may_want_to_cancel() -> None:
    found = HALL.understand("my son is ill on Thursday", TODAY)
    assert (found.decision, found.skills) == ("run", ("sign_off",))


def test_kin_says_nothing_where_a_skill_has_the_thing_itself() -> None:
    ill = Skill("ill", "Illness", "Takes a note that a pupil is ill.", parameters=SIGN_OFF.parameters)
    found = SkillIndex([*HALL.skills.values(), ill], "en").understand("my son is ill on Thursday", TODAY)
    assert (found.decision, found.skills) == ("run", ("ill",))


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("who grows Alder hedges", "en"),
        ("what is the best Birch hedge", "en"),
        ("wie verkoopt mooie Alder heggen", "nl"),
        ("wer pflanzt schöne Cedar Hecken", "de"),
        ("qual o melhor Birch para cercas", "pt"),
    ],
)
def test_a_question_that_anybody_could_answer_must_speak_of_the_skills_clearly(text: str, lang: str) -> None:
    assert HALL.understand(text, TODAY, spoken=lang).decision == "none"


@pytest.mark.parametrize("text", ["how do I get from Alder to Cedar", "how often does the cable car go from Birch"])
def test_a_how_that_speaks_of_a_skill_is_for_it(text: str) -> None:
    assert HALL.understand(text, TODAY).skills == ("lift",)
