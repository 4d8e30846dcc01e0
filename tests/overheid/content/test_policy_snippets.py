"""The tool policy_snippets: exactly two rules for any type."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket_demos.overheid.content.cases import CASE_TYPES, case_book
from loket_demos.overheid.content.catalogue import TOOLS

TOOL = next(tool for tool in TOOLS if tool.name == "policy_snippets")


@pytest.mark.parametrize("kind", CASE_TYPES)
def test_each_type_has_its_own_two(kind: str) -> None:
    """Checklist 23: snippets[]."""
    found = TOOL.call({"type": kind})["snippets"]
    others = [TOOL.call({"type": other})["snippets"] for other in CASE_TYPES if other != kind]
    assert isinstance(found, list) and len(found) == 2 and found not in others


def test_case_type_is_an_alias() -> None:
    assert TOOL.call({"case_type": "Toeslagen"}) == TOOL.call({"type": "Toeslagen"}) == TOOL.call({"type": "toeslagen"})


@pytest.mark.parametrize("code", [route.code for route in case_book().routes])
def test_every_kind_of_case_can_be_asked_for(code: str) -> None:
    assert TOOL.call({"type": code})["snippets"] == list(case_book().route(code).snippets)


def test_the_type_for_fines_says_that_a_traffic_fine_is_no_bezwaar() -> None:
    assert "geen bezwaar" in str(TOOL.call({"type": "Boete/Naheffing"}))


@given(st.text(max_size=300))
def test_any_text_gives_two(kind: str) -> None:
    found = TOOL.call({"type": kind})["snippets"]
    assert isinstance(found, list) and len(found) == 2 and all(found)


def test_without_a_type_the_general_ones() -> None:
    assert TOOL.call({}) == TOOL.call({"type": "Algemeen bezwaar"})
