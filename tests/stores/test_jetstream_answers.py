"""What the store on JetStream makes of answers that are lost, late, or of a server that is behind."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest
from nats.aio.msg import Msg

from loket.core.errors import Moved
from loket.core.ports import Row
from loket.stores.jetstream import JetStore
from tests.stores.conftest import SlowClock
from tests.stores.made import entry, rows


async def test_an_answer_that_was_lost_is_asked_for_again(
    nodes: tuple[JetStore, JetStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was sent may have been stored: it is not stored twice, and not taken for refused."""
    one, two = nodes
    connection = one.link.connection
    await one.append("c", rows(1, 1))
    ask = connection.request

    async def lost(*about: Any, **more: Any) -> Any:
        monkeypatch.undo()
        await ask(*about, **more)
        raise ConnectionError

    monkeypatch.setattr(connection, "request", lost)
    await one.append("c", rows(2, 2))
    await one.append("c", rows(3, 3))
    assert await two.read("c") == rows(1, 3)


@pytest.mark.parametrize("late", [False, True])
async def test_what_was_stored_is_no_refusal_when_its_answer_was_lost_and_another_node_wrote_behind_it(
    nodes: tuple[JetStore, JetStore], monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    """Nor where it was still under way when it was sent again."""
    one, two = nodes
    connection = one.link.connection
    await one.append("c", rows(1, 1))
    ask = connection.request
    sent: list[tuple[Any, Any]] = []

    async def lost(*about: Any, **more: Any) -> Any:
        if about[0].startswith("$JS.API."):
            return await ask(*about, **more)
        sent.append((about, more))
        if late and len(sent) == 1:
            raise TimeoutError
        if late and len(sent) == 2:
            under_way = {"error": {"code": 400, "err_code": 10164, "description": "wrong last sequence"}}
            return Msg(connection, data=json.dumps(under_way).encode())
        monkeypatch.undo()
        await ask(*sent[0][0], **sent[0][1])
        await two.claim("c")
        raise ConnectionError

    monkeypatch.setattr(connection, "request", lost)
    first = one.append("c", rows(2, 2))
    one._commits._hand_over()
    second = one.append("d", [Row(1, b"row 1", "k")])
    one._commits._hand_over()
    await asyncio.gather(first, second)
    assert (await two.read("c"), await two.read("d")) == (rows(1, 2), [Row(1, b"row 1", "k")])
    with pytest.raises(Moved):
        await one.append("c", rows(3, 3))
    await one.append("d", rows(2, 2))


async def test_what_another_node_was_first_with_is_refused_when_the_answer_was_lost(
    nodes: tuple[JetStore, JetStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = nodes
    connection = one.link.connection
    await one.append("c", rows(1, 1))

    async def lost(*about: Any, **more: Any) -> Any:
        monkeypatch.undo()
        await two.append("c", rows(2, 2))
        raise ConnectionError

    monkeypatch.setattr(connection, "request", lost)
    with pytest.raises(Moved):
        await one.append("c", rows(2, 2, "lost"))
    assert await one.read("c") == rows(1, 2)


async def test_a_server_that_is_behind_is_not_taken_for_damage(
    nodes: tuple[JetStore, JetStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has not what another one named; what is redacted or erased meanwhile is so wholly."""
    one = nodes[0]
    connection = one.link.connection
    publish = connection.publish
    for seq in range(1, 41):
        await one.append("c", rows(seq, seq))
    ref = await one.put("c", b"file" * 200_000, "text/plain")
    behind = 0

    async def lagging(subject: str, body: bytes = b"", reply: str = "", headers: dict[str, str] | None = None) -> None:
        nonlocal behind
        if ".DIRECT.GET." not in subject or "multi_last" in json.loads(body):
            await publish(subject, body, reply, headers)
        else:
            behind += 1
            await publish(reply, b"", headers={"Status": "404", "Description": "Message Not Found"})

    monkeypatch.setattr(connection, "publish", lagging)
    assert await one.read("c") == rows(1, 40)
    assert await one.read("c", 4, 7) == rows(5, 6)
    assert await one.get("c", ref.sha256) == b"file" * 200_000
    await one.redact("c", [Row(3, b"blank")])
    monkeypatch.undo()
    assert await one.read("c", 1, 5) == [*rows(2, 2), Row(3, b"blank"), *rows(4, 4)]
    monkeypatch.setattr(connection, "publish", lagging)
    await one.erase("c")
    assert behind > 10
    monkeypatch.undo()
    left = await one._kept.lasts(f"{one.link.servers.prefix}.files.b.>")
    assert left == {} and len(await one._log.lasts(f"{one.link.servers.prefix}.log.r.>")) == 1
    assert [found async for found in one._log.scan(f"{one.link.servers.prefix}.log.x.>")] == []


async def test_what_the_leader_has_told_of_is_not_hidden_by_a_server_that_is_behind(
    nodes: tuple[JetStore, JetStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it was stored in spite of a lost answer, or by another node: who opens the conversation anew asks both."""
    one, two = nodes
    await one.append("c", rows(1, 1))
    before = await _last(one)
    ask = one.link.connection.request

    async def lost(*about: Any, **more: Any) -> Any:
        monkeypatch.undo()
        await ask(*about, **more)
        raise ConnectionError

    monkeypatch.setattr(one.link.connection, "request", lost)
    await one.append("c", [Row(2, b"row 2", "k")])
    assert await two.holder("c") == await one.holder("c")
    for node in nodes:
        for look in (partial(node.head, "c"), partial(node.find, "c", "k")):
            assert await _behind(node, before, monkeypatch, look) == 2


@pytest.mark.parametrize(
    "look",
    [
        lambda store: store.entry("c"),
        lambda store: store.standing("c"),
        lambda store: store.head("c"),
        lambda store: store.alias("ann", "task"),
        lambda store: store.look("ann", "signed in"),
    ],
    ids=["entry", "standing", "head", "alias", "note"],
)
async def test_what_another_node_began_is_there_whichever_server_is_asked(
    nodes: tuple[JetStore, JetStore],
    monkeypatch: pytest.MonkeyPatch,
    clock: SlowClock,
    look: Callable[[JetStore], Awaitable[object]],
) -> None:
    """Whoever was told of it may go on anywhere, at once."""
    one, two = nodes
    before = await _last(one)
    await one.append("c", rows(1, 1), entry(clock, "c", "ann", "idle", "task"))
    await one.note("ann", "signed in", True)
    there = await look(one)
    assert there
    assert await _behind(two, before, monkeypatch, partial(look, two)) == there


async def _last(store: JetStore) -> int:
    """How far the log is."""
    return (await store.link.api(f"STREAM.INFO.{store.link.servers.prefix}-log", {}))["state"]["last_seq"]


async def _behind(
    node: JetStore, before: int, monkeypatch: pytest.MonkeyPatch, look: Callable[[], Awaitable[object]]
) -> object:
    """What is seen when the first server that is asked has nothing that is younger."""
    publish, asked = node.link.connection.publish, 0

    async def behind(subject: str, body: bytes, *more: Any, **about: Any) -> None:
        nonlocal asked
        if ".DIRECT.GET." in subject:
            asked += 1
            body = json.dumps(json.loads(body) | ({"up_to_seq": before} if asked == 1 else {})).encode()
        await publish(subject, body, *more, **about)

    with monkeypatch.context() as lagging:
        lagging.setattr(node.link.connection, "publish", behind)
        seen = await look()
    assert asked
    return seen
