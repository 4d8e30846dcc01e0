"""The stems that are written down are those the stemmer says, and they are of nearly all words that concepts have."""

import pytest

from loket.planners.skills.tokens import LANGUAGES, worked_out, written_stems
from scripts.stems import line, said


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_written_is_what_the_stemmer_says(code: str) -> None:
    wrong = {word: root for word, root in written_stems(code).items() if worked_out(word, code) != root}
    assert not wrong


@pytest.mark.parametrize("code", LANGUAGES)
def test_hardly_a_word_of_a_concept_is_stemmed_while_somebody_waits(code: str) -> None:
    wanted = [word for word in said(code) if word.isalpha()]
    missing = [word for word in wanted if word not in written_stems(code)]
    assert len(missing) < 0.1 * len(wanted), "Run: python -m scripts.stems"


def test_a_stem_that_is_no_beginning_of_its_word_is_written_beside_it() -> None:
    assert line("gemaakt", "maak") == "gemaakt maak"
    assert line("houses", "hous") == "hous|es"
