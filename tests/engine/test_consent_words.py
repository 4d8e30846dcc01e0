"""Words answer a call that is held for a person: a yes, a no, another value; where they may mean more, nothing."""

from typing import Any

import pytest

from loket.core.actions import Action, Call, Say, ToolCall
from loket.core.data import JsonObject
from loket.core.events import Answered, Event, Held, UserSaid
from loket.core.planner import Situation
from loket.core.tool import ToolSpec
from loket.engine.kit import Kit
from loket.stores.memory import MemoryStore
from loket.views.turn_snapshot import turn_from, turn_json
from tests.engine.rooms import Made, Room, kit_of, once, results, room, use
from tests.engine.virtual import live, virtual

SCHEMA: JsonObject = {
    "type": "object",
    "properties": {
        "day": {"type": "string", "format": "date", "title": "Day"},
        "name": {"type": "string", "title": "Name"},
    },
    "required": ["day"],
}
BOOK = ToolSpec(name="book", title="Book a repair", description="Books a repair.", input=SCHEMA, destructive=True)
ARGS: JsonObject = {"day": "2026-11-25", "name": "Ann"}


async def asked(here: Room) -> JsonObject:
    """The one open question."""
    looked = await here.host.look(here.id)
    [item] = [one for one in looked.state()["questions"]["state"]["items"] if one["state"] == "open"]
    return item


@pytest.mark.parametrize("said", ["ja", "Sim, pode", "yes please", "ja bitte", "Yes, send it"])
def test_a_yes_in_words_approves_and_stays_in_the_log_as_it_was_said(said: str) -> None:
    async def main() -> None:
        book = Made(BOOK)
        async with room(kit_of(once(use("book", ARGS)), book)) as here:
            await here.settle("book it")
            seq = await here.settle(said, key="k1")
            assert [args for args, _ in book.calls] == [ARGS]
            [answer] = await here.events(Answered)
            assert (answer.approve, answer.text) == (True, said)
            assert await here.tell(said, key="k1") == seq
            items = (await here.host.look(here.id)).state()["transcript"]["state"]["items"]
            assert [(one["how"], one["text"]) for one in items if one["kind"] == "answered"] == [("approve", said)]

    live(main())


@pytest.mark.parametrize("said", ["nee", "no thanks", "não", "nein danke"])
def test_a_no_in_words_refuses(said: str) -> None:
    async def main() -> None:
        book = Made(BOOK)
        async with room(kit_of(once(use("book", ARGS)), book)) as here:
            await here.settle("book it")
            await here.settle(said)
            assert not book.calls and results(await here.records()) == [(False, "refused")]

    live(main())


def test_a_correction_changes_the_value_and_is_shown_before_anything_leaves() -> None:
    async def main() -> None:
        book, store = Made(BOOK), MemoryStore(virtual().clock)
        async with room(kit_of(once(use("book", ARGS)), book), store) as here:
            await here.settle("book it")
            first = await asked(here)
            await here.settle("no wait, 2026-11-26")
            again = await asked(here)
            assert first["id"] != again["id"] and not book.calls
            assert again["held"]["args"] == {"day": "2026-11-26", "name": "Ann"}
            assert [held.why for held in await here.events(Held)] == ["destructive", "destructive"]
            await here.host.put_to_sleep(here.id)
            await here.settle("yes")
            assert [args for args, _ in book.calls] == [{"day": "2026-11-26", "name": "Ann"}]

    live(main())


def test_an_amended_call_is_kept_as_it_is_in_a_snapshot() -> None:
    async def main() -> None:
        async with room(kit_of(once(use("book", ARGS)), Made(BOOK))) as here:
            await here.settle("book it")
            await here.settle(Answered(to=(await asked(here))["id"], amend={"day": "2026-12-01"}))
            turn = vars(here.host.runs)["_open"][here.id].writer.turn
            assert turn_json(turn_from(turn_json(turn))) == turn_json(turn)
            [call] = turn.calls.values()
            assert isinstance(call.work, ToolCall) and call.work.args == {"day": "2026-12-01"}

    live(main())


def talks_back(situation: Situation) -> Action:
    event = situation.woke[-1].event
    return use("book", ARGS) if isinstance(event, UserSaid) and event.text == "book it" else Say(text="Shall I go on?")


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ((UserSaid(text="what is the weather like"),), UserSaid(text="yes")),  # it answers what was said since
        ((), UserSaid(text="yes", channel="a2a")),  # another agent agrees to nothing
        ((UserSaid(text="book it"),), UserSaid(text="yes")),  # two are held: nobody knows which
        ((), UserSaid(text="yes and what is the weather like on Friday in Ghent please")),
        ((), UserSaid(text="is that ok?")),
        ((), UserSaid(text="ja maar niet nu")),
    ],
)
def test_words_that_may_be_about_something_else_decide_nothing(before: tuple[Event, ...], said: UserSaid) -> None:
    async def main() -> None:
        book = Made(BOOK)
        async with room(kit_of(talks_back, book)) as here:
            await here.settle("book it")
            for event in before:
                await here.settle(event)
            await here.settle(said)
            assert not book.calls and not await here.events(Answered)

    live(main())


def test_a_correction_of_one_of_several_held_calls_approves_and_changes_none_of_them() -> None:
    other: JsonObject = {"day": "2026-11-27", "name": "Bob"}

    def both(situation: Situation) -> Action:
        event = situation.woke[-1].event
        made = tuple(ToolCall(id=id, tool="book", args=args) for id, args in (("a", ARGS), ("b", other)))
        return Call(calls=made) if isinstance(event, UserSaid) and event.text == "book it" else Say(text="Which one?")

    async def main() -> None:
        book = Made(BOOK)
        async with room(kit_of(both, book)) as here:
            await here.settle("book it")
            before = (await here.host.look(here.id)).state()["questions"]["state"]["items"]
            await here.settle("no wait, 2026-11-26")
            assert not book.calls and not await here.events(Answered)
            items = (await here.host.look(here.id)).state()["questions"]["state"]["items"]
            assert [one["held"]["args"] for one in items] == [ARGS, other] == [one["held"]["args"] for one in before]

    live(main())


def test_a_reader_of_words_that_breaks_harms_no_message() -> None:
    class Broken:
        def consents(self, *given: Any, **named: Any) -> bool:
            raise RuntimeError("no")

    async def main() -> None:
        book = Made(BOOK)
        made = kit_of(talks_back, book)
        kit = Kit(made.assistants, made.planners, made.tools, hearing=Broken())
        async with room(kit) as here:
            await here.settle("book it")
            await here.settle("yes")
            assert not book.calls and "faulted" in await here.kinds()

    live(main())


def test_a_doubt_of_the_planner_holds_what_would_be_made_at_once() -> None:
    read = ToolSpec(name="read", read_only=True)

    def doubtful(situation: Situation) -> Action:
        call = ToolCall(id="a", tool="read", doubt="private")
        return Call(calls=(call,)) if isinstance(situation.woke[-1].event, UserSaid) else Say(text="done")

    async def main() -> None:
        for approval in ("destructive", "never"):
            made = Made(read)
            async with room(kit_of(doubtful, made, approval=approval)) as here:
                await here.settle("look")
                assert [held.why for held in await here.events(Held)] == ["private"] and not made.calls

    live(main())
