"""A package whose page has parts that no catalog knows, parts that are wrong, and results of a kind nobody drew."""

from dataclasses import replace
from typing import Any

import tests.library
from loket.core.data import JsonObject
from loket.core.screen import SurfaceTree
from loket.house.bundle import Bundle, Services
from tests.library.screen import Page

PARTS: tuple[JsonObject, ...] = (
    {"id": "root", "component": "Column", "children": ["head", "odd", "wrong", "results"]},
    {"id": "head", "component": "PageHead", "title": {"path": "/title"}},
    {"id": "odd", "component": "Hologram", "depth": 3},
    {"id": "wrong", "component": "Text", "tekst": "no text"},
    {"id": "results", "component": "ResultList", "results": {"path": "/results"}},
)
RESULTS: list[dict[str, Any]] = [
    {"kind": "strange", "title": "Something new", "name": "<b>value</b>"},
    {"kind": "list", "title": "All the same", "items": ["one"]},
]


class OddPage(Page):
    """A page with results before anything happened."""

    def empty(self, args: JsonObject) -> JsonObject:
        return {"results": RESULTS}


def bundle(services: Services) -> Bundle:
    """The library with this page for its own."""
    library = tests.library.bundle(services)
    pages = {"library": (OddPage("home", "Still here"), OddPage("library", "Borrow a book"))}
    trees = dict.fromkeys(("home", "library"), SurfaceTree("urn:loket:catalog:1", PARTS))
    return replace(library, screens=pages, trees=trees)
