"""The tool rules_lookup on its wire: conditions by scheme and year, remark, sources, indication or refusal."""

import pytest

from loket_demos.overheid.content.catalogue import TOOLS
from loket_demos.overheid.content.errors import ContentError

TOOL = next(tool for tool in TOOLS if tool.name == "rules_lookup")


def ids(**arguments: object) -> list[str]:
    return [one["id"] for one in TOOL.call(arguments)["voorwaarden"]]


@pytest.mark.parametrize(
    ("regeling", "jaar", "expected"),
    [
        ("Huurtoeslag", 2023, ["H1", "H2", "H3", "H4"]),
        ("Huurtoeslag", 2024, ["H1", "H2", "H3", "H4"]),
        ("Huurtoeslag", 2025, ["H1", "H2", "H3", "H4", "H5"]),
        ("Huurtoeslag", 2026, ["H1", "H2", "H3", "H4", "H5"]),
        ("huurtoeslag", 2031, ["H1", "H2", "H3", "H4", "H5"]),
        ("Zorgtoeslag", 2024, ["Z1", "Z2", "Z3"]),
        ("ZORG toeslag", "2026", ["Z1", "Z2", "Z3"]),
        ("kindgebonden_budget", 2025, ["K1", "K2", "K3", "K4"]),
        ("Kinderopvangtoeslag", 2026, ["O1", "O2", "O3", "O4"]),
        ("Bijzondere bijstand", 2025, ["X1"]),
        ("", 2025, ["X1"]),
    ],
)
def test_the_conditions_of_each_scheme_and_year(regeling: str, jaar: object, expected: list[str]) -> None:
    """Checklist 18: voorwaarden[{id,text}], year variation, X1 for the unknown."""
    assert ids(regeling=regeling, jaar=jaar) == expected


def test_the_shape_of_the_answer() -> None:
    """Checklist 18: {regeling, jaar, voorwaarden, opmerking}; sources come on top; no calculation without an income."""
    answer = TOOL.call({"regeling": "Zorgtoeslag", "jaar": "2025"})
    assert set(answer) == {"regeling", "jaar", "voorwaarden", "opmerking", "bron"}
    assert answer["regeling"] == "Zorgtoeslag" and answer["jaar"] == 2025
    assert "geen besluit" in str(answer["opmerking"])


def test_figures_of_the_year_are_in_the_texts() -> None:
    assert "39.719 euro" in str(TOOL.call({"regeling": "Zorgtoeslag", "jaar": 2025})["voorwaarden"])
    assert "40.857 euro" in str(TOOL.call({"regeling": "Zorgtoeslag", "jaar": 2026})["voorwaarden"])
    assert "900,07 euro" in str(TOOL.call({"regeling": "Huurtoeslag", "jaar": 2025})["voorwaarden"])
    assert "932,93 euro" in str(TOOL.call({"regeling": "Huurtoeslag", "jaar": 2026})["voorwaarden"])


def test_a_year_without_figures_says_so_and_keeps_the_general_rules() -> None:
    answer = TOOL.call({"regeling": "Zorgtoeslag", "jaar": 2012})
    assert "geen cijfers van 2012" in str(answer["opmerking"])
    assert "{" not in str(answer["voorwaarden"][2]["text"])


@pytest.mark.parametrize(
    ("more", "month"),
    [
        ({"inkomen": 30000}, 112),
        ({"inkomen": "30.000,00"}, 112),
        ({"inkomen": "€ 30.000", "situatie": "Samenwonend"}, 232),
        ({"inkomen": 30000.0, "partner": True}, 232),
    ],
)
def test_an_income_gives_an_indication(more: dict[str, object], month: int) -> None:
    """The indication carries its label, its steps and its sources with year and day of check."""
    answer = TOOL.call({"regeling": "Zorgtoeslag", "jaar": 2025, **more})["berekening"]
    assert isinstance(answer, dict)
    assert answer["soort"] == "indicatie" and answer["label"] == "indicatie, geen besluit"
    assert answer["per_maand"] == month
    assert all(note["jaar"] == 2025 and note["gecontroleerd"] == "2026-11-21" for note in answer["bron"])


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"regeling": "Huurtoeslag", "jaar": 2025, "inkomen": 20000, "huur": 600}, "geen_formule"),
        ({"regeling": "Huurtoeslag", "jaar": 2026, "inkomen": 20000}, "huur_ontbreekt"),
        ({"regeling": "kgb", "jaar": 2026, "inkomen": 20000}, "kinderen_ontbreken"),
        ({"regeling": "kinderopvang", "jaar": 2026, "inkomen": 20000}, "opvang_ontbreekt"),
        ({"regeling": "iets anders", "jaar": 2026, "inkomen": 20000}, "onbekende_regeling"),
    ],
)
def test_what_cannot_be_computed_is_refused_with_reason_and_place(arguments: dict[str, object], code: str) -> None:
    answer = TOOL.call(arguments)["berekening"]
    assert isinstance(answer, dict)
    assert answer["soort"] == "geen_indicatie" and answer["code"] == code
    assert answer["waar"] == "toeslagen.nl/proefberekening" and answer["reden"]


@pytest.mark.parametrize("jaar", ["abc", "", "twintig", "20 25", 2025.5, "２０２５", "9" * 5000])
def test_a_year_that_is_none_gives_a_clear_error(jaar: object) -> None:
    """Trap: a non-numeric jaar must not kill the flow silently."""
    with pytest.raises(ContentError) as refused:
        TOOL.call({"regeling": "Huurtoeslag", "jaar": jaar})
    assert refused.value.code == "invalid_jaar"
    assert "vier cijfers" in refused.value.text


@pytest.mark.parametrize("jaar", [1999, "2005", 3000, -1])
def test_a_year_without_these_allowances_is_told_which_years_there_are(jaar: object) -> None:
    with pytest.raises(ContentError) as refused:
        TOOL.call({"regeling": "Huurtoeslag", "jaar": jaar})
    assert (refused.value.code, refused.value.text) == ("invalid_jaar", "Kies een jaar van 2006 tot en met 2100.")


@pytest.mark.parametrize("arguments", [{"regeling": "Huurtoeslag"}, {"jaar": 2025}, {"regeling": 7, "jaar": 2025}])
def test_missing_and_wrong_arguments_name_the_field(arguments: dict[str, object]) -> None:
    with pytest.raises(ContentError) as refused:
        TOOL.call(arguments)
    assert refused.value.code in {"invalid_jaar", "invalid_regeling"}


@pytest.mark.parametrize("income", ["veel", "NaN", "1e999", [], True, 10**12, {"a": 1}])
def test_amounts_that_are_none_are_refused(income: object) -> None:
    with pytest.raises(ContentError) as refused:
        TOOL.call({"regeling": "Zorgtoeslag", "jaar": 2025, "inkomen": income})
    assert refused.value.code == "invalid_inkomen"


def test_markup_in_a_name_stays_text() -> None:
    assert TOOL.call({"regeling": "<script>x</script>", "jaar": 2025})["regeling"] == "<script>x</script>"


@pytest.mark.parametrize(
    ("more", "month", "how"),
    [
        ({"inkomen": 3000, "inkomen_per": "maand", "situatie": "Alleenstaand"}, 57, "3.000 euro per maand, keer 12"),
        ({"inkomen": 26000, "inkomen_partner": 14000, "partner": True}, 129, "26.000 euro plus 14.000 euro"),
        ({"inkomen": 30000, "situatie": "Ik woon samen met mijn moeder"}, 126, ""),
        ({"inkomen": 8000, "situatie": "Alleenstaand", "leeftijd": 17}, 0, ""),
    ],
)
def test_what_it_was_computed_with_is_told_and_how_it_came_about(more: dict[str, object], month: int, how: str) -> None:
    """A tool on its own, as over MCP: periods, a partner's own income, others in the home, the age."""
    answer = TOOL.call({"regeling": "Zorgtoeslag", "jaar": 2026, **more})["berekening"]
    assert isinstance(answer, dict) and answer["per_maand"] == month
    basis = {one["veld"]: one for one in answer["uitgangspunten"]}
    assert basis["inkomen"]["hoe"].startswith(how)
    assert not basis["vermogen"]["gegeven"] and basis["leeftijd"]["gegeven"] == ("leeftijd" in more)


def test_the_kind_of_care_is_asked_where_it_changes_the_amount() -> None:
    care = {"regeling": "kinderopvangtoeslag", "jaar": 2026, "inkomen": 40000, "opvang_uren": 100}
    low, high = (TOOL.call({**care, "opvang_prijs": price})["berekening"] for price in (8, 11))
    assert isinstance(low, dict) and low["per_maand"] == 768
    assert isinstance(high, dict) and high["ontbreekt"] == ["opvang_soort"]
