"""Kill -9 before and after every commit, inside every call and at every cut of the write-ahead log: a flow always ends,
as if nothing had happened or with what nobody can know said aloud, and nothing is done twice that must not be."""

import asyncio
import os
import shutil
from collections import Counter
from pathlib import Path

import pytest

from loket.core.events import Decided, Faulted, Returned
from loket.core.record import Record, decode
from loket.stores.sqlite import SqliteStore
from tests.crash.life import NAME, Life, lived_through
from tests.crash.works import PHASES, SPECS
from tests.engine.test_equality import Story, story
from tests.nursery import KILLED
from tests.tries import THOROUGH, one_of

ONCE = {spec.name for spec in SPECS if not (spec.read_only or spec.idempotent)}
FRAME = 24 + 4096


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Story:
    folder = tmp_path_factory.mktemp("undisturbed")
    assert lived_through(Life(str(folder))) == 0
    assert [life[:1] for life in seen(folder)] == [bodies(folder)[:1]]
    told = story(log(folder))
    assert len(told) == 3  # the root, its task, and the task's task
    assert effects(folder) == Counter(look=3, store=2, send=1, delete=1, weigh=1)
    return told


def log(folder: Path) -> list[Record]:
    async def read() -> list[Record]:
        async with await SqliteStore.open(folder / "data", read_only=True) as store:
            return [decode(row.body) for row in await store.read(NAME, limit=10_000)]

    return asyncio.run(read())


def bodies(folder: Path) -> list[bytes]:
    async def read() -> list[bytes]:
        async with await SqliteStore.open(folder / "data", read_only=True) as store:
            return [row.body for row in await store.read(NAME, limit=10_000)]

    return asyncio.run(read())


def effects(folder: Path) -> Counter[str]:
    return Counter(line.split()[0] for line in (folder / "effects").read_text().splitlines())


def seen(folder: Path) -> list[list[bytes]]:
    """What each life saw of the log; a line that death cut off is left out."""
    return [life.read_bytes().split(b"\n")[:-1] for life in (folder / "seen").glob("*")]


def ended_well(folder: Path, undisturbed: Story) -> bool:
    """Checks promises 1 and 2; whether it ended as if nothing had happened."""
    rows, records = bodies(folder), log(folder)
    assert [record.seq for record in records] == list(range(1, len(records) + 1))
    for life in seen(folder):
        assert rows[: len(life)] == life
    done = effects(folder)
    assert all(done[tool] <= 1 for tool in ONCE), done
    back = [record.event for record in records if isinstance(record.event, Returned)]
    assert len({event.call for event in back}) == len(back)
    unknown = [event for event in back if event.code == "unknown_outcome"]
    if not unknown:
        assert done["send"] == done["delete"] == 1
        assert story(records) == undisturbed
        return True
    assert [event.ok for event in back if event.code is not None] == [False, False]  # the call, then its flow
    asked = [r.event.action for r in records if isinstance(r.event, Decided) and r.event.step == "failed"]
    assert [action.kind for action in asked] == ["ask"]  # the person is told and asked, never just repeated
    return False


def die_and_live(life: Life) -> bool:
    """Whether it died of what it was to die of; then it lives on to its end."""
    died = lived_through(life)
    assert died in (0, KILLED)
    if died == KILLED:
        assert lived_through(Life(life.folder)) == 0
    return died == KILLED


@pytest.mark.parametrize("side", ["before", "after"])
def test_killed_at_every_commit(undisturbed: Story, tmp_path: Path, side: str) -> None:
    equal = other = 0
    for number in range(1, 1000):
        folder = tmp_path / str(number)
        folder.mkdir()
        if not die_and_live(Life(str(folder), "before" if side == "before" else "after", number)):
            break
        if ended_well(folder, undisturbed):
            equal += 1
        else:
            other += 1
    assert equal > other >= 0


@pytest.mark.parametrize("tool", [spec.name for spec in SPECS])
def test_killed_inside_every_call(undisturbed: Story, tmp_path: Path, tool: str) -> None:
    for phase in PHASES:
        folder = tmp_path / phase
        folder.mkdir()
        assert die_and_live(Life(str(folder), dies=f"{tool} {phase}"))
        as_if_nothing = ended_well(folder, undisturbed)
        if tool != "weigh":  # it reads, so it may begin before the end of the call before it is durable
            assert as_if_nothing == (tool not in ONCE)


def test_a_thought_that_kills_the_process_three_times_is_given_up(tmp_path: Path) -> None:
    life = Life(str(tmp_path), dies="thought")
    assert [lived_through(life) for _ in range(4)] == [KILLED, KILLED, KILLED, 0]
    faults = [record for record in log(tmp_path) if isinstance(record.event, Faulted)]
    assert [(r.scope, r.event.code, r.event.took) for r in faults if isinstance(r.event, Faulted)] == [
        ("/", "killed_the_process", (2,))
    ]


@pytest.mark.timeout(0 if THOROUGH else 180)
@pytest.mark.parametrize("number", [4, 9, 14])
def test_a_flow_goes_on_from_a_write_ahead_log_cut_in_its_last_frame(
    undisturbed: Story, tmp_path: Path, number: int
) -> None:
    died = tmp_path / "died"
    died.mkdir()
    assert lived_through(Life(str(died), "after", number)) == KILLED
    wal = died / "data" / "loket.db-wal"
    length = wal.stat().st_size
    for missing in range(1, FRAME + 1, one_of(411)):
        folder = tmp_path / str(missing)
        shutil.copytree(died, folder)
        # Power that fails may take what was seen last; the disk had lied.
        shutil.rmtree(folder / "seen", ignore_errors=True)
        os.truncate(folder / "data" / "loket.db-wal", length - missing)
        assert lived_through(Life(str(folder))) == 0
        ended_well(folder, undisturbed)
        shutil.rmtree(folder)
