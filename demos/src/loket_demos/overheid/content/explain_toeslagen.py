"""The capability `explain_toeslagen`: how important each document and point is, and what it means in plain words."""

from datetime import date
from functools import cache
from typing import Literal

from pydantic import Field, field_validator

from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.doc_checklist import documents
from loket_demos.overheid.content.frozen import DataRow, ToolInput, ToolOutput
from loket_demos.overheid.content.risk_notes import Point, points
from loket_demos.overheid.content.words import any_found, occurs, plain

Priority = Literal["hoog", "midden", "laag"]
MOST_ITEMS = 100
LONGEST_TEXT = 2000


class Topic(DataRow):
    woorden: tuple[str, ...]
    tekst: str


class NoTopic(DataRow):
    document: str
    aandachtspunt: str


class Explanations(DataRow):
    checked: date
    hoog: tuple[str, ...]
    midden: tuple[str, ...]
    onderwerpen: tuple[Topic, ...]
    geen_onderwerp: NoTopic


class Item(ToolInput):
    """A document or a point; a bare text counts as a point, a nested `text` is unwrapped."""

    category: str = "aandachtspunt"
    text: str = Field(max_length=LONGEST_TEXT)

    @field_validator("text", mode="before")
    @classmethod
    def _unwrap(cls, text: object) -> object:
        match text:
            case {"text": inner}:
                return inner
            case _:
                return text


class ExplainInput(ToolInput):
    """`inputs` is what the person filled in; it is allowed to be anything and does not change the rules."""

    inputs: dict[str, object] = Field(default_factory=dict[str, object])
    items: tuple[Item, ...] = Field(default=(), max_length=MOST_ITEMS)

    @field_validator("items", mode="before")
    @classmethod
    def _bare_texts(cls, items: object) -> object:
        match items:
            case None:
                return ()
            case [*many]:
                return [{"text": one} if isinstance(one, str) else one for one in many]
            case _:
                return items

    @field_validator("inputs", mode="before")
    @classmethod
    def _no_inputs(cls, inputs: object) -> object:
        return {} if inputs is None else inputs


class ExplainedItem(ToolOutput):
    category: str
    text: str
    priority: Priority
    b1_explanation: str


class ExplainOutput(ToolOutput):
    items: tuple[ExplainedItem, ...]


@cache
def explanations() -> Explanations:
    """The topics and the words of importance, read once."""
    return read("uitleg", Explanations)


def explain_toeslagen(given: ExplainInput) -> ExplainOutput:
    """Every item with its importance and one or two plain sentences that fit it."""
    return ExplainOutput(
        items=tuple(
            ExplainedItem(
                category=one.category, text=one.text, priority=priority(one.text), b1_explanation=explanation(one)
            )
            for one in given.items
        )
    )


def priority(text: str) -> Priority:
    """Limits, income and wealth are high; checks and contracts are in the middle; the rest is low."""
    words = plain(text)
    if any_found(explanations().hoog, words):
        return "hoog"
    return "midden" if any_found(explanations().midden, words) else "laag"


def knows(text: str) -> bool:
    """Whether there is an explanation for this very text."""
    none = explanations().geen_onderwerp
    return explanation(Item(text=text[:LONGEST_TEXT])) not in (none.document, none.aandachtspunt)


def explanation(item: Item) -> str:
    """Our own text has its own explanation; for any other text the most specific topic that fits."""
    own = _own().get(item.text)
    if own is not None:
        return own
    point = _own_point(item.text)
    if point is not None:
        return point.uitleg
    words = plain(item.text)
    fits = [(len(word), one.tekst) for one in explanations().onderwerpen for word in one.woorden if occurs(word, words)]
    if fits:
        return max(fits, key=lambda fit: fit[0])[1]
    none = explanations().geen_onderwerp
    return none.document if item.category == "document" else none.aandachtspunt


@cache
def _own() -> dict[str, str]:
    known = {one.tekst: one.uitleg for one in documents().all()} | {one.tekst: one.uitleg for one in points().punten}
    return known | {one.zonder: one.zonder_uitleg for one in points().punten if one.zonder}


def _own_point(text: str) -> Point | None:
    """The point whose fixed words around the filled-in ones are in this text."""
    for point in points().punten:
        start, _, rest = point.tekst.partition("{")
        end = rest.rpartition("}")[2]
        if rest and text.startswith(start) and text.endswith(end):
            return point
    return None
