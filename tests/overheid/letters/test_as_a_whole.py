"""What a letter is as a whole decides what is made of it, on the page: no word of a goodbye, an aside or an address."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.blind.talking import SATURDAY, assistant

FILES = ("whole.toml", "witnesses.toml", "told.toml")
LETTERS: list[dict[str, Any]] = [
    one for file in FILES for one in tomllib.loads((Path(__file__).parent / file).read_text("utf-8"))["brief"]
]


@pytest.mark.parametrize("letter", LETTERS, ids=lambda one: one["naam"])
async def test_a_letter_is_taken_for_what_it_is_as_a_whole(letter: dict[str, Any]) -> None:
    async with assistant("overheid", SATURDAY) as begin:
        answer = await begin("").act("bezwaar/analyse", "bezwaar", text=letter["tekst"])
    seen = "\n".join((answer.text, *(one.text for one in answer.questions)))
    assert [words for words in letter["wel"] if words not in seen] == [], seen
    assert [words for words in letter["niet"] if words in seen] == [], seen
