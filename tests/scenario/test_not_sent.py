"""A step whose message a crash left nothing of is taken again; one that may have arrived is not."""

from datetime import UTC, datetime

import pytest

from loket.core.actions import Call, ToolCall
from loket.core.events import Decided, Returned
from loket.core.record import Record
from loket_demos.scenario.planner.standing import standing
from loket_demos.scenario.run import SEND, run_for
from loket_demos.scenario.shipped import scenario_named


@pytest.mark.parametrize(("code", "steps"), [("not_sent", []), ("unknown_outcome", ["script 1"])])
def test_only_what_never_left_is_still_to_be_done(code: str, steps: list[str]) -> None:
    scenario, at = scenario_named("lost-delivery"), datetime(2026, 11, 23, tzinfo=UTC)
    call = Call(calls=(ToolCall(id="send", tool=SEND, args={"text": "Hello"}),))
    decided = Record(seq=1, at=at, by="planner", event=Decided(reasoning="first", action=call, step="script 1"))
    back = Record(seq=2, at=at, by="tool", event=Returned(call="1.send", ok=False, code=code, text="…"))
    stands = standing(run_for(scenario, scenario.agents[0]), [decided, back])
    assert (list(stands.steps.values()), stands.sent) == (steps, 0)
