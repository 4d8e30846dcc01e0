"""A text as it reads: what patterns see of it, and where that stood."""

from hypothesis import given
from hypothesis import strategies as st

from loket.core.level import level, replaced


@given(st.text(max_size=60))
def test_every_character_that_is_read_stood_somewhere_and_in_order(text: str) -> None:
    read = level(text)
    assert len(read.text) == len(read.spans)
    assert all(0 <= begin < end <= len(text) for begin, end in read.spans)
    assert sorted(read.spans) == list(read.spans)


@given(st.text(st.characters(max_codepoint=126, min_codepoint=32), max_size=60))
def test_plain_text_reads_as_it_is(text: str) -> None:
    assert level(text).text == text and replaced(text, ()) == text


def test_one_kind_of_space_hyphen_and_digit_and_nothing_unseen() -> None:
    written = "a\u00a0b\u3000c \uff11\u0662\u2011\u22123\u200b\u00ad\ufe0f4 e\u0301\r\nx\ty"
    assert level(written).text == "a b c 12--34 \u00e9\r\nx y"
    read = level("x e\u0301e \ufb01n")
    assert read.text == "x \u00e9e fin"
    assert replaced("x e\u0301e \ufb01n", [(read.span(2, 3), "E"), (read.span(5, 6), "F")]) == "x Ee Fn"


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 4)), max_size=4))
def test_parts_that_overlap_leave_nothing_of_what_they_cover(parts: list[tuple[int, int]]) -> None:
    text = "abcdefghijklm"
    spans = [(begin, begin + length) for begin, length in parts]
    left = replaced(text, [(span, "-") for span in spans])
    assert not {text[at] for begin, end in spans for at in range(begin, end)} & set(left)
