"""Words answer a question: they mean one of its choices, or say yes or no and nothing else."""

import pytest

from loket.core.actions import Choice
from loket.language import is_yes
from loket.language.consent import agrees
from loket.planners.dialogue.choosing import NONE_OF, chosen, picked

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
    ("text", "id"),
    [
        ("yes, sauna", "c"),
        ("not the sauna, swimming!", NONE_OF),
        ("no, not sauna", NONE_OF),
        ("niet de sauna", NONE_OF),
    ],
)
def test_a_no_that_names_the_only_choice_does_not_mean_it(text: str, id: str) -> None:
    assert picked(text, (CHOICES[2], Choice(id=NONE_OF, label="None of these")), "en") == id


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
