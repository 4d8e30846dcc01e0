"""What a bench run writes: JSON that is read again, JUnit that every CI takes, a page without a script, and a
comparison that says what changed."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from loket.core.errors import Invalid
from loket_demos.scenario.trial.command import bench
from loket_demos.scenario.trial.comparing import compared
from loket_demos.scenario.trial.exchange import DEEPEST, SHOWN, WireExchange, WireRequest
from loket_demos.scenario.trial.junit import junit
from loket_demos.scenario.trial.page import report_page
from loket_demos.scenario.trial.results import (
    Trial,
    TrialCheck,
    TrialFigures,
    TrialReport,
    TrialResult,
    by_fault,
    read_report,
)
from tests.tries import tries

FAULT = {"fault": "twice", "title": "twice", "stand": "gave way", "sentence": "It made <two> tasks & more."}


def result(number: int, verdict: str = "passed", **more: object) -> TrialResult:
    trial = Trial(scenario="visit", agent="patient", counterpart="https://a.example", repetition=number)
    end = TrialCheck(name="end", ok=verdict == "passed", sentence=f"It ended {verdict}")
    kept = {"end": "success", "checks": (end,), "figures": TrialFigures(seconds=2, turns=3, calls=1)}
    return TrialResult.model_validate({"trial": trial, "verdict": verdict, **kept, **more})


def report(*results: TrialResult) -> TrialReport:
    return TrialReport(began="2026-11-23T06:00:00+00:00", seconds=4, against=("https://a.example",), results=results)


def test_junit_tells_failures_from_trials_without_an_end() -> None:
    made = report(result(1), result(2, "failed"), result(3, "broken", why="It hangs.", fault=FAULT))
    root = ElementTree.fromstring(junit(made))
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("3", "1", "1")
    cases = {case.get("name", ""): case for case in root.iter("testcase")}
    assert [len(list(case)) for case in cases.values()] == [1, 2, 2]
    failure, error = root.find(".//failure"), root.find(".//error")
    assert failure is not None and failure.get("message") == "It ended failed"
    assert error is not None and (error.text or "").startswith("It hangs.")


@given(st.text(max_size=40))
@settings(max_examples=tries(30))
def test_whatever_agents_say_the_reports_can_be_read(words: str) -> None:
    made = report(result(1, "failed", said=(words,), why=words, log=({"text": words},)))
    assert ElementTree.fromstring(junit(made)) is not None
    page = report_page(made)
    assert Balanced().of(page) == []
    assert TrialReport.model_validate_json(made.model_dump_json()) == made


class Balanced(HTMLParser):
    """The elements that are opened and not closed."""

    def of(self, page: str) -> list[str]:
        self.open: list[str] = []
        self.feed(page)
        return self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta",):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_stands_on_its_own() -> None:
    page = report_page(report(result(1), result(2, "failed", fault=FAULT)))
    assert not re.search(r"<script|src=|href=|@import|url\(", page), "it loads nothing and runs nothing"
    assert "color-scheme:light dark" in page and "It made &lt;two&gt; tasks &amp; more." in page
    assert page.count("<details open>") == 1, "what did not pass is open"
    assert "<caption>Scenarios</caption>" in page and "<th scope=row>visit</th>" in page


def test_what_changed_is_told_by_trial() -> None:
    slow = result(4, figures=TrialFigures(seconds=20, turns=5))
    before = report(result(1), result(2, "failed"), result(4), result(5))
    change = compared(before, report(result(1, "failed"), result(2), result(3), slow))
    key = "visit as patient with https://a.example #"
    assert change.worse == {f"{key}1": "passed before, failed now (It ended failed)"}
    assert change.better == {f"{key}2": "failed before, passed now"}
    assert change.other == {f"{key}4": "3 turns before, 5 now; 2.0 s before, 20.0 s now"}
    assert (change.fresh, change.gone) == ((f"{key}3",), (f"{key}5",))
    assert compared(before, before).lines() == ["Nothing changed."]


def test_faults_are_summed_up_worst_first() -> None:
    good = {**FAULT, "stand": "held", "sentence": "It gave the same answer."}
    told = by_fault([result(n, fault=good) for n in (1, 2)] + [result(3, fault=FAULT), result(4)])
    assert [(one["stand"], one["times"]) for one in told["twice"]] == [("gave way", 1), ("held", 2)]


def test_what_is_no_report_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}")
    with pytest.raises(Invalid, match="is no report of loket bench"):
        read_report(tmp_path / "x.json")


def test_a_report_has_the_beginning_of_a_text_that_is_too_long_for_it() -> None:
    nested: list[object] = []
    for _ in range(900):
        nested = [nested]
    file = {"parts": [{"file": {"bytes": "A" * 5 * SHOWN}}]}
    one = WireExchange(WireRequest("POST", "/", body=json.dumps(file).encode()), 0.0, heard=[file, nested])
    shown = json.dumps(one.summary())
    assert shown.count(f"({5 * SHOWN} characters)") == 2
    assert len(shown) < 3 * SHOWN
    assert shown.count("[") < DEEPEST + 20


@pytest.mark.parametrize("wrong", ["--seconds=0", "--seconds=-3", "--patience=-1", "--patience=inf"])
def test_times_that_are_none_are_refused(wrong: str) -> None:
    assert CliRunner().invoke(bench, ["lost-delivery", wrong]).exit_code == 2
