"""Who speaks in each sentence of a text: the office whose letter it is, the person, or somebody who gives orders.

A reason, and the way a person tells of a decision, are only ever read from the person's own sentences; the date at the
top of a letter only from the office's. What gives orders to whoever writes a letter counts for nothing."""

import re
from datetime import date
from functools import cache
from typing import Literal

from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.sentences import Sentence

Voice = Literal["overheid", "zelf", "opdracht"]

CLOSED_BY = {"[": "]", "(": ")", "<": ">", "{": "}"}
"""An order in brackets goes on to where they close."""
SHORT_LINE, WORDS_OF_A_STATEMENT = 10, 5


class VoiceWords(DataRow):
    """The patterns of `data/stemmen.toml`; what each is for stands there."""

    checked: date
    zelf: re.Pattern[str]
    uw_zaak: re.Pattern[str]
    u_doet: re.Pattern[str]
    rechten: re.Pattern[str]
    vraag_aan_ons: re.Pattern[str]
    kop_overheid: re.Pattern[str]
    einde: re.Pattern[str]
    opdracht: re.Pattern[str]
    scheiding: re.Pattern[str]


@cache
def voice_words() -> VoiceWords:
    """The patterns, read once."""
    return read("stemmen", VoiceWords)


def voices(text: str, cut: tuple[Sentence, ...]) -> tuple[Voice, ...]:
    """The voice of each sentence, in order. Without a letter of an office all is the person's own, but for sentences
    that speak of what is the reader's."""
    known, found = voice_words(), list[Voice]()
    letter = _of_office(cut)
    now: Voice = "overheid" if letter else "zelf"
    ended, at, close = False, 0, ""
    for one in cut:
        low = one.text.lower()
        apart = bool(known.scheiding.search(text, at, one.start))
        ended, at = ended or bool(known.einde.search(low)), one.end
        if close or known.opdracht.search(low):
            found.append("opdracht")
            close = close or CLOSED_BY.get(one.text[0], "")
            close = "" if close in one.text else close
        elif not letter:
            found.append("overheid" if known.uw_zaak.search(low) and not known.zelf.search(low) else "zelf")
        else:
            now = _turned(now, one, apart=apart, ended=ended)
            found.append(now)
    return tuple(found)


def grants_rights(low: str) -> bool:
    """An office says here what can be done against its decision."""
    known = voice_words()
    return bool(known.rechten.search(low)) and not known.zelf.search(low) and not known.vraag_aan_ons.search(low)


def letterhead(cut: tuple[Sentence, ...]) -> bool:
    """The text begins with the name of an office, alone on its line."""
    return len(cut) > 1 and _head(cut[0])


def _head(one: Sentence) -> bool:
    short = len(one.text.split()) <= SHORT_LINE and one.text[-1:] not in ".!?"
    return short and bool(voice_words().kop_overheid.search(one.text.lower()))


def _of_office(cut: tuple[Sentence, ...]) -> bool:
    """There is a letter of an office in it: it says what can be done, or an office speaks to the reader."""
    known = voice_words()
    lows = [one.text.lower() for one in cut]
    others = [low for low in lows if not known.zelf.search(low) and not known.vraag_aan_ons.search(low)]
    if any(grants_rights(low) for low in others):
        return True
    yours = sum(1 for low in others if known.uw_zaak.search(low))
    spoken = yours + sum(1 for low in others if known.u_doet.search(low) and not known.uw_zaak.search(low))
    return (spoken > 0 and letterhead(cut)) or (yours > 0 and spoken > 1)


def _turned(now: Voice, one: Sentence, *, apart: bool, ended: bool) -> Voice:
    """Whose sentence this is, when the one before was of `now`."""
    known, low = voice_words(), one.text.lower()
    if known.zelf.search(low):
        return "overheid" if now == "overheid" and not ended and known.uw_zaak.search(low) and not apart else "zelf"
    if grants_rights(low) or (now == "zelf" and (known.uw_zaak.search(low) or _head(one))):
        return "overheid"
    if now == "zelf":
        return now
    tells = one.text[-1:] in ".!?)" or one.text[:1].islower()
    statement = tells and len(low.split()) >= WORDS_OF_A_STATEMENT
    to_reader = known.uw_zaak.search(low) or known.u_doet.search(low)
    return "zelf" if apart or (ended and statement and not to_reader) else now
