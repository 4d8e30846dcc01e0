"""How it looks: for each page a data model and its components, and the frames that records make of the model."""

from collections.abc import Sequence
from dataclasses import dataclass

from loket.core.data import JsonObject
from loket.core.events import Returned
from loket.core.screen import Happened, SurfaceTree
from loket.core.surfaces import Patch


@dataclass(frozen=True)
class Page:
    """One surface, filled by the tasks whose intent is among `intents`. The web shell begins at the one named `home`,
    and shows on a page the runs of flows whose names begin with the page's."""

    surface: str
    title: str
    intents: tuple[str, ...] = ()

    def empty(self, args: JsonObject) -> JsonObject:
        """The model a run starts with."""
        return {"form": {"words": args.get("words", "")}, "line": "Nothing asked yet.", "receipt": ""}

    def frames(self, model: JsonObject, happened: Happened) -> Sequence[Sequence[Patch]]:
        """Two frames: what was found, and the receipt. Everything else leaves the page as it is."""
        match happened.record.event:
            case Returned(ok=True, value=books) if happened.step == "find":
                line = "Found: " + ", ".join(book["title"] for book in books)
                return [[Patch(op="replace", path="/line", value=line)]]
            case Returned(ok=True, value=receipt) if happened.step == "reserve":
                return [[Patch(op="replace", path="/receipt", value=f"Reserved, number {receipt['number']}.")]]
            case _:
                return []


def _tree(root: list[str], *components: JsonObject) -> SurfaceTree:
    column = {"id": "root", "component": "Column", "children": root}
    return SurfaceTree("urn:loket:catalog:1", (column, *components))


HEAD = {"id": "head", "component": "PageHead", "title": {"path": "/title"}}
WORDS = {"words": {"path": "/form/words"}}
TILE = {"title": "Borrow a book", "text": "Find it, and have it put aside.", "icon": "search", "start": "Start"}
TREES = {
    "home": _tree(["head", "tile"], HEAD, {"id": "tile", "component": "Tile", "surface": "library", **TILE}),
    "library": _tree(
        ["head", "form", "line", "receipt", "questions", "steps"],
        HEAD,
        {
            "id": "form",
            "component": "Form",
            "label": "Your wish",
            "children": ["words"],
            "submit": "Borrow",
            "action": {"event": {"name": "library/borrow", "context": WORDS}},
        },
        {"id": "words", "component": "TextField", "label": "Title or author", "value": WORDS["words"]},
        {"id": "line", "component": "Text", "text": {"path": "/line"}},
        {"id": "receipt", "component": "Text", "text": {"path": "/receipt"}},
        {"id": "questions", "component": "Questions"},
        {"id": "steps", "component": "Activity", "title": "How it came about"},
    ),
}
