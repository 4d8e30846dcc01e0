"""Whatever a model does: the rules of the stream hold, and told again a reply is the same."""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from loket.core.model import ModelFailed, ModelRequest, ToolCallPart
from loket.models.scripted import Line
from tests.relocation.chatting import Chat, Frame, asked_of, calls, chatting, check, delegate, frames, of, turn, visto
from tests.relocation.tiny import RELOCATION
from tests.tries import tries


@dataclass(frozen=True)
class Plan:
    """What an agent does: rounds of calls with words before them, then how it ends."""

    rounds: list[tuple[str, list[str]]]
    end: str


@dataclass(frozen=True)
class Turns:
    """What the orchestrator does: rounds of delegations with words before them, then its last words."""

    rounds: list[tuple[str, list[tuple[str, Plan]]]]
    end: str


spoken = st.sampled_from(["", "Um momento.", "Vejo **isso**.\n\n- a\n- b", "Ãé 😀 <b>"])
called = st.sampled_from(["good", "bad", "unknown", "misfit"])
plans = st.builds(
    Plan,
    rounds=st.lists(st.tuples(spoken, st.lists(called, min_size=1, max_size=3)), max_size=2),
    end=st.sampled_from(["Pronto.", "Longo. " * 60, "fails", "raises"]),
)
turns = st.builds(
    Turns,
    rounds=st.lists(
        st.tuples(
            spoken,
            st.lists(st.tuples(st.sampled_from(["visa_agent", "nobody"]), plans), min_size=1, max_size=3),
        ),
        max_size=2,
    ),
    end=st.sampled_from(["Fim.", "fails", "raises"]),
)


def script(plan: Turns) -> Any:
    """The model that does so. A delegation says in its task which plan it is."""

    def plays(request: ModelRequest) -> Line:
        if asked_of(request) == "orchestrator":
            at = turn(request)
            if at >= len(plan.rounds):
                return ended(plan.end)
            words, works = plan.rounds[at]
            made = [delegate(name, f"plan {at}.{n}.", f"d{at}{n}") for n, (name, _) in enumerate(works)]
            return [*([words] if words else []), *made]
        task = next(
            text
            for message in request.messages
            for text in [getattr(part, "text", "") for part in message.parts]
            if text.startswith("plan ")
        )
        first, second = task.split(".")[0].removeprefix("plan "), task.split(".")[1]
        work = plan.rounds[int(first)][1][int(second)][1]
        at = turn(request)
        if at >= len(work.rounds):
            return ended(work.end)
        words, kinds = work.rounds[at]
        return [*([words] if words else []), *[call(kind, f"c{at}{n}") for n, kind in enumerate(kinds)]]

    return plays


def call(kind: str, id: str) -> ToolCallPart:
    match kind:
        case "good":
            return visto(id)
        case "bad":
            return visto(id, "Atlantis")
        case "misfit":
            return calls("search_visa_requirements", id)
        case _:
            return calls("no_such_tool", id)


def ended(end: str) -> Line:
    match end:
        case "raises":
            raise RuntimeError("broken")
        case "fails":
            raise ModelFailed("refused", "No.")
        case _:
            return end


@pytest.fixture(scope="module")
async def chat() -> AsyncIterator[Chat]:
    async with chatting(RELOCATION, deadline=10.0) as served:
        yield served


@settings(max_examples=tries(12), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(plan=turns, parallel=st.booleans())
async def test_the_rules_of_the_stream_hold_and_a_reply_is_the_same_again(
    chat: Chat, plan: Turns, parallel: bool
) -> None:
    chat.model.plays(script(plan))
    told = await chat.say("E agora?", parallel=parallel)
    path = f"/api/v1/chat/{told[0]['message_id']}"
    again = frames((await chat.http.get(path)).text)
    if told[-1]["type"] == "error":
        assert plan.end == "raises" and all(one["type"] != "message_end" for one in told)
    elif not parallel:
        check(told)
    else:
        starts, ends = ([one["tool_call_id"] for one in of(told, f"agent_{kind}")] for kind in ("start", "end"))
        assert sorted(starts) == sorted(ends) and len(set(starts)) == len(starts)
    if not parallel:
        assert still(again) == still(told)
    cards = [one for works in plan.rounds for one in works[1] if one[0] == "visa_agent"]
    if told[-1]["type"] == "message_end" and plan.end == "Fim.":
        assert len(of(told, "agent_start")) == len(cards)


def still(told: list[Frame]) -> list[str]:
    """The frames without moments, words of a block as one."""
    kept: list[Frame] = []
    for one in told:
        same = one["type"].endswith("token") and bool(kept) and {**kept[-1], "token": ""} == {**one, "token": ""}
        if same:
            kept[-1] = kept[-1] | {"token": kept[-1]["token"] + one["token"]}
        else:
            kept.append(one)
    return [json.dumps(one) for one in kept if one["type"] not in ("message_start", "heartbeat")]
