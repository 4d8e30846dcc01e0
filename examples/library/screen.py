"""How the flow looks: a data model, the frames that records make of it, and the components that draw it."""

from collections.abc import Sequence
from dataclasses import dataclass

from loket.core.bundle import SurfaceTree
from loket.core.data import JsonObject
from loket.core.events import Returned
from loket.core.screen import Happened
from loket.core.surfaces import Patch


@dataclass(frozen=True)
class LibraryScreen:
    """One surface, filled by the tasks whose intent is among `intents`."""

    intents: tuple[str, ...]
    surface: str = "library"
    title: str = "The library"

    def empty(self, args: JsonObject) -> JsonObject:
        """The model a run starts with."""
        return {"form": {"words": args.get("words", "")}, "line": "Nothing asked yet.", "receipt": ""}

    def frames(self, model: JsonObject, happened: Happened) -> Sequence[Sequence[Patch]]:
        """Two frames: what was found, and the receipt. Everything else leaves the surface as it is."""
        match happened.record.event:
            case Returned(ok=True, value=books) if happened.step == "find":
                line = "Found: " + ", ".join(book["title"] for book in books)
                return [[Patch(op="replace", path="/line", value=line)]]
            case Returned(ok=True, value=receipt) if happened.step == "reserve":
                return [[Patch(op="replace", path="/receipt", value=f"Reserved, number {receipt['number']}.")]]
            case _:
                return []


TREE = SurfaceTree(
    catalog="urn:loket:catalog:1",
    components=(
        {"id": "root", "component": "Column", "children": ["head", "form", "line", "receipt", "questions", "activity"]},
        {"id": "head", "component": "PageHead", "title": {"path": "/title"}},
        {
            "id": "form",
            "component": "Form",
            "label": "Your wish",
            "children": ["words"],
            "submit": "Borrow",
            "action": {"event": {"name": "library/borrow", "context": {"words": {"path": "/form/words"}}}},
        },
        {"id": "words", "component": "TextField", "label": "Title or author", "value": {"path": "/form/words"}},
        {"id": "line", "component": "Text", "text": {"path": "/line"}},
        {"id": "receipt", "component": "Text", "text": {"path": "/receipt"}},
        {"id": "questions", "component": "Questions"},
        {"id": "activity", "component": "Activity", "title": "How it came about"},
    ),
)
