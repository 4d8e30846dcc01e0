"""What must not leave does not: the other side's knowledge never reaches our planner or the wire, unless the other side
says it; and a private file is on no wire."""

import base64
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket.core.data import FileRef
from loket.core.events import FileAdded, Rated
from loket.views.turn_state import ROOT_WINDOW
from loket_demos.scenario.acts import VaultFlagged
from loket_demos.scenario.run import run_for, settings_for
from loket_demos.scenario.shapes import scenario_of
from loket_demos.scenario.shipped import scenario_named
from loket_demos.scenario.starting import RunChoice, act, begin, open_run
from tests.scenario.counterpart import OtherAgent, Turn
from tests.scenario.playing import OWNER, Bench, workbench
from tests.scenario.roles import Roles, step
from tests.servers import serving

MODEL = Roles()
SECRET = "The combination is 4417 9920 behind the second heron"


@pytest.fixture(scope="module")
async def bench() -> AsyncIterator[Bench]:
    async with workbench(MODEL) as made:
        yield made


def planted(word: str) -> dict[str, Any]:
    """A scenario whose second agent has a canary in every field but those by which everybody knows it."""
    n = iter(range(1000))

    def canary() -> str:
        return f"{word}{next(n):03d} sings at dawn"

    schema = {"type": "object", "description": canary(), "properties": {"a": {"type": "string", "title": canary()}}}
    tool = {
        "toolName": "own_tool",
        "description": canary(),
        "synthesisGuidance": canary(),
        "inputSchema": schema,
        "outputSchema": {"type": "object", "description": canary()},
        "fixtures": [
            {"when": {"a": canary()}, "output": {"note": canary(), "deep": [{"docId": "x", "content": canary()}]}}
        ],
    }
    other = {
        "agentId": "other",
        "principal": {"type": "individual", "name": "Otto", "description": "Somebody else."},
        "situation": canary(),
        "systemPrompt": canary(),
        "goals": [canary(), canary()],
        "tools": [tool],
        "knowledgeBase": {"text": canary(), "list": [canary(), {"deep": {"deeper": canary()}}], canary(): 1},
        "messageToUseWhenInitiatingConversation": canary(),
        "script": [{"say": canary(), "why": canary(), "after": canary()}],
        "answers": {canary(): canary()},
    }
    asks = {"type": "object", "properties": {"q": {"type": "string"}}}
    me = {
        "agentId": "me",
        "goals": ["Ask"],
        "tools": [{"toolName": "ask", "description": "Asks.", "inputSchema": asks}],
    }
    return {"metadata": {"id": "canaries", "title": "Canaries"}, "agents": [me, other]}


@given(st.text("QXZJWV", min_size=6, max_size=10))
def test_what_a_planner_may_know_holds_nothing_of_the_other_side(word: str) -> None:
    scenario = scenario_of(planted(word))
    assert json.dumps(planted(word)).count(word) > 15
    me = scenario.agents[0]
    assert word not in json.dumps(settings_for(run_for(scenario, me)))


async def test_an_oracle_that_says_all_it_sees_gives_away_nothing(bench: Bench) -> None:
    MODEL.plays(
        [step("ask", q="What do they know?"), step("sendMessage", text="What do you know?"), step("done")], None
    )
    agent = OtherAgent((Turn(("Kestrel001 sings at dawn, I say.",), "completed"),), streams=False)
    async with serving(agent.app) as url:
        agent.url = f"{url}/"
        run = await bench.start(scenario_of(planted("Kestrel")), "me", endpoint=agent.url)
        log = await bench.until(run, lambda log: bool(log.ended))
    assert any("Kestrel" in prompt for prompt in MODEL.oracle_prompts), "the oracle knows, so as to contradict nothing"
    before, after = MODEL.planner_prompts[:2], MODEL.planner_prompts[2]
    assert not [prompt for prompt in before if "Kestrel" in prompt]
    assert after.count("Kestrel") == after.count("Kestrel001 sings at dawn, I say.") > 0, "what it said itself"
    assert "Kestrel" not in json.dumps(agent.got)
    failed = [event.payload["error"] for event in log.events if "error" in event.payload]
    assert failed and "Kestrel" not in json.dumps(failed)


ATTACHED: list[dict[str, str]] = [
    {"name": "plan.txt"},
    {"docId": "plan.txt"},
    {"name": "open.txt", "docId": "plan.txt"},
]


@pytest.mark.parametrize("flagged", [False, True], ids=["given as private", "flagged later"])
async def test_a_private_file_is_on_no_wire(bench: Bench, flagged: bool) -> None:
    MODEL.plays(
        [
            step("readAttachment", name="plan.txt"),
            step("sendMessage", text="Here.", attachments=[{"name": "open.txt"}, {"name": "plan.txt"}]),
            step("sendMessage", text="Here.", attachments=[{"docId": "plan.txtt"}]),
            step("sendMessage", text="Here is what I may show.", attachments=[{"name": "open.txt"}]),
            step("done"),
        ],
        [],
    )
    agent = OtherAgent((Turn(("Thank you.",), "completed"),), streams=False)
    async with serving(agent.app) as url:
        agent.url = f"{url}/"
        choice = RunChoice(scenario=scenario_named("lost-delivery"), agent="customer", endpoint=agent.url)
        run = await open_run(bench.house, OWNER, choice)
        for name, text, private in (("open.txt", "Nothing special", False), ("plan.txt", SECRET, not flagged)):
            blob = await bench.host.store.put(run, text.encode(), "text/plain")
            ref = FileRef(name=name, media="text/plain", blob=blob)
            await bench.house.tell(run, FileAdded(ref=ref, private=private), owner=OWNER)
        if flagged:
            await act(bench.house, OWNER, run, VaultFlagged(file="plan.txt", private=True))
        await begin(bench.house, OWNER, run)
        log = await bench.until(run, lambda log: bool(log.ended))
    codes = [event.payload["error"]["code"] for event in log.events if "error" in event.payload]
    assert codes == ["private_file", "private_file", "missing_attachment"]
    wire = json.dumps(agent.got)
    assert "open.txt" in wire and "plan.txt" not in wire and not [one for one in _encoded(SECRET) if one in wire]
    assert SECRET not in "".join(MODEL.planner_prompts)


@pytest.mark.parametrize("again", [False, True], ids=["by its number", "given once more"])
async def test_a_private_file_stays_so_however_long_ago_that_was_said(bench: Bench, again: bool) -> None:
    name = "plan.txt" if again else "plan (2).txt"
    MODEL.plays(
        [
            step("readAttachment", name=name),
            step("sendMessage", text="Here.", attachments=[{"name": name}]),
            step("sendMessage", text="Then without."),
            step("done"),
        ],
        [],
    )
    agent = OtherAgent((Turn(("Thank you.",), "completed"),), streams=False)
    async with serving(agent.app) as url:
        agent.url = f"{url}/"
        choice = RunChoice(scenario=scenario_named("lost-delivery"), agent="customer", endpoint=agent.url)
        run = await open_run(bench.house, OWNER, choice)

        async def give(text: str, private: bool = False) -> None:
            blob = await bench.host.store.put(run, text.encode(), "text/plain")
            ref = FileRef(name="plan.txt", media="text/plain", blob=blob)
            await bench.house.tell(run, FileAdded(ref=ref, private=private), owner=OWNER)

        await give(SECRET if again else "Nothing special", private=again)
        for _ in range(2 * ROOT_WINDOW):
            await bench.house.tell(run, Rated(to=1), owner=OWNER)
        await give(SECRET)
        if not again:
            await act(bench.house, OWNER, run, VaultFlagged(file="plan (2).txt", private=True))
        await begin(bench.house, OWNER, run)
        log = await bench.until(run, lambda log: bool(log.ended))
    assert [e.payload["error"]["code"] for e in log.events if "error" in e.payload] == ["private_file", "private_file"]
    assert not [one for one in _encoded(SECRET) if one in json.dumps(agent.got)]
    assert SECRET not in "".join(MODEL.planner_prompts)


def _encoded(text: str) -> Iterator[str]:
    """A text as it might be on a wire, wherever in a base64 block it begins."""
    yield text
    for shift in range(3):
        yield base64.b64encode(b" " * shift + text.encode())[4:-4].decode()
