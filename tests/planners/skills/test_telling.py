"""What the planner says about results, and what it warns of in cards."""

from typing import Any

import pytest

from loket.core.data import BlobRef
from loket.core.events import Returned
from loket.language import Skill
from loket.language.lint import lint
from loket.planners.skills.answer import report, sentence

BLOB = BlobRef(sha256="0" * 64, size=501501, preview="The beginning").model_dump()
REST = "(This is the beginning; all of it is 501501 characters long and stands in the event log.)"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("plain", "plain"),
        (None, ""),
        (
            {"content": [{"type": "text", "text": "One."}, {"type": "image"}, {"type": "text", "text": "Two."}]},
            "One.\nTwo.",
        ),
        ({"message": "Done well.", "id": 7}, "Done well."),
        ({"spaces_left": 2, "full": False, "note": None}, "Spaces left: 2\nFull: no"),
        ({"amount": 1234.5}, "Amount: 1,234.5"),
        ([{"label": "A"}, {"name": "B"}, {"x": 1}], "- A\n- B\n- X 1"),
        ([], "I found nothing."),
        (True, "yes"),
        (BLOB, f"The beginning… {REST}"),
        ({"rows": BLOB}, f"Rows: The beginning… {REST}"),
        ("x" * 70_000, f"{'x' * 4000}… {REST}".replace("501501", "70000")),
        ({"text": "x" * 4000}, "x" * 4000),
    ],
)
def test_a_result_is_told_in_words(value: Any, text: str) -> None:
    assert sentence(value, "en") == text


def test_long_results_are_cut() -> None:
    assert sentence(list(range(30)), "en").endswith("and 18 more")
    assert sentence({"amount": 1234.5}, "nl") == "Amount: 1.234,5"


@pytest.mark.parametrize(
    ("code", "text", "said"),
    [
        ("needs_failed", "", "Dit is niet gedaan, omdat de stap ervoor niet lukte."),
        ("closed", "Het loket is dicht.", "Dat is niet gelukt: Het loket is dicht."),
        ("closed", "", "Dat is niet gelukt: closed"),
    ],
)
def test_a_failure_is_told_with_its_reason(code: str, text: str, said: str) -> None:
    assert report(Returned(call="1.a", ok=False, code=code, text=text), "nl") == said


GOOD = Skill(
    "training",
    "Training times",
    "Tells when and where an age group trains.",
    ("practice",),
    ("When do the under 8s train?",),
    {"type": "object", "properties": {"age_group": {"type": "string", "description": "Age group"}}},
)


def test_a_well_described_skill_gets_no_warning() -> None:
    assert lint([GOOD], "en-GB") == []


def test_warnings_say_what_is_lacking() -> None:
    bare = Skill("x", "Preise", parameters={"properties": {"a": {"type": "string"}}})
    foreign = Skill("y", "Gebühren", "Nennt die Gebühren für eine Bewilligung.", (), ("Was kostet das?",))
    assert lint([bare, foreign], "en") == [
        "Preise has no example of what people say.",
        "Preise has no description.",
        "Preise: a has neither title nor description to ask for it by.",
        "Gebühren has no text in English: it is described in Deutsch.",
    ]


def test_skills_that_look_alike_are_named() -> None:
    twin = Skill("other", "Training times", GOOD.description, GOOD.tags, GOOD.examples, GOOD.parameters)
    assert lint([GOOD, twin], "en") == [
        "Training times and Training times look alike: say in their texts what differs."
    ]
    assert lint([GOOD, GOOD], "en")[-1] == "Two skills have the id training."
