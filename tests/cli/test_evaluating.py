"""`loket eval --skills`: it measures by the rules of docs/planner.md, on any file of the two shapes."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from loket.cli.commands import root
from loket.cli.evals.planner import right, same, score, slots_right
from loket.core.errors import Invalid

DATA = Path(__file__).parents[1] / "planners" / "skills" / "data"


def run(*args: str) -> str:
    """The command's output."""
    result = CliRunner().invoke(root, ["eval", *args], catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def wanting(skill: str, **more: Any) -> dict[str, Any]:
    """A case."""
    return {
        "id": "x",
        "text": "",
        "assistant": "a",
        "lang": "en",
        "expected_skill": skill,
        "expected_slots": {},
        **more,
    }


@pytest.mark.parametrize(
    ("case", "got", "ok"),
    [
        (wanting("a"), {"decision": "run", "skills": ["a"]}, True),
        (wanting("a"), {"decision": "run", "skills": ["a", "b"]}, False),
        (wanting("a"), {"decision": "choice", "choices": ["a"]}, False),
        (wanting("a+b"), {"decision": "run", "skills": ["a", "b"]}, True),
        (wanting("a+b"), {"decision": "run", "skills": ["b", "a"]}, False),
        (wanting("none"), {"decision": "none"}, True),
        (wanting("none"), {"decision": "clarify", "skills": ["a"]}, False),
        (wanting("clarify", missing=["m"]), {"decision": "clarify", "missing": ["m", "n"]}, True),
        (wanting("clarify", missing=["m"]), {"decision": "clarify", "missing": ["n"]}, False),
        (wanting("clarify"), {"decision": "choice"}, True),
        (wanting("clarify", acceptable=["a"]), {"decision": "run", "skills": ["a"]}, True),
        (wanting("clarify", acceptable=["a"]), {"decision": "run", "skills": ["b"]}, False),
        (wanting("clarify", acceptable=["a"]), {"decision": "run", "skills": []}, False),
    ],
)
def test_a_decision_is_judged_by_its_case(case: dict[str, Any], got: dict[str, Any], ok: bool) -> None:
    assert right(case, got) is ok


def test_values_are_compared_as_people_read_them() -> None:
    assert same("Bielstrasse 20  grenchen", "Bielstrasse 20, Grenchen")
    assert same("Orgãos", "orgaos") and same(10.0, 10) and same("10", 10)
    assert same(["a", "B"], ["A", "b"]) and not same(["a"], ["a", "b"])
    assert not same(1, True) and not same(None, 3) and not same("x", 3)
    assert slots_right(wanting("a", expected_slots={"age": 11}, alt_slots={"age": [12]}), {"age": 12, "more": 1})
    assert not slots_right(wanting("a", expected_slots={"age": 11}), {})


def test_the_measures_are_counted_over_the_right_cases() -> None:
    cases = [wanting("a"), wanting("b"), wanting("none"), wanting("a", expected_slots={"n": 1})]
    cases = [{**case, "id": str(at)} for at, case in enumerate(cases)]
    predictions = [
        {"id": "0", "decision": "choice", "choices": ["a", "b"], "ms": 1.0},
        {"id": "1", "decision": "run", "skills": ["a"], "ms": 2.0},
        {"id": "3", "decision": "run", "skills": ["a"], "slots": {"n": 2}, "ms": 3.0},
    ]
    found = score(cases, predictions)
    assert found["n"] == 4 and found["decision"] == 0.5 and found["skill"] == 0.3333 and found["slots"] == 0
    assert found["in_choices"] == 0.6667 and found["asked"] == 1 and found["silently_wrong"] == 1
    assert found["p50_ms"] == 2.0 and found["by"] == {"a": 0.5, "en": 0.5}
    # A choice costs 1, another skill and a wrong value 5 each; nothing where nothing was wanted costs nothing.
    assert (found["acts"], found["wrong_acts"], found["precision"], found["harm"]) == (2, 2, 0, 2.75)
    assert found["wrong"] == [
        {"id": "0", "expected": "a", "got": "choice:a+b"},
        {"id": "1", "expected": "b", "got": "run:a"},
    ]


def test_what_is_right_and_proposed_has_a_figure_of_its_own() -> None:
    case = wanting("a", expected_slots={"n": 1})
    proposals = [
        {"id": "x", "decision": "choice", "skills": [skill], "slots": {"n": n}, "choices": [skill]}
        for skill, n in (("a", 1), ("a", 2), ("b", 1))
    ]
    scores = [score([case], [one]) for one in proposals]
    assert [one["proposed"] for one in scores] == [1, 0, 0]
    assert [(one["decision"], one["harm"], one["acts"]) for one in scores] == [(0, 1, 0)] * 3


def test_scores_table_and_predictions_tell_the_same(tmp_path: Path) -> None:
    cases, skills, out = str(DATA / "given-a.jsonl"), str(DATA / "given.json"), tmp_path / "p.jsonl"
    scored = json.loads(run(cases, "--skills", skills, "--json"))
    assert run(cases, "--skills", skills, "--predictions", str(out)) == ""
    predictions = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    read = [json.loads(line) for line in Path(cases).read_text("utf-8").splitlines()]
    again = score(read, predictions)
    timing = ("p50_ms", "p95_ms")
    assert {k: v for k, v in again.items() if k not in timing} == {k: v for k, v in scored.items() if k not in timing}
    assert set(predictions[0]) == {"id", "decision", "skills", "slots", "choices", "missing", "ms"}
    table = run(cases, "--skills", skills)
    assert all(one["id"] in table for one in scored["wrong"])


@pytest.mark.parametrize(
    ("name", "skills", "least", "harm"),
    [
        ("given-a", "given", 0.93, 0.07),
        ("given-b", "given", 0.94, 0.12),
        ("given-c", "given", 0.86, 0.22),
        ("agents-a", "agents", 0.89, 0.15),
        ("agents-b", "agents", 0.92, 0.1),
        ("agents-c", "agents-more", 0.92, 0.03),
        ("agents-d", "agents-other", 0.9, 0.13),
        ("kinds-a", "kinds", 0.86, 0.23),
        ("kinds-b", "kinds", 0.86, 0.14),
        ("fresh-a", "fresh", 0.82, 0.45),
        ("fresh-b", "fresh", 0.81, 0.42),
        ("terse-a", "terse", 0.86, 0.14),
        ("terse-b", "terse", 0.86, 0.12),
        ("terse-c", "terse", 0.86, 0.2),
        ("given-d", "given", 0.85, 0.24),
    ],
)
def test_messages_are_understood(name: str, skills: str, least: float, harm: float) -> None:
    """Harm is what counts: some right answers are the price of acts that were wrong and are proposed now, which is no
    right decision (decision 0048)."""
    found = json.loads(run(str(DATA / f"{name}.jsonl"), "--skills", str(DATA / f"{skills}.json"), "--json"))
    assert found["decision"] >= least and found["harm"] <= harm, found["wrong"]
    assert found["slots"] >= 0.9
    if not name.startswith("given"):  # agents that the planner was not made for
        assert found["skill"] >= 0.8, found["wrong"]


def test_bare_skills_are_enough(tmp_path: Path) -> None:
    skills = {
        "a": {"skills": [{"id": "opening_hours"}, {"id": "price-list", "tags": None}]},
        "b": {"lang": "xx", "skills": []},
    }
    cases = [
        {"id": "1", "text": "what are your opening hours", "assistant": "a", "expected_skill": "opening_hours"},
        {"id": "2", "text": "hello", "assistant": "b", "expected_skill": "none"},
    ]
    (tmp_path / "s.json").write_text(json.dumps(skills), "utf-8")
    (tmp_path / "c.jsonl").write_text("\n".join(map(json.dumps, cases)), "utf-8")
    found = json.loads(run(str(tmp_path / "c.jsonl"), "--skills", str(tmp_path / "s.json"), "--json"))
    assert found["decision"] == 1


@pytest.mark.parametrize(
    ("cases", "skills", "code"),
    [
        ("nonsense", "{}", "bad_cases"),
        ('{"id": "1"}', "{}", "bad_cases"),
        ('{"id": "1", "text": "x", "assistant": "a", "expected_skill": "none"}', "{}", "bad_cases"),
        ("", "[]", "bad_skills"),
        ("", "x", "bad_skills"),
        ("", '{"a": {"skills": [{}]}}', "bad_skills"),
    ],
)
def test_files_of_another_shape_are_refused_in_words(tmp_path: Path, cases: str, skills: str, code: str) -> None:
    (tmp_path / "c.jsonl").write_text(cases, "utf-8")
    (tmp_path / "s.json").write_text(skills, "utf-8")
    with pytest.raises(Invalid) as refused:
        run(str(tmp_path / "c.jsonl"), "--skills", str(tmp_path / "s.json"))
    assert refused.value.code == code


def test_the_plainest_words_of_ordinary_people_are_understood_two_times_in_three() -> None:
    """Six agents asked by what happened, not by what is wanted: the hardest cases there are, and no reason to hide."""
    found = json.loads(run(str(DATA / "plain-a.jsonl"), "--skills", str(DATA / "plain.json"), "--json"))
    assert found["decision"] >= 0.63 and found["skill"] >= 0.56 and found["slots"] >= 0.89, found["wrong"]
    assert found["wrong_acts"] <= 6 and found["harm"] <= 0.59, found["wrong"]
