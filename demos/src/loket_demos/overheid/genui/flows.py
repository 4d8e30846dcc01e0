"""The written flows of search, wizard and form. Where somebody stood is read from the log, and kept nowhere else."""

from collections.abc import Callable

from loket.core.actions import Action, Done
from loket.core.data import Json, JsonObject
from loket.core.events import Returned
from loket.core.planner import Situation
from loket.core.shapes import is_object
from loket.planners.flow import Flow, Progress, Step, call
from loket_demos.overheid.declaration import COMPOSE_FORM, COMPOSE_UI, EXPLAIN_FORM, EXTEND_FORM, HERE, NEXT_NODE
from loket_demos.overheid.genui.blocks import (
    Accordion,
    Block,
    Callout,
    Choices,
    FormBlock,
    Notice,
    blocks_of,
    fields_of,
)
from loket_demos.overheid.genui.forms import MOST_EXTRA, grown, kept
from loket_demos.overheid.genui.subjects import LONGEST_QUERY

SEARCH = "genui_search/search"
GENERATE, CHANGE, SUBMIT = "genui_form/generate", "genui_form/change", "genui_form/submit"
START, CHOOSE = "genui_tree/start", "genui_tree/choose"
ALIASES = {
    "genui/search": SEARCH,
    **{f"genui/form_{name}": f"genui_form/{name}" for name in ("generate", "change", "submit")},
    **{f"genui_form/form_{name}": f"genui_form/{name}" for name in ("generate", "change", "submit")},
    "genui/tree_start": START,
    "genui/tree_choose": CHOOSE,
}
PAGES = 5
MOST_VALUES = 40


def recalled(name: str, payload: JsonObject, situation: Situation) -> JsonObject:
    """What a person did, with where the wizard or the form was left; of a form that is not theirs, nothing."""
    key = {CHOOSE: "tree", CHANGE: "form", SUBMIT: "form"}.get(name)
    if key is None:
        return payload
    events = (record.event for record in reversed(situation.history))
    values = (event.value for event in events if isinstance(event, Returned) and is_object(event.value))
    before = next((value for value in values if key in value), {})
    asked = payload.get("formId")
    if key == "form" and asked and asked != _objects(before, "form", "base_form").get("formId"):
        before = {}
    return {**payload, "before": before}


def _objects(value: Json, *way: str) -> JsonObject:
    """The object at the end of this way, or an empty one."""
    for name in way:
        value = value.get(name) if is_object(value) else None
    return value if is_object(value) else {}


def _query(payload: JsonObject) -> str:
    text = payload.get("query")
    return text.strip()[:LONGEST_QUERY] if isinstance(text, str) else ""


def _wanted(payload: JsonObject) -> JsonObject:
    return {"query": _query(payload)}


def _chosen(payload: JsonObject) -> JsonObject:
    """The choice under either of its names, and the tree as it was left."""
    choice = payload.get("choice") or payload.get("option") or ""
    return {"choice": str(choice)[:200], "state": _objects(payload.get("before"), "tree")}


def _filled_in(payload: JsonObject) -> JsonObject:
    """What is filled in, and the form it is filled in on; its question makes the form anew where that is not known."""
    before, given = payload.get("before"), _objects(payload, "values")
    form = _objects(before, "form")
    fine = {k[:40]: v for k, v in list(given.items())[:MOST_VALUES] if isinstance(v, str | int | float)}
    results = before.get("results", []) if is_object(before) else []
    return {"query": _query(payload) or form.get("query", ""), "values": fine, "form": form, "results": results}


def cited(progress: Progress) -> list[Json]:
    """The pages that the search gave."""
    items = _objects(progress.results.get("bd_search")).get("items")
    return items if isinstance(items, list) else []


def made(query: str, citations: list[Json], composed: Json) -> JsonObject:
    """A new form in the shape of the contract; empty when the agent gave none."""
    form = next((block for block in blocks_of(composed) if isinstance(block, FormBlock)), None)
    if form is None:
        return {}
    raw = form.model_dump(mode="json", exclude_none=True)
    return {
        "query": query,
        "citations": citations,
        "base_form": raw,
        "form": raw,
        "values": kept(raw, _objects(composed, "values")),
    }


def extended(form: JsonObject, values: JsonObject, value: Json) -> JsonObject:
    """The form with the fields the agent asks for, and the values that still have a field; what was said already
    stands in a field that is new."""
    extra = fields_of(_objects(value).get("extra_fields"), MOST_EXTRA)
    now, before = grown(form["base_form"], extra), {field["id"] for field in form["form"]["fields"]}
    fresh = {id: text for id, text in _objects(value, "values").items() if id not in before}
    return {**form, "form": now, "values": kept(now, {**fresh, **values})}


def _form(progress: Progress) -> JsonObject:
    """The form as it stands after the steps so far."""
    form = _objects(progress.args.get("form"))
    if COMPOSE_FORM in progress.results:
        form = made(progress.args["query"], cited(progress), progress.results[COMPOSE_FORM])
    if form and EXTEND_FORM in progress.results:
        return extended(form, _objects(progress.args, "values"), progress.results[EXTEND_FORM])
    return {**form, "values": kept(form["form"], _objects(progress.args, "values"))} if form else {}


def _today(progress: Progress) -> str:
    return progress.now.astimezone(HERE).date().isoformat()


def _composing(progress: Progress) -> JsonObject:
    return {"query": progress.args["query"], "citations": cited(progress), "vandaag": _today(progress)}


def _path(progress: Progress) -> str:
    path = _objects(progress.args, "state").get("path")
    taken = path if isinstance(path, list) else []
    words = [str(step.get("choice", "")) for step in taken if is_object(step)]
    return " ".join((*words, progress.args["choice"])).strip() or "toeslag bezwaar"


def _search(query: Callable[[Progress], str]) -> Step:
    reason = "Eerst de bronnen: wat wij zeggen, komt daaruit."
    return call("bd_search", "bd_search", reason, lambda p: {"query": query(p), "k": PAGES})


def _where(step: Step, needed: Callable[[Progress], bool]) -> Step:
    """The step, left out where it is not needed."""

    def act(progress: Progress) -> Action | None:
        return step.act(progress) if needed(progress) else None

    return Step(step.name, step.reason, act)


def _first_words(progress: Progress, step: str) -> str:
    """What the blocks say first, in words."""
    for block in blocks_of(progress.results[step]):
        if (text := _words(block)) is not None:
            return text
    return ""


def blocks_in_words(composed: Json) -> tuple[str, bool]:
    """What the blocks say, for who has no page, and whether any of them answers something: a notice never does."""
    blocks = blocks_of(composed)
    answers = [
        *(block.body for block in blocks if isinstance(block, Callout)),
        *(f"{one.q}\n{one.a}" for block in blocks if isinstance(block, Accordion) for one in block.items),
    ]
    notices = (block.body for block in blocks if isinstance(block, Notice))
    return "\n\n".join([*answers, *notices]), bool(answers)


def _words(block: Block) -> str | None:
    match block:
        case Callout(body=body) | Notice(body=body):
            return body
        case Choices(title=title, options=options):
            return f"{title} {', '.join(options)}."
        case _:
            return None


def _form_done(progress: Progress) -> Done:
    """Typing is no talk: only what was handed in is answered in words. It asks until it is handed in and right."""
    said = _first_words(progress, EXPLAIN_FORM) if EXPLAIN_FORM in progress.results else ""
    composed = progress.results.get(COMPOSE_FORM)
    results = _objects(composed).get("blocks", []) if composed else progress.args.get("results", [])
    asks = _objects(progress.results.get("validate_form")).get("ok") is not True
    return Done(summary=said, value={"form": _form(progress), "results": results}, asks=asks)


SEARCHING = _search(lambda p: p.args["query"])
COMPOSING = call(COMPOSE_FORM, COMPOSE_FORM, "De velden die bij deze vraag horen.", _composing)
STEPPING = (
    _search(_path),
    call(
        NEXT_NODE,
        NEXT_NODE,
        "De volgende vraag of het advies, uit de wegwijzer.",
        lambda p: {"state": p.args["state"], "choice": p.args["choice"], "citations": cited(p)},
    ),
)
ANEW = tuple(_where(step, lambda p: not p.args["form"]) for step in (SEARCHING, COMPOSING))


def _stepped(progress: Progress) -> Done:
    step = progress.results[NEXT_NODE]
    tree, asks = _objects(step).get("tree"), any(isinstance(block, Choices) for block in blocks_of(step))
    value: JsonObject = {"tree": tree if is_object(tree) else {}}
    return Done(summary=_first_words(progress, NEXT_NODE), value=value, asks=asks)


def _about(args: JsonObject) -> str:
    return str(args.get("query", ""))[:80]


def _form_flow(name: str, prepare: Callable[[JsonObject], JsonObject], *steps: Step) -> Flow:
    title = "Formulier op maat"
    return Flow(name, "genui_form", title, steps, _form_done, prepare, _about)


def _tree_flow(name: str, prepare: Callable[[JsonObject], JsonObject]) -> Flow:
    return Flow(name, "genui_tree", "Wegwijzer", STEPPING, _stepped, prepare)


def _extending(progress: Progress) -> JsonObject:
    fields = _objects(_form(progress), "base_form").get("fields", [])
    args = progress.args
    return {"query": args["query"], "values": args["values"], "fields": fields, "vandaag": _today(progress)}


def _checking(progress: Progress) -> JsonObject:
    return {"schema": _objects(_form(progress), "form").get("fields", []), "values": _values(progress)}


def _explaining(progress: Progress) -> JsonObject:
    checked = _objects(progress.results.get("validate_form"))
    return {
        "query": progress.args["query"],
        "ok": checked.get("ok") is True,
        "errors": checked.get("errors", []),
        "values": _values(progress),
        "formId": str(_objects(_form(progress), "form").get("formId", "")),
        "vandaag": _today(progress),
    }


def _values(progress: Progress) -> JsonObject:
    return _objects(_form(progress), "values")


FLOWS = (
    Flow(
        SEARCH,
        "genui_search",
        "Zoeken met bronnen",
        (SEARCHING, call(COMPOSE_UI, COMPOSE_UI, "Dan de uitleg, in blokken.", _composing)),
        lambda progress: Done(summary=_first_words(progress, COMPOSE_UI)),
        _wanted,
        _about,
    ),
    _tree_flow(START, lambda payload: {"choice": "", "state": {}}),
    _tree_flow(CHOOSE, _chosen),
    _form_flow(GENERATE, _wanted, SEARCHING, COMPOSING),
    _form_flow(CHANGE, _filled_in, *ANEW, call(EXTEND_FORM, EXTEND_FORM, "De velden die erbij horen.", _extending)),
    _form_flow(
        SUBMIT,
        _filled_in,
        *ANEW,
        call("validate_form", "validate_form", "Kijken of alles goed is ingevuld.", _checking),
        call(EXPLAIN_FORM, EXPLAIN_FORM, "Zeggen wat er nog moet, of wat u nu kunt doen.", _explaining),
    ),
)
