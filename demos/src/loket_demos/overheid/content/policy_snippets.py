"""The tool `policy_snippets`: two short rules that fit a kind of case."""

from pydantic import AliasChoices, Field

from loket_demos.overheid.content.cases import case_book, route_named
from loket_demos.overheid.content.frozen import ToolInput, ToolOutput
from loket_demos.overheid.content.sources import SourceNote, note


class SnippetsInput(ToolInput):
    type: str = Field(default="", description="soort zaak", validation_alias=AliasChoices("type", "case_type"))


class SnippetsOutput(ToolOutput):
    snippets: tuple[str, str]
    bron: tuple[SourceNote, ...]


def policy_snippets(given: SnippetsInput) -> SnippetsOutput:
    """Exactly two; a type we do not know gets the general ones."""
    book = case_book()
    route = route_named(given.type) or book.route("algemeen")
    return SnippetsOutput(
        snippets=route.snippets, bron=tuple(note(source, checked=book.checked) for source in route.bronnen)
    )
