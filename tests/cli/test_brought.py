"""Commands of packages: listed and run as our own are, never in place of one of ours; a broken one says so."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from loket.cli.commands import root

ENTRIES = """[loket.commands]
greet = brought_sample:greet
doctor = brought_sample:greet
absent = brought_sample:nothing
number = brought_sample:NUMBER
"""
MODULE = '''
import click

NUMBER = 5

@click.command()
@click.argument("name")
def greet(name):
    """Say hello to NAME."""
    click.echo(f"Hello {name}.")
'''


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package on the path with four entries, as an installed one has them."""
    info = tmp_path / "sample-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sample\nVersion: 1\n")
    (info / "entry_points.txt").write_text(ENTRIES)
    (tmp_path / "brought_sample.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)


def test_a_command_of_a_package_is_listed_and_runs(package: None) -> None:
    listed = CliRunner().invoke(root, ["--help"])
    assert "greet     Say hello to NAME." in listed.output and "absent    Can't be loaded." in listed.output
    greeted = CliRunner().invoke(root, ["greet", "Ann"])
    assert (greeted.exit_code, greeted.output) == (0, "Hello Ann.\n")
    assert "Look whether this installation" in CliRunner().invoke(root, ["doctor", "--help"]).output, "ours stays ours"


@pytest.mark.parametrize(("name", "why"), [("absent", "has no attribute 'nothing'"), ("number", "is no click command")])
def test_one_that_can_not_be_loaded_says_why(package: None, name: str, why: str) -> None:
    asked = CliRunner().invoke(root, [name])
    assert asked.exit_code == 1 and f"The command {name} of a package can't be loaded" in asked.output
    assert why in asked.output


def test_there_is_none_of_that_name() -> None:
    assert CliRunner().invoke(root, ["greet", "Ann"]).exit_code == 2
