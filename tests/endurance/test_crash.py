"""The crash run in small: its world counts, and what it counts is right."""

import pytest

from tests.endurance.crash import killed


@pytest.mark.timeout(240)
async def test_a_few_kills_lose_nothing_do_nothing_twice_and_tell_no_falsehood() -> None:
    lines = {line.what: line for line in await killed(3, seed=2)}
    assert lines["errands accepted"].measured > 0
    assert lines["effects counted outside"].measured > 0
    assert [line.what for line in lines.values() if line.met is False] == []
