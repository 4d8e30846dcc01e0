"""Who follows a log record by record, and knows no declarations, can tell when the engine will append no more."""

import pytest

from loket.views.due import due, owing, settled
from loket.views.turn import Turn
from tests.engine.chances import Chances
from tests.engine.scripts import PLAYS
from tests.engine.virtual import live
from tests.engine.world import World


@pytest.mark.parametrize("play", PLAYS)
def test_what_is_settled_and_owes_nothing_is_over(play: str) -> None:
    async def main() -> None:
        world = World(play, Chances().pick, people=False)
        await world.live()
        kit, turn, told, over = world.kit(), Turn(), list[int](), 0
        for record in world.log:
            turn.apply(record)
            told += [record.seq] if record.key else []
            if told and not owing(turn) and all(settled(turn, seq) for seq in told):
                over += 1
                assert due(turn, kit) is None, f"{record.seq} is not the last of what was begun"
        assert over >= 1 and not owing(turn)
        await world.end()

    live(main())
