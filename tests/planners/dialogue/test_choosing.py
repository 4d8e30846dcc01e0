"""Words answer a question: they mean one of its choices, or say yes or no and nothing else."""

import pytest

from loket.core.actions import Choice
from loket.language import is_yes
from loket.language.consent import agrees
from loket.planners.dialogue.choosing import chosen

CHOICES = (
    Choice(id="a", label="Lane swimming"),
    Choice(id="b", label="Family swimming"),
    Choice(id="c", label="Sauna"),
)


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("the second one", "b"),
        ("die letzte", "c"),
        ("1", "a"),
        ("sauna", "c"),
        ("de familie of the family swimming please", "b"),
        ("4", None),
        ("swimming", None),
        ("something else", None),
    ],
)
def test_words_mean_a_choice_or_none(text: str, id: str | None) -> None:
    assert chosen(text, CHOICES, "en") == id


@pytest.mark.parametrize(
    ("text", "alone", "held"),
    [
        ("ja graag", True, True),
        ("yes please, thank you", True, True),
        ("nee, dank je", False, False),
        ("no, on Tuesday", None, False),
        ("yes, if it is cheap", None, None),
        ("yes no", None, False),
        ("Tuesday", None, None),
        ("", None, None),
    ],
)
def test_a_yes_or_no_alone_and_of_what_is_held(text: str, alone: bool | None, held: bool | None) -> None:
    assert (is_yes(text), agrees(text)) == (alone, held)
