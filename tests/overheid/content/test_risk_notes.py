"""The tool risk_notes: R0 to R5 from what was told, and points of the form and the scheme on top."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket_demos.overheid.content.catalogue import TOOLS
from loket_demos.overheid.content.errors import ContentError

TOOL = next(tool for tool in TOOLS if tool.name == "risk_notes")
FORM = {"regeling": "Zorgtoeslag", "jaar": 2025, "situatie": "Alleenstaand", "loonOfVermogen": True}
FROM_FIGURES = {"R1", "R2", "R3", "R4", "R5"}


def codes(**arguments: object) -> list[str]:
    return [one["code"] for one in TOOL.call({**FORM, **arguments})["aandachtspunten"]]


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({"inkomen": 45000}, {"R1"}),
        ({"inkomen": 44999, "vermogen": 0}, {"R0"}),
        ({"inkomen": 14999}, {"R2"}),
        ({"inkomen": 15000, "vermogen": 79999}, {"R0"}),
        ({"inkomen": 0, "vermogen": 0}, {"R0"}),
        ({"vermogen": 80000}, {"R3"}),
        ({"situatie": "Ik ga samenwonen, alles verandert"}, {"R4"}),
        ({"situatie": "student"}, {"R5"}),
        ({"inkomen": "9.000", "vermogen": "€ 90.000", "situatie": "student, gaat verhuizen"}, {"R2", "R3", "R4", "R5"}),
    ],
)
def test_the_rules_at_their_edges(told: dict[str, object], expected: set[str]) -> None:
    """Checklist 20: R0..R5."""
    assert {code for code in codes(**told) if code in FROM_FIGURES | {"R0"}} == expected


@pytest.mark.parametrize("regeling", ["Huurtoeslag", "Zorgtoeslag", "kgb", "kot", "onbekend"])
@pytest.mark.parametrize("situatie", ["Alleenstaand", "Samenwonend"])
@pytest.mark.parametrize("checked", [True, False])
def test_the_form_alone_never_gives_only_r0(regeling: str, situatie: str, checked: bool) -> None:
    found = codes(regeling=regeling, situatie=situatie, loonOfVermogen=checked)
    assert len(found) > 1 and len(set(found)) == len(found)


def test_the_form_speaks_of_income_address_contract_and_savings() -> None:
    """The earliest version judged by the checkbox and the scheme alone."""
    assert {"R6", "R7", "R8", "R9"} <= set(codes(regeling="Huurtoeslag"))
    assert "R10" in codes(situatie="Samenwonend") and "R7" not in codes(situatie="Samenwonend")


def test_real_limits_of_the_year_are_named() -> None:
    assert "R11" in codes(inkomen=39000) and "R12" not in codes(inkomen=39000)
    assert "R12" in codes(inkomen=39720) and "R11" not in codes(inkomen=39720)
    assert "R13" in codes(vermogen=141897) and "R13" not in codes(vermogen=141896)
    text = str(TOOL.call({**FORM, "inkomen": 39720})["aandachtspunten"])
    assert "39.719 euro in 2025" in text


@pytest.mark.parametrize("regeling", ["kgb", "kot"])
def test_a_high_income_is_not_said_to_give_nothing_where_it_gives_much(regeling: str) -> None:
    """One child in day care at 50.000 euro gives 96 % of the price of an hour."""
    assert "0 euro" not in str(TOOL.call({**FORM, "regeling": regeling, "inkomen": 50000})["aandachtspunten"]).replace(
        "50.000 euro", ""
    )


def test_arguments_inside_inputs_mean_the_same_and_flat_ones_win() -> None:
    """Alias: risk_notes takes its arguments flat or inside `inputs`."""
    assert TOOL.call({"inputs": FORM}) == TOOL.call(FORM)
    assert TOOL.call({"inputs": {**FORM, "jaar": 2024}, "jaar": 2025}) == TOOL.call(FORM)


def test_every_note_is_an_object_with_code_and_text() -> None:
    for note in TOOL.call(FORM)["aandachtspunten"]:
        assert set(note) == {"code", "text", "bron"} and "{" not in note["text"]


@pytest.mark.parametrize(
    "wrong", [{"jaar": "abc"}, {"inkomen": "veel"}, {"vermogen": []}, {"loonOfVermogen": "misschien"}]
)
def test_wrong_types_are_named(wrong: dict[str, object]) -> None:
    with pytest.raises(ContentError) as refused:
        TOOL.call({**FORM, **wrong})
    assert refused.value.code == f"invalid_{next(iter(wrong))}"


@given(
    inkomen=st.none() | st.integers(-1000, 200000),
    vermogen=st.none() | st.integers(-1000, 500000),
    situatie=st.text(max_size=200),
    jaar=st.integers(2006, 2100),
)
def test_r0_is_there_exactly_when_nothing_else_was_found_in_what_was_told(
    inkomen: int | None, vermogen: int | None, situatie: str, jaar: int
) -> None:
    found = set(codes(inkomen=inkomen, vermogen=vermogen, situatie=situatie, jaar=jaar))
    assert ("R0" in found) == (not found & FROM_FIGURES)
