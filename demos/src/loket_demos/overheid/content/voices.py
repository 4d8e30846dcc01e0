"""Who speaks in each sentence of a text: the office whose letter it is, the person, or somebody who gives orders.

A reason, and the way a person tells of a decision, are only ever read from the person's own sentences; the date at the
top of a letter only from the office's. What gives orders to whoever writes a letter counts for nothing."""

import itertools
import re
from datetime import date
from functools import cache
from typing import Literal

from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.letter_wish import objects
from loket_demos.overheid.content.letter_words import letter_words
from loket_demos.overheid.content.sentences import Sentence, ends, is_rule

Voice = Literal["overheid", "zelf", "opdracht"]

CLOSED_BY = {"[": "]", "(": ")", "<": ">", "{": "}"}
"""An order in brackets goes on to where they close."""
_offers = re.compile(r"\bu (?:kunt|kan|mag)\b.{0,100}\bbezwaar (?:maken|indienen|aantekenen|instellen)\b")
_site = re.compile(r"(?<=[a-z,] )Mijn (?=[A-Z])")
_to = re.compile(r"[Aa]an:? (?:het )?")
_we = re.compile(r"\b(?:wij|we|ons|onze|ik|mijn)\b")
_announces = re.compile(r"\b(?:bekend|verleend|besloten|ter inzage|voornemens)\b")
_blank = re.compile(r"\n[ \t]*\n|\n[ \t]{0,3}[-_=*~]{2,}")
_citation = re.compile(r"[\"“„«][^\"“”„«»]{1,1000}[\"”“»]")
WORDS_OF_A_TERM = 3
"""Fewer words in quotation marks are a term, and no sentence."""
MARKS = (">", "|")
"""How programs for mail begin the lines that they quote."""
SHORT_LINE, WORDS_OF_A_STATEMENT = 10, 2
OPENING = 3
"""In so many first sentences somebody says that they object."""
OFFICE_LETTER = 2
"""So many sentences make a letter of an office."""
OWN_LETTER = 1
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
    letter = _of_office(cut, tuple(one for one in cut if not quoted(text, one)))
    begins = _begins(cut) if letter else len(cut)
    answers = _answers(text, cut, begins)
    own = sum(1 for one in cut if speaks_of_self(one.text))
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
            to_reader = known.uw_zaak.search(low) and not (known.zelf.search(low) or known.vraag_aan_ons.search(low))
            found.append("overheid" if to_reader and own < OWN_LETTER else "zelf")
        else:
            signed = closing and now == "overheid" and not known.zelf.search(low)
            if n == begins or signed:
                now = "overheid"
            elif n > begins:
                now = "zelf" if n in answers else _turned(now, one, apart=apart, ended=ended)
            found.append(now)
    return tuple(found)


def grants_rights(low: str) -> bool:
    """An office says here what can be done against its decision."""
    known = voice_words()
    told = bool(known.rechten.search(low)) and not known.zelf.search(low) and not known.vraag_aan_ons.search(low)
    return told and (bool(_offers.search(low)) or not objects(low))


def addresses_reader(low: str) -> bool:
    """It speaks to whoever reads it, as an office does, and a person who writes to one."""
    known = voice_words()
    return bool(known.uw_zaak.search(low) or known.u_doet.search(low)) or grants_rights(low)


def speaks_of_self(text: str) -> bool:
    """The words of one who writes about themselves, or who objects."""
    low = _without_names(text)
    return bool(voice_words().zelf.search(low)) or (objects(low) and not grants_rights(low))


def asks_helper(text: str) -> bool:
    """It asks somebody to do something, and may be meant for whoever helps."""
    return bool(voice_words().vraag_aan_ons.search(_without_names(text)))


def doubtful(text: str, cut: tuple[Sentence, ...], spoken: tuple[Voice, ...]) -> frozenset[int]:
    """The sentences that may be somebody else's: quoted ones, also those of a longer quotation; and own ones beside the
    letter of an office that stand in its midst, or in a paragraph where nobody speaks of themselves and that no line
    parts from it."""
    spans = [one.span() for one in _citation.finditer(text) if len(one[0].split()) > WORDS_OF_A_TERM]
    cited = frozenset(
        n
        for n, one in enumerate(cut)
        if quoted(text, one) or any(begin <= one.start and one.end <= end for begin, end in spans)
    )
    if spoken.count("overheid") < OFFICE_LETTER:
        return cited
    first, last = spoken.index("overheid"), len(spoken) - 1 - spoken[::-1].index("overheid")
    answers = _answers(text, cut, _begins(cut))
    owned, block, parted, at = set[int](), list[int](), False, 0
    for n, one in enumerate(cut):
        gap, at = text[at : one.start], one.end
        parted = (parted or bool(voice_words().scheiding.search(gap)) or is_rule(one)) and spoken[n] == "zelf"
        block = [*([] if _blank.search(gap) else block), n]
        if parted or n in answers or (n - 1 in owned and spoken[n] == "zelf"):
            owned.add(n)
        if spoken[n] == "zelf" and speaks_of_self(one.text):
            owned.update(block)
    inside = {n for n in range(first, last) if not speaks_of_self(cut[n].text) or addresses_reader(cut[n].text.lower())}
    return cited | {n for n, voice in enumerate(spoken) if voice == "zelf" and (n in inside or n not in owned)}


def cites(text: str) -> bool:
    """Most of it are words of somebody else, in quotation marks."""
    said = sum(len(match.group().split()) for match in _citation.finditer(text))
    return said > WORDS_OF_A_TERM and 2 * said >= len(text.split())


def quoted(text: str, one: Sentence) -> bool:
    """It stands in a line that a program for mail marked as somebody else's, or as an earlier one."""
    line = text[text.rfind("\n", 0, one.start) + 1 : one.start].lstrip()
    return line[:1] in MARKS and bool(line)


def letterhead(cut: tuple[Sentence, ...]) -> bool:
    """The text begins with the name of an office, alone on its line."""
    return len(cut) > 1 and is_head(cut[0])


def _begins(cut: tuple[Sentence, ...]) -> int:
    """Where the letter of an office begins: with the lines of its head, which stand together above its first words to
    the reader. What stands before them was put there by somebody else, and so were lines with one that is for an
    office."""
    first = at = next((n for n, one in enumerate(cut) if is_head(one) or _to_reader(one)), 0)
    while at > 0 and _line(cut[at - 1]):
        at -= 1
    return first if any(_for_office(one.text) for one in cut[at:first]) else at


def _answers(text: str, cut: tuple[Sentence, ...], begins: int) -> frozenset[int]:
    """Where a paragraph below the words of an office begins that is the person's as a whole: somebody objects in it;
    or it speaks of `us` behind the notice of an office, which speaks to nobody and ends with what can be done."""
    known, found, granted = voice_words(), set[int](), False
    letter = cut[begins:]
    lows = [_without_names(one.text) for one in letter]
    notice = not any(known.uw_zaak.search(low) or known.u_doet.search(low) for low in lows)
    starts = [n for n, one in enumerate(letter) if n and _blank.search(text, letter[n - 1].end, one.start)]
    for first, last in itertools.pairwise([0, *starts, len(letter)]):
        block = lows[first:last]
        ours = notice and granted and any(_we.search(low) and not _announces.search(low) for low in block)
        wants = any(objects(low) and not grants_rights(low) for low in block)
        if first and (wants or ours) and not any(addresses_reader(low) for low in block):
            found.add(begins + first)
        granted = granted or any(grants_rights(low) for low in block)
    return frozenset(found)


def _for_office(text: str) -> bool:
    """A person's line above a letter to an office: `Aan de SVB`."""
    to = _to.match(text)
    return to is not None and names_public_body(text[to.end() :])


def _to_reader(one: Sentence) -> bool:
    known, low = voice_words(), _without_names(one.text)
    return addresses_reader(low) and not known.zelf.search(low) and not known.vraag_aan_ons.search(low)


def _line(one: Sentence) -> bool:
    """A line of a head, and no sentence."""
    return _short(one) and not one.text[:1].islower() and not voice_words().zelf.search(_without_names(one.text))


def _without_names(text: str) -> str:
    """In small letters, without the names of sites that begin as a person speaks ("Mijn Overheid")."""
    return _site.sub("", text).lower()


def names_public_body(text: str) -> bool:
    """It begins as the name of an authority does."""
    return bool(voice_words().kop_overheid.search(text.strip().lower()))


def is_head(one: Sentence) -> bool:
    """The name of an office, alone on its line."""
    return _short(one) and names_public_body(one.text)


def _short(one: Sentence) -> bool:
    return len(one.text.split()) <= SHORT_LINE and not ends(one.text)


def _of_office(cut: tuple[Sentence, ...], written: tuple[Sentence, ...]) -> bool:
    """There is a letter of an office in it: it says what can be done, or an office speaks to the reader. `written` is
    what no program for mail marked as an earlier message."""
    known = voice_words()
    lows = [one.text.lower() for one in cut]
    others = [low for low in lows if not known.zelf.search(low) and not known.vraag_aan_ons.search(low)]
    if any(grants_rights(low) for low in others):
        return True
    if _own_letter(written):
        return False
    yours = sum(1 for low in others if known.uw_zaak.search(low))
    spoken = yours + sum(1 for low in others if known.u_doet.search(low) and not known.uw_zaak.search(low))
    return (spoken > 0 and letterhead(cut)) or (yours > 0 and spoken > 1)


def _own_letter(cut: tuple[Sentence, ...]) -> bool:
    """The person wrote the only letter in it: it greets an office; or they speak of themselves, or object, behind its
    greeting, before it ends; or there is no greeting, and they speak first."""
    known, lows = voice_words(), [one.text.lower() for one in cut]
    greets = [n for n, low in enumerate(lows) if letter_words().aanhef.match(low)]
    start = greets[0] if greets else 0
    closes = (n for n, low in enumerate(lows) if n > start and known.einde.search(low) and _short(cut[n]))
    end = next(closes, None)
    body = [one for one in cut[start:end] if not _line(one)]
    if len(greets) > 1:
        return False
    if greets and names_public_body(lows[start].partition(" ")[2]):
        return True
    first = next((one for one in body if speaks_of_self(one.text) or _to_reader(one)), None)
    opening = body if greets and end else body[:OPENING]
    return (first is not None and speaks_of_self(first.text)) or any(objects(one.text.lower()) for one in opening)


def _turned(now: Voice, one: Sentence, *, apart: bool, ended: bool) -> Voice:
    """Whose sentence this is, when the one before was of `now`."""
    known, low = voice_words(), _without_names(one.text)
    if speaks_of_self(one.text):
        return "overheid" if now == "overheid" and not ended and known.uw_zaak.search(low) and not apart else "zelf"
    theirs = grants_rights(low) or (known.uw_zaak.search(low) and not known.vraag_aan_ons.search(low))
    if is_head(one) or (not (now == "zelf" and ended) and theirs):
        return "overheid"
    if now == "zelf":
        return now
    tells = one.text[-1:] in ".!?)" or one.text[:1].islower()
    statement = tells and len(low.split()) >= WORDS_OF_A_STATEMENT
    to_reader = known.uw_zaak.search(low) or known.u_doet.search(low)
    return "zelf" if apart or (ended and statement and not to_reader) else now
