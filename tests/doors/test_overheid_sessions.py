"""Which session ids may be used, and what is forgotten."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from uuid import uuid4

import pytest

from loket.core.errors import NotFound
from loket.house.house import House
from loket_demos.overheid.doors.sessions import LIMIT, Sessions
from tests.serving import serving_here


@pytest.fixture
async def sessions(tmp_path: Path) -> AsyncGenerator[Sessions]:
    async with serving_here(tmp_path) as here:
        yield Sessions(House.of(here.engine), "overheid")


async def test_a_session_is_its_owners_and_has_one_conversation_however_many_events_come_at_once(
    sessions: Sessions,
) -> None:
    session = sessions.new("anna")
    assert await sessions.resume("anna", session.upper()) == session
    assert await sessions.resume("bert", session) is None
    names = await asyncio.gather(*(sessions.conversation("anna", session) for _ in range(5)))
    assert len(set(names)) == 1 and await sessions.exists("anna", names[0])
    assert await sessions.resume("bert", session) is None
    with pytest.raises(NotFound):
        await sessions.conversation("bert", session)


async def test_who_waits_hears_that_it_began_and_who_was_forgotten_hears_that_too(sessions: Sessions) -> None:
    session, forgotten = sessions.new("anna"), sessions.new("anna")
    waiting = asyncio.create_task(sessions.begun("anna", session))
    await sessions.conversation("anna", session)
    async with asyncio.timeout(20):
        assert await waiting is True
    for _ in range(LIMIT):
        sessions.new("anna")  # of another owner they would push out nothing
    async with asyncio.timeout(20):
        assert await sessions.begun("anna", forgotten) is False
    assert await sessions.resume("anna", forgotten) is None


async def test_a_conversation_of_another_assistant_is_no_session(sessions: Sessions) -> None:
    name = await sessions.house.host.start("anna", "overheid.toeslagen")
    assert not await sessions.exists("anna", name)
    assert await sessions.resume("anna", str(uuid4())) is None
    assert await sessions.resume("anna", None) is None
