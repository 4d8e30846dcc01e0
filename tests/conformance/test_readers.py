"""The page has the table of what people read with clients of others as the kit makes it."""

from pathlib import Path

from tests.conformance.readers.__main__ import READERS, expected, markdown

PAGE = Path(__file__).parents[2] / "docs" / "conformance.md"


def test_the_table_of_the_page_is_the_one_that_the_kit_expects() -> None:
    assert markdown(READERS, expected(READERS)) in PAGE.read_text("utf-8")
