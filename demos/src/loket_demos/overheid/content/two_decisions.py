"""Whether a person tells of two decisions, each with a day and a number of its own: each needs its own letter.

What was asked, objected to or reminded of before is no second decision, and a sentence with two days may tell how one
became the other."""

import re
from datetime import date

from loket_demos.overheid.content.dutch_dates import dates_in
from loket_demos.overheid.content.kind_book import kind_book
from loket_demos.overheid.content.letter_reading import LetterReading
from loket_demos.overheid.content.letter_wish import without_wish
from loket_demos.overheid.content.named_decision import names_decision

_number = re.compile(
    r"\b(?:nr|no|kenmerk|ref|referentie|zaak|dossier|[a-z]{0,20}nummer)\b[.:]{0,2} ?"
    r"(?P<number>(?=[\w./-]{0,20}[0-9]{3})[a-z0-9][\w./-]{1,28}[0-9])",
    re.I,
)
_none = re.compile(
    r"\b(?:aanvraag|aangevraagd|verzoek|bezwaar\w*|beroep\w*|voornemen|herinnering\w*|aanmaning\w*|rekening|factuur"
    r"|vervang\w*|vervallen|gesprek|uitspraak)\b",
    re.I,
)


def two_decisions(reading: LetterReading) -> bool:
    """Two sentences of the person tell each of a decision with its own day and its own number."""
    own = (one for one in reading.clauses if one.voice == "zelf" and one.role == "tekst")
    told = [one for one in own if not _none.search(without_wish(one.low))]
    days, numbers = set[date](), set[str]()
    for one in told:
        day, number = dates_in(one.at.text), {match["number"].lower() for match in _number.finditer(one.at.text)}
        named = names_decision(one.at.text) or kind_book().besluit_zelf.search(one.low)
        if named and len(day) == 1 and len(number) == 1:
            days |= day
            numbers |= number
    return len(days) > 1 and len(numbers) > 1
