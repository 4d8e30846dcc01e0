"""What a tool can't know is noticed in what it gives; what its side knows, or was told, is not held against it."""

from typing import Any

import pytest

from loket_demos.scenario.oracle.disclosure import disclosed

SECRETS: list[Any] = [
    {
        "limit": 4750,
        "note": "We would settle for less if they insist on it",
        "code": "QX-77A1",
        "day": "Monday",
        "by": "Greta Holm",
        "kind": "physical therapy",
    }
]
LEAKS = [
    ("They would settle for less if they insist.", ("settle for less if they",)),
    ({"amount": 4750}, ("4750",)),
    ("Ask Greta Holm about it.", ("greta holm",)),
    ({"inner": ["see qx-77a1"]}, ("77a1",)),
]


@pytest.mark.parametrize(("output", "pieces"), LEAKS)
def test_what_the_other_side_knows_is_noticed(output: Any, pieces: tuple[str, ...]) -> None:
    assert set(pieces) <= set(disclosed(output, SECRETS, ["Our own records."]))


@pytest.mark.parametrize(("output", "pieces"), LEAKS)
def test_what_was_told_or_is_our_own_is_not(output: Any, pieces: tuple[str, ...]) -> None:
    public = ["Greta Holm said: we would settle for less if they insist on it; 4750 at most, code QX-77A1."]
    assert disclosed(output, SECRETS, public) == ()


@pytest.mark.parametrize(
    "output", ["Come on Monday.", {}, None, "We would not settle.", "After physical therapy.", 47, True]
)
def test_common_words_are_nobodys_secret(output: Any) -> None:
    assert disclosed(output, SECRETS, []) == ()
