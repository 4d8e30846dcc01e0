"""What a letter of the person's own still needs: each open place with its question, and what it may be."""

from typing import Literal

from loket_demos.overheid.content.frozen import ToolOutput
from loket_demos.overheid.content.letter_case import LetterCase

OpenField = Literal["wie", "datum", "reden", "te_laat", "bedrag", "kenmerk"]
QUESTIONS: dict[OpenField, str] = {
    "wie": "Wie stuurde de brief? Dat staat boven aan de brief.",
    "datum": "Welke datum staat er boven aan de brief met het besluit?",
    "reden": "Waarom bent u het er niet mee eens?",
    "te_laat": "Waarom komt uw brief later?",
    "bedrag": "Om welk bedrag gaat het?",
    "kenmerk": "Welk kenmerk of nummer staat er op de brief?",
}


class OpenPlace(ToolOutput):
    """Something nobody said, or of which two things were said; `keuzes` are those."""

    veld: OpenField
    vraag: str
    keuzes: tuple[str, ...] = ()


def open_places(case: LetterCase) -> tuple[OpenPlace, ...]:
    """What must still be filled in, the most important first."""
    missing: list[tuple[OpenField, bool, tuple[str, ...]]] = [
        ("reden", not case.reading.grounds, ()),
        ("wie", not case.sender_known, ()),
        ("datum", case.term is None and case.short is None, case.dates),
        ("te_laat", case.late and case.reading.excuse is None, ()),
        ("bedrag", case.amount is None and bool(case.amounts), case.amounts),
        ("kenmerk", case.reference is None, ()),
    ]
    return tuple(OpenPlace(veld=name, vraag=QUESTIONS[name], keuzes=choices) for name, open, choices in missing if open)
