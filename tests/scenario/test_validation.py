"""The validator of scenarios: what it finds, where, in which words; and that no JSON breaks it."""

import copy
import json
import re
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket_demos.scenario.shapes import DEEPEST
from loket_demos.scenario.validation import MOST, validated

SOUND: dict[str, Any] = {
    "metadata": {"id": "repair", "title": "A repair", "description": "A bicycle is repaired.", "tags": ["shop"]},
    "agents": [
        {
            "agentId": "customer",
            "principal": {"type": "individual", "name": "Ada", "description": "has a flat tyre"},
            "situation": "The tyre went flat this morning.",
            "systemPrompt": "You speak for Ada.",
            "goals": ["Get the tyre repaired"],
            "tools": [],
            "knowledgeBase": {},
            "messageToUseWhenInitiatingConversation": "My tyre is flat.",
        },
        {
            "agentId": "shop",
            "principal": {"type": "organization", "name": "Spoke", "description": "repairs bicycles"},
            "situation": "A quiet day.",
            "systemPrompt": "You speak for Spoke.",
            "goals": ["Agree on a repair"],
            "initialMessage": "Your bicycle can come in.",
            "tools": [
                {
                    "toolName": "book_repair",
                    "description": "Books a repair.",
                    "synthesisGuidance": "Give a number.",
                    "inputSchema": {"type": "object", "properties": {"day": {"type": "string"}}},
                    "endsConversation": True,
                    "conversationEndStatus": "success",
                }
            ],
        },
    ],
}


FINDING_WORDS = json.loads((files("loket_demos.scenario") / "data" / "finding_words.json").read_text("utf-8"))


def in_other_words(message: str) -> list[dict[str, str]]:
    """The sentences of the page that a message may be one of."""
    shapes = [(re.sub(r"\\{\w+\\}", ".+", re.escape(said["en"])), said) for said in FINDING_WORDS["findings"].values()]
    return [said for shape, said in shapes if re.fullmatch(shape, message)]


def changed(path: str, value: Any) -> dict[str, Any]:
    """The sound scenario with another value at a path of names and numbers."""
    scenario = copy.deepcopy(SOUND)
    *steps, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    node: Any = scenario
    for step in steps:
        node = node[step]
    if value is None:
        del node[last]
    else:
        node[last] = value
    return scenario


@pytest.mark.parametrize("value", [SOUND, {"config": SOUND}], ids=["bare", "config"])
def test_a_sound_scenario_has_nothing_to_say(value: Any) -> None:
    found = validated(value)
    assert found.errors == () and found.warnings == () and found.config == SOUND


WRONG = [
    ("metadata/id", "", "metadata.id is empty; write some words."),
    ("metadata/title", None, "metadata.title is missing; it must be text."),
    ("metadata/description", 3, "metadata.description must be text, but it is a number."),
    ("metadata/tags", ["a", 1], "metadata.tags[1] must be text, but it is a number."),
    ("agents", [], "agents is empty; a scenario has at least one agent."),
    ("agents", "ada", "agents must be a list, but it is text."),
    ("agents/0", 7, "agents[0] must be an object, but it is a number."),
    ("agents/1/agentId", "customer", "agents[1].agentId is customer, like that of agents[0]; each agent has its own."),
    ("agents/0/principal", None, "agents[0].principal is missing; it must be an object."),
    ("agents/0/principal/type", "robot", "agents[0].principal.type must be individual or organization."),
    ("agents/0/principal/name", " ", "agents[0].principal.name is empty; write some words."),
    ("agents/0/principal/description", None, "agents[0].principal.description is missing; it must be text."),
    ("agents/0/systemPrompt", None, "agents[0].systemPrompt is missing; it must be text."),
    ("agents/0/goals", ["a", ""], "agents[0].goals[1] is empty; write some words or leave it out."),
    ("agents/0/goals", True, "agents[0].goals must be a list, but it is true or false."),
    ("agents/0/tools", None, "agents[0].tools is missing; it must be a list."),
    ("agents/0/knowledgeBase", [], "agents[0].knowledgeBase must be an object, but it is a list."),
    ("agents/1/tools/0/toolName", "a b", "agents[1].tools[0].toolName must be at most 100 characters without spaces."),
    (
        "agents/1/tools/0/toolName",
        "sleep",
        "agents[1].tools[0].toolName is sleep, which every planner has; call the tool otherwise.",
    ),
    ("agents/1/tools/0/description", None, "agents[1].tools[0].description is missing; it must be text."),
    (
        "agents/1/tools/0/inputSchema",
        {"type": "array"},
        'agents[1].tools[0].inputSchema.type must be "object", for arguments have names.',
    ),
    (
        "agents/1/tools/0/endsConversation",
        "yes",
        "agents[1].tools[0].endsConversation must be true or false, but it is text.",
    ),
    (
        "agents/1/tools/0/conversationEndStatus",
        "good",
        "agents[1].tools[0].conversationEndStatus must be success, failure or neutral.",
    ),
    ("knowledge", {"facts": [""]}, "knowledge.facts[0] is empty; write some words or leave it out."),
    ("variants", [{"id": "a"}, {"id": "a"}], "variants[1].id is a, which another variant has already."),
    ("variants", [{"id": "a", "ends": "well"}], "variants[0].ends must be success, failure or neutral."),
    (
        "agents/1/tools/0/fixtures",
        [{"when": {}}],
        "agents[1].tools[0].fixtures[0].output is missing; it is what the tool gives.",
    ),
    (
        "agents/1/tools/0/fixtures",
        [{"output": 1, "variant": "no"}],
        "agents[1].tools[0].fixtures[0].variant is no, but the variants of this scenario are: none.",
    ),
    (
        "agents/1/script",
        [{"say": "Hi", "tool": "book_repair"}],
        "agents[1].script[0] must have exactly one of say, ask and tool, but it has say and tool.",
    ),
    (
        "agents/1/script",
        [{"tool": "book"}],
        "agents[1].script[0].tool is book, but the agent's tools are: book_repair.",
    ),
    (
        "agents/1/script",
        [{"say": "Hi", "after": [3]}],
        "agents[1].script[0].after[0] must be text, but it is a number.",
    ),
    ("agents/1/answers", {"open": 1}, "agents[1].answers.open must be text."),
    (
        "knowledge",
        {"documents": [{"id": "a", "title": "b"}]},
        "knowledge.documents[0].type is missing; it must be text.",
    ),
]


@pytest.mark.parametrize(("path", "value", "sentence"), WRONG, ids=[f"{path}={value}"[:40] for path, value, _ in WRONG])
def test_what_is_wrong_is_said_with_its_path(path: str, value: Any, sentence: str) -> None:
    found = validated(changed(path, value))
    assert all(in_other_words(error.message) for error in found.errors), "the page says it in the reader's language"
    assert [str(error) for error in found.errors] == [sentence]
    assert found.config is None


def test_two_tools_of_one_agent_with_one_name() -> None:
    tool = SOUND["agents"][1]["tools"][0]
    found = validated(changed("agents/1/tools", [tool, tool]))
    assert [error.path for error in found.errors] == ["agents[1].tools[1].toolName"]


def test_a_schema_that_is_none_is_named_with_its_place() -> None:
    schema = {"type": "object", "properties": {"day": {"type": "date"}}}
    (error,) = validated(changed("agents/1/tools/0/inputSchema", schema)).errors
    assert error.path == "agents[1].tools[0].inputSchema" and "/properties/day/type" in error.message


MISSING = [
    ("agents/0/situation", "agents[0].situation"),
    ("agents/0/messageToUseWhenInitiatingConversation", "agents[0].messageToUseWhenInitiatingConversation"),
    ("agents/1/tools/0/synthesisGuidance", "agents[1].tools[0].synthesisGuidance"),
    ("agents/1/tools/0/inputSchema", "agents[1].tools[0].inputSchema"),
    ("agents/1/tools/0/conversationEndStatus", "agents[1].tools[0].conversationEndStatus"),
]


@pytest.mark.parametrize(("path", "place"), MISSING, ids=[path for path, _ in MISSING])
def test_what_would_be_better_is_a_warning(path: str, place: str) -> None:
    found = validated(changed(path, None))
    assert not found.errors and [warning.path for warning in found.warnings] == [place]
    assert all(in_other_words(warning.message) for warning in found.warnings), (
        "the page says it in the reader's language"
    )
    assert found.config is not None


def test_the_first_ten_errors_are_listed_and_the_rest_counted() -> None:
    found = validated({"metadata": {"id": "a", "title": "b", "description": "c"}, "agents": [1] * 25})
    assert [error.path for error in found.errors] == [f"agents[{at}]" for at in range(MOST)]
    assert found.left_out == 15


@pytest.mark.parametrize("value", [None, [], "text", 3, True, {"config": 3}])
def test_no_object_is_no_scenario(value: Any) -> None:
    (error,) = validated(value).errors
    assert str(error).startswith("the scenario must be an object, but it is ")


def test_what_is_nested_without_end_is_refused() -> None:
    deep: Any = {}
    for _ in range(DEEPEST + 2):
        deep = {"inner": deep}
    (error,) = validated({**SOUND, "knowledge": deep}).errors
    assert error.message == f"is nested more than {DEEPEST} levels deep."


JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def places(value: Any, path: tuple[str, ...] = ()) -> list[str]:
    """Every place in a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return ["/".join((*path, str(name))) for name, _ in inner] + [
        place for name, one in inner for place in places(one, (*path, str(name)))
    ]


@given(JSONS)
def test_any_json_gets_an_answer(value: Any) -> None:
    found = validated(value)
    assert len(found.errors) <= MOST and len(found.warnings) <= MOST
    assert (found.config is None) == bool(found.errors)


@given(st.sampled_from(places(SOUND)), JSONS.filter(lambda value: value is not None))
def test_any_json_anywhere_in_a_scenario_gets_an_answer_about_that_place(place: str, value: Any) -> None:
    found = validated(changed(place, value))
    steps = place.split("/")
    head = "".join(f"[{step}]" if step.isdigit() else f".{step}" for step in steps).removeprefix(".")
    assert all(error.path.startswith(head) or head.startswith(error.path) for error in found.errors)
    assert all(error.message.endswith(".") for error in found.errors)
