"""Two agents of others with us between: what one says reaches the other, once and in order, and both are judged."""

import base64
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from loket_demos.scenario.shipped import scenario_named
from loket_demos.scenario.trial.options import BenchOptions
from loket_demos.scenario.trial.results import TrialReport, TrialResult
from loket_demos.scenario.trial.run import run_bench
from tests.scenario.counterpart import OtherAgent, Turn
from tests.servers import serving

LOST = "Order LF-4410 did not come."
SORRY = "I am sorry. Do you want your money, or another lamp?"
PAID = "Your money is on its way."


def customer(last: str = "input-required", once: bool = False) -> OtherAgent:
    turns = [Turn((LOST,)), Turn(("The money, please.",), last), Turn(("Thank you.",), "completed")]
    return OtherAgent(turns, once=once)


def shop(once: bool = False) -> OtherAgent:
    return OtherAgent([Turn((SORRY,)), Turn(("I look.", PAID), "completed")], dialect="1.0", once=once)


async def tried(
    folder: Path, ours: OtherAgent, theirs: OtherAgent, scenario: str = "lost-delivery", **options: Any
) -> tuple[int, TrialResult]:
    report = folder / "report.json"
    async with serving(ours.app) as here, serving(theirs.app) as there:
        ours.url, theirs.url = f"{here}/", f"{there}/"
        wanted = BenchOptions((scenario,), (theirs.url,), between=ours.url, json_at=report, **options)
        code = await run_bench(wanted)
    (result,) = TrialReport.model_validate_json(report.read_bytes()).results
    return code, result


def got(agent: OtherAgent) -> list[str]:
    return [one["parts"][0]["text"] for one in agent.got]


def failing(result: TrialResult) -> Sequence[str]:
    return [f"{check.name}: {check.sentence}" for check in result.checks if not check.ok]


async def test_what_one_says_reaches_the_other_through_a_kill_and_both_are_judged(tmp_path: Path) -> None:
    # A kill may fall while a message is on its way: only who promises to do it once may be sent it again.
    ours, theirs = customer(once=True), shop(once=True)
    code, result = await tried(tmp_path, ours, theirs, crash=True, seed=3)
    assert (code, result.verdict, result.end, failing(result)) == (0, "passed", "success", [])
    assert result.figures.crashes, "it was killed on the way"
    assert got(theirs) == [LOST, "The money, please."]
    assert got(ours)[1:] == [SORRY, f"I look.\n\n{PAID}"], "the first word to it is an opening"
    names = {check.name for check in result.checks}
    assert {"their own log", "shop to customer: their own log", "customer to shop: handed on"} <= names
    assert {one["with"] for one in result.wire} == {"shop", "customer"}


async def test_the_last_word_of_an_agent_ends_the_talk_and_its_files_arrive(tmp_path: Path) -> None:
    ours = OtherAgent([Turn((LOST,), file=("order.txt", "LF-4410")), Turn(("The money, please.",), "completed")])
    theirs = OtherAgent([Turn((SORRY,)), Turn((PAID,))])
    _, result = await tried(tmp_path, ours, theirs)
    assert (result.end, got(theirs), theirs.state) == ("success", [LOST, "The money, please."], "canceled")
    assert len(ours.got) == 2, "its task is over, nothing is sent to it any more"
    assert base64.b64decode(theirs.got[0]["parts"][-1]["file"]["bytes"]) == b"LF-4410"
    assert failing(result) == []


async def test_two_that_never_come_to_an_end_are_stopped(tmp_path: Path) -> None:
    scenario = scenario_named("lost-delivery").model_dump(mode="json", by_alias=True)
    (tmp_path / "mine.json").write_text(json.dumps({**scenario, "trial": {"turns": 2}}))
    ours, theirs = OtherAgent([Turn(("And?",))]), OtherAgent([Turn(("So?",))])
    code, result = await tried(tmp_path, ours, theirs, str(tmp_path / "mine.json"))
    assert (code, result.verdict, len(theirs.got)) == (4, "broken", 2)
    assert result.why == "They had not come to an end after 2 messages of each."


async def test_a_fault_falls_on_both_wires_and_each_agent_is_judged(tmp_path: Path) -> None:
    ours, theirs = customer(), shop()
    code, result = await tried(tmp_path, ours, theirs, faults=("dialect",))
    assert (code, result.end, failing(result)) == (0, "success", [])
    struck = {check.name.partition("fault")[0]: check.sentence for check in result.checks if "fault" in check.name}
    assert list(struck) == ["", "shop to customer: "] and all("it refused it" in one for one in struck.values())
    strange = [one["with"] for one in result.wire if one["probe"] and one["method"] == "message/whisper"]
    assert strange == ["shop", "customer"], "the agent of --and was asked oddly, too"
    assert got(theirs) == [LOST, "The money, please."] and got(ours)[1:] == [SORRY, f"I look.\n\n{PAID}"]


async def test_an_agent_that_shows_its_log_without_an_end_costs_its_check_and_not_the_run(tmp_path: Path) -> None:
    ours, theirs = customer(), shop()
    theirs.endless = True
    code, result = await tried(tmp_path, ours, theirs)
    assert (code, result.end, failing(result)) == (0, "success", [])
    names = {check.name for check in result.checks}
    assert "shop to customer: their own log" in names and "their own log" not in names, "it did not show one"
