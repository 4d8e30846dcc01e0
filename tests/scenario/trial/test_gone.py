"""Whoever sent a message is killed while a fault is at work on it: what the agent makes of it is still found out."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx

from loket_demos.scenario.trial.exchange import WireAnswer, WireExchange
from loket_demos.scenario.trial.faults.every import fault_by_name
from loket_demos.scenario.trial.faults.port import Fault, FaultLine
from loket_demos.scenario.trial.wire import TrialWire, standing_in
from tests.scenario.counterpart import OtherAgent, Turn
from tests.servers import serving

ASKED: dict[str, Any] = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "message/send",
    "params": {"message": {"messageId": "m1", "role": "user", "parts": [{"kind": "text", "text": "Hi"}]}},
}


@dataclass
class HoldsBack(Fault):
    """Keeps a message from the agent until it may go."""

    begun: asyncio.Event = field(default_factory=asyncio.Event)
    go: asyncio.Event = field(default_factory=asyncio.Event)

    async def strike(self, line: FaultLine, exchange: WireExchange) -> WireAnswer:
        self.begun.set()
        await self.go.wait()
        return await line.forward(exchange)


@asynccontextmanager
async def between(agent: OtherAgent, fault: Fault) -> AsyncGenerator[TrialWire]:
    async with (
        serving(agent.app) as url,
        httpx.AsyncClient(trust_env=False, timeout=30) as http,
        standing_in(TrialWire(f"{url}/", http, fault)) as wire,
    ):
        yield wire


async def sent_and_gone(wire: TrialWire, begun: asyncio.Event) -> None:
    """Sends the message, and hangs up as soon as this has begun."""
    async with httpx.AsyncClient(trust_env=False, timeout=30) as caller:
        sending = asyncio.create_task(caller.post(wire.url, json=ASKED))
        await begun.wait()
        sending.cancel()
        with suppress(asyncio.CancelledError):
            await sending
    async with httpx.AsyncClient(trust_env=False, timeout=30) as other:
        await other.get(f"{wire.url}.well-known/agent-card.json")  # when this is back, the end of the line was noticed


async def test_what_the_agent_makes_of_it_is_awaited_when_nobody_is_left_to_be_told() -> None:
    agent = OtherAgent([Turn(("What?",))], holds=(1, False))
    async with between(agent, fault := fault_by_name("twice", 0)) as wire:
        await sent_and_gone(wire, agent.held)
        assert (fault.stand, fault.sentence) == ("unknown", "")
        agent.go.set()
        await wire.settled()
    assert (fault.stand, agent.times) == ("held", {"m1": 2}), fault.sentence
    assert fault.sentence == "The same message came twice: it gave the same answer, and did nothing again."


async def test_a_line_whose_other_end_is_gone_is_cut_all_the_same() -> None:
    agent = OtherAgent([Turn(("What?",))], holds=(1, False))
    async with between(agent, fault := fault_by_name("drop", 0)) as wire:
        await sent_and_gone(wire, agent.held)
        agent.go.set()
        await wire.settled()
        assert [one.cut for one in wire.exchanges if one.request.sends] == [True]
        await fault.after(wire)
    assert (fault.stand, fault.sentence) == ("unknown", "After the line was cut nobody asked it for the task.")


async def test_a_message_that_was_not_given_yet_is_not_given_for_one_that_is_gone() -> None:
    agent = OtherAgent([Turn(("What?",))])
    async with between(agent, fault := HoldsBack()) as wire:
        await sent_and_gone(wire, fault.begun)
        await wire.settled()
        assert (fault.struck, agent.times) == (False, {})
        fault.go.set()
        async with httpx.AsyncClient(trust_env=False, timeout=30) as caller:
            assert (await caller.post(wire.url, json=ASKED)).status_code == 200
    assert (fault.struck, agent.times) == (True, {"m1": 1}), "it happens to the message when it comes again"
