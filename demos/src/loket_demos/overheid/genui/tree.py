"""The wizard as data: where a path of choices leads, and the question or the advice that stands there."""

from functools import cache
from typing import Literal

from loket_demos.overheid.allowance_wish import NEWEST
from loket_demos.overheid.content.cases import Route, case_book
from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow, ToolInput
from loket_demos.overheid.content.sources import SourceNote, note
from loket_demos.overheid.content.words import plain
from loket_demos.overheid.genui.blocks import Block, Callout, Choices, Citation, Notice
from loket_demos.overheid.genui.subjects import QuestionAbout, block_words, cited, follow_ups, more_about, sources
from loket_demos.overheid.reading.information import information
from loket_demos.overheid.reading.sentence import schemes_in

START = "start"
LONGEST_PATH = 12


class TreeChoice(DataRow):
    label: str
    naar: str
    route: str = ""


class TreeNode(DataRow):
    """A question with choices, or a leaf: a part of the way of objection, or a subject of our information."""

    id: str
    titel: str
    vraag: str = ""
    keuzes: tuple[TreeChoice, ...] = ()
    deel: Literal["", "indienen", "te_laat", "wachten"] = ""
    onderwerp: str = ""


class Signpost(DataRow):
    checked: object
    terug: str
    onbekend: str
    advies: str
    knopen: tuple[TreeNode, ...]

    def node(self, id: str) -> TreeNode:
        """The node with this id; one that is not there is a bug and raises."""
        return next(one for one in self.knopen if one.id == id)


class TreeStep(ToolInput):
    """A choice that was made, and where."""

    node: str = ""
    choice: str = ""


class TreeState(ToolInput):
    """Where somebody is: the node, and the choices that led there."""

    node: str = START
    path: tuple[TreeStep, ...] = ()


class TreePlace(DataRow):
    """A node with the choices that led there; `known` is False when the last choice was none of its own."""

    node: TreeNode
    taken: tuple[tuple[TreeNode, TreeChoice], ...] = ()
    known: bool = True

    @property
    def state(self) -> TreeState:
        path = tuple(TreeStep(node=node.id, choice=choice.label) for node, choice in self.taken)
        return TreeState(node=self.node.id, path=path)

    @property
    def words(self) -> str:
        """The choices in a line, to search with."""
        return " ".join(choice.label for _, choice in self.taken)


@cache
def signpost() -> Signpost:
    """The tree, read once."""
    return read("wegwijzer", Signpost)


def place_of(state: TreeState, choice: str = "") -> TreePlace:
    """Where the path leads, walked from its start, and one choice further; a step that can't be ends the walk."""
    book = signpost()
    steps = [step.choice for step in state.path[:LONGEST_PATH]]
    if choice and plain(choice) == plain(book.terug):
        steps, choice = steps[:-1], ""
    place = TreePlace(node=book.node(START))
    for step in steps:
        place = _chosen(place, step) or place
    if not choice:
        return place
    return _chosen(place, choice) or place.model_copy(update={"known": False})


def _chosen(place: TreePlace, choice: str) -> TreePlace | None:
    taken = next((one for one in place.node.keuzes if plain(choice) in {plain(one.label), plain(one.naar)}), None)
    if taken is None:
        return None
    return TreePlace(node=signpost().node(taken.naar), taken=(*place.taken, (place.node, taken)))


def blocks_at(place: TreePlace, citations: tuple[Citation, ...]) -> tuple[Block, ...]:
    """The question there, or the advice; each with the pages that were found for it."""
    wrong = () if place.known else (Notice(body=signpost().onbekend),)
    node = place.node
    if node.keuzes:
        options = tuple(choice.label for choice in node.keuzes)
        return (*sources(citations), *wrong, Choices(title=node.titel, question=node.vraag, options=options))
    return (*wrong, *_advice(place, citations))


def _advice(place: TreePlace, citations: tuple[Citation, ...]) -> tuple[Block, ...]:
    said = block_words()
    schemes = schemes_in(place.words)
    way = case_book().route(next(choice.route for _, choice in reversed(place.taken) if choice.route))
    body, own = _body(place.node, way)
    subject = QuestionAbout(schemes=schemes, way=way if place.node.deel else None)
    more, more_sources = more_about(subject, NEWEST, without=_in_body(place.node))
    unknown = place.node.deel and way.code == "algemeen"
    notices = (Notice(title=said.geen_titel, body=case_book().onbekend_wie),) if unknown else ()
    return (
        *sources(citations, (*own, *more_sources), own_first=True),
        Callout(title=signpost().advies, body=body),
        *notices,
        *more,
        follow_ups(subject.codes),
        Notice(title=said.uitleg_titel, body=said.uitleg),
    )


def _in_body(node: TreeNode) -> tuple[str, ...]:
    """The questions that the advice itself answers."""
    said = block_words()
    told = {"indienen": (said.waarheen,), "te_laat": (said.te_laat,), "wachten": (said.daarna,)}
    return told.get(node.deel, ())


def _body(node: TreeNode, way: Route) -> tuple[str, tuple[SourceNote, ...]]:
    own = tuple(note(source, checked=case_book().checked) for source in way.bronnen)
    match node.deel:
        case "indienen":
            return cited(f"{way.snippets[0]} Stuur uw brief naar {way.wie}: {way.adres}.", own[0]), own
        case "te_laat":
            return cited(way.te_laat, own[0]), own
        case "wachten":
            return cited(f"{way.na} {way.beslist}", own[0]), own
        case "":
            subject = next(one for one in information().onderwerpen if node.onderwerp in one.woorden)
            source = note(subject.bron, certainty="P")
            return cited(subject.tekst, source), (source,)
