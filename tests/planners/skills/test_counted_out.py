"""A short answer counts out one of several: by a number, by its place in the row, from the end."""

from datetime import date

import pytest

from loket.language import read
from loket.language.memory import nth

ROW = ("a", "b", "c")


@pytest.mark.parametrize(
    ("code", "text", "picked"),
    [
        ("en", "2", "b"),
        ("en", "the second one", "b"),
        ("en", "the last one please", "c"),
        ("nl", "doe de laatste maar", "c"),
        ("de", "das letzte bitte", "c"),
        ("pt", "a última, por favor", "c"),
        ("en", "the fourth one", None),
        ("en", "the first or the second", None),
        ("en", "last Thursday", None),
        ("nl", "laatste kans", None),
    ],
)
def test_one_is_picked_when_one_is_meant(code: str, text: str, picked: str | None) -> None:
    assert nth(read(text, date(2026, 11, 22), code), ROW) == picked


def test_the_last_of_none_is_none() -> None:
    assert nth(read("the last one", date(2026, 11, 22), "en"), ()) is None
