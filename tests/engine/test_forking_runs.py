"""A fork at every record of conversations that the shipped assistants really had: nothing that is not read-only leaves,
what was out is a question again, work elsewhere is in the fork, and a yes does it once."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from loket.app import Brought, opened
from loket.config import Config
from loket.core.data import JsonObject
from loket.core.events import AgentSaid, Answered, Event, SurfaceActed, TaskOpened, UserSaid
from loket.core.ports import Entry, Row
from loket.core.record import decode
from loket.engine.archive import Archive
from loket.engine.host import Host
from loket.face.opening import memory
from loket.house.bundle import Packaged
from loket.stores.memory import MemoryStore
from tests.engine.forks import Forks
from tests.loopback import Asked
from tests.nursery import ROOT
from tests.tools.sites import calls, card_10, rpc, site
from tests.urmston.errands import DEMO, booking
from tests.urmston.street import OWNER, club_site, street

LETTER = "Besluit van 12 januari 2026. Ik maak bezwaar tegen de naheffing van € 74,80. Ik had al betaald."
SECRET = "a-long-secret-of-the-club"
COPIED = "0000000000000000000001"
ORDER: JsonObject = {"id": "order", "name": "Order parts", "description": "Orders parts for bikes.", "tags": ["parts"]}


@asynccontextmanager
async def hosting(
    data: Path, *packages: str, brought: tuple[Packaged, ...] = (), **settings: Any
) -> AsyncIterator[Host]:
    """The process that `loket serve` would open, in memory; nothing listens."""
    told: dict[str, Any] = {"data": data, "pace": "live", "assistants": packages, **settings}
    config = Config.model_validate(told)
    async with opened(config, {}, brought=Brought(brought), store_at=memory) as served:
        assert served.host is not None
        yield served.host


async def had(host: Host, assistant: str, *events: Event | str, conversation: str = "") -> str:
    """A conversation in which a person did this, one after the other."""
    id = conversation or await host.start("local", assistant)
    for event in events:
        seq = await host.tell(id, UserSaid(text=event) if isinstance(event, str) else event)
        await host.settled(id, seq, 20)
    return id


async def held(host: Host, conversation: str) -> str:
    """The open question."""
    looked = await host.look(conversation, "local")
    [question] = [item["id"] for item in looked.views["questions"].state()["items"] if item["state"] == "open"]
    return question


async def test_flows_that_ask_tools_and_specialists(tmp_path: Path) -> None:
    async with hosting(tmp_path, "loket_demos.overheid.components:bundle") as host:
        check = SurfaceActed(surface="toeslagen", name="toeslagen/check", payload={"regeling": "Zorgtoeslag"})
        letter = SurfaceActed(surface="bezwaar", name="bezwaar/analyse", payload={"text": LETTER})
        forks = await Forks(host, await had(host, "overheid", check, letter), "local").all()
        assert forks.count > 20 and forks.held == 0  # all of it only reads


async def test_documents_that_are_made_and_kept(tmp_path: Path) -> None:
    async with hosting(tmp_path, "loket_demos.sogis.components:bundle") as host:
        said = ("Gehe zur Langendorfstrasse 19b in Solothurn und erstelle mir einen ÖREB-Katasterauszug.",)
        forks = await Forks(host, await had(host, "sogis", *said, "Und jetzt noch einen Grundbuchplan"), "local").all()
        assert forks.held > forks.agreed >= 4


async def test_agents_that_are_found_on_the_way() -> None:
    club, table = club_site(), booking()
    async with street(club, table) as there:
        await there.say(DEMO)
        await there.say("Please book a table for 4 people at the Saffron Table Restaurant")
        sent = lambda: len(club.tasks) + len(table.tasks)  # noqa: E731
        assert sent() > 0
        forks = await Forks(there.host, there.talk, OWNER, sent).all()
        assert forks.agreed >= 2 and forks.remote > 0


async def test_a_booking_and_an_order_of_somebody_elses_shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "examples" / "bikes"))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    shop = import_module("bikes.shop").shop

    def answer(asked: Asked) -> bytes:
        return rpc(asked, {"message": {"messageId": "m1", "role": "ROLE_AGENT", "parts": [{"text": "Tomorrow."}]}})

    async with site(lambda url: card_10(url, name="Wholesaler", skills=[ORDER]), answer) as agent:
        told = {"agents": {"wholesaler": {"url": agent.url}}, "mcp": {"torque": {"command": "/does/not/exist"}}}
        async with hosting(tmp_path, brought=(shop,), **told) as host:
            id = await had(host, "bikes", "Can you fix my puncture on 3 March 2027?", "11:30")
            for said in ("Order two inner tubes", ""):
                yes = Answered(to=await held(host, id), approve=True)
                await had(host, "bikes", yes, *filter(None, [said]), conversation=id)
            sent = len(calls(agent))
            assert sent == 1
            forks = await Forks(host, id, "local", lambda: len(calls(agent))).all()
            assert forks.agreed >= 6 and forks.remote > 0 and len(calls(agent)) > sent


@dataclass
class Slow:
    """An agent that works on its first task for ever, and does all others at once. `sent` are the ids of messages."""

    sent: list[str] = field(default_factory=list[str])

    def __call__(self, asked: Asked) -> bytes:
        params = asked.json["params"]
        if asked.json["method"] == "SendMessage":
            self.sent.append(params["message"]["messageId"])
        task = params.get("id") or f"t{len(self.sent)}"
        state = "TASK_STATE_WORKING" if task == "t1" else "TASK_STATE_COMPLETED"
        told = {"id": task, "contextId": "c1", "status": {"state": state}}
        return rpc(asked, {"task": told} if asked.json["method"] == "SendMessage" else told)


@asynccontextmanager
async def waiting(data: Path, agent: Slow) -> AsyncIterator[tuple[Host, str]]:
    """A conversation whose call is out at the agent, which has told how far it is."""
    async with site(card_10, agent) as there:
        told = {
            "agents": {"wholesaler": {"url": there.url, "token": "secret://club"}},
            "mcp": {"torque": {"command": "/does/not/exist"}},
            "secrets": {"club": SECRET},
        }
        async with hosting(data, "tests.wiring.caller:bundle", **told) as host:
            id = await had(host, "workshop", 'wholesaler.free_boats {"boat": "single"}')
            await host.tell(id, Answered(to=await held(host, id), approve=True))
            async for _ in host.follow(id, 0, "local"):
                if any(isinstance(record.event, AgentSaid) for record in await Forks(host, id, "local").records(id)):
                    break
            yield host, id


async def test_work_that_is_still_going_on_elsewhere(tmp_path: Path) -> None:
    """The agent works for the source all the while; a yes in a fork is new work, of a task of its own."""
    agent = Slow()
    async with waiting(tmp_path, agent) as (host, id):
        forks = await Forks(host, id, "local", lambda: len(agent.sent)).all()
    assert forks.remote >= 3 and forks.agreed >= 3
    assert len(agent.sent) == len(set(agent.sent)) == 1 + forks.agreed


@pytest.mark.parametrize("scrub", [False, True])
async def test_an_export_has_the_work_elsewhere_and_nothing_is_sent_where_it_is_read_in(
    tmp_path: Path, scrub: bool
) -> None:
    """No secret leaves; a server that takes the log over as a copy asks before anything is sent in its name."""
    agent = Slow()
    async with waiting(tmp_path / "one", agent) as (host, id):
        lines = [line async for line in Archive(host).export(id, "local", scrub=scrub)]
        assert SECRET.encode() not in b"".join(lines)
        records = [decode(line) for line in lines]
        opened = [record.event for record in records if isinstance(record.event, TaskOpened)]
        assert len(opened) == 2
        assert (opened[-1].dialect, opened[-1].binding) == ("1.0", "jsonrpc")
        assert ((opened[-1].task, opened[-1].context) == ("t1", "c1")) is not scrub
        kit, now, rows = host.kit, host.clock(), [Row(r.seq, line) for r, line in zip(records, lines, strict=True)]
        assert len(agent.sent) == 1
        async with MemoryStore() as store, Host(store, kit) as other:
            await store.append(COPIED, rows, Entry(COPIED, "local", "workshop", "", "idle", now, now))
            fork = await Archive(other).fork(COPIED, len(rows), "local")
            copy = Forks(other, fork, "local")
            await copy.rest(fork)
            kinds = [record.event.kind for record in await copy.records(fork)]
            assert kinds[len(rows) :] == ["forked", "held"] and len(agent.sent) == 1
