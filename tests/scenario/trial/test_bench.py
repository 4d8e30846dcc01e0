"""`loket bench` with real servers: both sides ours, without a model, under a fault and a kill -9 of our own side."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from loket.cli.commands import root
from loket.core.errors import Invalid
from loket_demos.scenario.trial.results import TrialReport


def bench(*arguments: str) -> Result:
    ran = CliRunner().invoke(root, ["bench", *arguments], standalone_mode=False)
    assert ran.exception is None or isinstance(ran.exception, SystemExit), ran.exception
    return ran


def test_every_trial_has_a_verdict_whoever_is_there_and_whatever_goes_wrong(tmp_path: Path) -> None:
    own = json.loads(Path("demos/src/loket_demos/scenario/data/scenarios/lost-delivery.json").read_text())
    scenario = {
        **own,
        "variants": own["variants"][:1],
        "trial": {"facts": ["LF-4410"], "documents": ["credit-note.md"]},
    }
    (tmp_path / "mine.json").write_text(json.dumps({"config": scenario}))
    files = {name: tmp_path / "out" / name for name in ("report.json", "report.xml", "report.html")}
    outputs = ("--json", files["report.json"], "--junit", files["report.xml"], "--page", files["report.html"])
    disturbed = (
        "--faults",
        "twice",
        "--crash",
        "--seed",
        "53",
        "--parallel",
        "2",
        "--against",
        "http://127.0.0.1:9",
        "--simulated",
    )
    ran = bench(str(tmp_path / "mine.json"), *disturbed, *map(str, outputs))
    assert ran.exit_code == 4 and "2 trials: 1 passed" in ran.output, ran.output
    report = TrialReport.model_validate_json(files["report.json"].read_bytes())
    nowhere, simulated = sorted(report.results, key=lambda result: result.trial.counterpart)
    missed = {check.name for check in nowhere.checks if not check.ok}
    assert nowhere.verdict in ("failed", "broken") and {"end", "fact: LF-4410", "document: credit-note.md"} <= missed
    [ended] = [check.sentence for check in nowhere.checks if check.name == "end"]
    assert "http://127.0.0.1:9 can't be reached: nobody answers at this address" in ended, ended
    assert "502" not in ended, "that was our stand-in's word, not the agent's"
    checks = {check.name: check for check in simulated.checks}
    assert (simulated.verdict, simulated.end) == ("passed", "success") and simulated.figures.crashes
    assert checks["their own log"].sentence == "2 messages of ours, each once"
    assert checks["no private file"].sentence == "2 private files, none of them was sent"
    assert checks["document: credit-note.md"].sentence.startswith("sha256 ")
    assert simulated.fault is not None and simulated.fault["stand"] == "held"
    assert len(list(ElementTree.parse(files["report.xml"]).iter("testcase"))) == 2
    assert "What the agent made of each fault" in files["report.html"].read_text()


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("no-such-scenario",), "is no scenario that is shipped, and no file or folder"),
        (("lost-delivery", "--as", "nobody"), "has no agent nobody; it has customer, shop"),
        (("lost-delivery", "--faults", "rain"), "There is no fault rain"),
        (("lost-delivery", "--authorization", "NO_SUCH_VARIABLE"), "The variable NO_SUCH_VARIABLE is empty"),
    ],
)
def test_what_can_not_be_run_is_refused_with_a_sentence(arguments: tuple[str, ...], why: str) -> None:
    ran = CliRunner().invoke(root, ["bench", *arguments], standalone_mode=False)
    assert ran.exception is not None and why in str(ran.exception)


@pytest.mark.parametrize("option", ["--seconds", "--patience", "--at-least"])
def test_a_number_that_is_none_is_refused(option: str) -> None:
    ran = CliRunner().invoke(root, ["bench", "lost-delivery", option, "nan"])
    assert (ran.exit_code, "nan is not a number." in ran.output) == (2, True), ran.output


@pytest.mark.parametrize(
    ("expected", "wrong"),
    [
        ('{"fact": ["LF-4410"]}', "trial.fact is not known; there are ends, facts"),
        ('{"turns": 1.5}', "trial.turns must be a whole number from 1 on"),
        ('{"seconds": 1e999}', "trial.seconds must be a number of seconds above 0"),
        ('{"cost": -1}', "trial.cost must be a number of US dollars, 0 or more"),
        ('{"ends": ["won"]}', "trial.ends has won; ends are success, failure, neutral"),
        ('{"cost": NaN}', "is no JSON: NaN is no number of JSON"),
    ],
)
def test_what_can_not_be_expected_is_said_before_anything_is_tried(tmp_path: Path, expected: str, wrong: str) -> None:
    own = json.loads(Path("demos/src/loket_demos/scenario/data/scenarios/lost-delivery.json").read_text())
    (tmp_path / "mine.json").write_text(json.dumps({**own, "trial": 0}).replace('"trial": 0', f'"trial": {expected}'))
    ran = CliRunner().invoke(root, ["bench", str(tmp_path / "mine.json")], standalone_mode=False)
    assert isinstance(ran.exception, Invalid) and wrong in ran.exception.text
