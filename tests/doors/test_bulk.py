"""What a body holds is counted right, whatever stands in its texts, and no body of tiny values is read."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket.core.errors import TooLarge
from loket.house.bulk import check_bulk

SIGNS = st.text(alphabet='"\\[]{},:a\u202e', max_size=8)
VALUES = st.recursive(
    st.none() | st.integers() | SIGNS, lambda inner: st.lists(inner) | st.dictionaries(SIGNS, inner), max_leaves=30
)


def counted(value: Any) -> int:
    """Commas, colons and brackets outside texts, as a reader of the value knows them."""
    match value:
        case dict():
            return 1 + len(value) + max(len(value) - 1, 0) + sum(counted(inner) for inner in value.values())
        case list():
            return 1 + max(len(value) - 1, 0) + sum(counted(inner) for inner in value)
        case _:
            return 0


def deep(value: Any) -> int:
    match value:
        case dict():
            return 1 + max((deep(inner) for inner in value.values()), default=0)
        case list():
            return 1 + max((deep(inner) for inner in value), default=0)
        case _:
            return 0


def code(body: bytes, values: int, depth: int) -> str:
    try:
        check_bulk(body, values, depth)
    except TooLarge as error:
        return error.code
    return ""


@given(VALUES, st.booleans())
def test_it_counts_what_a_reader_would_find(value: Any, plain: bool) -> None:
    body = json.dumps(value, ensure_ascii=plain).encode()
    found, levels = counted(value), deep(value)
    assert code(body, found + 1, levels) == ""
    if found:
        assert code(body, found, 1000) == "too_many_values"
    if levels:
        assert code(body, 10_000, levels - 1) == "too_deep"


@given(st.binary(max_size=60) | st.text(alphabet='"\\[]{},:', max_size=60).map(str.encode))
def test_what_is_no_json_is_left_to_its_door(body: bytes) -> None:
    assert code(body, 1000, 1000) == "" and code(body, 2, 1) in ("", "too_many_values", "too_deep")


@pytest.mark.parametrize("item", [b"{}", b"[]", b'""', b"1", b'{"a":1}', b'"a,[{"'])
def test_a_million_items_are_too_many(item: bytes) -> None:
    assert code(b'{"a":[' + (item + b",") * 1_000_000 + item + b"]}", 20_000, 1000) == "too_many_values"


def test_a_long_message_of_any_signs_passes() -> None:
    for sign in ('"', "\\", ",", "[", "{", ":", "\ud83d", "é", "\n"):
        check_bulk(json.dumps({"text": sign * 100_000}).encode())
