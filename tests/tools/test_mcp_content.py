"""A tool's value survives the way over the wire, and a foreign result never surprises."""

from typing import Any

import pytest

from loket.core.tool import ToolFailed, ToolSpec
from loket.schemas import problems
from loket.tools.mcp_content import failure_of, listed, result_of, spec_of, unwrapped, value_of

IMAGE = {"content": [{"type": "image", "data": "", "mimeType": "image/png"}]}


@pytest.mark.parametrize(
    "value", [{"a": 1}, {}, "text", "", [1, {"b": None}], 3, 2.5, True, None, {"result": 1}, IMAGE]
)
def test_values_come_back(value: object) -> None:
    assert value_of(result_of(value)) == value


def test_text_beside_structure_is_readable() -> None:
    assert result_of({"naam": "één"})["content"] == [{"type": "text", "text": '{"naam": "één"}'}]


def test_failures_keep_their_code_only_when_it_is_a_known_one() -> None:
    with pytest.raises(ToolFailed) as told:
        value_of(failure_of(ToolFailed("timeout", "Too slow.", {"after": 3})))
    assert (told.value.code, told.value.text, told.value.value) == ("timeout", "Too slow.", {"after": 3})
    with pytest.raises(ToolFailed) as told:
        value_of(failure_of(ToolFailed("cancelled", "No.")))
    assert told.value.code == "failed"


@pytest.mark.parametrize(
    ("result", "value"),
    [
        ({"documenten": []}, {"documenten": []}),
        ({"content": "a letter"}, {"content": "a letter"}),
        ({"content": []}, {"content": []}),
        ({"content": [{"type": "text"}]}, ""),
        ({"content": [3, {"type": "text", "text": "x"}], "_meta": 7}, "x"),
        ({"content": [], "structuredContent": {"result": 1}}, {"result": 1}),
    ],
)
def test_foreign_results(result: dict[str, object], value: object) -> None:
    assert value_of(result) == value


def test_an_error_without_words() -> None:
    with pytest.raises(ToolFailed, match="without saying"):
        value_of({"content": [], "isError": True})


def test_hints_of_strangers_are_not_believed() -> None:
    told = listed(ToolSpec(name="x", title="X", read_only=True, output={"type": "object"}))
    stranger, friend = spec_of(told, "s", trusted=False), spec_of(told, "s", trusted=True)
    assert (stranger.read_only, stranger.idempotent, stranger.destructive) == (False, False, True)
    assert (friend.read_only, friend.destructive, friend.title, friend.output) == (True, False, "X", {"type": "object"})


def test_a_tool_without_a_name_is_none() -> None:
    with pytest.raises(ValueError, match="string"):
        spec_of({"name": 3}, "s", trusted=False)


NUMBER = {"type": "integer"}
ONLY_RESULT = {"type": "object", "properties": {"result": NUMBER}, "required": ["result"]}


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({**ONLY_RESULT, "title": "addOutput"}, 3),
        ({**ONLY_RESULT, "x-fastmcp-wrap-result": True}, 3),
        (ONLY_RESULT, {"result": 3}),
        ({**ONLY_RESULT, "title": "addOutput", "properties": {"result": NUMBER, "unit": {}}}, {"result": 3}),
        ({"type": "object", "properties": 7}, {"result": 3}),
        (None, {"result": 3}),
    ],
)
def test_what_a_library_wraps_because_it_is_no_object_is_the_value_itself(schema: Any, value: Any) -> None:
    spec = spec_of({"name": "add", "outputSchema": schema}, "s", trusted=False)
    assert unwrapped({"result": 3}, spec.output) == value
    assert not isinstance(value, int) or problems(spec.output or {}, value) == []
    assert unwrapped({"result": 3, "more": 1}, spec.output) == {"result": 3, "more": 1}
