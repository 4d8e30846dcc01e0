"""Words of a thought that does not come to its end: kept and marked when somebody stopped it or its process died, taken
back when its answer broke off and is made anew."""

import asyncio

from loket.core.actions import Action, Call, Say, Task
from loket.core.events import Decided, Discarded, Drafted, Stopped
from loket.core.planner import Draft, Situation
from loket.core.record import Record
from loket.engine.archive import Archive
from loket.engine.news import Words, WordsGone
from loket.house.house import follow
from loket.stores.memory import MemoryStore
from loket.views.prompt import CUT_OFF, prompt
from loket.views.steps import Steps
from loket.views.transcript import Transcript
from loket.views.turn import Turn
from loket.views.turn_snapshot import turn_from, turn_json
from loket.views.view import fold
from tests.engine.rooms import Room, kit_of, room
from tests.engine.virtual import live, virtual

SPECIALISTS = ("visa", "papers", "dates")


async def streaming(situation: Situation, draft: Draft) -> Action:
    """Says who it is and then thinks for an hour; the second time it answers."""
    if any(isinstance(record.event, Discarded | Decided) for record in situation.history):
        return Say(text="the answer")
    draft.write(f"{situation.assistant.name} thinks ")
    await asyncio.sleep(0.5)
    draft.write("aloud")
    await asyncio.sleep(3600)
    return Say(text="never")


def delegating(situation: Situation) -> Action:
    if situation.woke[-1].event.kind == "user_said":
        return Call(calls=tuple(Task(id=name, intent=name, to=name) for name in SPECIALISTS))
    return Say(text="together")


def words_of_assistant(records: list[Record]) -> list[tuple[str, str, str | None]]:
    """What the assistant said, by the transcript: where, what, and how it ended."""
    items = fold(Transcript(), records).state()["items"]
    return [
        (one["scope"], one["text"], one["code"]) for one in items if one["kind"] == "said" and one["by"] != "person"
    ]


async def dropped(here: Room) -> list[tuple[str, str]]:
    return [(event.why, event.text) for event in await here.events(Discarded)]


def test_words_of_a_thought_that_is_stopped_stay_at_once_and_are_marked() -> None:
    async def main() -> None:
        async with room(kit_of(streaming)) as here:
            await here.tell("one")
            await asyncio.sleep(0.6)
            await here.settle(Stopped())
            assert await dropped(here) == [("ended", "root thinks aloud")] and not await here.events(Drafted)
            await here.settle("two")
            records = await here.records()
            assert words_of_assistant(records) == [("/", "root thinks aloud", "interrupted"), ("/", "the answer", None)]
            steps = fold(Steps(), records).state()["scopes"][0]["steps"]
            assert [(one["kind"], one["code"], one["text"]) for one in steps[:2]] == [
                ("stopped", "user", ""),
                ("say", "interrupted", "root thinks aloud"),
            ]
            last = [record.seq for record in records if record.event.kind == "user_said"][-1:]
            asked = prompt("", records[: last[0]], last, 10_000)
            assert [message.role for message in asked] == ["system", "user", "assistant", "user"]
            assert asked[2].text == f"root thinks aloud\n{CUT_OFF}"

    live(main())


def test_nothing_that_was_shown_is_taken_back_when_it_is_stopped() -> None:
    async def main() -> None:
        async with room(kit_of(streaming)) as here:
            news: list[Words | WordsGone | Record] = []

            async def watch() -> None:
                async for batch in follow(here.host, here.id, 0, "ann"):
                    news.extend(batch)

            watcher = asyncio.create_task(watch())
            await here.tell("one")
            await asyncio.sleep(0.6)
            await here.settle(Stopped())
            await virtual().drain()
            watcher.cancel()
            words = [one for one in news if isinstance(one, Words)]
            (end,) = [one.event for one in news if isinstance(one, Record) and isinstance(one.event, Discarded)]
            assert "".join(one.text for one in words) == end.text and {one.draft for one in words} == {end.draft}
            assert not [one for one in news if isinstance(one, WordsGone)]

    live(main())


def test_specialists_that_stream_side_by_side_are_stopped_with_their_words() -> None:
    async def main() -> None:
        async with room(kit_of(delegating, others=dict.fromkeys(SPECIALISTS, streaming))) as here:
            await here.tell("one")
            await asyncio.sleep(0.6)
            await here.settle(Stopped())
            records = await here.records()
            assert [(text, code) for _, text, code in words_of_assistant(records)] == [
                (f"{name} thinks aloud", "interrupted") for name in SPECIALISTS
            ]
            scopes = fold(Steps(), records).state()["scopes"]
            assert [one["message"] for one in scopes[1:]] == [f"{name} thinks aloud" for name in SPECIALISTS]

    live(main())


def test_words_of_a_thought_whose_process_died_stay_and_it_is_made_anew() -> None:
    async def main() -> None:
        store, kit = MemoryStore(virtual().clock), kit_of(delegating, others=dict.fromkeys(SPECIALISTS, streaming))
        async with room(kit, store) as here:
            await here.tell("one")
            await asyncio.sleep(1.5)
            kept = sorted(event.text for event in await here.events(Drafted))
            assert kept == sorted(f"{name} thinks aloud" for name in SPECIALISTS)
            turn = Turn()
            for record in await here.records():
                turn.apply(record)
            assert turn_json(turn_from(turn_json(turn))) == turn_json(turn)
        async with room(kit, store) as other:
            again = Room(other.host, here.id)
            await other.host.settled(here.id, 2)
            assert sorted(await dropped(again)) == [
                ("restarted", f"{name} thinks aloud") for name in sorted(SPECIALISTS)
            ]
            assert sorted(words_of_assistant(await again.records())[-4:]) == sorted(
                [
                    *[(f"/3.{name}/", "the answer", None) for name in SPECIALISTS],
                    ("/", "together", None),
                ]
            )
            drafts = [event.draft for event in await again.events(Discarded)]
            assert len({*drafts, *(event.of for event in await again.events(Drafted))}) == 3

    live(main())


def test_words_of_an_answer_that_broke_off_are_taken_back_and_it_is_said() -> None:
    async def main() -> None:
        async def decide(situation: Situation, draft: Draft) -> Action:
            draft.drop()  # nothing was shown yet
            draft.write("It brea")
            await asyncio.sleep(2)
            draft.drop()
            draft.write("It is whole.")
            return Say(text="It is whole.")

        async with room(kit_of(decide)) as here:
            await here.settle("one")
            (gone,) = await here.events(Discarded)
            (whole,) = await here.events(Decided)
            assert (gone.why, gone.text) == ("broke_off", "") and gone.draft and whole.draft not in (None, gone.draft)
            assert [event.of for event in await here.events(Drafted)] == [gone.draft]
            assert words_of_assistant(await here.records()) == [("/", "It is whole.", None)]

    live(main())


def test_redacting_an_answer_blanks_the_words_that_were_kept_while_it_was_made() -> None:
    async def main() -> None:
        async def decide(situation: Situation, draft: Draft) -> Action:
            draft.write("my secret ")
            await asyncio.sleep(2)
            return Say(text="my secret is out")

        async with room(kit_of(decide)) as here:
            await here.settle("one")
            assert [event.text for event in await here.events(Drafted)] == ["my secret "]
            await Archive(here.host).redact(here.id, (4,), "", "ann")
            assert all("secret" not in row.body.decode() for row in await here.host.store.read(here.id))

    live(main())


def test_more_than_a_record_holds_is_kept_as_far_as_it_goes() -> None:
    async def main() -> None:
        async def decide(situation: Situation, draft: Draft) -> Action:
            draft.write("\x01" * 1_000_000)
            await asyncio.sleep(3600)
            return Say(text="never")

        async with room(kit_of(decide)) as here:
            await here.tell("one")
            await asyncio.sleep(2)
            await here.settle(Stopped())
            ((why, text),) = await dropped(here)
            assert why == "ended" and len(text) >= 10_000

    live(main())
