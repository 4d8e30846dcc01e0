"""Schemas and prompts are snapshots: whoever changes one sees it in the review."""

import pytest

from tests.overheid.content.snapshots import FOLDER, current


@pytest.mark.parametrize("name", ["tools.json", "prompt.txt"])
def test_what_goes_out_is_what_was_reviewed(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == current()[name]
