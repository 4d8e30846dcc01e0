"""The tool classify_case: the four types, the reason, and cases that are no bezwaar."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket_demos.overheid.content.cases import CASE_TYPES, case_book
from loket_demos.overheid.content.catalogue import TOOLS
from loket_demos.overheid.content.errors import ContentError

TOOL = next(tool for tool in TOOLS if tool.name == "classify_case")


@pytest.mark.parametrize(
    ("text", "kind", "route"),
    [
        ("Ik maak bezwaar tegen de terugvordering van mijn huurtoeslag", "Toeslagen", "toeslag"),
        ("De definitieve berekening van mijn kindgebonden budget klopt niet", "Toeslagen", "toeslag"),
        ("Ik kreeg een boete van Dienst Toeslagen", "Toeslagen", "toeslag"),
        ("Het CJIB stuurt mij een boete voor te hard rijden", "Boete/Naheffing", "verkeersboete"),
        ("Ik ben geflitst en kreeg een bekeuring", "Boete/Naheffing", "verkeersboete"),
        ("Ik kreeg een strafbeschikking van het CJIB", "Boete/Naheffing", "strafbeschikking"),
        ("Naheffingsaanslag parkeerbelasting op mijn auto", "Boete/Naheffing", "parkeerbelasting"),
        ("Ik kreeg een boete van de gemeente", "Boete/Naheffing", "boete"),
        ("naheffing omzetbelasting met verzuimboete", "Boete/Naheffing", "belastingboete"),
        ("De WOZ-waarde van mijn woning is te hoog", "Aanslag", "woz"),
        ("Mijn aanslag inkomstenbelasting klopt niet", "Aanslag", "aanslag"),
        ("Het UWV stopt mijn WW-uitkering", "Algemeen bezwaar", "uitkering_uwv"),
        ("Mijn bijstandsuitkering is verlaagd", "Algemeen bezwaar", "bijstand"),
        ("De SVB verlaagt mijn AOW", "Algemeen bezwaar", "svb"),
        ("Mijn vergunning is geweigerd", "Algemeen bezwaar", "algemeen"),
        ("", "Algemeen bezwaar", "algemeen"),
    ],
)
def test_the_type_and_the_way_it_must_go(text: str, kind: str, route: str) -> None:
    """Checklist 22: type; WOZ, parking tax and benefits have their own way."""
    answer = TOOL.call({"text": text})
    assert (answer["type"], answer["route"]["code"]) == (kind, route)


def test_a_traffic_fine_is_said_to_be_no_bezwaar() -> None:
    answer = TOOL.call({"text": "Boete van het CJIB, te hard gereden"})
    route = answer["route"]
    assert isinstance(route, dict) and answer["is_bezwaar"] is False
    assert "geen bezwaar" in route["uitleg"] and "officier van justitie" in route["uitleg"]
    assert "CVOM" in route["adres"] and route["soort"] == "beroep" and route["dagen"] == 42


def test_a_strafbeschikking_has_two_weeks() -> None:
    route = TOOL.call({"text": "een strafbeschikking"})["route"]
    assert isinstance(route, dict) and route["soort"] == "verzet" and route["dagen"] == 14


@pytest.mark.parametrize("late", ["Ik ben te laat", "de termijn is verstreken", "niet-ontvankelijk", "niet op tijd"])
def test_a_lateness_word_sets_the_reason(late: str) -> None:
    """Checklist 22: reason and reden, the same."""
    answer = TOOL.call({"text": f"Over mijn zorgtoeslag: {late}. Mijn inkomen klopt niet."})
    assert "Termijn" in str(answer["reason"]) and "ontvankelijk" in str(answer["reason"])
    assert answer["reden"] == answer["reason"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ik heb mijn huis verkocht. De WOZ-aanslag klopt daarom niet.", "De WOZ-aanslag klopt daarom niet."),
        ("Het besluit over mijn huurtoeslag is onduidelijk.", "Het besluit over mijn huurtoeslag is onduidelijk."),
        ("Ik maak bezwaar, want ik had al betaald.", "Ik maak bezwaar, want ik had al betaald."),
        ("Boete van 2 november 2026 van het CJIB. Iemand anders reed.", "Iemand anders reed."),
        ("Strafbeschikking van 2 november 2026. Ik heb niets gestolen.", "Ik heb niets gestolen."),
        (
            "Ik ben het niet eens met de boete, ik stond namelijk stil.",
            "Ik ben het niet eens met de boete, ik stond namelijk stil.",
        ),
        ("De boete die ik kreeg omdat ik te hard reed: daar maak ik bezwaar tegen", None),
        ("Ik maak bezwaar tegen de beschikking over mijn kinderopvangtoeslag.", None),
    ],
)
def test_the_reason_is_quoted_or_there_is_none(text: str, words: str | None) -> None:
    """Never a keyword of another field: a sold house is no sold car, and theft is no stolen car."""
    answer = TOOL.call({"text": text})
    assert answer["reden"] == (words or case_book().twijfel)
    assert words is None or words in text


def test_confidence_grows_with_the_signs_and_falls_with_doubt() -> None:
    """Checklist 22: confidence."""
    nothing, doubt, clear = (
        TOOL.call({"text": text})["confidence"]
        for text in ("hallo", "boete en toeslag en aanslag", "huurtoeslag van de Dienst Toeslagen")
    )
    assert isinstance(nothing, float) and nothing <= 0.3
    assert isinstance(doubt, float) and isinstance(clear, float) and doubt < clear <= 1


@given(st.text(max_size=2000))
def test_any_text_has_a_type_and_the_same_one_again(text: str) -> None:
    answer = TOOL.call({"text": text})
    confidence = answer["confidence"]
    assert answer["type"] in CASE_TYPES and answer["reden"] and isinstance(confidence, float) and 0 <= confidence <= 1
    assert answer == TOOL.call({"text": text})


def test_too_large() -> None:
    with pytest.raises(ContentError) as refused:
        TOOL.call({"text": "boete " * 20_000})
    assert refused.value.code == "too_large"
