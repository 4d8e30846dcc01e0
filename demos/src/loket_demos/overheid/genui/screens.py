"""How search, wizard and form look on their surfaces: sources as soon as they are there, then the agent's blocks."""

from loket.core.data import Json, JsonObject
from loket.core.surfaces import Patch
from loket_demos.overheid.declaration import COMPOSE_FORM, NEXT_NODE
from loket_demos.overheid.genui.blocks import Block, FormBlock, Notice, as_json, blocks_of, citations_of
from loket_demos.overheid.genui.flows import CHANGE, CHOOSE, GENERATE, SEARCH, START, SUBMIT, extended, made
from loket_demos.overheid.genui.subjects import block_words, sources
from loket_demos.overheid.genui.tree import TreeState
from loket_demos.overheid.screens import FlowScreen

NOWHERE: JsonObject = TreeState().model_dump(mode="json")


def _put(path: str, value: Json) -> Patch:
    return Patch(op="replace", path=path, value=value)


def _shown(model: JsonObject, step: str, value: Json) -> list[Patch]:
    """What each step gave: pages, then blocks; of a value of another shape, nothing."""
    given = _object(value)
    match step:
        case "bd_search":
            return [_put("/results", as_json(sources(citations_of(given.get("items")))))]
        case "compose_ui" | "next_node" | "compose_form" | "explain_form":
            return [*_blocks(given), *(_tree(given) if step == NEXT_NODE else _form(model, step, given))]
        case "extend_form":
            return _grown(model, given)
        case _:
            return []


def _blocks(given: JsonObject) -> list[Patch]:
    blocks: tuple[Block, ...] = blocks_of(given)
    if not any(block.model_dump()["kind"] != "citations" for block in blocks):
        blocks = (*blocks, Notice(title=block_words().geen_titel, body=block_words().geen))
    return [
        _put("/results", as_json(blocks)),
        _put("/status/source", str(given.get("ui_source", ""))),
        _put("/status/sourceReason", str(given.get("ui_source_reason", ""))),
    ]


def _tree(given: JsonObject) -> list[Patch]:
    tree = given.get("tree")
    return [_put("/tree", tree)] if isinstance(tree, dict) else []


def _form(model: JsonObject, step: str, given: JsonObject) -> list[Patch]:
    """A new form, with what was filled in already where it is made anew."""
    if step != COMPOSE_FORM:
        return []
    before = _object(model.get("form"))
    items = _object(_object(model.get("found")).get("bd_search")).get("items")
    form = made(str(before.get("query", "")), items if isinstance(items, list) else [], given)
    return [_put(f"/form/{name}", value) for name, value in form.items() if name != "values" or not before.get(name)]


def _grown(model: JsonObject, given: JsonObject) -> list[Patch]:
    """The fields as they are now; only the value of one that went goes: in any other somebody may be typing."""
    form = _object(model.get("form"))
    if not isinstance(next(iter(blocks_of([form.get("base_form")])), None), FormBlock):
        return []
    before = _object(form.get("values"))
    now = extended(form, before, given)
    fields = {field["id"] for field in now["form"]["fields"]}
    gone = [Patch(op="remove", path=f"/form/values/{id}") for id in before if id not in fields]
    new = [
        Patch(op="add", path=f"/form/values/{id}", value=text) for id, text in now["values"].items() if id not in before
    ]
    return [_put("/form/form", now["form"]), *gone, *new]


def _object(value: Json) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _partial(model: JsonObject) -> list[Patch]:
    """The pages that were found, while nobody explains them."""
    results = model.get("results")
    if not isinstance(results, list) or not results:
        return []
    return [_put("/results", [*results, *as_json((Notice(body=block_words().niet_bereikbaar),))])]


def _form_start(args: JsonObject) -> JsonObject:
    """The form somebody is at, with what they filled in; for a new question only that."""
    return {"query": args.get("query", ""), **_object(args.get("form")), "values": _object(args.get("values"))}


BLOCK_SCREENS = (
    FlowScreen(
        "genui_search",
        "Zoeken met bronnen",
        (SEARCH,),
        lambda args: {"query": args.get("query", "")},
        _shown,
        _partial,
    ),
    FlowScreen(
        "genui_tree",
        "Wegwijzer",
        (START, CHOOSE),
        found=_shown,
        partial=_partial,
        more=lambda args: {"tree": args.get("state") or NOWHERE},
    ),
    FlowScreen(
        "genui_form",
        "Formulier op maat",
        (GENERATE, CHANGE, SUBMIT),
        _form_start,
        _shown,
        more=lambda args: {"results": args.get("results", [])},
    ),
)
