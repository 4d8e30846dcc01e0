"""What the store on JetStream promises besides the contract: one writer, records far back, and nothing left of what was
erased; and what it says when the servers can't be used."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from loket.core.errors import ConfigError, Conflict, Gone, LoketError, Moved, StoreError
from loket.core.ports import Row
from loket.stores.jetstream import JetStore, Servers, examine
from loket.stores.jetstream.frames import FRAME_BYTES
from loket.stores.jetstream.stream import ToStore
from tests.nats import nats_server
from tests.stores.conftest import SlowClock
from tests.stores.made import entry, rows


async def test_who_lost_its_place_is_refused_and_nothing_of_it_is_stored(nodes: tuple[JetStore, JetStore]) -> None:
    one, two = nodes
    await one.append("c", rows(1, 2))
    assert (await two.holder("c"), await two.holder("new")) == ("n1", None)
    assert await two.claim("c") == 2
    with pytest.raises((Conflict, Moved)) as refused:
        await one.append("c", rows(3, 3, "lost"))
    assert refused.value.code == "moved"
    await two.append("c", rows(3, 4))
    with pytest.raises((Conflict, Moved)):
        await one.append("c", rows(3, 3, "lost"))
    assert await one.read("c") == await two.read("c") == rows(1, 4)
    assert await one.holder("c") == "n2"
    await one.append("c", rows(5, 5))  # it follows: whoever folded the log anew may go on
    assert (await two.head("c"), await two.holder("c")) == (5, "n1")


async def test_what_was_queued_before_a_node_lost_its_place_is_not_taken_for_what_follows(
    unused_nats: Callable[[], str],
) -> None:
    """The other one has stored as many records as the queue begins with: the rest of it would follow them."""
    servers = Servers.of(unused_nats())
    async with (
        await JetStore.open(servers, node="n1", shared=True) as one,
        await JetStore.open(servers, node="n2", shared=True) as two,
    ):
        await one.append("c", rows(1, 2))
        await two.claim("c")
        await two.append("c", rows(3, 3))
        refused = await asyncio.gather(one.append("c", rows(3, 3, "lost")), return_exceptions=True)
        refused += await asyncio.gather(one.append("c", rows(4, 4, "lost")), return_exceptions=True)
        assert list(map(type, refused)) == [Moved, Moved]
        assert await one.claim("c") == 3
        await one.append("c", rows(4, 4))
        assert await two.read("c") == rows(1, 4)


async def test_a_commit_is_one_question_to_the_servers(unused_nats: Callable[[], str]) -> None:
    clock = SlowClock()
    async with await JetStore.open(Servers.of(unused_nats())) as store:
        stats = store.link.connection.stats
        answers = stats["in_msgs"]
        for seq in range(1, 6):
            await store.append("c", rows(seq, seq), entry(clock, "c", "ann", "working" if seq % 2 else "idle"))
        assert stats["in_msgs"] - answers == 5


async def test_work_under_way_is_found_without_reading_the_index_of_all(unused_nats: Callable[[], str]) -> None:
    clock = SlowClock()
    async with await JetStore.open(Servers.of(unused_nats())) as store:
        done = [store.append(f"c{n}", rows(1, 1), entry(clock, f"c{n}", f"owner {n}")) for n in range(300)]
        for name, state in (("c7", "working"), ("c8", "waiting"), ("c9", "working"), ("c9", "asking")):
            done.append(store.append(name, [], entry(clock, name, "ann", state)))
            await asyncio.gather(*done)
        stats = store.link.connection.stats
        answers = stats["in_msgs"]
        assert [one.conversation for one in await store.entries(state="working")] == ["c7"]
        assert [one.conversation for one in await store.entries(state="waiting")] == ["c8"]
        assert {one.conversation for one in await store.entries("ann")} == {"c7", "c8", "c9"}
        assert await store.entries(assistant="nobody's", state="idle") == []
        assert stats["in_msgs"] - answers < 50  # the index of all is 300
        assert len(await store.entries(state="idle", limit=1000)) == 297
        await store.erase("c7")
        assert await store.entries(state="working") == []


async def test_of_two_that_write_at_once_one_is_refused(nodes: tuple[JetStore, JetStore]) -> None:
    await nodes[0].append("c", rows(1, 1))
    for seq in range(2, 12):
        done = [node.append("c", rows(seq, seq, node.node)) for node in nodes]
        results = await asyncio.gather(*done, return_exceptions=True)
        assert results.count(None) == 1 and sum(isinstance(result, Conflict | Moved) for result in results) == 1
    kept = await nodes[0].read("c")
    assert [row.seq for row in kept] == list(range(1, 12)) and kept == await nodes[1].read("c")


async def test_a_conversation_that_another_node_erased_is_gone(nodes: tuple[JetStore, JetStore]) -> None:
    one, two = nodes
    await one.append("c", rows(1, 1))
    await two.erase("c")
    with pytest.raises(Gone):
        await one.append("c", rows(2, 2))
    with pytest.raises(Gone):
        await one.claim("c")


async def test_a_record_far_back_costs_few_questions(nodes: tuple[JetStore, JetStore]) -> None:
    store = nodes[0]
    for seq in range(1, 101):
        await store.append("c", rows(seq, seq))
    await store.redact("c", [Row(50, b"blank")])
    before = store.link.connection.stats["in_msgs"]
    for seq in (1, 2, 27, 49, 50, 51, 99, 100):
        found = await store.read("c", seq - 1, seq + 1)
        assert found == [Row(seq, b"blank" if seq == 50 else f"row {seq}".encode())]
    assert (store.link.connection.stats["in_msgs"] - before) / 8 < 40
    assert await store.read("c", 45, limit=10) == [*rows(46, 49), Row(50, b"blank"), *rows(51, 55)]


async def test_a_commit_that_no_message_can_hold_is_whole(nodes: tuple[JetStore, JetStore]) -> None:
    one, two = nodes
    large = [Row(seq, bytes([seq]) * (FRAME_BYTES // 3), f"k{seq}") for seq in range(1, 21)]
    await one.append("c", large)
    await one.append("c", rows(21, 22))
    await one.redact("c", [Row(7, b"{}")])
    await two.append("c", rows(23, 23))
    large[6] = Row(7, b"{}", "k7")
    assert await one.read("c") == [*large, *rows(21, 23)]
    assert await two.read("c", 5, 9) == large[5:8]
    assert await two.find("c", "k20") == 20


async def test_one_turn_of_many_conversations_is_stored(nodes: tuple[JetStore, JetStore], clock: SlowClock) -> None:
    one, two = nodes
    for number in range(1100):
        done = one.append(f"c{number}", rows(1, 1), entry(clock, f"c{number}"))
    await done
    assert len(await two.entries("ann", limit=2000)) == 1100
    assert (await two.used("ann")).bytes == 1100 * 5


async def test_who_is_cancelled_as_the_answer_comes_is_cancelled(nodes: tuple[JetStore, JetStore]) -> None:
    answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def ask() -> int:
        return await asyncio.wait_for(answer, 5)

    asking = asyncio.create_task(nodes[0].link.patiently(ask))
    for _ in range(3):
        await asyncio.sleep(0)
    answer.set_result(1)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking


async def test_nothing_is_left_of_what_was_erased_or_redacted(tmp_path: Path, clock: SlowClock) -> None:
    def left() -> list[bytes]:
        files = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
        return [word for word in (b"SECRET1", b"SECRET2", b"SECRET3", b"SECRET4", b"SECRET5") if word in files]

    with nats_server(tmp_path, "-js") as server:
        async with await JetStore.open(Servers.of(server.address), clock=clock) as store:
            await store.append("c", [Row(1, b"SECRET1"), Row(2, b"SECRET2")], entry(clock, "c"))
            await store.append("d", [Row(1, b"SECRET3 stays")])
            await store.put("c", b"SECRET4" * 200_000, "text/plain")
            await store.note("ann", "of/c", "SECRET5")
            assert len(left()) == 5
            await store.redact("c", [Row(1, b"{}")])
            assert left() == [b"SECRET2", b"SECRET3", b"SECRET4", b"SECRET5"]
            await store.erase("c")
            assert left() == [b"SECRET3"]


async def test_what_a_killed_node_owed_is_wiped_at_the_next_start(unused_nats: Callable[[], str]) -> None:
    servers = Servers.of(unused_nats())
    async with await JetStore.open(servers) as store:
        await store.append("c", [Row(1, b"x", "k")])
        await store.put("c", b"file", "text/plain")

        async def killed(conversation: str, sequences: object) -> None:
            raise ConnectionError

        store._erasing._wipe = killed
        with pytest.raises(ConnectionError):
            await store.erase("c")
        subjects = f"{servers.prefix}.log.k.>", f"{servers.prefix}.log.e.>"
        assert len(await store._log.lasts(*subjects)) == 2
    async with await JetStore.open(servers) as store:
        assert await store.erased("c")
        assert await store._log.lasts(*subjects) == {}
        assert await store._kept.lasts(f"{servers.prefix}.files.b.>") == {}


ON = "jetstream: enabled\n"
NOT_ALLOWED = "authorization { users: [{ user: u, password: p, permissions: { publish: x, subscribe: '_INBOX.>' }}]}"
REFUSALS = [
    ("", "nats://{closed}", "nats_absent", "No NATS server answers at 127.0.0.1"),
    ("", "nats://{address}", "no_jetstream", "JetStream is off on the NATS servers at 127.0.0.1"),
    (f"{ON}authorization {{ user: u, password: p }}", "nats://{address}", "nats_stranger", "Give the user"),
    (ON, "nats://{address}?replicas=3", "too_few_servers", "say ?replicas=1"),
    (ON + NOT_ALLOWED, "nats://u:p@{address}", "nats_forbidden", "Allow it to publish to $JS.API.> and loket.>"),
]


@pytest.mark.parametrize(("settings", "address", "code", "text"), REFUSALS, ids=[row[2] for row in REFUSALS])
async def test_trouble_says_what_to_do(tmp_path: Path, settings: str, address: str, code: str, text: str) -> None:
    (tmp_path / "nats.conf").write_text(settings or "# as it comes")
    async with AsyncExitStack() as stack:
        place = ""
        if "closed" not in address:
            options = ("-c", str(tmp_path / "nats.conf"))
            place = stack.enter_context(nats_server(tmp_path, *options)).address.removeprefix("nats://")
        with pytest.raises(StoreError) as refused:
            await JetStore.open(Servers.of(address.format(address=place, closed="127.0.0.1:1")))
        assert refused.value.code == code and text in refused.value.text


@pytest.mark.parametrize(
    ("subject", "body", "code"),
    [("i.ann.c", b"", "old_layout"), ("o.ann.c", b"c", "old_layout"), ("v", b"2", "newer_data")],
)
async def test_a_log_of_another_layout_is_refused_and_stays_as_it_is(
    unused_nats: Callable[[], str], subject: str, body: bytes, code: str
) -> None:
    servers = Servers.of(unused_nats())
    async with await JetStore.open(servers) as store:
        await store._log.store([ToStore(f"{servers.prefix}.log.{subject}", body, alone=True)])
        before = await store._log.subjects(f"{servers.prefix}.log.>")
        for read_only in (False, True):
            with pytest.raises(StoreError, match="prefix=") as refused:
                await JetStore.open(servers, read_only=read_only)
            assert refused.value.code == code
        assert ("wrong", refused.value.text) in await examine(servers)
        assert await store._log.subjects(f"{servers.prefix}.log.>") == before


@pytest.mark.parametrize("address", ["a:4222", "http://a", "nats://", "nats://a?replicas=2", "nats://a?what=1"])
def test_an_address_that_is_none_says_how_it_should_be(address: str) -> None:
    with pytest.raises(ConfigError, match=r"like nats://a:4222,b:4222,c:4222"):
        Servers.of(address)


def test_what_a_connection_string_says() -> None:
    servers = Servers.of("nats://user:pass@a:4222,b:4222,c:4222?prefix=mine&ca=ca.pem")
    assert servers.urls == ("nats://a:4222", "nats://b:4222", "nats://c:4222")
    assert (servers.user, servers.password, servers.token) == ("user", "pass", None)
    assert (servers.replicas, servers.prefix, servers.ca) == (3, "mine", Path("ca.pem"))
    assert servers.shown == "a:4222, b:4222, c:4222"
    assert Servers.of("nats://a,b").replicas == 1
    with pytest.raises(LoketError, match="can't be read"):
        servers.encryption()
