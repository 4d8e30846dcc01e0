"""What a person answered where a letter was open: it counts as it was answered, and the letter is made with it.

Only what was asked can be answered, and an answer that cannot be meant leaves its place open."""

import re
from datetime import date

from pydantic import Field

from loket_demos.overheid.content import dutch_dates
from loket_demos.overheid.content.case_route import CaseRoute
from loket_demos.overheid.content.classify_case import reason
from loket_demos.overheid.content.frozen import ToolInput
from loket_demos.overheid.content.kind_book import OPEN
from loket_demos.overheid.content.letter_case import MOST_SENTENCES, LetterCase, counted
from loket_demos.overheid.content.letter_kind import LetterNature, wanted
from loket_demos.overheid.content.letter_reading import LetterReading, Quote, says_why
from loket_demos.overheid.content.letter_route import sent_by
from loket_demos.overheid.content.letter_terms import countable

LONGEST_REASON, LONGEST_FACT, LONGEST_NAME, MOST_TICKED = 4000, 60, 120, MOST_SENTENCES
YES = "ja"
_article = re.compile(r"^(?:de|het) (?=\S)", re.IGNORECASE)


class LetterAnswers(ToolInput):
    """By the field that was open; an empty one is not answered. `redenen` are the ticked ones, None while nobody was
    asked."""

    besluit: str = Field(default="", max_length=LONGEST_FACT)
    wie: str = Field(default="", max_length=LONGEST_NAME)
    adres: str = Field(default="", max_length=LONGEST_NAME)
    datum: str = Field(default="", max_length=LONGEST_FACT)
    bedrag: str = Field(default="", max_length=LONGEST_FACT)
    reden: str = Field(default="", max_length=LONGEST_REASON)
    te_laat: str = Field(default="", max_length=LONGEST_REASON)
    kenmerk: str = Field(default="", max_length=LONGEST_FACT)
    redenen: tuple[str, ...] | None = Field(default=None, max_length=MOST_TICKED)


def usable(read: LetterCase, answers: LetterAnswers) -> LetterAnswers:
    """The answers to what is open in this letter, on one line each, without those that cannot be meant."""
    given = answers.model_dump(exclude={"redenen"})
    words = {name: " ".join(value.split()) for name, value in given.items()}
    sender = words["wie"] = _without_article(words["wie"])
    takes = {
        "besluit": words["besluit"].lower().startswith((YES, "nee")),
        "wie": sender != _without_article(read.found.route.wie) and _decided_by(read, read.reading, sender) is not None,
        "adres": read.asks_address or not read.sender_known,
        "datum": (day := _day(words["datum"], read.today)) is not None and (day != read.day or read.came),
        "bedrag": words["bedrag"] in read.amounts,
        "reden": True,
        "te_laat": read.reading.excuse is None,
        "kenmerk": read.reference is None,
    }
    ticked = None
    if answers.redenen is not None:
        chosen = {" ".join(one.split()) for one in answers.redenen}
        ticked = tuple(one for one in read.sentences if " ".join(one.split()) in chosen)
    return LetterAnswers(redenen=ticked, **{name: value for name, value in words.items() if takes[name]})


def completed(read: LetterCase, answers: LetterAnswers) -> LetterCase:
    """The letter as it is with these answers, of which each is usable."""
    reading = _with_words(read.reading, answers)
    changes: dict[str, object] = {"reading": reading}
    if reading != read.reading:
        changes["reason"] = reason(reading)
    nature, agreed = read.nature, answers.besluit.lower().startswith(YES)
    if (found := _decided_by(read, reading, answers.wie)) is not None:
        changes |= {"found": found, "snippets": found.route.snippets}
        if read.sender_known:
            changes["address_in_letter"] = None  # that of whom we took it for
        if nature.vraag and nature.soort == "wie":
            nature = wanted(LetterNature(soort="besluit"), reading.wish, found.route.soort)
    if agreed:
        changes["reading"] = reading.model_copy(update={"wish": True, "addressed": True})
    if agreed and nature.vraag and nature.soort != "wie":
        nature = nature.model_copy(
            update={"soort": nature.soort if nature.soort in OPEN else "besluit", "vraag": "", "uitleg": ""}
        )
    changes["nature"] = nature
    if (day := _day(answers.datum, read.today)) is not None:
        words = answers.datum if answers.datum in read.dates else dutch_dates.write_date(day, weekday=False)
        changes |= {
            "written": words,
            "dates": (),
            "day": day,
            "came": False,
            "later": (),
            "signed": None,
            "stamp": None,
        }
    if answers.bedrag:
        changes |= {"amount": answers.bedrag, "amounts": ()}
    if answers.kenmerk:
        changes["reference"] = answers.kenmerk
    if answers.adres:
        changes["address_in_letter"] = answers.adres
    return counted(read.model_copy(update=changes))


def _without_article(name: str) -> str:
    """An office as it is called, not as it stands in a sentence."""
    bare = _article.sub("", name)
    return bare[:1].upper() + bare[1:] if bare != name else name


def _decided_by(read: LetterCase, reading: LetterReading, sender: str) -> CaseRoute | None:
    """The way with this sender; none when that is no office. One that takes back whom we read counts by its own name,
    for what the letter is about had told of another."""
    told = sent_by(reading, sender) if sender else None
    if told is None or not read.sender_known:
        return told
    alone = sent_by(reading.model_copy(update={"main": "", "rest": "", "clauses": ()}), sender)
    own = told.route.wie.partition(" (")[0]
    return told if alone is not None and own in (sender, alone.route.wie.partition(" (")[0]) else alone


def _with_words(reading: LetterReading, answers: LetterAnswers) -> LetterReading:
    """The reading with what the person wrote or ticked besides: a letter of an office is then one that they answer."""
    changes: dict[str, object] = {}
    ticked = reading.grounds
    if answers.redenen is not None:
        every = sorted((*reading.grounds, *reading.maybe, *reading.aside), key=lambda one: one.begin)
        ticked = tuple(one for one in every if one.tekst in answers.redenen)
        changes |= {"maybe": (), "aside": (), "to_helper": False, "addressed": True}
        changes |= {"grounds": ticked, "why": says_why(reading, ticked)}
    if answers.reden:
        kind = "eigen_brief" if reading.kind == "brief_van_overheid" else reading.kind
        changes |= {"grounds": (*ticked, _beside(answers.reden)), "kind": kind, "why": True}
    if answers.te_laat:
        changes["excuse"] = _beside(answers.te_laat)
    return reading.model_copy(update=changes)


def _beside(words: str) -> Quote:
    """Words of the person that do not stand in the letter itself."""
    return Quote(tekst=words, begin=0, eind=0)


def _day(words: str, today: date | None) -> date | None:
    """The day that is meant; none that is still to come."""
    if (whole := dutch_dates.PATTERN.search(words)) is not None:
        day = dutch_dates.read_date(whole.group())
    else:
        short = dutch_dates.WITHOUT_YEAR.search(words)
        day = dutch_dates.last_of(short.group(), today) if short and today else None
    return None if day is None or (today is not None and day > today) else countable(day)
