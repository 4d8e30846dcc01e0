"""What a person tells of why their letter comes late: that something kept them, that the decision did not come, or that
they sent their letter in time, but to another office.

It goes into their letter as the reason, so it takes two signs in one sentence: what happened, and when or what it kept
them from. What happened before the decision is no reason."""

import re
from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import Literal

from loket_demos.overheid.content.case_route import find_route
from loket_demos.overheid.content.cases import names_office
from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.dutch_dates import dates_of
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.kind_book import NAMED
from loket_demos.overheid.content.letter_clauses import LetterClause
from loket_demos.overheid.content.letter_reading import LetterReading, Quote
from loket_demos.overheid.content.named_decision import names_decision
from loket_demos.overheid.content.sources import SourceNote, note
from loket_demos.overheid.content.voices import names_public_body

DelayKind = Literal["verhinderd", "niet_ontvangen", "verkeerd_gestuurd"]
DOUBTFUL: tuple[DelayKind, ...] = ("niet_ontvangen", "verkeerd_gestuurd")
"""By these the letter may be in time after all."""
WORDS_OF_A_NAME = 5

_word = re.compile(r"\S+")


class Delay(DataRow):
    kind: DelayKind
    quote: Quote


class DelayTexts(DataRow):
    """What is said to the person of one kind, what is asked, the sentence of their letter, and where it is from."""

    uitleg: str
    vraag: str
    brief: str
    bronnen: tuple[str, ...]


class DelayWords(DataRow):
    """The file `data/te_laat.toml`; what each pattern is for stands there."""

    checked: date
    verhindert: re.Pattern[str]
    wanneer: re.Pattern[str]
    waarvan: re.Pattern[str]
    gemist: re.Pattern[str]
    ander_adres: re.Pattern[str]
    kwam_pas: re.Pattern[str]
    gestuurd: re.Pattern[str]
    vergist: re.Pattern[str]
    schrijf: str
    zonder: str
    verzoek: str
    soorten: dict[DelayKind, DelayTexts]

    def sources(self, delays: Sequence[Delay]) -> tuple[SourceNote, ...]:
        """Where what is said of these is from."""
        ids = dict.fromkeys(one for delay in delays for one in self.soorten[delay.kind].bronnen)
        return tuple(note(one, checked=self.checked) for one in ids)


def quoted(delays: Sequence[Delay]) -> str:
    """Their sentences, in the words of the person."""
    return " ".join(f"“{one.quote.tekst}”" for one in delays)


@cache
def delay_words() -> DelayWords:
    """The patterns and the texts, read once."""
    return read("te_laat", DelayWords)


def delays(reading: LetterReading, decider: str, day: date, today: date) -> tuple[Delay, ...]:
    """Each sentence that tells why, in order, where the decision is of this `day` and `decider` took it."""
    told = [one for one in reading.own if one.role == "tekst"]
    found = list[Delay]()
    for n, one in enumerate(told):
        behind = n > 0 and (told[n - 1].account or names_decision(told[n - 1].low))
        if (kind := _kind(one, decider, (day, today), behind=behind)) is not None:
            found.append(Delay(kind=kind, quote=_quote(one)))
    return tuple(found)


def _kind(one: LetterClause, decider: str, time: tuple[date, date], *, behind: bool) -> DelayKind | None:
    """`behind`: the sentence before it tells of the decision."""
    known, low = delay_words(), one.low
    days = [day for _, day in dates_of(one.at.text, time[1]) if day is not None]
    after = any(time[0] < day for day in days)
    if any(day > time[1] for day in days):
        return None
    if known.gestuurd.search(low) and _elsewhere(one.at.text, decider):
        return "verkeerd_gestuurd" if known.vergist.search(low) or after else None
    if known.gemist.search(low) or known.ander_adres.search(low):
        return "niet_ontvangen"
    if days and not after:
        return None
    kept = after or known.waarvan.search(low) or (behind and known.wanneer.search(low))
    return "verhinderd" if known.kwam_pas.search(low) or (known.verhindert.search(low) and kept) else None


def _elsewhere(text: str, decider: str) -> bool:
    """An office is named in it that did not take the decision."""
    for match in _word.finditer(text):
        words = text[match.start() :].split()[:WORDS_OF_A_NAME]
        name = " ".join(words).strip(" .,;:!?")
        if not name[:1].isalpha() or not (names_public_body(name) or names_office(words[0])):
            continue
        way = find_route(LetterReading(kind="eigen_brief", main=name))
        if way.basis not in NAMED or way.route.wie != decider:
            return True
    return False


def _quote(one: LetterClause) -> Quote:
    return Quote(tekst=one.at.text, begin=one.at.start, eind=one.at.end)
