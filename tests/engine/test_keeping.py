"""What agents were asked is forgotten in time, however much of it there is, and what can't be erased stops nothing."""

from collections.abc import Sequence
from datetime import timedelta

from loket.core.errors import StoreError
from loket.core.ports import Entry, Row, State
from loket.engine import keeping
from loket.engine.keeping import forget
from loket.stores.memory import MemoryStore
from tests.engine.rooms import kit_of, once, use
from tests.engine.virtual import live, virtual


class Damaged(MemoryStore):
    """One conversation of it can't be erased."""

    async def erase(self, conversation: str) -> None:
        if conversation == "old7":
            raise StoreError("damaged", "Record 1 is damaged on the disk.")
        await super().erase(conversation)


async def asked(store: MemoryStore, names: Sequence[str], assistant: str, state: State = "idle") -> None:
    now = virtual().clock()
    for name in names:
        entry = Entry(name, "ann", assistant, "", state, now, now)
        await store.append(name, [Row(1, b"{}")], entry)


def test_all_that_is_old_is_forgotten_at_once_and_nothing_else() -> None:
    async def main() -> None:
        kit = kit_of(once(use("t")))
        hidden = kit.assistants["root"].model_copy(update={"name": "hidden", "hidden": True})
        kit.assistants["hidden"] = hidden
        store = Damaged(virtual().clock)
        await asked(store, [f"old{n}" for n in range(3 * keeping.PAGE)], "hidden")
        await asked(store, ["waits"], "hidden", "asking")
        await asked(store, ["works"], "hidden", "working")
        await asked(store, ["talk"], "root")
        later = virtual().clock() + keeping.KEPT + timedelta(minutes=1)
        erased: list[str] = []

        async def erase(name: str) -> None:
            await store.erase(name)
            erased.append(name)

        await forget(store, kit, virtual().clock, erase)
        assert erased == []
        await forget(store, kit, lambda: later, erase)
        assert len(erased) == len(set(erased)) == 3 * keeping.PAGE and "waits" in erased
        left = {entry.conversation for entry in await store.entries(limit=1000)}
        assert left == {"old7", "works", "talk"}

    live(main())
