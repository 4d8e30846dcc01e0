"""The decision notes keep the form that note 0001 gives them."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

NOTES = sorted((Path(__file__).parents[2] / "docs" / "decisions").glob("*.md"))
HEADINGS = ["## Question", "## Options", "## Choice", "## How it is validated"]


@pytest.mark.parametrize("note", NOTES, ids=lambda note: note.stem)
def test_a_note_is_short_and_says_why(note: Path) -> None:
    lines = note.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 40
    assert lines[0].startswith(f"# {note.name[:4]}: ")
    assert [line for line in lines if line in HEADINGS] == HEADINGS


@pytest.mark.parametrize("note", NOTES, ids=lambda note: note.stem)
def test_a_replaced_note_names_one_that_exists(note: Path) -> None:
    for number in re.findall(r"State: replaced by (\d{4})", note.read_text(encoding="utf-8")):
        assert any(other.name.startswith(number) for other in NOTES)


def test_numbers_are_used_once_and_go_up() -> None:
    numbers = [note.name[:4] for note in NOTES]
    assert all(number.isdigit() for number in numbers)
    assert all(earlier < later for earlier, later in pairwise(numbers))
