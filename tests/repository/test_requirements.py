"""docs/requirements.md names tests that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| ([A-Z]\d+) \|.*\| ?(.*?) ?\|$")
NAMED = re.compile(r"`([^`]+)`")


def rows() -> dict[str, list[str]]:
    """Line -> the tests it names; a line that stands there twice is a mistake."""
    found: dict[str, list[str]] = {}
    for text in (ROOT / "docs" / "requirements.md").read_text(encoding="utf-8").splitlines():
        if row := ROW.match(text):
            line, tests = row.groups()
            assert line not in found, f"{line} is there twice"
            found[line] = NAMED.findall(tests)
    return found


def exists(test: str) -> bool:
    """`path::name` below tests/, `path` alone for a whole file, or a file of the web shell."""
    path, _, name = test.partition("::")
    folders = (ROOT / "tests", ROOT) if path.startswith(("web/", "bench/", "docs/")) else (ROOT / "tests",)
    file = next((folder / path for folder in folders if (folder / path).is_file()), ROOT / path)
    return file.is_file() and bool(re.search(rf"\bdef {re.escape(name)}\(", file.read_text("utf-8")) if name else True)


@pytest.mark.parametrize(("letter", "lines"), [("O", 57), ("U", 81), ("G", 68), ("V", 25), ("M", 83)])
def test_the_checklist_is_whole(letter: str, lines: int) -> None:
    assert [line for line in rows() if line.startswith(letter)] == [f"{letter}{number + 1}" for number in range(lines)]


def test_every_test_that_is_named_exists() -> None:
    missing = [f"{line}: {test}" for line, tests in rows().items() for test in tests if not exists(test)]
    assert not missing, "\n".join(missing)


@pytest.mark.parametrize("test", ["repository/none.py::test_x", "repository/test_requirements.py::test_nothing"])
def test_a_name_that_is_wrong_is_noticed(test: str) -> None:
    assert not exists(test)
