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
_site = re.compile(r"(?<=[a-z,] )Mijn (?=[A-Z])")
_blank = re.compile(r"\n[ \t]*\n|\n[ \t]{0,3}[-_=*~]{2,}")
SHORT_LINE, WORDS_OF_A_STATEMENT = 10, 2
OWN_LETTER = 2
"""So many sentences of a person about themselves make a letter of their own, in which `uw` is the office's."""


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
    begins = _begins(cut) if letter else len(cut)
    own = sum(1 for one in cut if known.zelf.search(_without_names(one.text)))
    now: Voice = "zelf"
    ended, closing, at, close = False, False, 0, ""
    for n, one in enumerate(cut):
        low = _without_names(one.text)
        apart = bool(known.scheiding.search(text, at, one.start))
        closing = n > begins and (bool(known.einde.search(low)) or (closing and not _blank.search(text, at, one.start)))
        ended, at = ended or closing, one.end
        if close or known.opdracht.search(low):
            found.append("opdracht")
            close = close or CLOSED_BY.get(one.text[0], "")
            close = "" if close in one.text else close
        elif not letter:
            to_reader = known.uw_zaak.search(low) and not known.zelf.search(low)
            found.append("overheid" if to_reader and own < OWN_LETTER else "zelf")
        else:
            signed = closing and now == "overheid" and not known.zelf.search(low)
            if n == begins or signed:
                now = "overheid"
            elif n > begins:
                now = _turned(now, one, apart=apart, ended=ended)
            found.append(now)
    return tuple(found)


def grants_rights(low: str) -> bool:
    """An office says here what can be done against its decision."""
    known = voice_words()
    return bool(known.rechten.search(low)) and not known.zelf.search(low) and not known.vraag_aan_ons.search(low)


def addresses_reader(low: str) -> bool:
    """It speaks to whoever reads it, as an office does, and a person who writes to one."""
    known = voice_words()
    return bool(known.uw_zaak.search(low) or known.u_doet.search(low)) or grants_rights(low)


def ruled(gap: str) -> bool:
    """A line stands between two sentences, to part them."""
    return bool(voice_words().scheiding.search(gap))


def speaks_of_self(text: str) -> bool:
    """The words of one who writes about themselves."""
    return bool(voice_words().zelf.search(_without_names(text)))


def letterhead(cut: tuple[Sentence, ...]) -> bool:
    """The text begins with the name of an office, alone on its line."""
    return len(cut) > 1 and is_head(cut[0])


def _begins(cut: tuple[Sentence, ...]) -> int:
    """Where the letter of an office begins: with the lines of its head, which stand together above its first words to
    the reader. What stands before them was put there by somebody else."""
    at = next((n for n, one in enumerate(cut) if is_head(one) or _to_reader(one)), 0)
    while at > 0 and _line(cut[at - 1]):
        at -= 1
    return at


def _to_reader(one: Sentence) -> bool:
    known, low = voice_words(), _without_names(one.text)
    return addresses_reader(low) and not known.zelf.search(low) and not known.vraag_aan_ons.search(low)


def _line(one: Sentence) -> bool:
    """A line of a head, and no sentence."""
    short = len(one.text.split()) <= SHORT_LINE and one.text[-1:] not in ".!?"
    return short and not one.text[:1].islower() and not voice_words().zelf.search(_without_names(one.text))


def _without_names(text: str) -> str:
    """In small letters, without the names of sites that begin as a person speaks ("Mijn Overheid")."""
    return _site.sub("", text).lower()


def names_public_body(text: str) -> bool:
    """It begins as the name of an authority does."""
    return bool(voice_words().kop_overheid.search(text.strip().lower()))


def is_head(one: Sentence) -> bool:
    """The name of an office, alone on its line."""
    short = len(one.text.split()) <= SHORT_LINE and one.text[-1:] not in ".!?"
    return short and names_public_body(one.text)


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
    known, low = voice_words(), _without_names(one.text)
    if known.zelf.search(low):
        return "overheid" if now == "overheid" and not ended and known.uw_zaak.search(low) and not apart else "zelf"
    if is_head(one) or (not (now == "zelf" and ended) and (grants_rights(low) or known.uw_zaak.search(low))):
        return "overheid"
    if now == "zelf":
        return now
    tells = one.text[-1:] in ".!?)" or one.text[:1].islower()
    statement = tells and len(low.split()) >= WORDS_OF_A_STATEMENT
    to_reader = known.uw_zaak.search(low) or known.u_doet.search(low)
    return "zelf" if apart or (ended and statement and not to_reader) else now
