"""The blocks that pages may be made of, each with its limits: an agent or a model brings nothing else onto a page.

What is unknown is dropped, what is too long is cut, a title that is missing gets its usual words."""

import math
from collections.abc import Mapping
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from loket.core.data import JsonObject
from loket_demos.overheid.content.safe_pattern import compile_safe

MOST_BLOCKS, MOST_FIELDS = 12, 10
LOOKED_AT = 200
"""Items of a list that are looked at: a longer one is of nobody who means well."""
TITLE, BODY, SNIPPET, QUESTION, ANSWER, OPTION = 140, 4000, 800, 300, 2000, 80
ADDRESS = 2000

Item = TypeVar("Item", bound=BaseModel)


def _cut(most: int, usual: str = "") -> BeforeValidator:
    """Words of at most so many characters; the usual ones where there are none."""

    return BeforeValidator(lambda value: _clean(value, most) or usual)


def _clean(value: object, most: int) -> str:
    text = value if isinstance(value, str) else ""
    return text.encode("utf-8", "ignore").decode().strip()[:most].strip()


def _items(shape: type[Item], most: int) -> BeforeValidator:
    """The items of a list that have this shape."""

    def few(value: object) -> list[Item]:
        return [one for raw in _listed(value) if (one := _read(shape, raw)) is not None][:most]

    return BeforeValidator(few)


def _texts(most: int, longest: int) -> BeforeValidator:
    """The texts of a list, each once."""

    def few(value: object) -> list[str]:
        cut = (_clean(raw, longest) for raw in _listed(value))
        return list(dict.fromkeys(text for text in cut if text))[:most]

    return BeforeValidator(few)


def _listed(value: object) -> list[object]:
    match value:
        case [*many]:
            return many[:LOOKED_AT]
        case _:
            return []


def _read(shape: type[Item], raw: object) -> Item | None:
    try:
        return shape.model_validate(raw)
    except (ValidationError, RecursionError):
        return None


class Block(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Citation(Block):
    title: Annotated[str, _cut(TITLE, "Bron")] = "Bron"
    url: Annotated[str, _cut(ADDRESS)] = Field(pattern=r"^https?://[^\s/]")
    snippet: Annotated[str, _cut(SNIPPET)] = ""


class QuestionAnswer(Block):
    q: Annotated[str, _cut(QUESTION)] = Field(min_length=1)
    a: Annotated[str, _cut(ANSWER)] = Field(min_length=1)


def _size(value: object) -> object:
    whole = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    return int(value) if whole and isinstance(value, int | float) and 0 <= value <= BODY else None


def _limit(value: object) -> object:
    fine = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= 1e12
    return value if fine else None


TYPES = ("text", "number", "date", "email", "textarea", "select")


class InputField(Block):
    """A field of a form, under the names of the contract."""

    id: str = Field(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,39}$")
    label: Annotated[str, _cut(TITLE)] = Field(min_length=1)
    type: Annotated[
        Literal["text", "number", "date", "email", "textarea", "select"],
        BeforeValidator(lambda value: value if value in TYPES else "text"),
    ] = "text"
    required: Annotated[bool, BeforeValidator(lambda value: value is True)] = False
    placeholder: Annotated[str, _cut(TITLE)] = ""
    pattern: Annotated[
        str | None, BeforeValidator(lambda value: value if isinstance(value, str) and compile_safe(value) else None)
    ] = None
    min: Annotated[float | None, BeforeValidator(_limit)] = None
    max: Annotated[float | None, BeforeValidator(_limit)] = None
    minLength: Annotated[int | None, BeforeValidator(_size)] = None  # noqa: N815
    maxLength: Annotated[int | None, BeforeValidator(_size)] = None  # noqa: N815
    options: Annotated[tuple[str, ...], _texts(12, OPTION)] = ()
    badge: Annotated[str, _cut(OPTION)] = ""


def fields_of(raw: object, most: int = MOST_FIELDS) -> tuple[InputField, ...]:
    """The fields of a list that are fields, each id once."""
    known: dict[str, InputField] = {}
    for item in _listed(raw):
        if (field := _read(InputField, item)) is not None:
            known.setdefault(field.id, field)
    return tuple(known.values())[:most]


class Callout(Block):
    kind: Literal["callout"] = "callout"
    title: Annotated[str, _cut(TITLE, "Goed om te weten")] = "Goed om te weten"
    body: Annotated[str, _cut(BODY)] = Field(min_length=1)


class Citations(Block):
    kind: Literal["citations"] = "citations"
    title: Annotated[str, _cut(TITLE, "Bronnen")] = "Bronnen"
    items: Annotated[tuple[Citation, ...], _items(Citation, 10)] = Field(min_length=1)


class Accordion(Block):
    kind: Literal["accordion"] = "accordion"
    title: Annotated[str, _cut(TITLE, "Meer hierover")] = "Meer hierover"
    items: Annotated[tuple[QuestionAnswer, ...], _items(QuestionAnswer, 8)] = Field(min_length=1)


class NextQuestions(Block):
    kind: Literal["next_questions"] = "next_questions"
    title: Annotated[str, _cut(TITLE, "Volgende vragen")] = "Volgende vragen"
    items: Annotated[tuple[str, ...], _texts(8, QUESTION)] = Field(min_length=1)


class Notice(Block):
    kind: Literal["notice"] = "notice"
    title: Annotated[str, _cut(TITLE, "Let op")] = "Let op"
    body: Annotated[str, _cut(BODY)] = Field(min_length=1)


class Choices(Block):
    kind: Literal["decision"] = "decision"
    title: Annotated[str, _cut(TITLE, "Kies een antwoord")] = "Kies een antwoord"
    question: Annotated[str, _cut(QUESTION)] = ""
    options: Annotated[tuple[str, ...], _texts(6, OPTION)] = Field(min_length=1)


class FormBlock(Block):
    kind: Literal["form"] = "form"
    title: Annotated[str, _cut(TITLE, "Formulier")] = "Formulier"
    formId: Annotated[str, _cut(OPTION)] = Field(min_length=1)  # noqa: N815
    description: Annotated[str, _cut(BODY)] = ""
    submitLabel: Annotated[str, _cut(OPTION, "Controleer")] = "Controleer"  # noqa: N815
    fields: Annotated[tuple[InputField, ...], BeforeValidator(fields_of)] = Field(min_length=1)


KINDS: Mapping[str, type[Block]] = {
    "callout": Callout,
    "citations": Citations,
    "accordion": Accordion,
    "next_questions": NextQuestions,
    "notice": Notice,
    "decision": Choices,
    "form": FormBlock,
}


def blocks_of(raw: object) -> tuple[Block, ...]:
    """The blocks of a list, or of an object with `blocks`: at most twelve, within their limits."""
    if isinstance(raw, dict):
        raw = raw.get("blocks")
    found = ((KINDS.get(str(one.get("kind"))), one) for one in _listed(raw) if isinstance(one, dict))
    read = (_read(shape, one) for shape, one in found if shape is not None)
    return tuple(block for block in read if block is not None)[:MOST_BLOCKS]


def citations_of(raw: object) -> tuple[Citation, ...]:
    """The pages of a list that can be shown as sources."""
    return tuple(one for item in _listed(raw) if (one := _read(Citation, item)) is not None)[:10]


def as_json(blocks: tuple[Block, ...]) -> list[JsonObject]:
    """As they go over the wire: what is not said is left out."""
    return [block.model_dump(mode="json", exclude_none=True) for block in blocks]
