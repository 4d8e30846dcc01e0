"""The form that grows: its fields for a question, those that come and go with what is filled in, and what it leads to.

Which fields there are is data. Only values of the fields a form began with bring others: no field keeps itself."""

from collections.abc import Mapping
from datetime import date
from functools import cache

from loket.core.data import JsonObject
from loket_demos.overheid.allowance_wish import NEWEST
from loket_demos.overheid.content import deadlines
from loket_demos.overheid.content.cases import case_book
from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.dutch_dates import read_date
from loket_demos.overheid.content.errors import ContentError
from loket_demos.overheid.content.frozen import DataRow, ToolInput
from loket_demos.overheid.content.sources import note
from loket_demos.overheid.content.validate_form import number_of
from loket_demos.overheid.content.words import any_found, plain
from loket_demos.overheid.genui.blocks import BODY, Block, Callout, Citation, FormBlock, InputField, Notice, fields_of
from loket_demos.overheid.genui.subjects import about, block_words, cited, follow_ups, more_about, sources, subject_of

MOST_EXTRA = 6


class FormKind(DataRow):
    code: str
    woorden: tuple[str, ...]
    velden: tuple[str, ...]


class GrowthRule(DataRow):
    """These fields are there while the value of `veld` has so many characters, is more than a number, or has words of
    a kind of question."""

    veld: str
    velden: tuple[str, ...]
    tekens: int = 0
    meer_dan: int | None = None
    soort: str = ""


class FormReplies(DataRow):
    goed_titel: str
    goed: str
    fout_titel: str
    fout: str
    vast_titel: str
    betalen_titel: str
    betalen: str


class FormBook(DataRow):
    checked: object
    titel: str
    uitleg: str
    knop: str
    badge: str
    basis: tuple[str, ...]
    soorten: tuple[FormKind, ...]
    regels: tuple[GrowthRule, ...]
    velden: tuple[InputField, ...]
    antwoorden: FormReplies

    def fields(self, ids: tuple[str, ...], badge: str = "") -> tuple[InputField, ...]:
        """The fields with these ids, each once."""
        known = {field.id: field for field in self.velden}
        return tuple(known[id].model_copy(update={"badge": badge}) for id in dict.fromkeys(ids))


class FieldProblem(ToolInput):
    field: str = ""
    message: str = ""


@cache
def form_book() -> FormBook:
    """The fields and their rules, read once."""
    return read("formulier", FormBook)


def kinds_of(text: str) -> tuple[FormKind, ...]:
    """What a question is about, as far as it asks for fields."""
    words = plain(text)
    return tuple(kind for kind in form_book().soorten if any_found(kind.woorden, words))


def form_for(query: str) -> FormBlock:
    """The form for a question: the fields everybody fills in, and those of its kinds."""
    book, kinds = form_book(), kinds_of(query)
    ids = (*book.basis, *(id for kind in kinds for id in kind.velden))
    return FormBlock(
        title=book.titel,
        formId="-".join(("formulier", *(kind.code for kind in kinds))),
        description=book.uitleg,
        submitLabel=book.knop,
        fields=book.fields(ids),
    )


def form_blocks(query: str, citations: tuple[Citation, ...]) -> tuple[Block, ...]:
    """Sources first, the form, and what could be asked."""
    return (*sources(about(query, citations)), form_for(query), follow_ups(subject_of(query).codes, query))


def extra_fields(fields: tuple[InputField, ...], values: Mapping[str, object]) -> tuple[InputField, ...]:
    """The fields that what is filled in asks for beside these."""
    book = form_book()
    base = [field.id for field in fields if not field.badge]
    ids = [id for rule in book.regels if rule.veld in base and _holds(rule, values) for id in rule.velden]
    extra = tuple(id for id in ids if id not in base)
    return book.fields(extra, book.badge)[:MOST_EXTRA]


def _holds(rule: GrowthRule, values: Mapping[str, object]) -> bool:
    text = text_of(values.get(rule.veld))
    if rule.meer_dan is not None:
        number = number_of(text)
        return number is not None and number > rule.meer_dan
    if rule.soort:
        return any(kind.code == rule.soort for kind in kinds_of(text))
    return len(text) >= rule.tekens


def text_of(value: object) -> str:
    """What somebody filled in, as text; nothing when it is no text and no number."""
    fine = isinstance(value, str | int | float) and not isinstance(value, bool)
    return str(value).strip()[:BODY] if fine else ""


def grown(base: JsonObject, extra: tuple[InputField, ...]) -> JsonObject:
    """The form with these fields after its own."""
    form = FormBlock.model_validate(base)
    fields = fields_of([*form.fields, *extra[:MOST_EXTRA]])
    return form.model_copy(update={"fields": fields}).model_dump(mode="json", exclude_none=True)


def kept(form: JsonObject, values: JsonObject) -> JsonObject:
    """The values of the fields that are there, as texts."""
    found = {str(field["id"]): text_of(values.get(field["id"])) for field in form["fields"]}
    return {id: text for id, text in found.items() if text}


def explained(
    query: str, problems: tuple[FieldProblem, ...], values: Mapping[str, object], today: date | None
) -> tuple[Block, ...]:
    """What is wrong, or what a person can do with what they filled in; nothing of it is decided or sent."""
    book, said = form_book().antwoorden, block_words()
    if problems:
        labels = {field.id: field.label for field in form_book().velden}
        names = ", ".join(labels.get(one.field, one.field) for one in problems)
        return (Notice(title=book.fout_titel, body=book.fout.format(namen=names)),)
    texts = (query, *(text_of(values.get(id)) for id in ("vraag", "motivering", "regeling")))
    subject = subject_of(". ".join(text for text in texts if text))
    more, own = more_about(subject, _year(values))
    blocks: list[Block] = [Callout(title=book.goed_titel, body=book.goed)]
    day = read_date(text_of(values.get("dagtekening")))
    if day is not None and subject.way is not None:
        blocks.append(_last_day(day, subject.way.code, today))
    if text_of(values.get("bedrag")):
        blocks.append(Notice(title=book.betalen_titel, body=book.betalen))
    if subject.maybe or (subject.way and subject.way.code == "algemeen"):
        blocks.append(Notice(title=said.geen_titel, body=case_book().onbekend_wie))
    end = Notice(title=said.uitleg_titel, body=said.uitleg)
    return (*sources((), own), *blocks, *more, follow_ups(subject.codes), end)


def _last_day(day: date, code: str, today: date | None) -> Block:
    """The last day for a letter with this date, with the rule it comes from."""
    way = case_book().route(code)
    try:
        term = deadlines.deadline(day, way.dagen)
    except ContentError as error:
        return Notice(body=error.text)
    words = deadlines.explain(term, f"uw {way.soort}", today)
    words = f"{words} {way.tip}" if way.code == "algemeen" else words
    source = note(way.bronnen[0], checked=case_book().checked)
    return Callout(title=form_book().antwoorden.vast_titel, body=cited(f"{words} {deadlines.POSTED_RULE}", source))


def _year(values: Mapping[str, object]) -> int:
    number = number_of(text_of(values.get("jaar")))
    return NEWEST if number is None else int(number)
