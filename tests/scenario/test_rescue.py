"""What a model wrote is read although it is not only JSON; what is no JSON is never taken for it."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket_demos.scenario.oracle.rescue import rescued

REPLY = {"reasoning": "why", "output": {"a": [1, "x, }"]}}
PLAIN = json.dumps(REPLY)
WRITTEN = {
    "plain": PLAIN,
    "fenced": f"```json\n{json.dumps(REPLY, indent=2)}\n```",
    "fence without a name": f"Here:\n```\n{PLAIN}\n```\nThat is all.",
    "in words": f"I think {{this}} is it: {PLAIN} as you see.",
    "after another": f'{{"note": 1}} {PLAIN}',
    "commas too many": '{"reasoning": "why", "output": {"a": [1, "x, }",],},}',
    "line breaks": '{"reasoning": "why",\r\n "output": {"a": [1, "x, }"]}}',
}


@pytest.mark.parametrize("text", WRITTEN.values(), ids=WRITTEN)
def test_the_object_is_read(text: str) -> None:
    assert rescued(text, "output") == REPLY


def test_a_line_break_inside_a_text_is_kept() -> None:
    assert rescued('{"output": "two\nlines"}', "output") == {"output": "two\nlines"}


@pytest.mark.parametrize("text", ["", "no", "[1, 2]", PLAIN[:-4], '{"output": NaN', "{" * 5000, '{"a":' * 5000])
def test_what_is_no_whole_object_is_none(text: str) -> None:
    assert rescued(text, "output") is None


def test_a_piece_of_what_was_cut_off_is_no_answer() -> None:
    assert rescued('{"reasoning": "", "answer": {"inner": {"a": 1}, "rest": "and th', "output") is None


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(VALUES, st.text(alphabet=st.characters(exclude_characters="{`"), max_size=20), st.booleans())
def test_any_output_is_read_out_of_any_words(output: Any, words: str, fenced: bool) -> None:
    reply = {"reasoning": words, "output": output}
    written = json.dumps(reply, ensure_ascii=fenced)
    text = f"{words}\n```json\n{written}\n```\n{words}" if fenced else f"{words}{written}{words}"
    assert rescued(text, "output") == reply


@given(st.text(max_size=200))
def test_any_text_gets_an_answer(text: str) -> None:
    assert isinstance(rescued(text, "output"), dict | None)
