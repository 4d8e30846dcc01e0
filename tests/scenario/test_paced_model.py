"""The language model of a server is asked within the same limits over `POST /api/llm/complete`, by the planner of a run
and by the oracle that plays its tools; and what each of them asks is its owner's alone."""

from dataclasses import dataclass, field

import httpx
import pytest

from loket.core.model import ModelFailed, ModelRequest, words
from loket.house.bundle import Bundle, Services
from loket.models.scripted import ScriptedModel
from loket_demos.scenario.components import bundle
from loket_demos.scenario.pace import Pace
from loket_demos.scenario.paced_model import CHARACTERS, ModelAllowance
from loket_demos.scenario.run import ASSISTANT
from loket_demos.scenario.shipped import scenario_named
from loket_demos.scenario.starting import RunChoice, begin, open_run
from tests.scenario.playing import OWNER, Bench, workbench
from tests.scenario.roles import Roles, gives, step

HELLO = {"messages": [{"role": "user", "content": "Hello"}]}


@dataclass
class Clock:
    """Stands still; waiting moves it on."""

    now: float = 0.0
    waited: list[float] = field(default_factory=list[float])

    async def pause(self, seconds: float) -> None:
        self.waited.append(seconds)
        self.now += seconds


@dataclass(frozen=True)
class Few:
    """The workbench, with so many requests a minute."""

    allowance: ModelAllowance
    name: str = ASSISTANT

    def bundle(self, services: Services) -> Bundle:
        return bundle(services, self.allowance)


async def played(bench: Bench, owner: str = OWNER) -> str:
    """A step of the planner and a tool: two requests."""
    run = await open_run(bench.house, owner, RunChoice(scenario=scenario_named("lost-delivery"), agent="shop"))
    await bench.host.settled(run, await begin(bench.house, owner, run))
    return run


async def over_http(bench: Bench) -> httpx.Response:
    there = httpx.ASGITransport(app=bench.app)
    async with httpx.AsyncClient(transport=there, base_url="http://127.0.0.1") as http:
        return await http.post("/api/llm/complete", json=HELLO)


async def test_one_allowance_of_an_owner_holds_for_the_door_the_planner_and_the_oracle() -> None:
    clock, model = Clock(), Roles()
    few = ModelAllowance(Pace(3, lambda: clock.now), clock.pause)
    async with workbench(model, package=Few(few)) as bench:
        model.plays([step("look_up_order", order="LF-4410"), step("sleep")] * 2, [gives({"found": True})] * 3)
        await played(bench)
        assert (len(model.planned), len(model.played), clock.waited) == (2, 1, []), "three requests are free"
        refused = await over_http(bench)
        assert (refused.status_code, refused.json()["error"]) == (429, "RateLimited"), "the door is told of all three"
        await played(bench, "somebody else")
        assert len(model.planned) == 4 and not clock.waited, "another owner has requests of their own"
        clock.now = 30.0
        model.plays([step("look_up_order", order="LF-4410"), step("sleep")], [gives({"found": True})])
        await played(bench)
        assert clock.waited == [30.0], "the step waited until a minute was over; the tool and the next step need not"


async def test_who_would_wait_too_long_is_refused_and_the_run_says_so() -> None:
    clock, model = Clock(), Roles()
    few = ModelAllowance(Pace(1, lambda: clock.now), clock.pause)
    async with workbench(model, package=Few(few)) as bench:
        model.plays([step("look_up_order", order="LF-4410"), step("sleep")], [gives({"found": True})])
        run = await played(bench)
        log = await bench.log(run)
        errors = [event.payload["code"] for event in log.events if event.type == "planner_error"]
        assert (errors, len(model.played), clock.waited) == (["LLM_FAILED"], 0, [])
        assert "You may ask 1 times a minute." in str(log.events)


async def test_a_prompt_has_a_longest_length_on_every_way() -> None:
    model = ModelAllowance().of(ScriptedModel(["never"]), OWNER)
    with pytest.raises(ModelFailed, match="longer than 1,000,000 characters"):
        await model.complete(ModelRequest(messages=(words("user", "a" * (CHARACTERS + 1)),)))
