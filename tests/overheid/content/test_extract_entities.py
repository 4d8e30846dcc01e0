"""The tool extract_entities: date, amount and subject, on real and on hostile letters."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket_demos.overheid.content.catalogue import TOOLS
from loket_demos.overheid.content.errors import ContentError

TOOL = next(tool for tool in TOOLS if tool.name == "extract_entities")


@pytest.mark.parametrize(
    ("text", "datum", "iso"),
    [
        ("Uw besluit van 15 januari 2024.", "15 januari 2024", "2024-01-15"),
        ("Beschikking d.d. 12-03-2024", "12-03-2024", "2024-03-12"),
        ("Vandaag, 1 mei 2025, schrijf ik over uw beschikking van 2 april 2025.", "2 april 2025", "2025-04-02"),
        ("Op 31-02-2024 en 1-3-2024", "1-3-2024", "2024-03-01"),
        ("Utrecht, 1 mei 2025. Op 3 april 2025 kreeg ik een boete.", "3 april 2025", "2025-04-03"),
        (
            "Datum: 12 januari 2026\nEen aanslag van € 74,80. De auto stond er op 9 januari 2026.",
            "12 januari 2026",
            "2026-01-12",
        ),
        ("15   januari\n2024", "15 januari 2024", "2024-01-15"),
        ("Geen datum hier", None, None),
    ],
)
def test_the_date_of_the_decision(text: str, datum: str | None, iso: str | None) -> None:
    """Checklist 21: datum or null."""
    answer = TOOL.call({"text": text})
    assert (answer["datum"], answer["datum_iso"]) == (datum, iso)


@pytest.mark.parametrize(
    ("text", "bedrag", "number"),
    [
        ("Ik moet € 1.234,56 betalen", "€ 1.234,56", 1234.56),
        ("een boete van €250.", "€250", 250.0),
        ("naheffing 72,90 euro", "72,90 euro", 72.9),
        ("EUR 1.500", "EUR 1.500", 1500.0),
        ("€ 12.345.678,90", "€ 12.345.678,90", 12345678.9),
        ("kenmerk 12345", None, None),
    ],
)
def test_the_amount(text: str, bedrag: str | None, number: float | None) -> None:
    """Checklist 21: bedrag or null."""
    answer = TOOL.call({"text": text})
    assert (answer["bedrag"], answer["bedrag_euro"]) == (bedrag, number)


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("Mijn kinderopvangtoeslag en andere toeslag", "Kinderopvangtoeslag"),
        ("De huurtoeslag is teruggevorderd", "Huurtoeslag"),
        ("terugvordering van toeslag", "Toeslag"),
        ("Boete van het CJIB", "Verkeersboete"),
        ("naheffingsaanslag parkeerbelasting", "Naheffing parkeren"),
        ("aanslag inkomstenbelasting", "Inkomstenbelasting"),
        ("de WOZ-waarde van mijn huis op de aanslag", "WOZ-waarde"),
        ("hallo", "Onbekend"),
    ],
)
def test_the_most_specific_subject_wins(text: str, subject: str) -> None:
    """Checklist 21: onderwerp."""
    assert TOOL.call({"text": text})["onderwerp"] == subject


HOSTILE = (
    "1-" * 50_000, "€ " * 50_000, "€" * 100_000, "1.111" * 20_000, "1" * 100_000, " " * 100_000, "12 januari " * 9_000,
    "1-1-2024 " * 11_000, "besluit" * 14_000, "a" * 100_000, "\n" * 100_000, "0" * 50_000 + "€" * 50_000,
)  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_letters_of_full_length_take_no_time(text: str) -> None:
    """A hundred thousand characters made to blow up a pattern; a quadratic one would need minutes."""
    start = time.process_time()
    TOOL.call({"text": text[:100_000]})
    assert time.process_time() - start < 2


def test_one_character_more_is_too_large() -> None:
    with pytest.raises(ContentError) as refused:
        TOOL.call({"text": "a" * 100_001})
    assert refused.value.code == "too_large"


@given(st.text(max_size=2000))
def test_any_text_gives_an_answer_and_the_same_one_again(text: str) -> None:
    """Checklist 12: deterministic."""
    answer = TOOL.call({"text": text})
    named = {"datum", "bedrag", "onderwerp", "datum_iso", "bedrag_euro", "datum_zeker", "datums", "bedragen"}
    assert set(answer) == named
    assert answer == TOOL.call({"text": text})


@pytest.mark.parametrize("text", [None, 5, ["a"], {"text": "b"}])
def test_wrong_types_are_refused(text: object) -> None:
    with pytest.raises(ContentError) as refused:
        TOOL.call({"text": text})
    assert refused.value.code == "invalid_text"


@pytest.mark.parametrize(
    ("told", "amount"),
    [
        ("U geeft 4 uur per week tegen een tarief van € 23,50.", None),
        ("De gemeente betaalt volgens het besluit nog maar € 23,50 per uur.", None),
        ("Het besluit gaat uit van een uurtarief van 19 euro.", None),
        ("De SVB verlaagt mijn AOW met 200 euro per maand, besluit van 2 november 2026.", None),
        ("Het UWV vordert 800 euro terug. Ik moet 50 euro per maand betalen.", "800 euro"),
        ("DUO wil 1.200 euro terug, brief van 2 november 2026, in delen van 100 euro per maand.", "1.200 euro"),
        ("Boete van de gemeente Assen van € 250, besluit van 2 november 2026.", "€ 250"),
    ],
)
def test_what_is_paid_for_each_of_something_is_not_the_amount_at_issue(told: str, amount: str | None) -> None:
    assert TOOL.call({"text": f"{told} Ik maak bezwaar."})["bedrag"] == amount
