"""What a letter of the person's own still needs: each open place with its question, and what it may be."""

from typing import Literal

from loket_demos.overheid.content.frozen import ToolOutput
from loket_demos.overheid.content.letter_answers import LetterAnswers
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
    """Something nobody said, or of which two things were said; `keuzes` are those, `antwoord` what the person answered
    since, which they may change."""

    veld: OpenField
    vraag: str
    keuzes: tuple[str, ...] = ()
    antwoord: str = ""


def open_places(read: LetterCase, case: LetterCase, answers: LetterAnswers) -> tuple[OpenPlace, ...]:
    """What the letter that was read leaves open, the most important first; `case` is the same with the answers."""
    missing: list[tuple[OpenField, bool, tuple[str, ...]]] = [
        ("reden", not read.reading.grounds, ()),
        ("wie", not read.sender_known, ()),
        ("datum", read.term is None and read.short is None, read.dates),
        ("te_laat", case.late and read.reading.excuse is None, ()),
        ("bedrag", read.amount is None and bool(read.amounts), read.amounts),
        ("kenmerk", read.reference is None, ()),
    ]
    words = answers.model_dump()
    return tuple(
        OpenPlace(veld=name, vraag=QUESTIONS[name], keuzes=choices, antwoord=words.get(name, ""))
        for name, open, choices in missing
        if open
    )
