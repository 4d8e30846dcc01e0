"""docs/conformance.md tells of every leg of the suites and of every failure that is expected, and of nothing else."""

import re
from pathlib import Path

from tests.conformance.__main__ import EXPECTED, LEGS

PAGE, _, A2A = (Path(__file__).parents[2] / "docs" / "conformance.md").read_text("utf-8").partition("\n## A2A\n")
ROW = re.compile(r"^\| ([a-z0-9-]+) \| ([0-9a-z.-]+) \| `([^`]+)` \| (\d+) \| (\d+)\b(.*) \|$", re.MULTILINE)
SCENARIO = re.compile(r"^  - (\S+)$", re.MULTILINE)
WHY = re.compile(r"^- \*\*(.+?)\*\* *(.*?)(?=^- \*\*|^### |\Z)", re.MULTILINE | re.DOTALL)


def expected(leg: str) -> list[str]:
    file = EXPECTED / f"{leg}.yml"
    return SCENARIO.findall(file.read_text("utf-8")) if file.is_file() else []


def test_every_leg_has_its_row_and_only_expected_failures() -> None:
    rows = {name: (version, options, int(failed)) for name, version, options, _, failed, _ in ROW.findall(PAGE)}
    assert rows.keys() == {leg.name for leg in LEGS}
    for leg in LEGS:
        version, options, failed = rows[leg.name]
        assert (version, options) == (leg.version, " ".join(leg.options))
        assert (failed > 0) == bool(expected(leg.name)), leg.name


def test_every_expected_failure_is_explained() -> None:
    assert {file.stem for file in EXPECTED.glob("*.yml")} <= {leg.name for leg in LEGS}
    names = {name: why for bold, why in WHY.findall(PAGE) for name in re.findall(r"`([^`]+)`", bold)}
    scenarios = {scenario for leg in LEGS for scenario in expected(leg.name)}
    assert scenarios and all(len(why.split()) > 10 for why in names.values())
    for scenario in scenarios:
        assert any(re.fullmatch(name.replace("*", ".+"), scenario) for name in names), scenario
    for name in names:
        assert any(re.fullmatch(name.replace("*", ".+"), scenario) for scenario in scenarios), name


def test_every_expected_failure_of_the_a2a_kits_is_explained() -> None:
    listed = [line.split() for line in (EXPECTED / "a2a.txt").read_text("utf-8").splitlines() if line[0] != "#"]
    reasons = " ".join(A2A.partition("### Expected failures, and why")[2].partition("\n### ")[0].split())
    assert listed
    for leg, test, *_ in listed:
        family = re.sub(r".*\[(.+)-(jsonrpc|http_json)\]", r"\1", test.split("::")[1])
        explained = next((part for part in reasons.split("- **") if family in part), "")
        assert re.search(rf"\(([^)]*, )?{leg}[,)]", explained), test
