"""The tool validate_form: each rule, one error a field, and patterns that cannot hang the server."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket_demos.overheid.content.catalogue import TOOLS
from loket_demos.overheid.content.errors import ContentError

TOOL = next(tool for tool in TOOLS if tool.name == "validate_form")


def message(rule: dict[str, object], value: object) -> str | None:
    answer = TOOL.call({"schema": [{"id": "a", **rule}], "values": {"a": value}})
    errors = answer["errors"]
    assert isinstance(errors, list) and answer["ok"] == (not errors)
    return errors[0]["message"] if errors else None


@pytest.mark.parametrize(
    ("rule", "good", "bad"),
    [
        ({"required": True}, ["x", 0, True], ["", "  ", None, False, []]),
        ({"type": "email"}, ["a@b.nl", "", None], ["a@b", "a b@c.nl", "@b.nl", "a@@b.nl", "x" * 400 + "@b.nl"]),
        (
            {"type": "number"},
            ["12", "12,5", "-3.25", "1.234,50", "1.234.567", 7, 7.5],
            ["1.2.3", "twaalf", "1e5", "NaN", "9" * 60],
        ),
        ({"type": "number", "min": 1, "max": 2.5}, ["1", "2,5"], ["0,99", "2,51"]),
        (
            {"type": "date"},
            ["2026-11-21", "21-11-2026", "1/2/2026"],
            ["31-02-2026", "2026/01/01", "11-21-2026", "gisteren"],
        ),
        ({"minLength": 2, "maxLength": 3}, ["ab", "abc"], ["a", "abcd"]),
        ({"pattern": "^[1-9][0-9]{3} ?[A-Z]{2}$"}, ["1234 AB", "1234AB"], ["0234 AB", "1234 ab", "1234 ABC"]),
        ({"pattern": "(06|\\+31)[0-9]{8}"}, ["0612345678"], ["0712345678"]),
        ({"type": "select", "options": ["ja", "nee"]}, ["ja"], ["misschien"]),
        ({"type": "select", "options": [{"value": "ja", "label": "Ja"}]}, ["ja"], ["Ja"]),
    ],
)
def test_each_rule(rule: dict[str, object], good: list[object], bad: list[object]) -> None:
    assert [value for value in good if message(rule, value) is not None] == []
    assert [value for value in bad if message(rule, value) is None] == []


def test_only_the_first_twenty_fields_are_looked_at() -> None:
    fields = [{"id": f"f{number}", "required": True} for number in range(30)]
    errors = TOOL.call({"schema": fields, "values": {}})["errors"]
    assert isinstance(errors, list) and [one["field"] for one in errors] == [f"f{number}" for number in range(20)]


def test_without_fields_all_is_well() -> None:
    assert TOOL.call({"schema": [], "values": {"x": 1}}) == {"ok": True, "errors": []}


BLOW_UP = (
    "(a+)+$",
    "(a|a)*b",
    "(?=a)a",
    "(a)\\1",
    "a*a*a*a*b",
    "[a-z]+[a-z]+[a-z]+!",
    "(",
    "a{2,}{2,}",
    "(?P<x>a)",
    "a" * 300,
)


@pytest.mark.parametrize("pattern", BLOW_UP)
def test_patterns_that_can_blow_up_or_are_wrong_are_refused(pattern: str) -> None:
    with pytest.raises(ContentError) as refused:
        message({"pattern": pattern}, "aaaa")
    assert refused.value.code == "invalid_pattern"


def test_the_slowest_pattern_that_is_allowed_is_fast_enough() -> None:
    start = time.process_time()
    assert message({"pattern": "[a-z]*[a-z]+!"}, "a" * 500) is not None
    assert time.process_time() - start < 1


@given(st.dictionaries(st.text(max_size=5), st.text(max_size=50) | st.integers() | st.none() | st.lists(st.integers())))
def test_any_values_are_answered(values: dict[str, object]) -> None:
    rules = [
        {"id": name, "type": kind, "minLength": 2}
        for name, kind in zip(values, ("email", "number", "date") * 50, strict=False)
    ]
    answer = TOOL.call({"schema": rules, "values": values})
    assert isinstance(answer["ok"], bool)


@pytest.mark.parametrize("wrong", [{"schema": "x"}, {"schema": [{}]}, {"schema": [], "values": []}])
def test_wrong_shapes_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ContentError) as refused:
        TOOL.call(wrong)
    assert refused.value.code.startswith("invalid_")
