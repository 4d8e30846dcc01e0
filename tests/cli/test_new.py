"""`loket new`: what it makes works at once: it is talked with, evaluated, tested, and packed for a container."""

import asyncio
import json
import re
import sys
import tomllib
from pathlib import Path

import pytest

from loket.cli.scaffolding import scaffold
from loket.core.errors import Conflict, Invalid
from tests.serving import ran, serving_child

INSTRUCTIONS = ("FROM", "WORKDIR", "COPY", "RUN", "USER", "ENV", "EXPOSE", "CMD")


@pytest.fixture
def bikes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    return scaffold("bikes", tmp_path)


async def test_it_is_asked_and_its_cases_are_right(bikes: Path) -> None:
    code, out, complained = await ran("ask", "bikes", "How much is a small repair?", folder=bikes)
    assert (code, out.splitlines()[-1], complained) == (0, "A small repair costs 15 euros.", "")
    code, out, _ = await ran("eval", "cases.yaml", folder=bikes)
    assert (code, out.splitlines()[-1]) == (0, "bikes: 3 right of 3; cost 0.00 a case")


async def test_it_is_an_agent_whose_card_has_nothing_to_note(bikes: Path) -> None:
    async with serving_child(bikes / "data", str(bikes / "bikes.py")) as server:
        url, flags = f"{server.url}/a2a/bikes", ("--json", "--data", str(bikes / "none"))
        code, out, _ = await ran("check", url, *flags, env={"LOKET_ALLOW_PRIVATE": "127.0.0.1"})
    made = [(one["outcome"], one["text"]) for one in json.loads(out)["checks"] if one["group"] == "card"]
    assert code == 0 and [text for outcome, text in made if outcome in ("failed", "warned")] == [], out


async def test_its_tests_pass(bikes: Path) -> None:
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"), cwd=bikes, stdout=asyncio.subprocess.PIPE
    )
    out, _ = await child.communicate()
    assert child.returncode == 0 and b"2 passed" in out


def test_its_container_copies_what_is_there_and_it_is_a_package(bikes: Path) -> None:
    lines = [line for line in (bikes / "Dockerfile").read_text().splitlines() if line and not line.startswith("#")]
    assert {line.split()[0] for line in lines} == set(INSTRUCTIONS)
    copied = [name for line in lines if line.startswith("COPY") for name in line.split()[1:-1]]
    assert [name for name in copied if "[" not in name and not (bikes / name).exists()] == []
    project = tomllib.loads((bikes / "pyproject.toml").read_text())
    assert project["project"]["entry-points"]["loket.assistants"] == {"bikes": "bikes:bikes"}
    assert all("$" not in path.read_text() for path in bikes.iterdir() if path.is_file())


def test_the_page_of_it_names_commands_that_there_are(bikes: Path) -> None:
    block = (bikes / "README.md").read_text().split("```")[1].strip().splitlines()
    commands = [re.split(r"\s{2,}", line)[0] for line in block]
    assert commands == [
        *("loket chat bikes.py", "loket serve --reload", "pytest", "loket eval cases.yaml", "docker build -t bikes ."),
    ]


@pytest.mark.parametrize("name", ["Bikes", "my-shop", "1st", "class", "json", "loket", "", "../x", "a" * 41])
def test_a_name_that_no_module_may_have_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(Invalid):
        scaffold(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(bikes: Path) -> None:
    before = {path: path.read_bytes() for path in bikes.iterdir()}
    with pytest.raises(Conflict, match="already"):
        scaffold("bikes", bikes.parent)
    assert {path: path.read_bytes() for path in bikes.iterdir()} == before
