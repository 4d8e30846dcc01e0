"""Docstrings: three styles say the same, and nothing breaks the reader."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket.face.docstrings import documented

GOOGLE = """What it costs.

    It is in euro.

    Args:
        repair: what is
            broken
        day (date): when

    Returns:
        price: no parameter
    """
SPHINX = """What it costs.

    It is in euro.

    :param repair: what is
        broken
    :param date day: when
    :returns: price
    """
NUMPY = """What it costs.

    It is in euro.

    Parameters
    ----------
    repair : str
        what is
        broken
    day : date
        when

    Returns
    -------
    price : float
        no parameter
    """


@pytest.mark.parametrize("docstring", [GOOGLE, SPHINX, NUMPY])
def test_three_styles_say_the_same(docstring: str) -> None:
    found = documented(docstring)
    assert found.text == "What it costs.\n\nIt is in euro."
    assert found.parameters == {"repair": "what is broken", "day": "when"}


def test_nothing_is_documented_without_a_docstring() -> None:
    assert documented(None).text == "" and documented(None).parameters == {}


@given(st.text(alphabet=st.sampled_from("ab :\n-()Args:param \t"), max_size=200))
def test_any_text_is_read(text: str) -> None:
    assert all(" ".join(said.split()) == said for said in documented(text).parameters.values())
