"""Each who waits is let go at its own moment, whatever the others wait for; who is done in time hears nothing of it."""

import asyncio

import pytest

from loket.engine.deadlines import Deadlines


async def test_each_ends_at_its_own_moment_and_only_who_still_waits() -> None:
    loop = asyncio.get_running_loop()
    deadlines, now = Deadlines(), loop.time()
    late, soon, done, left = (loop.create_future() for _ in range(4))
    for waiter, seconds in ((late, 0.2), (soon, 0.05), (done, 0.05), (left, 0.05)):
        deadlines.set(waiter, now + seconds)
    done.set_result(True)
    deadlines.take_back(left)
    with pytest.raises(TimeoutError):
        await soon
    assert not late.done() and await done
    with pytest.raises(TimeoutError):
        await late
    assert loop.time() >= now + 0.19 and not left.done()
    deadlines.set(left, loop.time() - 1)
    with pytest.raises(TimeoutError):
        await left
