"""Questions about an allowance that ask for no amount, and about money that others give: answered from our content with
its source, or said not to be known."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache

from loket.core.data import JsonObject
from loket_demos.overheid.content.arguments import RulesInput
from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.regelingen import Regeling, regeling
from loket_demos.overheid.content.rules_lookup import rules_lookup
from loket_demos.overheid.content.sources import SourceNote, note
from loket_demos.overheid.content.words import any_found, occurs, plain
from loket_demos.overheid.reading.field_words import field_words
from loket_demos.overheid.reading.sentence import fields_of, schemes_in

AMOUNTS = frozenset({"inkomen", "inkomen_partner", "huur", "vermogen", "opvang_uren", "opvang_prijs"})
"""Fields that somebody only tells who wants to know an amount."""
PAST = frozenset({"alimentatie", "ex"})
"""Doubts that a question may be about without asking for an amount."""


class QuestionSubject(DataRow):
    """What a question can be about, with its answer: a text with its source, or conditions by id."""

    woorden: tuple[str, ...]
    ook_bij_bedrag: bool = False
    tekst: str = ""
    bron: str = ""
    voorwaarden: tuple[str, ...] = ()


class Information(DataRow):
    checked: date
    bedrag: tuple[str, ...]
    vraag: tuple[str, ...]
    daarover: tuple[str, ...]
    onbekend: str
    kloppen: str
    welke: str
    meer: str
    onderwerpen: tuple[QuestionSubject, ...]
    elders: tuple[QuestionSubject, ...]


@cache
def information() -> Information:
    """The answers, read once."""
    return read("informatie", Information)


class PlainAnswer(DataRow):
    """An answer and where it is from; `sure` is False where it only says that we don't know, `more` where our
    own words can say more."""

    text: str
    sources: tuple[SourceNote, ...] = ()
    sure: bool = True
    more: bool = True


def informed(text: str, today: date, before: JsonObject, newest: int) -> str | None:
    """The answer to a question that asks for no amount, with its sources in its words; None for anything else."""
    found = looked_up(text, today, before, newest)
    if found is None:
        return None
    more = (information().meer,) if found.sure and found.more else ()
    sources = (f"Bron: {one.naam} ({one.url}), {one.zekerheid}." for one in found.sources)
    return "\n".join([" ".join((found.text, *more)), *sources])


def looked_up(text: str, today: date, before: JsonObject, newest: int) -> PlainAnswer | None:
    """The answer to a question that asks for no amount; None for anything else. `before`: what was understood last."""
    book, words = information(), plain(text)
    told = fields_of(text, today)
    if AMOUNTS & told.keys() or any(one["waarom"] not in PAST for one in told.get("twijfel", ())):
        return None
    schemes = schemes_in(text)
    earlier = regeling(before.get("regeling"))
    amount = any_found(book.bedrag, words)
    subject = next((one for one in book.onderwerpen if any_found(one.woorden, words)), None)
    elsewhere = next((one for one in book.elders if any_found(one.woorden, words)), None)
    begins = _asks(book, text)
    asks = amount or begins or text.rstrip().endswith("?")
    if elsewhere is not None and not schemes and asks:
        sources = (note(elsewhere.bron),) if elsewhere.bron else ()
        return PlainAnswer(text=elsewhere.tekst, sources=sources, more=False)
    ours = schemes or "toeslag" in words or (before and any_found(book.daarover, words))
    if subject is not None and ours and (asks or not told) and (not amount or subject.ook_bij_bedrag):
        year = told.get("jaar")
        about = schemes or ((earlier,) if earlier else ())
        return _from_content(subject, about, year if isinstance(year, int) else newest)
    known = schemes or any_found(("toeslag", "toeslagen"), words)
    papers = any_found(field_words().papieren, words)
    return PlainAnswer(text=book.onbekend, sure=False) if known and begins and not (amount or papers) else None


def others_named(text: str) -> Iterator[str]:
    """What becomes of allowances of somebody else that a message names, each by its name."""
    words = plain(text)
    for subject in information().elders:
        for name in subject.woorden if subject.bron else ():
            if name.endswith("toeslag") and " " not in name and occurs(name, words):
                yield f"{name.capitalize()}: {subject.tekst}"


def _asks(book: Information, text: str) -> bool:
    """Whether a part of the text begins as a question does."""
    starts = [plain(part) for part in re.split(r"[,.;:!?\n]", text)]
    return any(start.startswith(f" {one} ") for start in starts for one in book.vraag)


def _from_content(subject: QuestionSubject, schemes: Sequence[Regeling], year: int) -> PlainAnswer:
    if subject.tekst:
        return PlainAnswer(text=subject.tekst, sources=(note(subject.bron, certainty="P"),))
    if not schemes:
        return PlainAnswer(text=information().welke, sure=False)
    said, sources = list[str](), list[SourceNote]()
    for scheme in schemes:
        rules = rules_lookup(RulesInput(regeling=scheme.naam, jaar=year))
        texts = [one.text for one in rules.voorwaarden if one.id in subject.voorwaarden]
        if texts:
            intro = information().kloppen.format(naam=scheme.naam.lower(), jaar=year)
            said.append(" ".join((intro, *texts)))
            sources += rules.bron[:1]
    if not said:
        return PlainAnswer(text=information().onbekend, sure=False)
    return PlainAnswer(text="\n".join(said), sources=tuple(sources))
