"""Pages: the one that a flow's arguments make by themselves, and those that somebody draws."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from loket.core.assistant import SurfaceInfo
from loket.core.data import Json, JsonObject
from loket.core.events import Opened, Returned
from loket.core.screen import Happened, Screen
from loket.core.shapes import list_at, object_at, text_at
from loket.core.surfaces import Patch
from loket.face.flow import TypedFlow
from loket.face.tool import title_of
from loket.house.bundle import SurfaceTree

CATALOG = "urn:loket:catalog:1"
NUMBERS = ("number", "integer")


@dataclass(frozen=True)
class Page:
    """A page that people may open: its components (A2UI, one of them `root`), and the screen that fills its model."""

    id: str
    title: str
    components: Sequence[JsonObject]
    screen: Screen
    summary: str = ""

    @property
    def info(self) -> SurfaceInfo:
        """What a menu says of it."""
        return SurfaceInfo(id=self.id, title=self.title, summary=self.summary)

    @property
    def tree(self) -> SurfaceTree:
        """How it is drawn."""
        return SurfaceTree(CATALOG, tuple(self.components))


@dataclass(frozen=True)
class FormScreen:
    """The form of a flow, what it is doing, and how it ended: in words (`/line`) and as a value (`/value`)."""

    surface: str
    title: str
    intents: tuple[str, ...] = ()
    defaults: Mapping[str, Json] = field(default_factory=dict)

    def empty(self, args: JsonObject) -> JsonObject:
        """The model a run starts with."""
        return {"form": {**self.defaults, **args}, "line": "", "value": None, "status": {"loading": False}}

    def frames(self, model: JsonObject, happened: Happened) -> Sequence[Sequence[Patch]]:
        """Busy from its beginning to its end, which is said in words."""
        match happened.record.event:
            case Returned(text=text, value=value) if happened.ended:
                new = {"/line": text, "/value": value, "/status/loading": False}
                return [[Patch(op="replace", path=path, value=value) for path, value in new.items()]]
            case Opened():
                return [[Patch(op="replace", path="/status/loading", value=True)]]
            case _:
                return []


def page_of(flow: TypedFlow, *parts: JsonObject) -> Page:
    """The page that a flow has for nothing: a field for each argument, its questions, its end, its steps; `parts` are
    components of your own between the two. TypeError when an argument fits no field of a form."""
    fields = object_at(flow.spec.input, "properties")
    inputs = [_input(flow, name, object_at(fields, name)) for name in fields]
    context = {name: {"path": f"/form/{name}"} for name in fields}
    form = {
        "id": "form",
        "component": "Form",
        "label": flow.spec.title,
        "children": [str(one["id"]) for one in inputs],
        "submit": flow.spec.title,
        "busy": {"path": "/status/loading"},
        "action": {"event": {"name": flow.name, "context": context}},
    }
    own = (str(one["id"]) for one in parts)
    components: list[JsonObject] = [
        {"id": "root", "component": "Column", "children": ["head", "form", "questions", "line", *own, "steps"]},
        {"id": "head", "component": "PageHead", "title": flow.spec.title, "text": flow.spec.description},
        form,
        *inputs,
        {"id": "questions", "component": "Questions"},
        {"id": "line", "component": "Text", "text": {"path": "/line"}},
        *parts,
        {"id": "steps", "component": "Activity", "title": flow.spec.title},
    ]
    screen = FormScreen(
        flow.page, flow.spec.title, (flow.name,), {name: _default(object_at(fields, name)) for name in fields}
    )
    return Page(flow.page, flow.spec.title, components, screen, flow.spec.description)


def home_of(title: str, summary: str, pages: Sequence[Page]) -> Page:
    """Where the menu begins: a tile for each page, the way to a talk, and what was done before."""
    tiles: list[JsonObject] = [
        {"id": f"tile-{page.id}", "component": "Tile", "surface": page.id, "title": page.title, "text": page.summary}
        | {"icon": "list", "start": page.title}
        for page in pages
    ]
    children = ["head", *(str(tile["id"]) for tile in tiles), "earlier"]
    root: JsonObject = {"id": "root", "component": "Column", "children": children}
    head = {"id": "head", "component": "PageHead", "title": title, "text": summary}
    earlier = {"id": "earlier", "component": "Conversations"}
    return Page("home", title, (root, head, *tiles, earlier), FormScreen("home", title))


def _input(flow: TypedFlow, name: str, schema: JsonObject) -> JsonObject:
    label = text_at(schema, "title") or title_of(name)
    base: JsonObject = {"id": f"field-{name}", "label": label, "value": {"path": f"/form/{name}"}}
    if hint := text_at(schema, "description"):
        base["hint"] = hint
    if name not in list_at(flow.spec.input, "required"):
        base["optional"] = True
    kind, listed = schema.get("type"), list_at(schema, "enum")
    if listed:
        base.pop("optional", None)
        options = [{"label": title_of(str(value)), "value": str(value)} for value in listed]
        return {**base, "component": "RadioGroup", "options": options}
    if kind == "boolean":
        base.pop("optional", None)
        return {**base, "component": "CheckBox"}
    if kind in NUMBERS:
        return {**base, "component": "TextField", "variant": "number"}
    if kind == "string":
        example = {"date": "2026-01-31", "x-time": "09:30"}.get(str(schema.get("format")))
        return {**base, "component": "TextField", **({"hint": example} if example and not hint else {})}
    raise TypeError(f"{flow.name}: a form has no field for {name} ({kind or 'any'}). Give the flow a page of your own.")


def _default(schema: JsonObject) -> Json:
    kind = schema.get("type")
    return schema.get("default", False if kind == "boolean" else None if kind in NUMBERS else "")
