"""Faults on purpose between our tools and the A2A library's own server: we come through each of them with the agent's
answer, and what the agent made of it is told in a sentence."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import httpx
import pytest

from loket.tools.invoke import InvokeTool
from loket_demos.scenario.trial.exchange import by_agent, files_of, messages_in, state_in, words_of
from loket_demos.scenario.trial.faults.every import EVERY, chosen_faults, fault_by_name
from loket_demos.scenario.trial.faults.port import Fault
from loket_demos.scenario.trial.faults.words import HugeFile
from loket_demos.scenario.trial.wire import TrialWire, standing_in
from tests.tools.foreign_agent import Foreign, foreign
from tests.tools.sites import context, invoking

FIRST, SECOND = "5b1f2c7e-0000-8000-8000-000000000001", "5b1f2c7e-0000-8000-8000-000000000002"
MADE_OF_IT = {
    "drop": ("held", "After the line was cut it still knew the task, and told what became of it when asked."),
    "twice": ("gave way", "The same message came twice, with the same id: it made a second task of it."),
    "late": ("held", "A message that came late was taken."),
    "order": ("held", "Asked for a task that was not there yet, it refused it (-32001: "),
    "dialect": ("held", "Asked by a method that no dialect has, it refused it (-32601: "),
    "part": ("held", "Sent a message with broken parts, it refused it (-32600: "),
    "closed": ("held", "Sent a message for a task that was over, it refused it (-32004: "),
    "huge": ("held", "Sent a file of 2 MB, it took it (its task is input-required)."),
    "question": ("held", "Asked back instead of answered, it took it (its task is completed)."),
}


@asynccontextmanager
async def between(fault: Fault, version: str = "0.3") -> AsyncGenerator[tuple[TrialWire, Foreign, InvokeTool]]:
    """A wire with this fault before the library's server, and our tool that asks over it."""
    async with (
        foreign(version, streaming=True) as agent,
        httpx.AsyncClient(trust_env=False, timeout=60) as http,
        standing_in(TrialWire(agent.url, http, fault)) as wire,
        invoking() as (tool, _),
    ):
        yield wire, agent, tool


def smaller(fault: Fault) -> Fault:
    if isinstance(fault, HugeFile):
        fault.size = 2_000_000
    return fault


@pytest.mark.parametrize("name", EVERY)
async def test_we_come_through_and_the_agent_is_judged(name: str) -> None:
    fault = smaller(fault_by_name(name, 0.02))
    async with between(fault) as (wire, agent, tool):
        asked = {"task_base_url": f"{wire.url}/rpc", "skill_id": "ask", "contextual_query_text": "How much?"}
        first = await tool.call({**asked, "parameters": {}}, context(key=FIRST))
        assert first["status"] == "input_required"
        more = {"task_base_url": f"{wire.url}/rpc", "task_id": first["task_id"], "contextual_query_text": "Ten."}
        second = await tool.call(more, context(key=SECOND))
        assert (second["status"], second["task_id"]) == ("success", first["task_id"])
        await fault.after(wire)
        stand, sentence = MADE_OF_IT[name]
        assert fault.struck and fault.stand == stand and fault.sentence.startswith(sentence), fault.sentence
        ours = [message.message_id for message in agent.heard]
        assert ours.count(FIRST) == (2 if name == "twice" else 1), "but for one of them, no message comes again"
        assert ours.count(SECOND) == (0 if name == "question" else 1)


async def test_the_wire_notes_what_was_said_and_moves_the_card() -> None:
    async with between(Fault(), "1.0") as (wire, agent, tool):
        asked = {"task_base_url": f"{wire.url}/rpc", "skill_id": "fail", "contextual_query_text": "How much?"}
        with pytest.raises(Exception, match="book is closed"):
            await tool.call({**asked, "parameters": {"a": 1}}, context(key=FIRST))
        card = next(one for one in wire.exchanges if one.request.method.endswith(".json") and one.status == 200)
        (sent,) = (one for one in wire.exchanges if one.request.sends)
        assert card.heard[0]["supportedInterfaces"][0]["url"] == f"{agent.url}/rpc"
        assert card.passed[0]["supportedInterfaces"][0]["url"] == f"{wire.url}/rpc"
        assert sent.request.message["messageId"] == FIRST and sent.heard == sent.passed
        said = {words_of(one) for frame in sent.heard for one in messages_in(frame) if by_agent(one)}
        assert said == {"The book is closed."} and state_in(sent.heard[-1]) == "failed"


def test_files_are_read_in_every_dialect() -> None:
    raw = {"name": "a.txt", "bytes": "aGk="}
    parts = [{"kind": "file", "file": raw}, {"raw": "aGk=", "filename": "b"}, {"file": {"uri": "https://x.example"}}]
    files = list(files_of({"role": "agent", "parts": parts}))
    assert [file.name for file in files] == ["a.txt", "b", ""]
    assert files[0].digest == files[1].digest != files[2].digest == ""


def test_faults_by_name() -> None:
    assert chosen_faults(["all"]) == tuple(EVERY)
    assert chosen_faults(["late,drop", "late"]) == ("late", "drop")
    with pytest.raises(Exception, match="There is no fault rain"):
        chosen_faults(["rain"])
