"""The tool `bd_search`: finds pages in our own list; the same question always gives the same order."""

from datetime import date
from functools import cache, lru_cache

from pydantic import Field

from loket.language.languages import language
from loket.language.tokens import stem
from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.errors import ContentError
from loket_demos.overheid.content.frozen import DataRow, ToolInput, ToolOutput
from loket_demos.overheid.content.words import plain

TITLE, KEYWORD, SNIPPET = 4, 3, 1
LONGEST_QUERY = 1000
MOST_RESULTS = 50


class OfficialPage(DataRow):
    title: str
    url: str
    snippet: str
    keywords: tuple[str, ...]


class PageList(DataRow):
    checked: date
    items: tuple[OfficialPage, ...]


class SearchInput(ToolInput):
    query: str = Field(description="zoekwoorden")
    k: int = Field(default=5, description="hoeveel pagina's")


class FoundPage(ToolOutput):
    title: str
    url: str
    snippet: str


class SearchOutput(ToolOutput):
    items: tuple[FoundPage, ...]


@cache
def pages() -> tuple[OfficialPage, ...]:
    """All pages, read once, in the order of the file."""
    return read("zoeken", PageList).items


def bd_search(given: SearchInput) -> SearchOutput:
    """The k best pages; ties by title; without any hit the first k. Raises ContentError `invalid_k` below 1."""
    if given.k < 1:
        raise ContentError("invalid_k", "Vraag om ten minste één pagina.")
    tokens = _tokens(given.query[:LONGEST_QUERY])
    scored = [(score(page, tokens), page) for page in pages()]
    hits = sorted((one for one in scored if one[0] > 0), key=lambda one: (-one[0], one[1].title))
    chosen = [page for _, page in hits] or list(pages())
    return SearchOutput(
        items=tuple(
            FoundPage(title=page.title, url=page.url, snippet=page.snippet)
            for page in chosen[: min(given.k, MOST_RESULTS)]
        )
    )


def score(page: OfficialPage, tokens: frozenset[str]) -> int:
    """4 for each word of the question in the title, 3 in the keywords, 1 in the snippet, in whatever form it has."""
    title, keywords, snippet, asked = map(_stems, (page.title, " ".join(page.keywords), page.snippet, " ".join(tokens)))
    return TITLE * len(asked & title) + KEYWORD * len(asked & keywords) + SNIPPET * len(asked & snippet)


def _tokens(query: str) -> frozenset[str]:
    """The words of a question that say what it is about: `ik` and `voor` are on every page."""
    return frozenset(plain(query).split()) - language("nl").function


@lru_cache(maxsize=256)
def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word, "nl") for word in plain(text).split())
