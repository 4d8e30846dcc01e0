"""What every store promises to whoever copies it, asked of each of them through the port."""

from loket.core.ports import Inventory, Store
from tests.stores.conftest import SlowClock
from tests.stores.made import entry, rows


async def test_all_that_is_there_is_listed(store: Store, clock: SlowClock) -> None:
    assert (await store.conversations(), await store.owners()) == ([], [])
    for n in range(5):
        await store.append(f"c{n}", rows(1, n + 1), entry(clock, f"c{n}", "ann@x.nl", "idle", f"a{n}"))
    await store.append("unlisted", rows(1, 2))
    await store.append("c1", rows(3, 3), entry(clock, "c1", "ann@x.nl", "idle", "a0"))  # the name of another one
    file = await store.put("c2", b"some bytes", "text/plain")
    first = await store.put("files", b"before any record", "text/plain")
    await store.erase("c3")
    await store.erase("never")
    names = ["c0", "c1", "c2", "c3", "c4", "files", "never", "nobody", "unlisted"]
    assert sorted(await store.conversations()) == [name for name in names if name != "nobody"]
    held = dict(zip(names, await store.held(names), strict=True))
    assert held == {
        "c0": Inventory(1, entry(clock, "c0", "ann@x.nl")),
        "c1": Inventory(3, entry(clock, "c1", "ann@x.nl", "idle", "a0")),
        "c2": Inventory(3, entry(clock, "c2", "ann@x.nl", "idle", "a2"), frozenset([file.sha256])),
        "c3": Inventory(erased=True),
        "c4": Inventory(5, entry(clock, "c4", "ann@x.nl", "idle", "a4")),
        "files": Inventory(files=frozenset([first.sha256])),
        "never": Inventory(erased=True),
        "nobody": Inventory(),
        "unlisted": Inventory(2),
    }


async def test_all_who_have_notes_are_listed(store: Store) -> None:
    for owner in ("", "ann", "bob@x.nl", "bob@x.nl", "carl"):
        await store.note(owner, f"n/{owner}", 1)
    await store.note("bob@x.nl", "another", 2)
    await store.forget("carl", "n/carl")
    assert sorted(await store.owners()) == ["", "ann", "bob@x.nl"]
