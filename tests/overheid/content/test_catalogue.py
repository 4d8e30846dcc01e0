"""The table of tools and capabilities: names, schemas that say the truth, and answers for any arguments at all."""

import json

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loket_demos.overheid.content.catalogue import CAPABILITIES, TOOLS
from loket_demos.overheid.content.errors import ContentError
from tests.tries import tries

ARGUMENTS: dict[str, list[dict[str, object]]] = {
    "rules_lookup": [
        {"regeling": "Huurtoeslag", "jaar": 2026, "inkomen": 20000, "huur": 600},
        {"regeling": "x", "jaar": "2025"},
    ],
    "doc_checklist": [{"regeling": "Zorgtoeslag", "situatie": "Samenwonend"}],
    "risk_notes": [{"jaar": 2025}, {"inputs": {"regeling": "Zorgtoeslag", "jaar": 2025, "loonOfVermogen": False}}],
    "extract_entities": [{"text": "besluit van 1-2-2026, € 50"}, {"text": ""}],
    "classify_case": [{"text": "boete van het CJIB"}],
    "policy_snippets": [{"type": "Toeslagen"}, {"case_type": "Aanslag"}, {}],
    "bd_search": [{"query": "bezwaar", "k": 3}],
    "validate_form": [{"schema": [{"id": "a", "type": "email", "required": True}], "values": {"a": "x"}}],
    "explain_toeslagen": [{"inputs": {"jaar": 2025}, "items": [{"category": "document", "text": "Uw DigiD"}]}],
    "structure_bezwaar": [{"raw_text": "huurtoeslag", "entities": {}, "classification": {}, "snippets": ["a", "b"]}],
}

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
NAMES = (
    "regeling", "jaar", "situatie", "inkomen", "vermogen", "loonOfVermogen", "inputs", "text", "type", "query", "k",
    "schema", "values", "items", "raw_text", "entities", "classification", "snippets", "vandaag", "kinderen", "opvang",
)  # fmt: skip


def test_the_names_on_the_wire() -> None:
    """Checklist 18 to 27 and 39: exact names."""
    assert [tool.name for tool in TOOLS] == [
        "rules_lookup", "doc_checklist", "risk_notes", "extract_entities", "classify_case", "policy_snippets",
        "bd_search", "validate_form",
    ]  # fmt: skip
    assert [one.name for one in CAPABILITIES] == ["explain_toeslagen", "structure_bezwaar"]
    assert all(one.read_only and one.title and one.description for one in (*TOOLS, *CAPABILITIES))


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_answers_fit_the_schema_and_good_arguments_too(tool: object) -> None:
    known = next(one for one in TOOLS if one is tool)
    asks, tells = (jsonschema_rs.Draft202012Validator(schema) for schema in (known.input_schema, known.output_schema))
    for arguments in ARGUMENTS[known.name]:
        asks.validate(arguments)
        tells.validate(json.loads(json.dumps(known.call(arguments))))


@pytest.mark.parametrize("capability", CAPABILITIES, ids=lambda one: one.name)
async def test_capabilities_fit_their_schemas(capability: object) -> None:
    known = next(one for one in CAPABILITIES if one is capability)
    asks, tells = (jsonschema_rs.Draft202012Validator(schema) for schema in (known.input_schema, known.output_schema))
    for data in ARGUMENTS[known.name]:
        asks.validate(data)
        tells.validate(json.loads(json.dumps(await known.call(data))))


def test_known_values_carry_their_synonyms() -> None:
    """A planner without a model needs other words for a value."""
    schema = json.loads(json.dumps(TOOLS[0].input_schema))
    choices = schema["properties"]["regeling"]["anyOf"][0]
    assert choices["enum"] == ["Zorgtoeslag", "Huurtoeslag", "Kindgebonden budget", "Kinderopvangtoeslag"]
    assert "kgb" in choices["x-aliases"]["Kindgebonden budget"]


def plain(refused: ContentError) -> dict[str, object]:
    """A refusal as a value, when it is one that a person and a machine can use."""
    changed = refused.code == "too_large" or refused.code.startswith("invalid_")
    usable = changed and refused.text.endswith(".") and refused.code.isidentifier()
    return {"refused": refused.code} if usable else {"refused": float("nan")}


@given(st.dictionaries(st.sampled_from(NAMES), JUNK, max_size=6))
@settings(max_examples=tries(75))
def test_any_arguments_give_an_answer_or_a_plain_refusal(arguments: dict[str, object]) -> None:
    for tool in TOOLS:
        try:
            answer = tool.call(arguments)
        except ContentError as refused:
            answer = plain(refused)
        assert json.loads(json.dumps(answer, allow_nan=False)) == answer


@given(st.dictionaries(st.sampled_from(NAMES), JUNK, max_size=6))
@settings(max_examples=tries(30))
async def test_any_data_part_gives_an_answer_or_a_plain_refusal(data: dict[str, object]) -> None:
    for capability in CAPABILITIES:
        try:
            answer = await capability.call(data)
        except ContentError as refused:
            answer = plain(refused)
        assert json.loads(json.dumps(answer, allow_nan=False)) == answer
