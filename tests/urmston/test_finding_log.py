"""A request stands in the log alone: it is decided alike again, waits its turn, and goes on after a restart."""

import anyio

from loket.core.actions import Say
from loket.core.events import Decided, UserSaid
from loket.engine.host import Host
from loket_demos.urmston.declaration import URMSTON
from tests.loopback import Asked
from tests.urmston.errands import DEMO, data_of
from tests.urmston.street import NOW, OWNER, club_site, street


async def test_the_same_log_gives_the_same_decisions() -> None:
    club = club_site()
    async with street(club) as there:
        first = await there.say(DEMO)
        before = [record for record in await there.records() if isinstance(record.event, Decided)]
        there.talk = ""
        assert await there.say(DEMO) == first
        again = [record for record in await there.records() if isinstance(record.event, Decided)]
        assert [r.event.reasoning for r in before if isinstance(r.event, Decided)] == [
            r.event.reasoning for r in again if isinstance(r.event, Decided)
        ]


async def test_a_message_that_comes_while_another_is_worked_on_waits_for_its_turn() -> None:
    club = club_site()
    async with street(club) as there:
        there.talk = await there.host.start(OWNER, URMSTON.name)
        seqs = [
            await there.host.tell(there.talk, UserSaid(text=text), owner=OWNER) for text in (DEMO, "and for age 7?")
        ]
        for seq in seqs:
            await there.host.settled(there.talk, seq, 20)
        told = [d.action.text for d in await there.decisions() if isinstance(d.action, Say) and d.action.final]
    assert ["U10 Lions" in told[0], "U7 Lions" in told[1]] == [True, True]
    assert [data_of(task)["parameters"]["age"] for task in club.tasks] == [10, 7]


async def test_a_restart_while_an_agent_works_sends_nothing_again_and_says_what_nobody_knows() -> None:
    club = club_site()
    asked, gate, serve = anyio.Event(), anyio.Event(), club.serve

    async def later(request: Asked) -> bytes:
        answer = serve(request)
        if request.method == "POST":
            asked.set()
            await gate.wait()
        return answer

    club.serve = later  # pyright: ignore[reportAttributeAccessIssue]
    async with street(club) as there:
        there.talk = await there.host.start(OWNER, URMSTON.name)
        seq = await there.host.tell(there.talk, UserSaid(text=DEMO), owner=OWNER)
        await asked.wait()
        await there.host.close()
        async with Host(there.host.store, there.host.kit, lambda: NOW) as again:
            there.host = again
            await again.settled(there.talk, seq, 20)
            said = (await there.decisions())[-1].action
            assert isinstance(said, Say) and "nobody can tell" in said.text
            gate.set()
    assert len(club.tasks) == 1
