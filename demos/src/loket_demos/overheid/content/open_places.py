"""What a letter of the person's own still needs: each open place with its question, and what it may be."""

from typing import Literal

from loket_demos.overheid.content.frozen import ToolOutput
from loket_demos.overheid.content.letter_answers import LetterAnswers
from loket_demos.overheid.content.letter_case import LetterCase

OpenField = Literal["besluit", "wie", "redenen", "reden", "datum", "te_laat", "bedrag", "kenmerk", "adres"]
QUESTIONS: dict[OpenField, str] = {
    "besluit": "Is dit een besluit waar u bezwaar tegen wilt maken?",
    "wie": "Wie stuurde de brief? Dat staat boven aan de brief.",
    "redenen": "Is dit een reden van u? Zet een vinkje bij wat in uw brief moet.",
    "datum": "Welke datum staat er boven aan de brief met het besluit?",
    "reden": "Waarom bent u het er niet mee eens?",
    "te_laat": "Waarom komt uw brief later?",
    "bedrag": "Om welk bedrag gaat het?",
    "kenmerk": "Welk kenmerk of nummer staat er op de brief?",
    "adres": "Naar welk adres moet uw brief? Dat staat in de brief die u kreeg.",
}
DECIDED = ("Ja, het is een besluit", "Nee")


class OpenPlace(ToolOutput):
    """Something nobody said, or of which two things were said; `keuzes` are those, `antwoord` what the person answered
    since, which they may change. `meer`: each of the choices may be ticked, and `gekozen` were."""

    veld: OpenField
    vraag: str
    keuzes: tuple[str, ...] = ()
    antwoord: str = ""
    meer: bool = False
    gekozen: tuple[str, ...] = ()


def open_places(read: LetterCase, case: LetterCase, answers: LetterAnswers) -> tuple[OpenPlace, ...]:
    """What the letter that was read leaves open, the most important first; `case` is the same with the answers."""
    first: list[tuple[OpenField, bool, tuple[str, ...]]] = [
        ("besluit", read.nature.soort == "misschien", DECIDED),
        ("wie", not read.sender_known and (bool(read.nature.vraag) or read.drafted), ()),
    ]
    then: list[tuple[OpenField, bool, tuple[str, ...]]] = [
        ("redenen", bool(read.reading.maybe), tuple(one.tekst for one in read.reading.maybe)),
        ("reden", not read.reading.grounds and not answers.redenen, ()),
        ("datum", read.day is None, read.dates),
        ("te_laat", case.late and read.reading.excuse is None, ()),
        ("bedrag", read.amount is None and bool(read.amounts), read.amounts),
        ("kenmerk", read.reference is None, read.references),
        ("adres", read.asks_address or (case.asks_address and not read.sender_known), ()),
    ]
    words = answers.model_dump()
    return tuple(
        OpenPlace(veld=name, vraag=QUESTIONS[name], keuzes=choices, meer=True, gekozen=answers.redenen or ())
        if name == "redenen"
        else OpenPlace(veld=name, vraag=QUESTIONS[name], keuzes=choices, antwoord=words[name])
        for name, open, choices in (*first, *(then if case.drafted else ()))
        if open
    )
