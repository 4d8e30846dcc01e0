"""The talks that `loket eval` has with the assistant, as its page says."""

from pathlib import Path

from click.testing import CliRunner

from loket.cli.commands import root

CASES = Path(__file__).parents[2] / "demos" / "cases" / "relocation.yaml"


def test_every_talk_is_right() -> None:
    env = {"LOKET_ASSISTANTS": "loket_demos.relocation.components:bundle"}
    measured = CliRunner(env=env).invoke(root, ["eval", str(CASES)])
    assert measured.exit_code == 0, measured.output
    assert "11 right of 11" in measured.output
