"""What a question is about, and what our content says of it: rules with their year, offices and terms.

Nothing here decides about a person, and what we don't know is said."""

from collections.abc import Iterable
from datetime import date
from functools import cache

from loket_demos.overheid.allowance_wish import NEWEST
from loket_demos.overheid.content.arguments import RulesInput
from loket_demos.overheid.content.bd_search import pages
from loket_demos.overheid.content.cases import Route, case_book
from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.doc_checklist import DocumentsInput, doc_checklist
from loket_demos.overheid.content.dutch_dates import write_date
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.letter_route import letter_route
from loket_demos.overheid.content.regelingen import Regeling
from loket_demos.overheid.content.rules_lookup import rules_lookup
from loket_demos.overheid.content.sources import CERTAINTY_WORDS, SourceNote, note
from loket_demos.overheid.content.words import any_found, plain
from loket_demos.overheid.genui.blocks import (
    Accordion,
    Block,
    Callout,
    Citation,
    Citations,
    NextQuestions,
    Notice,
    QuestionAnswer,
)
from loket_demos.overheid.reading.information import looked_up
from loket_demos.overheid.reading.sentence import fields_of, is_objection, schemes_in

LONGEST_QUERY = 1000
SHORTEST_WORD = 4
MOST_CITATIONS, OWN_SOURCES = 10, 5
GENERAL_PAGES = 3
"""The pages that our list begins with are about no one thing."""
MOST_FOLLOW_UPS = 4


class BlockWords(DataRow):
    """Our own sentences, and the questions that follow from a subject."""

    checked: date
    bronnen: str
    kort: str
    meer: str
    voorwaarden: str
    papieren: str
    regels: str
    waarheen: str
    meesturen: str
    daarna: str
    te_laat: str
    let_op: str
    bron: str
    nagekeken: str
    bedrag_titel: str
    bedrag: str
    geen_titel: str
    geen: str
    geen_los: str
    geen_bron: str
    leeg: str
    twijfel: str
    uitleg_titel: str
    uitleg: str
    niet_bereikbaar: str
    bezwaarwoorden: tuple[str, ...]
    bedragwoorden: tuple[str, ...]
    vervolg: dict[str, tuple[str, ...]]


class QuestionAbout(DataRow):
    """The allowances and the way of objection that a text is about; `maybe` are offices it may be as well."""

    schemes: tuple[Regeling, ...]
    way: Route | None
    maybe: tuple[str, ...] = ()

    @property
    def codes(self) -> tuple[str, ...]:
        """The names under which questions follow."""
        return (*(one.code for one in self.schemes), *((self.way.code,) if self.way else ()))


@cache
def block_words() -> BlockWords:
    """The sentences, read once."""
    return read("genui", BlockWords)


def subject_of(text: str) -> QuestionAbout:
    """What a text is about. That somebody objects is only taken from words for it: who names an office may want to know
    anything."""
    if not is_objection(text) and not any_found(block_words().bezwaarwoorden, plain(text)):
        return QuestionAbout(schemes=schemes_in(text), way=None)
    found = letter_route(text).found
    return QuestionAbout(schemes=schemes_in(text), way=found.route, maybe=found.maybe)


def follow_ups(codes: Iterable[str], asked: str = "") -> NextQuestions:
    """The questions that follow from these subjects, without the one that was asked."""
    told = block_words().vervolg
    questions = [question for code in codes for question in told.get(code, ()) if plain(question) != plain(asked)]
    return NextQuestions(items=tuple(dict.fromkeys(questions or told["algemeen"]))[:MOST_FOLLOW_UPS])


def cited(text: str, source: SourceNote) -> str:
    """The text with its source, the year it holds for, and the day it was checked or that it was not."""
    said = block_words()
    day = write_date(date.fromisoformat(source.gecontroleerd), weekday=False)
    sure = source.zekerheid == CERTAINTY_WORDS["S"]
    how = said.nagekeken.format(dag=day) if sure else source.zekerheid.capitalize()
    year = f", {source.jaar}" if source.jaar else ""
    return f"{text}\n{said.bron.format(naam=source.naam, jaar=year, zekerheid=how)}"


def sources(
    citations: tuple[Citation, ...], own: Iterable[SourceNote] = (), own_first: bool = False
) -> tuple[Block, ...]:
    """The pages that were found, with the sources of what we say below them; no block when there is neither.
    `own_first`: what we say is of one office, and the pages may be of another one."""
    found = {one.url: one for one in citations[: MOST_CITATIONS - OWN_SOURCES]}
    told = {one.url: found.get(one.url, Citation(title=one.naam, url=one.url)) for one in own}
    known = told | found if own_first else found | told
    items = tuple(known.values())[:MOST_CITATIONS]
    return (Citations(title=block_words().bronnen, items=items),) if items else ()


def blocks_about(query: str, citations: tuple[Citation, ...], today: date | None) -> tuple[Block, ...]:
    """Sources first, then what our content says of the question, then what could be asked next."""
    said = block_words()
    query = query[:LONGEST_QUERY].strip()
    if not query:
        return (*sources(citations), Notice(body=said.leeg), follow_ups(()))
    fits, citations = _fits(query, citations), about(query, citations)
    subject = subject_of(query)
    year = fields_of(query, today or said.checked).get("jaar")
    year = year if isinstance(year, int) else NEWEST
    answer = None if subject.way else looked_up(query, today or said.checked, {}, NEWEST)
    more, own = more_about(subject, year)
    found: list[Block] = []
    if answer is not None and answer.sure:
        own = [*answer.sources, *own]
        body = cited(answer.text, answer.sources[0]) if answer.sources else answer.text
        found.append(Callout(title=said.kort, body=body))
    if subject.schemes and not (answer and answer.sure) and any_found(said.bedragwoorden, plain(query)):
        found.append(Callout(title=said.bedrag_titel, body=said.bedrag))
    if subject.maybe:
        found.append(Notice(title=said.geen_titel, body=said.twijfel.format(namen=", ".join(subject.maybe))))
    elif subject.way and subject.way.code == "algemeen":
        found.append(Notice(title=said.geen_titel, body=case_book().onbekend_wie))
    found += more
    if not found:
        body = answer.text if answer else said.geen if citations else said.geen_los
        found.append(Notice(title=said.geen_titel, body=f"{body} {said.geen_bron}" if citations and not fits else body))
    codes = subject.codes or (("toeslag",) if answer and answer.sure else ())
    end = Notice(title=said.uitleg_titel, body=said.uitleg)
    return (*sources(citations, own, bool(subject.way)), *found, follow_ups(codes, query), end)


def more_about(
    subject: QuestionAbout, year: int, without: tuple[str, ...] = ()
) -> tuple[list[Block], list[SourceNote]]:
    """Questions with their answers about a subject, but for those already answered, and the sources of these."""
    items: list[QuestionAnswer] = []
    own: list[SourceNote] = []
    if subject.way is not None:
        items += of_way(subject.way)
        own += [note(source, checked=case_book().checked) for source in subject.way.bronnen]
    else:
        for scheme in subject.schemes[:3]:
            rules = rules_lookup(RulesInput(regeling=scheme.naam, jaar=year))
            papers = doc_checklist(DocumentsInput(regeling=scheme.naam))
            own += [rules.bron[0], *papers.bron]
            words = {"naam": scheme.naam.lower(), "jaar": year}
            conditions = "\n".join([*(f"- {one.text}" for one in rules.voorwaarden), rules.opmerking])
            listed = "\n".join(f"- {one}" for one in papers.documenten)
            items.append(_answer(block_words().voorwaarden.format(**words), cited(conditions, rules.bron[0])))
            items.append(_answer(block_words().papieren.format(**words), cited(listed, papers.bron[0])))
    items = [one for one in items if one.q not in without][:8]
    return ([Accordion(title=block_words().meer, items=tuple(items))] if items else []), own


def of_way(way: Route) -> list[QuestionAnswer]:
    """What a person must know to object in this way."""
    said, source = block_words(), note(way.bronnen[0], checked=case_book().checked)
    return [
        _answer(said.regels, cited("\n".join(f"- {one}" for one in way.snippets), source)),
        _answer(said.waarheen, f"Naar {way.wie}: {way.adres}."),
        _answer(said.meesturen, "\n".join(f"- {one}" for one in way.bewijs)),
        _answer(said.daarna, f"{way.na} {way.beslist}"),
        _answer(said.te_laat, cited(way.te_laat, source)),
        _answer(said.let_op, way.tips),
    ]


def _answer(question: str, answer: str) -> QuestionAnswer:
    return QuestionAnswer(q=question, a=answer)


def about(query: str, citations: tuple[Citation, ...]) -> tuple[Citation, ...]:
    """The pages that were found for a question; those that only share some word with it are none of its sources."""
    if _fits(query, citations):
        return citations
    urls = {page.url for page in pages()[:GENERAL_PAGES]}
    return tuple(one for one in citations if one.url in urls)


def _fits(query: str, citations: tuple[Citation, ...]) -> bool:
    """Whether a page was found for its subject: a word of the question is in its title or among its keywords."""
    tokens = {word for word in plain(query).split() if len(word) >= SHORTEST_WORD}
    urls = {one.url for one in citations}
    found = [page for page in pages() if page.url in urls]
    return any(tokens & set(plain(" ".join((page.title, *page.keywords))).split()) for page in found)
