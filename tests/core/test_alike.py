"""What counts how alike texts are says what the library for it says, to the last digit; the demos still use it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA
from rapidfuzz.fuzz import ratio, token_set_ratio

from loket.core.alike import share_in_common, slip_of, words_in_common

WORDS = st.text("abcdé", max_size=12)
TEXTS = st.lists(st.sampled_from(["fix", "a", "bike", "bikes", "books", "day", "é"]), max_size=9).map(" ".join)


@given(WORDS, WORDS, st.sampled_from([0.0, 0.5, 0.75, 0.82, 0.84, 1.0]))
def test_slips_are_those_of_the_library(text: str, other: str, least: float) -> None:
    assert slip_of(text, other, least) == OSA.normalized_similarity(text, other, score_cutoff=least)


@given(st.text(max_size=90), st.text(max_size=90))
def test_long_words_too_whatever_they_are_made_of(text: str, other: str) -> None:
    assert slip_of(text, other, 0) == OSA.normalized_similarity(text, other)
    assert share_in_common(text, other) == pytest.approx(ratio(text, other), abs=1e-9)


@given(TEXTS, TEXTS)
def test_words_in_common_are_those_of_the_library(text: str, other: str) -> None:
    assert words_in_common(text, other) == pytest.approx(token_set_ratio(text, other), abs=1e-9)
    assert share_in_common(text, other) == pytest.approx(ratio(text, other), abs=1e-9)


@pytest.mark.parametrize(
    ("text", "other", "alike"),
    [("school", "shcool", 1 - 1 / 6), ("puncture", "puncure", 1 - 1 / 8), ("ca", "abc", 0.0), ("", "", 1.0)],
)
def test_two_letters_that_changed_places_are_one_slip(text: str, other: str, alike: float) -> None:
    assert slip_of(text, other, 0) == pytest.approx(alike)
