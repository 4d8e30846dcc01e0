"""Schemas and values are both untrusted: plain problems, no way out, no way to stall the process."""

import time
from functools import reduce
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket.core.errors import Invalid
from loket.schemas import SchemaProblem, compiled, problems

FORM = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "properties": {
        "regeling": {"enum": ["Huurtoeslag", "Zorgtoeslag"]},
        "jaar": {"type": "integer", "minimum": 2020, "maximum": 2030},
        "datum": {"type": "string", "format": "date"},
        "a/b~c": {"type": "string", "minLength": 2, "maxLength": 4},
    },
    "required": ["regeling"],
    "additionalProperties": False,
}


def messages_at(schema: Any, value: Any) -> dict[str, str]:
    return {problem.path: problem.message for problem in problems(schema, value)}


def nested(depth: int, leaf: Any = 1) -> Any:
    return reduce(lambda inner, _: {"n": inner}, range(depth), leaf)


def test_a_fitting_value_has_no_problems() -> None:
    assert problems(FORM, {"regeling": "Huurtoeslag", "jaar": 2024, "datum": "2024-02-29"}) == []
    assert compiled(FORM).fits({"regeling": "Zorgtoeslag"})


def test_problems_name_the_place_and_never_the_value() -> None:
    found = messages_at(FORM, {"jaar": 1999, "datum": "2023-02-29", "a/b~c": "geheim-woord", "extra": "x"})
    assert found == {
        "/regeling": "is missing",
        "/jaar": "must be at least 2020",
        "/datum": "must be written as date",
        "/a~1b~0c": "must have at most 4 characters",
        "": "has unknown fields: extra",
    }
    assert messages_at(FORM, {"regeling": "geheim"}) == {"/regeling": 'must be one of "Huurtoeslag", "Zorgtoeslag"'}
    assert messages_at(FORM, []) == {"": "must be of type object"}
    assert str(SchemaProblem(path="/jaar", message="is missing")) == "/jaar: is missing"
    assert "geheim" not in str(problems({"not": {"type": "string"}}, "geheim"))
    assert "geheim" not in str(problems({"anyOf": [{"type": "number"}, {"pattern": "^x"}]}, "geheim"))


def test_at_most_twenty_problems_of_bounded_length() -> None:
    found = problems({"items": {"type": "string"}}, list(range(5000)))
    assert len(found) == 20
    wide = problems({"additionalProperties": False}, {f"{i}" * 2000: 1 for i in range(10)})
    assert all(len(problem.message) <= 300 for problem in wide)


def test_equal_schemas_share_a_validator_and_later_changes_do_not_reach_it() -> None:
    schema: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "string"}}}
    first = compiled(schema)
    assert compiled({"properties": {"a": {"type": "string"}}, "type": "object"}) is first
    schema["properties"]["a"]["type"] = "integer"
    assert first.fits({"a": "x"})
    assert not compiled(schema).fits({"a": "x"})


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "strin"},
        {"$ref": "http://example.com/x.json"},
        {"$ref": "file:///etc/passwd"},
        {"$ref": "https://json-schema.org/draft/2020-12/schema"},
        {"$ref": "#/$defs/nope"},
        {"$ref": "#nope"},
        {"$schema": "http://unknown.example/"},
        {"pattern": "("},
        {"pattern": "(a{1,1000}){1,1000}"},
        {"properties": {"a": {"$id": "http://a/b", "type": "string"}}},
        {"$dynamicRef": "#x"},
        {"required": {1, 2}},
        {"description": "\ud800"},
        {"description": "x" * 200_000},
        nested(500),
        nested(5000),
        [],
        "text",
        None,
    ],
    ids=range(19),
)
def test_a_schema_that_can_not_be_used_is_refused(schema: Any) -> None:
    with pytest.raises(Invalid) as refused:
        compiled(schema)
    assert refused.value.code == "bad_schema"


@pytest.mark.parametrize("value", [b"x", {"a": {1}}, {1: 2}, "\ud800", {"a": object()}])
def test_what_is_not_json_is_a_problem(value: Any) -> None:
    assert problems({"type": ["string", "object"], "additionalProperties": {"type": "string"}}, value)


def test_deep_values_stop_before_the_machine_stack_ends() -> None:
    tree = {"type": ["object", "integer"], "properties": {"n": {"$ref": "#"}}}
    assert problems(tree, nested(60)) == []
    for depth in (65, 900, 100_000):
        assert messages_at(tree, nested(depth)) == {"": "is nested more than 64 levels deep"}
    loop: dict[str, Any] = {}
    loop["n"] = loop
    assert not compiled(tree).fits(loop)


def test_own_parts_may_be_referred_to() -> None:
    schema = {
        "$ref": "#/$defs/a~1b",
        "$defs": {"a/b": {"items": {"$ref": "#name"}}, "c": {"$anchor": "name", "type": "string"}},
    }
    assert problems(schema, ["x"]) == []
    assert messages_at(schema, [1]) == {"/0": "must be of type string"}
    tree = {"properties": {"left": {"$ref": "#"}, "right": {"$ref": "#"}}, "additionalProperties": False}
    deep = reduce(lambda inner, _: {"left": inner, "right": {}}, range(60), dict[str, Any]())
    assert problems(tree, deep) == []


def test_schemas_that_double_their_work_do_not_stall_us() -> None:
    doubling: dict[str, Any] = {f"a{i}": {"allOf": [{"$ref": f"#/$defs/a{i + 1}"}] * 2} for i in range(40)}
    doubling["a40"] = {"type": "string"}
    started = time.process_time()
    with pytest.raises(Invalid):
        compiled({"$ref": "#/$defs/a0", "$defs": doubling})
    twice = {"type": ["object", "integer"], "properties": {"n": {"allOf": [{"$ref": "#"}, {"$ref": "#"}]}}}
    assert problems(twice, nested(5)) == []
    assert "nested more than" in messages_at(twice, nested(60))[""]
    assert time.process_time() - started < 1.0


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("^(a+)+$", "a" * 50_000 + "b"),
        (r"^(a|b|ab)*\1c$", "ab" * 5_000),
        (r"^(?:(?!\.\.)(a|aa)+)+$", "a" * 9_000 + "b"),
    ],
)
def test_patterns_stop_after_a_number_of_steps(pattern: str, text: str) -> None:
    started = time.process_time()
    assert problems({"pattern": pattern}, text)
    assert time.process_time() - started < 0.5


def test_look_ahead_is_allowed() -> None:
    assert problems({"pattern": r"^(?!\.)[a-z.]+@[a-z.]+$"}, "jan@example.nl") == []
    assert problems({"pattern": r"^(?!\.)[a-z.]+@[a-z.]+$"}, ".jan@example.nl")


def test_checking_a_small_object_is_fast() -> None:
    checker, value = compiled(FORM), {"regeling": "Huurtoeslag", "jaar": 2024, "datum": "2024-02-29"}
    best = min(_timed(lambda: checker.problems(value)) for _ in range(5))
    by_schema = min(_timed(lambda: problems(FORM, value)) for _ in range(5))
    assert best < 20e-6
    assert by_schema < 50e-6


def _timed(work: Any) -> float:
    started = time.process_time()
    for _ in range(500):
        work()
    return (time.process_time() - started) / 500


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(schema=json_values, value=json_values)
def test_any_json_as_schema_is_used_or_refused(schema: Any, value: Any) -> None:
    outcome = used(schema, value)
    assert outcome == "bad_schema" or len(outcome) <= 20


def used(schema: Any, value: Any) -> list[SchemaProblem] | str:
    try:
        return problems(schema, value)
    except Invalid as refused:
        return refused.code
