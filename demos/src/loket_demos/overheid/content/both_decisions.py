"""Two decisions of one office that a person objects to in one go: the day of each.

The letter names both. Its last day is that of the first one: who keeps to that day is in time for both."""

import re
from datetime import date

from loket_demos.overheid.content.date_signs import of_other_day
from loket_demos.overheid.content.dutch_dates import dates_of
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.kind_book import kind_book
from loket_demos.overheid.content.letter_clauses import LetterClause
from loket_demos.overheid.content.letter_reading import LetterReading
from loket_demos.overheid.content.letter_words import letter_words
from loket_demos.overheid.content.named_decision import names_decision

_both = re.compile(
    r"\btegen (?:de|deze|die|mijn|uw) twee (?:\w+ )?(?:besluiten|beschikkingen|beslissingen|brieven|boetes|aanslagen)\b"
)
_ordinal = re.compile(
    r"\b(?:de|het|een|die) (?:eerste|tweede|ene|andere|eerdere|latere)(?: \w+){0,2}? "
    r"(?:(?:is|was|kwam)(?: er)? )?(?:van|op|dd|gedateerd(?: op)?)\s*$",
    re.I,
)
_dated = re.compile(r"\b(?:van|d\.?d\.?|gedateerd(?: op)?|(?:met|de|als) datum|dagtekening)\s*$", re.I)
_came = re.compile(
    r"\b(?:kwam|kwamen|kreeg|kregen|krijg|ontving\w*|ontvangen|gekregen|volgde|viel|lag|in de bus|op de mat)\b", re.I
)
_of_mine = re.compile(
    r"\b(?:aanvraag|aangevraagd|verzoek|bezwaar\w*|gesprek|controle|herinnering|aanmaning|rekening)\b"
)
_part = re.compile(r"[;:(]|\b(?:maar|omdat|want|terwijl|waarin)\b", re.I)


class ToldDecision(DataRow):
    """A decision that is told of, by its day, or by that on which it came."""

    day: date
    came: bool = False


class BothDecisions(DataRow):
    """The two of them, the earlier one first."""

    first: ToldDecision
    second: ToldDecision


def both_decisions(reading: LetterReading, today: date | None) -> BothDecisions | None:
    """The two decisions that the person wants to object to together; none where other than two are told of."""
    own = [one for one in reading.clauses if one.voice == "zelf" and one.role in ("tekst", "vraag")]
    if not any(
        (letter_words().allebei.search(one.low) or _both.search(one.low)) and (one.wish or not one.more) for one in own
    ):
        return None
    found = dict[date, ToldDecision]()
    for one in own:
        for told in _decisions_of(one, today):
            known = found.get(told.day)
            found[told.day] = told if known is None or known.came else known
    days = sorted(found)
    return BothDecisions(first=found[days[0]], second=found[days[1]]) if len(days) == 2 else None


def _decisions_of(one: LetterClause, today: date | None) -> list[ToldDecision]:
    """The decisions of a sentence, each by what stands around its day, up to the next one."""
    text = one.at.text
    dates = sorted(((match, day) for match, day in dates_of(text, today) if day), key=lambda found: found[0].start())
    found = list[ToldDecision]()
    for n, (match, day) in enumerate(dates):
        before = text[dates[n - 1][0].end() if n else 0 : match.start()]
        after = text[match.end() : dates[n + 1][0].start() if n + 1 < len(dates) else len(text)]
        if of_other_day(before) or (today is not None and day > today):
            continue
        ordinal, tied = bool(_ordinal.search(before)), bool(_dated.search(before)) and names_decision(before)
        near = f"{_part.split(before)[-1]} {_part.split(after)[0]}"
        act = not _of_mine.search(near.lower()) and (
            names_decision(near) or kind_book().besluit_zelf.search(near.lower()) is not None
        )
        if ordinal or tied or act:
            came = bool(_came.search(near)) and not _dated.search(before)
            found.append(ToldDecision(day=day, came=came))
    return found
