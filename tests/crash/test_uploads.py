"""Kill -9 before and after every commit while a file comes in and a tool keeps another, and inside that tool: both
are there once in the end, whole, and nothing takes more room than in a life that nobody ended."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.crash.test_engine import log
from tests.crash.uploads import LETTER
from tests.engine.test_equality import story
from tests.nursery import KILLED, lived


def life(folder: Path, side: str = "before", number: int = 0, inside: str = "") -> int:
    folder.mkdir(exist_ok=True)
    return lived("tests.crash.uploads", json.dumps([str(folder), side, number, inside]))


def outcome(folder: Path) -> Any:
    """The files with their bytes and the room they take, and what became of the message."""
    files, given, room = json.loads((folder / "there").read_text())
    told = [{**line, "seq": 0, "at": "", "call": ""} for line in files["items"]]
    return told, given, room, story(log(folder))


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("undisturbed")
    assert life(folder) == 0
    files, given, room, _ = outcome(folder)
    assert [line["file"]["name"] for line in files] == ["letter.txt", "copy.txt"]
    assert given == [LETTER.decode(), LETTER[::-1].decode()] and room > 2 * len(LETTER)
    return outcome(folder)


@pytest.mark.parametrize("side", ["before", "after"])
def test_killed_at_every_commit(undisturbed: Any, side: str, tmp_path: Path) -> None:
    deaths = 0
    for number in range(1, 1000):
        folder = tmp_path / str(number)
        if (died := life(folder, side, number)) == 0:
            break
        assert died == KILLED and life(folder) == 0
        deaths += 1
        files, given, room, told = outcome(folder)
        assert (files, given, told) == (undisturbed[0], undisturbed[1], undisturbed[3]), f"{side} commit {number}"
        assert room - undisturbed[2] < 500, f"{side} commit {number} leaves {room - undisturbed[2]} bytes"
    assert deaths >= 4


@pytest.mark.parametrize("moment", ["start", "end"])
def test_killed_inside_the_call_that_keeps_a_file(undisturbed: Any, moment: str, tmp_path: Path) -> None:
    assert life(tmp_path / "a", inside=moment) == KILLED and life(tmp_path / "a") == 0
    files, given, _, told = outcome(tmp_path / "a")
    assert (files, given, told) == (undisturbed[0], undisturbed[1], undisturbed[3])
