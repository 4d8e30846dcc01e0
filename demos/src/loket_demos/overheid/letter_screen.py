"""How the surface of letters shows what was read, what was made of it, and what a letter is where nothing is made."""

from collections.abc import Sequence

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object
from loket.core.surfaces import Patch
from loket_demos.overheid.content.kind_book import OPEN
from loket_demos.overheid.declaration import STRUCTURE
from loket_demos.overheid.genui.subjects import follow_ups
from loket_demos.overheid.screen_values import field_of, items_of, put

FACTS = ("type", "datum", "bedrag", "onderwerp")
"""What is shown of a letter that waits for an answer."""


def letter_form(args: JsonObject) -> JsonObject:
    """The letter as it was given, which may be a reference: whoever shows the form puts the words in its place."""
    example = bool(args.get("example"))
    return {"text": "" if example else args.get("text", ""), "example": example}


def letter_found(model: JsonObject, step: str, value: Json) -> list[Patch]:
    if step == "classify_case":
        return _no_decision(value)
    if not step.startswith(STRUCTURE) or not isinstance(value, dict):
        return []
    overview = field_of(value, "overview")
    brief = field_of(overview, "brief")
    if field_of(brief, "vraag") and not value.get("objection_letter"):
        if field_of(brief, "soort") in OPEN and any(field_of(one, "meer") for one in items_of(overview, "invullen")):
            return [put("/results", [{"kind": "bezwaar", **value, "draft_response": ""}])]
        asked = {**{name: field_of(overview, name) for name in FACTS}, "invullen": items_of(overview, "invullen")}
        return [put("/results", [{"kind": "bezwaar", "overview": asked, "bron": [], "brief": brief}])]
    source, reason = value.get("draft_source", ""), value.get("draft_source_reason", "")
    return [
        put("/results", [{"kind": "bezwaar", **value}]),
        put("/status/source", source),
        put("/status/sourceReason", reason),
    ]


def _no_decision(case: Json) -> list[Patch]:
    """What a letter is against which nothing is drafted, what can be done with it, and where that is from."""
    brief = field_of(case, "brief")
    if (
        not is_object(brief)
        or brief.get("soort") in OPEN
        or brief.get("vraag")
        or field_of(case, "tekst") in ("geen_brief", "andere_taal")
    ):
        return []
    points, sources = [brief.get("uitleg", "")], items_of(brief, "bron")
    result = {"kind": "bezwaar", "overview": {}, "key_points": points, "bron": sources, "brief": brief}
    return [put("/results", [result])]


def letter_partial(model: JsonObject) -> list[Patch]:
    """What the tools read in the letter, while nobody makes an overview of it."""
    found = model.get("found")
    entities, case = field_of(found, "extract_entities"), field_of(found, "classify_case")
    if model.get("results") or not is_object(case):
        return []
    overview: JsonObject = {**case, **(entities if is_object(entities) else {})}
    route = field_of(case, "route")
    overview["snippets"] = items_of(field_of(found, "policy_snippets"), "snippets")
    points = [text for text in [field_of(route, "uitleg")] if text]
    return [
        put(
            "/results",
            [{"kind": "bezwaar", "overview": overview, "key_points": points, "bron": items_of(route, "bron")}],
        )
    ]


def letter_follow(found: JsonObject) -> Sequence[str]:
    code = field_of(field_of(found.get("classify_case"), "route"), "code")
    return follow_ups((str(code),)).items if code else ()
