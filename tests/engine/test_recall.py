"""A planner is given long results whole, though the log holds references; also after a restart, and within bounds."""

from typing import Any

from loket.core.actions import Action, Say
from loket.core.data import FileRef, as_blob
from loket.core.events import Returned, UserSaid
from loket.core.planner import Situation
from loket.core.tool import ToolSpec
from loket.engine import recall
from loket.engine.fitting import has_blobs
from loket.engine.host import Host
from loket.stores.memory import MemoryStore
from tests.engine.rooms import Made, Room, kit_of, room, use
from tests.engine.virtual import live, virtual

ROWS = [{"id": n, "name": f"row {n}"} for n in range(5000)]


def test_a_long_result_is_whole_for_its_planner_and_a_reference_in_the_log() -> None:
    seen: list[tuple[str, list[Any]]] = []

    def decide(situation: Situation) -> Action:
        event = situation.woke[-1].event
        if isinstance(event, UserSaid) and event.text == "go":
            return use("t")
        for name in ("woke", "history"):
            results = [r.event.value for r in getattr(situation, name) if isinstance(r.event, Returned)]
            seen.append((name, results))
        return Say(text="done")

    async def story() -> None:
        store = MemoryStore(virtual().clock)
        kit = kit_of(decide, Made(ToolSpec(name="t", read_only=True), lambda args, context: {"rows": ROWS, "n": 1}))
        async with room(kit, store) as here:
            await here.settle("go")
            (back,) = await here.events(Returned)
            assert back.ok and has_blobs(back.value)
            ref = as_blob(back.value["rows"])
            assert ref is not None and ref.preview.startswith('[{"id":0,"name":"row 0"}')
            await here.settle("and now?")
        async with Host(store, kit, virtual().clock) as again:
            await Room(again, here.id).settle("after a restart?")
        whole = [{"rows": ROWS, "n": 1}]
        assert seen == [("woke", whole), ("history", whole), *2 * [("woke", []), ("history", whole)]]

    live(story())


def test_a_file_in_a_result_stays_a_file_for_its_planner() -> None:
    """Its bytes were read as if they were a value that was too long: a page is no JSON, and a text no longer a file."""
    seen: list[Any] = []

    def decide(situation: Situation) -> Action:
        if isinstance(event := situation.woke[-1].event, Returned):
            seen.append(event.value)
        return Say(text="done") if seen else use("t")

    async def story() -> None:
        store, files = MemoryStore(virtual().clock), list[Any]()
        kit = kit_of(
            decide, Made(ToolSpec(name="t", read_only=True), lambda args, context: {"files": files, "rows": ROWS})
        )
        async with room(kit, store) as here:
            for media in ("text/html", "text/plain"):
                kept = FileRef(name="x", media=media, blob=await store.put(here.id, b"<p>", media))
                files.append(kept.model_dump(mode="json", exclude_none=True))
            await here.settle("go")
        assert seen == [{"files": files, "rows": ROWS}] and not has_blobs(files)

    live(story())


def test_of_more_than_a_thought_can_take_the_newest_are_whole() -> None:
    text = "x" * (recall.MOST // 2 - 10)
    seen: list[bool] = []

    def decide(situation: Situation) -> Action:
        if isinstance(situation.woke[-1].event, UserSaid):
            return use("t")
        values = [r.event.value for r in situation.history if isinstance(r.event, Returned)]
        seen[:] = [isinstance(value, str) for value in values]
        return Say(text="done")

    async def story() -> None:
        async with room(kit_of(decide, Made(ToolSpec(name="t", read_only=True), lambda args, context: text))) as here:
            for _ in range(3):
                await here.settle("go")
        assert seen == [False, True, True]

    live(story())
