"""docs/scenarios.md: the scenario that is shown is sound and played to each of its ends, and what is shown is said."""

import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from loket.cli.commands import root
from loket_demos.scenario.library import shipped
from loket_demos.scenario.validation import validated
from loket_demos.scenario.vault.listing import LIMIT

PAGE = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text("utf-8")
FILE = "bike-repair.json"


def block(language: str) -> str:
    (only,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return only


def test_the_scenario_is_sound() -> None:
    found = validated(json.loads(block("json")))
    assert found.errors == () and found.warnings == ()


def test_the_command_says_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path(FILE).write_text(block("json"), "utf-8")
    command, output = re.fullmatch(r"\$ loket (.*)\n(.*)\n", block("console")).groups()  # type: ignore[union-attr]
    ran = CliRunner().invoke(root, shlex.split(command), standalone_mode=False)
    assert ran.exit_code == 0, ran.output
    assert re.sub(r"\d+\.\d s", "n s", ran.stdout.strip()) == re.sub(r"\d+\.\d s", "n s", output)


def test_the_mistakes_are_told_as_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(FILE).write_text(block("json"), "utf-8")
    exec(compile(block("python"), "check.py", "exec"), {})
    assert capsys.readouterr().out == block("text")


def test_the_figures_of_the_page() -> None:
    assert f"at most {LIMIT} files" in PAGE and len(shipped()) == 10
