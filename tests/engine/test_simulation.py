"""The real engine under hundreds of interleavings of people, agents, thoughts, tools, commits, full disks and crashes.

LOKET_SIMULATIONS=5000 runs that many of each play instead; a failure prints the list of choices that replays it."""

import os
import random

import pytest

from tests.engine.chances import Chances, shortest
from tests.engine.promises import at_rest
from tests.engine.scripts import PLAYS
from tests.engine.virtual import live
from tests.engine.world import Broken, World
from tests.tries import SIMULATIONS

FROM = int(os.environ.get("LOKET_SIMULATIONS_FROM", "0"))
PARTS = 2
CRASHES = (0, 1, 5)
"""Of a hundred choices, in turn."""


async def simulate(play: str, crashes: int, chances: Chances) -> None:
    world = World(play, chances.pick, crashes)
    try:
        await world.live()
        await at_rest(world)
    finally:
        await world.end()


def failure(play: str, crashes: int, chances: Chances) -> str | None:
    try:
        live(simulate(play, crashes, chances))
    except Broken as error:
        return str(error)
    return None


@pytest.mark.timeout(0 if SIMULATIONS >= 100 else 180)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("play", PLAYS)
def test_every_promise_holds_in_every_interleaving(play: str, part: int) -> None:
    for number in range(FROM + part, FROM + SIMULATIONS, PARTS):
        crashes = CRASHES[number // PARTS % len(CRASHES)]
        chances = Chances(random.Random(f"{play} {number}"))
        if (broken := failure(play, crashes, chances)) is not None:
            kind = broken.split(" ")[0]

            def again(choices: tuple[int, ...], kind: str = kind, crashes: int = crashes) -> bool:
                found = failure(play, crashes, Chances(given=choices))
                return found is not None and found.split(" ")[0] == kind

            choices = shortest(chances.made, again)
            pytest.fail(f"{broken}\nreplay: failure({play!r}, {crashes}, Chances(given={choices}))")
