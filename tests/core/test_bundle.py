"""A bundle whose parts do not fit is refused when it is made, with the name that is wrong and the names there are."""

import pytest

from loket.core.actions import Done
from loket.core.assistant import AssistantSpec
from loket.core.errors import ConfigError
from loket.core.screen import SurfaceTree
from loket.core.tool import ToolSpec
from loket.house.bundle import AgentPart, Bundle, Services
from loket.planners.flow import Flow, FlowPlanner
from loket.tools.function import FunctionTool
from loket_demos.overheid.components import bundle

DESK = AssistantSpec(name="desk", title="Desk", tools=("look",))
PLANNER = FlowPlanner((Flow("x", "x", "X", (), lambda progress: Done()),))
LOOK = FunctionTool(ToolSpec(name="look"), lambda args: 1)


def refusal(front: AssistantSpec = DESK, **changed: object) -> str:
    parts: dict[str, object] = {
        "name": "desk",
        "assistants": (front,),
        "planners": {front.name: PLANNER},
        "tools": (LOOK,),
    }
    with pytest.raises(ConfigError) as refused:
        Bundle(**{**parts, **changed})  # type: ignore[arg-type] # wrong on purpose
    assert refused.value.code == "bad_bundle"
    return refused.value.text.removeprefix("The assistants of desk can't be served: ")


def test_what_fits_is_taken() -> None:
    assert Bundle("desk", (DESK,), {"desk": PLANNER}, (LOOK,)).name == "desk"
    assert bundle(Services()).name == "overheid"


def test_a_name_nobody_brings_is_told_with_those_there_are() -> None:
    misspelt = AssistantSpec(name="desk", title="Desk", tools=("lok",))
    assert refusal(misspelt) == "lok is among the tools of desk, but there is only look."
    alone = AssistantSpec(name="desk", title="Desk", specialists=("clerk",))
    assert refusal(alone) == "clerk is among the specialists of desk, but there is only desk."
    assert refusal(tools=()) == "look is among the tools of desk, but there is only nothing of that kind."
    trees = {"page": SurfaceTree("urn:x", ())}
    assert refusal(trees=trees) == "page is among the trees, but there is only nothing of that kind."
    agent = AgentPart("clerk", "clerk", "Clerk", "", ())
    assert refusal(agents=(agent,)) == "clerk is what an agent serves, but there is only desk."


def test_everybody_has_a_planner_and_a_name_of_their_own() -> None:
    assert refusal(planners={}) == "desk has no planner."
    assert refusal(planners={"desk": PLANNER, "dsk": PLANNER}) == "dsk is among the planners, but there is only desk."
    assert refusal(assistants=(DESK, DESK)) == "two assistants are called desk."
    assert refusal(inner=(LOOK,)) == "two tools are called look."
    other = AssistantSpec(name="other", title="Other")
    assert refusal(other) == "desk is the front assistant, but there is only other."
