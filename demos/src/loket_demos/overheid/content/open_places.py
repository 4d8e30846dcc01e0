"""What a letter of the person's own still needs: each open place with its question, and what it may be."""

from typing import Literal

from loket_demos.overheid.content.frozen import ToolOutput
from loket_demos.overheid.content.late_reason import delay_words
from loket_demos.overheid.content.letter_answers import LetterAnswers
from loket_demos.overheid.content.letter_case import LetterCase

OpenField = Literal["besluit", "wie", "redenen", "reden", "datum", "te_laat", "bedrag", "kenmerk", "adres"]
QUESTIONS: dict[OpenField, str] = {
    "besluit": "Wilt u bezwaar maken tegen dit besluit?",
    "wie": "Wie stuurde de brief? Dat staat boven aan de brief.",
    "redenen": "Dit schreef u zelf. Zet een vinkje bij wat in uw brief moet.",
    "datum": "Welke datum staat er boven aan de brief met het besluit?",
    "reden": "Waarom bent u het er niet mee eens?",
    "te_laat": "Waarom komt uw brief later?",
    "bedrag": "Om welk bedrag gaat het?",
    "kenmerk": "Welk kenmerk of nummer staat er op de brief?",
    "adres": "Naar welk adres moet uw brief? Dat staat in de brief die u kreeg.",
}
SOME_NOT_MEANT = "Niet alles wat u schreef, lijkt voor uw brief bedoeld."
READ: dict[OpenField, str] = {
    "wie": "Zo lezen wij wie besliste. Klopt dat niet? Schrijf dan wie de brief stuurde.",
    "datum": "Zo lezen wij de datum van het besluit. Klopt die niet? Verander hem dan.",
}
OWN_DATE = "Staat er boven aan de brief met het besluit een andere datum? Welke?"
KEPT_OUT = "U vroeg om iets weg te laten: daar staat geen vinkje."
DECIDED = ("Ja", "Nee")
MORE = "Wilt u er nog iets bij zeggen? Schrijf waarom u het er niet mee eens bent."


class OpenPlace(ToolOutput):
    """Something nobody said, or of which two things were said; `keuzes` are those, `antwoord` what the person answered
    since, which they may change. `meer`: each of the choices may be ticked, and `gekozen` are; `nodig`: nothing stands
    there yet; `gelezen`: what was read, which counts unless they say otherwise; `rest`: beside the choices there is
    text that was taken for that of an office; `heel`: all that the person wrote stands in the letter that was made."""

    veld: OpenField
    vraag: str
    keuzes: tuple[str, ...] = ()
    antwoord: str = ""
    meer: bool = False
    gekozen: tuple[str, ...] = ()
    nodig: bool = True
    gelezen: str = ""
    rest: bool = False
    heel: bool = True


def open_places(read: LetterCase, case: LetterCase, answers: LetterAnswers) -> tuple[OpenPlace, ...]:
    """What the letter that was read leaves open, the most important first; `case` is the same with the answers. What a
    letter waits for is asked together: who decided, whether it is wanted, and which decision it is; then which
    sentences go into it."""
    words, waits = answers.model_dump(), bool(read.nature.vraag)
    wish = case.nature.vraag if case.asks_wish else read.nature.vraag if read.asks_wish else QUESTIONS["besluit"]

    def place(name: OpenField, choices: tuple[str, ...] = ()) -> OpenPlace:
        return OpenPlace(veld=name, vraag=QUESTIONS[name], keuzes=choices, antwoord=words[name])

    asked: list[tuple[bool, OpenPlace]] = [
        (_asks_sender(read) and (waits or case.drafted), place("wie")),
        (
            read.asks_wish or case.asks_wish or (waits and not read.reading.wish),
            place("besluit", DECIDED).model_copy(update={"vraag": wish}),
        ),
        (waits and not case.drafted and read.day is None, place("datum", read.dates)),
    ]
    if case.asks_sentences:
        return (_ticks(read, answers).model_copy(update={"nodig": True}), *_as_read(read, case, answers))
    if case.drafted:
        asked += [
            (bool(read.sentences), _ticks(read, answers)),
            (
                True,
                place("reden").model_copy(
                    update={"vraag": MORE, "nodig": False} if case.reading.why or case.reasons_follow else {}
                ),
            ),
            (read.day is None or read.came, _date(place("datum", read.dates), read)),
            (
                (case.late or bool(read.delays)) and read.reading.excuse is None,
                _late(place("te_laat"), read),
            ),
            (read.amount is None and bool(read.amounts), place("bedrag", read.amounts)),
            (read.reference is None, place("kenmerk", read.references)),
            (read.asks_address or (case.asks_address and not read.sender_known), place("adres")),
        ]
    return (*(one for open, one in asked if open), *(_as_read(read, case, answers) if case.drafted else ()))


def _asks_sender(read: LetterCase) -> bool:
    """Nobody knows who decided, or a firm is told to have."""
    return not read.sender_known or read.nature.soort == "wie"


def _as_read(read: LetterCase, case: LetterCase, answers: LetterAnswers) -> list[OpenPlace]:
    """What is known and may be wrong: who decided, and on which day."""
    known: list[tuple[OpenField, str, str]] = []
    if not _asks_sender(read):
        known.append(("wie", read.found.route.wie, answers.wie))
    if read.day is not None and not read.came:
        told = case.day.isoformat() if answers.datum and case.day else ""
        known.append(("datum", read.day.isoformat(), told))
    return [
        OpenPlace(veld=name, vraag=READ[name], antwoord=answer, nodig=False, gelezen=shown)
        for name, shown, answer in known
    ]


def _late(place: OpenPlace, read: LetterCase) -> OpenPlace:
    """Why it is late; where the person told something of it, the letter is whole without the answer."""
    told = read.doubted or read.delays
    return (
        place.model_copy(update={"vraag": delay_words().soorten[told[0].kind].vraag, "nodig": False}) if told else place
    )


def _date(place: OpenPlace, read: LetterCase) -> OpenPlace:
    """Which date it has; where the day is known on which it came, the letter is whole without the answer."""
    return place.model_copy(update={"vraag": OWN_DATE, "nodig": False}) if read.came else place


def _ticks(read: LetterCase, answers: LetterAnswers) -> OpenPlace:
    """All sentences of the person, in order, with a tick at those that stand in the letter."""
    chosen = answers.redenen if answers.redenen is not None else tuple(one.tekst for one in read.reading.grounds)
    return OpenPlace(
        veld="redenen",
        vraag=f"{QUESTIONS['redenen']} {KEPT_OUT}" if read.reading.asked_out else QUESTIONS["redenen"],
        keuzes=read.sentences,
        meer=True,
        gekozen=chosen,
        nodig=answers.redenen is None and bool(read.reading.maybe),
        rest=read.reading.of_office,
    )
