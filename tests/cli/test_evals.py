"""`loket eval`: whole talks against what is expected; acting wrongly is told apart from asking back."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from loket.cli.commands import root
from loket.cli.evals.cases import read_cases
from loket.core.errors import Invalid
from tests.tries import tries

SHOP = "tests.cli.shop:bundle"
CASES = """
assistant: shop
cases:
  - name: after a yes
    talk: [book, {approve: true}]
    expect: {tools: book, args: {book: {day: monday}}, answer: [Booked], asks: false}
  - name: with another day
    talk: [book, {edit: {day: Tuesday, bikes: 1}}]
    expect: {tools: book, args: {book: {day: Tuesday}}}
  - name: with one value changed
    talk: [book, {edit: {bikes: 2}}]
    expect: {tools: book, args: {book: {day: monday, bikes: 2}}}
  - name: refused
    talk: [book, {refuse: true}]
    expect: {tools: [], answer: not booked}
  - name: not approved
    talk: book
    expect: {tools: [], asks: true}
    never: {tools: [book], answer: [Booked]}
  - name: a form
    talk: [form, {form: {name: Ann, size: S}}]
    expect: {answer: "'Ann'"}
"""
WRONG = """
- {name: day, assistant: shop, talk: [book, {approve: true}], expect: {tools: book, args: {book: {day: Friday}}}}
- {name: not wanted, assistant: shop, talk: [book, {approve: true}], expect: {tools: []}}
- {name: forbidden, assistant: shop, talk: [book, {approve: true}], never: {tools: [book]}}
- {name: asks, assistant: shop, talk: form, expect: {answer: Noted}}
- {name: tells, assistant: shop, talk: "<b>hi", never: {answer: <b>HI}}
- {name: nothing to answer, assistant: shop, talk: [hi, {approve: true}]}
- {name: no such choice, assistant: shop, talk: [form, {choose: a}]}
"""
VERDICTS = ["harm", "harm", "harm", "asked", "wrong", "wrong", "asked"]


def measured(folder: Path, cases: str, *flags: str, assistants: str = SHOP) -> Result:
    (folder / "cases.yaml").write_text(cases)
    env = {"LOKET_ASSISTANTS": assistants}
    return CliRunner(env=env).invoke(root, ["eval", str(folder / "cases.yaml"), *flags], standalone_mode=False)


def code(result: Result) -> int:
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code


def test_what_happens_as_expected_is_right(tmp_path: Path) -> None:
    result = measured(tmp_path, CASES)
    assert code(result) == 0
    assert [line.split()[1] for line in result.output.splitlines()[:-1]] == ["right"] * 6
    assert result.output.splitlines()[-1] == "shop: 6 right of 6; cost 0.00 a case"


def test_acting_wrongly_costs_five_times_asking_back(tmp_path: Path) -> None:
    result = measured(tmp_path, WRONG, "--json", "--page", str(tmp_path / "page.html"))
    assert code(result) == 4
    said = json.loads(result.output)
    assert [one["verdict"] for one in said["results"]] == VERDICTS
    assert said["scores"]["shop"] | {"cost": 0} == {
        "cases": 7,
        "right": 0,
        "asked": 2,
        "wrong": 2,
        "harm": 3,
        "share": 0.0,
        "cost": 0,
    }
    assert said["scores"]["shop"]["cost"] == pytest.approx((5 * 5 + 2) / 7)
    page = (tmp_path / "page.html").read_text("utf-8")
    assert page.count("<details>") == 7 and "day = &#x27;Monday&#x27;" in page and "<b>" not in page


def test_a_share_is_enough_when_it_is_asked_for_but_never_beside_harm(tmp_path: Path) -> None:
    some = CASES + "  - {name: asks, talk: form, expect: {answer: Noted}}\n"
    assert code(measured(tmp_path, some)) == 4
    assert code(measured(tmp_path, some, "--at-least", "0.8")) == 0
    harm = CASES + "  - {name: harm, talk: [book, {approve: true}], never: {tools: [book]}}\n"
    assert code(measured(tmp_path, harm, "--at-least", "0.5")) == 4


def test_assistants_stand_side_by_side(tmp_path: Path) -> None:
    both, flags = f"{SHOP},tests.cli.asker:bundle", ("--assistant", "shop", "--assistant", "asker")
    result = measured(tmp_path, "[{name: greets, talk: hi, expect: {answer: fine}}]", *flags, assistants=both)
    lines = [line.split()[1:3] for line in result.output.splitlines() if "greets" in line]
    assert lines == [["wrong", "shop:"], ["right", "asker:"]]


@pytest.mark.parametrize(
    ("cases", "words"),
    [
        ("cases: [", "is not YAML"),
        ("cases: []", "cases: "),
        ("[{name: a}]", "cases.0.talk: Field required"),
        ("[{name: a, talk: []}]", "cases.0.talk"),
        ("[{name: a, talk: [{say: b, approve: true}]}]", "an act is one of say, choose"),
        ("[{name: a, talk: b, expects: {}}]", "did you mean expect?"),
        ("[{name: a, talk: b}, {name: a, talk: c}]", "two cases named a"),
        ("!!python/object/apply:os.system [true]", "is not YAML"),
    ],
)
def test_a_file_that_is_wrong_is_told_where(tmp_path: Path, cases: str, words: str) -> None:
    (tmp_path / "cases.yaml").write_text(cases)
    with pytest.raises(Invalid, match=r"cases\.yaml") as refused:
        read_cases(tmp_path / "cases.yaml")
    assert words in refused.value.text


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=tries(30))
@given(st.text(alphabet="[]{}:,- \n'\"&*!|>%@abc01", max_size=60) | st.binary(max_size=40))
def test_any_file_is_cases_or_refused(tmp_path: Path, cases: str | bytes) -> None:
    (tmp_path / "cases.yaml").write_bytes(cases.encode() if isinstance(cases, str) else cases)
    try:
        assert read_cases(tmp_path / "cases.yaml")
    except Invalid as refused:
        assert refused.code == "bad_cases"  # noqa: PT017 - either is fine, nothing else is
