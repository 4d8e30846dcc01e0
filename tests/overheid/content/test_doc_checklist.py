"""The tool doc_checklist: general documents, those of the scheme, and more for a partner or children."""

import pytest

from loket_demos.overheid.content.catalogue import TOOLS
from loket_demos.overheid.content.doc_checklist import documents

TOOL = next(tool for tool in TOOLS if tool.name == "doc_checklist")


def listed(regeling: str, situatie: str = "Alleenstaand") -> list[str]:
    answer = TOOL.call({"regeling": regeling, "situatie": situatie})["documenten"]
    assert isinstance(answer, list)
    return [str(one) for one in answer]


@pytest.mark.parametrize("regeling", ["Huurtoeslag", "Zorgtoeslag", "Kindgebonden budget", "Kinderopvangtoeslag"])
def test_two_general_documents_first_then_those_of_the_scheme(regeling: str) -> None:
    """Checklist 19: documenten[string]; at least three of the scheme itself."""
    found = listed(regeling)
    assert found[:2] == [one.tekst for one in documents().algemeen]
    assert len(found) >= 5 and len(set(found)) == len(found)


def test_schemes_ask_for_different_documents() -> None:
    kinds = [tuple(listed(name)[2:]) for name in ("Huurtoeslag", "Zorgtoeslag", "kgb", "kot", "iets anders")]
    assert len(set(kinds)) == len(kinds)


@pytest.mark.parametrize("situatie", ["Samenwonend", "met partner", "getrouwd", "samen met kind", "gezin met partner"])
def test_a_partner_adds_a_document(situatie: str) -> None:
    """Checklist 19: partner extra."""
    assert documents().partner.tekst in listed("Zorgtoeslag", situatie)


@pytest.mark.parametrize("situatie", ["gezin", "twee kinderen", "Alleenstaande ouder", "eenoudergezin", "zwanger"])
def test_children_add_a_document(situatie: str) -> None:
    """Checklist 19: children extra."""
    assert documents().kinderen.tekst in listed("Zorgtoeslag", situatie)


@pytest.mark.parametrize(
    "situatie", ["Alleenstaand", "geen partner", "zonder kinderen", "geen partner, geen kinderen", ""]
)
def test_no_partner_and_no_children_add_nothing(situatie: str) -> None:
    assert listed("Zorgtoeslag", situatie) == listed("Zorgtoeslag")
