"""A letter that a person wrote whole stands whole in what is made of it; what is no objection becomes none."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.overheid.letters.analysing import agreed

LETTERS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "own.toml").read_text("utf-8"))["brief"]


@pytest.mark.parametrize("letter", LETTERS, ids=lambda one: one["naam"])
async def test_a_letter_of_ones_own_is_kept_whole_or_is_no_objection(letter: dict[str, Any]) -> None:
    answer = await agreed(letter["tekst"], "2026-11-23")
    seen, own = answer["overview"], answer["objection_letter"]
    assert seen["brief"]["soort"] == letter["soort"], seen["brief"]
    assert bool(seen["brief"]["vraag"]) == letter.get("vraag", False)
    assert bool(own) == letter.get("brief", False)
    if own:
        assert seen["termijn"]["besluit"] == letter["datum"]
        assert f"Kenmerk: {letter['kenmerk'] or '['}" in own
        assert all(words in own for words in letter["heel"])
        between = own.partition("\n\n")[2].rpartition("[Uw handtekening]")[0]  # who writes stands above and below
        assert not any(words in between for words in letter["niet"])
