"""Killed after every step, with nothing, half or all of what was held made durable: it ends as if nothing had happened.

Tools that only read or may be repeated; times, durations and seqs may differ. LOKET_SIMULATIONS=1000 tries every step
with each of the three, otherwise one step of some gets one of them."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable

import pytest

from loket.core.data import JsonObject
from loket.core.events import Answered, Closed, Decided, Faulted, Opened, Returned, SurfaceActed, UserSaid, Woke
from loket.core.record import Record
from tests.engine.chances import Chances
from tests.engine.promises import at_rest
from tests.engine.scripts import PLAYS, TOOLS
from tests.engine.virtual import live, virtual
from tests.engine.world import DOWN, World
from tests.tries import THOROUGH, one_of

HARMLESS = {name: spec.model_copy(update={"idempotent": True, "destructive": False}) for name, spec in TOOLS.items()}
KEPT = (0.0, 0.5, 1.0)
TIMED = ("scenario",)
"""Waits for a moment, which comes sooner than all else when it passed while no process was up."""
STRIDE = {"recursive": 80, "looping": 10, "sogis": 8}
Story = dict[str, list[object]]


async def life(play: str, at: int | None, kept: float) -> tuple[Story, int]:
    """What came of it, scope by scope, and how many steps it took."""
    world = World(play, Chances().pick, people=False, tools=HARMLESS, down=0.0 if play in TIMED else DOWN)
    await world.first()
    steps = quiet = 0
    while quiet < 2:
        options = world.options()
        if options:
            quiet = 0
            await world.do(options[0])
        else:
            quiet += 1
            await asyncio.sleep(6)
            await virtual().drain()
        if steps == at:
            await world.crash(round(len(world.store.held) * kept))
        steps += 1
        world.verify()
    await at_rest(world)
    await world.end()
    return story(world.log), steps


def story(log: Iterable[Record]) -> Story:
    """Each scope's decisions, results and news in order, with the n-th decision of a scope instead of its seq."""
    places: dict[str, str] = {}
    told: Story = defaultdict(list)
    decisions: defaultdict[str, int] = defaultdict(int)

    def name(id: str) -> str:
        seq, dot, rest = id.partition(".")
        return f"{places.get(seq, seq)}{dot}{rest}"

    for record in log:
        scope = "/".join(name(part) for part in record.scope.split("/"))
        match record.event:
            case Decided(action=action):
                places[str(record.seq)] = f"{scope}#{decisions[scope]}"
                decisions[scope] += 1
                told[scope].append(plain(action.model_dump(mode="json"), name))
            case Returned() as event:
                told[scope].append((name(event.call), event.ok, event.code, event.text, str(event.value)))
            case Answered(to=to) as event:
                told[scope].append((name(to), event.choice, event.text))
            case Closed(question=question, code=code):
                told[scope].append((name(question), code))
            case UserSaid() | SurfaceActed() | Opened() | Woke() | Faulted() as event:
                told[scope].append((event.kind, getattr(event, "code", "")))
            case _:
                pass
    for lines in told.values():
        lines.sort(key=str)  # side by side is side by side
    return dict(told)


def plain(action: JsonObject, name: object) -> JsonObject:
    """Moments and ids out: they belong to one run."""
    return {k: v for k, v in action.items() if k not in ("until", "calls", "scopes") or action["kind"] == "call"}


@pytest.mark.timeout(0 if THOROUGH else 180)
@pytest.mark.parametrize("third", range(3))
@pytest.mark.parametrize("play", PLAYS)
def test_killed_at_any_step_it_ends_the_same(play: str, third: int) -> None:
    undisturbed, steps = live(life(play, None, 0))
    assert steps > 5
    for at in range(third, steps - 1, 3 * one_of(STRIDE.get(play, 4))):
        for kept in KEPT if THOROUGH else (KEPT[at // 3 % 3],):
            again, _ = live(life(play, at, kept))
            assert again == undisturbed, f"killed after step {at} with {kept:g} of what was held"
