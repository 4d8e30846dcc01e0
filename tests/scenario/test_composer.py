"""The oracle without a model: fixtures, then the records of the tool's own agent, and what they do not say."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from loket_demos.scenario.oracle.composer import NOT_KNOWN, Composed, composed
from loket_demos.scenario.oracle.documents import gathered
from loket_demos.scenario.shapes import ScenarioAgent, ScenarioTool, ToolFixture

KNOWLEDGE: dict[str, Any] = {
    "openingHours": "Monday to Friday, 9 to 17",
    "patients": [
        {"name": "Mara Lind", "memberNumber": "A-771", "visits": ["2026-03-02", "2026-05-11"]},
        {"name": "Tom Okafor", "memberNumber": "B-102", "visits": []},
    ],
    "imaging": [{"patient": "Mara Lind", "kind": "MRI knee", "result": "torn ligament"}],
}


def played(args: dict[str, Any], *fixtures: dict[str, Any], knowledge: Any = KNOWLEDGE, **tool: Any) -> Composed:
    made = ScenarioTool(tool_name="look_up", fixtures=tuple(map(ToolFixture.model_validate, fixtures)), **tool)
    return composed(made, ScenarioAgent(agent_id="clinic", knowledge_base=knowledge), args)


def test_a_fixture_fits_by_the_words_of_the_arguments() -> None:
    fixtures = ({"when": {"service": "MRI knee"}, "output": "knee"}, {"output": "any"})
    assert played({"service": "an mri of the left KNEE"}, *fixtures).output == "knee"
    assert played({"service": "an mri of the head"}, *fixtures).output == "any"


def test_a_fixture_is_filled_from_arguments_and_knowledge() -> None:
    output = {
        "text": "For {{args.name}}: {{ knowledge.patients.0.memberNumber }}, {{args.nobody}}.",
        "visits": "{{knowledge.patients.0.visits}}",
    }
    assert played({"name": "Mara"}, {"output": output}).output == {
        "text": f"For Mara: A-771, {NOT_KNOWN}.",
        "visits": ["2026-03-02", "2026-05-11"],
    }


def test_without_a_fixture_the_records_answer_and_what_is_not_in_them_is_said() -> None:
    answer = played({"patient": "Mara Lind", "allergy": "penicillin"})
    assert answer.output["notOnRecord"] == {"allergy": "penicillin"}
    assert {one["in"] for one in answer.output["found"]} == {"patients", "imaging"}
    assert "Okafor" not in str(answer.output)


def test_nothing_on_record_is_said_and_nothing_made_up() -> None:
    answer = played({"query": "dental crowns"})
    assert answer.output["found"] == [] and "nothing on record" in answer.output["note"]


def test_the_schema_of_an_output_is_filled_field_by_field() -> None:
    fields = {"memberNumber": {"type": "string"}, "name": {"type": "string"}, "deductible": {"type": "number"}}
    answer = played({"name": "Tom Okafor"}, output_schema={"type": "object", "properties": fields})
    assert answer.output == {"memberNumber": "B-102", "name": "Tom Okafor", "notOnRecord": ["deductible"]}
    assert "They do not say: deductible." in answer.reasoning


def test_a_tool_that_ends_the_conversation_writes_it_down() -> None:
    answer = played({"patient": "Mara Lind"}, ends_conversation=True, conversation_end_status="failure")
    (document,) = gathered(answer.output).documents
    assert document.name == "look_up.md" and "- patient: Mara Lind" in document.text and "torn" in document.text


LEAVES = st.none() | st.booleans() | st.integers() | st.text(max_size=6)
JSONS = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
)
OBJECTS = st.dictionaries(st.text(max_size=4), JSONS, max_size=4)


@given(OBJECTS, OBJECTS, JSONS)
def test_any_knowledge_and_arguments_get_the_same_answer_twice(knowledge: Any, args: Any, output: Any) -> None:
    for fixtures in ((), ({"when": args, "output": output},)):
        answers = [played(args, *fixtures, knowledge=knowledge) for _ in range(2)]
        assert answers[0] == answers[1] and answers[0].reasoning
