"""Thoughts that begin at the same moment leave room for words between them."""

import asyncio

import pytest

from loket.engine.works import SLICE_SECONDS, Gate
from tests.engine.virtual import live, virtual


def begun(seconds: float, left: int | None = None, first: float = 0.0) -> list[str]:
    """Which of ten thoughts began in each turn of the loop, when each takes so long, and the first so much longer."""
    seen: list[str] = []
    now = [0.0]

    async def main() -> None:
        gate = Gate(lambda: now[0])

        async def thought(name: str) -> None:
            await gate.passed()
            seen.append(name)
            now[0] += seconds + (first if name == "0" else 0.0)

        def turned() -> None:
            seen.append("-")
            if len(seen) < 60:
                asyncio.get_running_loop().call_soon(turned)

        thoughts = [asyncio.create_task(thought(str(n))) for n in range(10)]
        asyncio.get_running_loop().call_soon(turned)
        await asyncio.sleep(0)
        if left is not None:
            thoughts[left].cancel()
        await asyncio.wait(thoughts)
        await virtual().drain()

    live(main())
    return "".join(seen).strip("-").split("-")


def test_of_thoughts_that_take_long_one_begins_in_a_turn_of_the_loop() -> None:
    turns = begun(2 * SLICE_SECONDS)
    assert "".join(turns) == "0123456789"
    assert max(len(turn) for turn in turns) == 1


def test_those_that_take_no_time_begin_in_the_same_turn() -> None:
    assert begun(0.0) == ["0123456789"]


def test_those_that_had_to_wait_and_take_no_time_go_on_together() -> None:
    turns = begun(0.0, first=2 * SLICE_SECONDS)
    assert "".join(turns) == "0123456789" and [len(turn) for turn in turns if turn] == [1, 1, 8]


@pytest.mark.parametrize("left", [1, 5, 9])
def test_one_that_is_cancelled_while_it_waits_holds_up_nobody(left: int) -> None:
    assert "".join(begun(2 * SLICE_SECONDS, left)) == "0123456789".replace(str(left), "")
