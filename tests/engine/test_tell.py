"""What may be told: keys that repeat, words that are too long, values that are no JSON, answers nobody may give."""

import asyncio
from collections.abc import Collection
from typing import Any

import pytest

from loket.core.actions import Action, Ask, Choice, Say
from loket.core.data import BlobRef
from loket.core.errors import Conflict, Invalid, LoketError, NotFound, Refused, TooLarge
from loket.core.events import AgentSaid, Answered, Decided, Returned, Stopped, SurfaceActed, UserSaid
from loket.core.limits import Limits
from loket.core.planner import Situation
from loket.core.ports import Used
from loket.core.record import encode
from loket.core.tool import ToolFailed, ToolSpec
from loket.engine.host import Host
from loket.stores.memory import MemoryStore
from tests.engine.rooms import Made, kit_of, once, room, use
from tests.engine.virtual import live, virtual

FORM = {"type": "object", "properties": {"age": {"type": "integer"}}, "required": ["age"]}


def say(situation: object) -> Say:
    return Say(text="hello")


def test_the_same_key_gives_the_same_seq_even_after_a_restart() -> None:
    async def main() -> None:
        store = MemoryStore(virtual().clock)
        async with room(kit_of(say), store) as here:
            first = await here.tell("hi", key="k1")
            assert await here.tell("hi", key="k1") == first
            with pytest.raises(Conflict, match="key_reused"):
                await here.tell("something else", key="k1")
            assert await here.tell("hi", key="k2") != first
        async with Host(store, kit_of(say), virtual().clock) as again:
            assert await again.tell(here.id, UserSaid(text="hi"), key="k1") == first
            with pytest.raises(Conflict, match="key_reused"):
                await again.tell(here.id, UserSaid(text="no"), key="k1")
            for key in ("", "k" * 201):
                with pytest.raises(Invalid, match="bad_key"):
                    await again.tell(here.id, UserSaid(text="hi"), key=key)

    live(main())


def test_the_same_key_twice_at_once_is_one_record_however_long_the_store_counts() -> None:
    class Counting(MemoryStore):
        """Counts what an owner has for as long as servers may take that are asked for it."""

        async def used(self, owner: str, hidden: Collection[str] = ()) -> Used:
            await asyncio.sleep(1)
            return await super().used(owner, hidden)

    async def main() -> None:
        async with room(kit_of(say), Counting(virtual().clock), limits=Limits()) as here:
            first, again = await asyncio.gather(here.tell("hi", key="k"), here.tell("hi", key="k"))
            assert first == again
            await here.host.settled(here.id, first)
            assert (await here.kinds()).count("user_said") == 1

    live(main())


def test_a_long_message_moves_to_blobs_and_its_key_still_repeats() -> None:
    text = "é" * 99_990

    async def main() -> None:
        async with room(kit_of(say)) as here:
            seq = await here.settle(text, key="long")
            assert await here.tell(text, key="long") == seq
            said = (await here.records())[seq - 1]
            assert isinstance(said.event, UserSaid) and isinstance(said.event.text, BlobRef)
            assert len(encode(said)) < 65_536
            assert await here.host.store.get(here.id, said.event.text.sha256) == text.encode()

    live(main())


@pytest.mark.parametrize(
    "event",
    [
        UserSaid(text="x" * 100_001),
        Answered(to="1", text="x" * 100_001),
        Answered.model_construct(to="x" * 100_001, choice="a"),
        SurfaceActed.model_construct(surface="s" * 70_000, name="n"),
        SurfaceActed(surface="s", name="n", payload={"text": "x" * 100_001}),
    ],
)
def test_too_much_is_refused_with_nothing_recorded(event: Any) -> None:
    async def main() -> None:
        async with room(kit_of(say)) as here:
            with pytest.raises(TooLarge) as refused:
                await here.tell(event, key="k")
            assert refused.value.code in ("too_large", "record_too_large")
            assert await here.kinds() == ["started"]
            assert await here.settle("still here") == 2

    live(main())


def deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = {"a": value}
    return value


@pytest.mark.parametrize(
    "payload", [{"text": "half \ud800 a character"}, {"a": {"\udfff": 1}}, deep(3000), {"x": object()}]
)
def test_what_is_no_json_is_refused_with_nothing_recorded(payload: Any) -> None:
    async def main() -> None:
        async with room(kit_of(say)) as here:
            with pytest.raises(Invalid):
                await here.tell(SurfaceActed.model_construct(surface="s", name="n", payload=payload))
            assert await here.settle("still here") == 2

    live(main())


@pytest.mark.parametrize("value", ["half \ud800", deep(3000), object(), {"a": {b"\xff"}}])
def test_a_tool_that_gives_back_no_json_never_stops_the_conversation(value: Any) -> None:
    async def main() -> None:
        async with room(kit_of(once(use("t")), Made(ToolSpec(name="t"), lambda args, context: value))) as here:
            await here.settle("go")
            (back,) = await here.events(Returned)
            assert (back.ok, back.code) == (False, "invalid_result")
            assert (await here.kinds())[-1] == "decided"

    live(main())


@pytest.mark.parametrize("value", ["x" * 70_000, {"a": "y" * 70_000, "b": 1}, ["z" * 1000] * 70])
def test_a_long_value_becomes_a_reference_that_the_next_tool_gets_whole(value: Any) -> None:
    async def main() -> None:
        def decide(situation: Situation) -> Action:
            back = [r.event for r in situation.woke if isinstance(r.event, Returned)]
            if not back:
                return use("make")
            return Say(text="done") if "take" in back[0].text else use("take", {"given": back[0].value})

        make = Made(ToolSpec(name="make", read_only=True), lambda args, context: value)
        take = Made(ToolSpec(name="take", read_only=True), lambda args, context: fail(args))
        got: list[Any] = []

        def fail(args: dict[str, Any]) -> None:
            got.append(args["given"])
            raise ToolFailed("taken", "take")

        async with room(kit_of(decide, make, take)) as here:
            await here.settle("go")
            assert got == [value]
            assert all(len(encode(record)) < 65_536 for record in await here.records())
            assert "sha256" in str((await here.events(Returned))[0].value)

    live(main())


def test_an_error_of_a_tool_may_be_of_any_length_and_letters() -> None:
    async def main() -> None:
        def fail(args: object, context: object) -> None:
            raise ValueError("\ud800" + "x" * 1_000_000)

        async with room(kit_of(once(use("t")), Made(ToolSpec(name="t"), fail))) as here:
            await here.settle("go")
            (back,) = await here.events(Returned)
            assert not back.ok and len(back.text) < 1000
            assert len(await here.events(Decided)) == 2

    live(main())


def test_another_owners_conversation_does_not_exist() -> None:
    async def main() -> None:
        async with room(kit_of(say)) as here:
            for attempt in (
                here.host.tell(here.id, UserSaid(text="hi"), owner="bob"),
                here.host.look(here.id, owner="bob"),
                here.host.owned(here.id, owner="bob"),
                anext(here.host.follow(here.id, 0, owner="bob")),
            ):
                with pytest.raises(NotFound):
                    await attempt
            for name in ("", "short", "../../etc/passwd", "z" * 22, "0" * 22):
                with pytest.raises(NotFound):
                    await here.host.tell(name, UserSaid(text="hi"))
            assert await here.kinds() == ["started"]

    live(main())


def test_an_answer_must_be_one_the_question_takes() -> None:
    async def main() -> None:
        ask = Ask(text="Which?", choices=(Choice(id="a", label="A"),))
        async with room(kit_of(once(ask))) as here:
            asked = str(await here.settle("go") + 1)
            for answer in (
                Answered(to=asked, choice="b"),
                Answered(to=asked, approve=True),
                Answered(to=asked, edit={}),
                Answered(to=asked, form={"age": 3}),
            ):
                with pytest.raises(Invalid):
                    await here.tell(answer)
            await here.settle(Answered(to=asked, choice="a"))
            late = await here.settle(Answered(to=asked, choice="a"))
            assert (await here.records())[-1].seq == late  # recorded, and nobody woke

    live(main())


def test_a_form_is_checked_against_its_schema() -> None:
    async def main() -> None:
        async with room(kit_of(once(Ask(text="How old?", form=FORM)))) as here:
            asked = str(await here.settle("go") + 1)
            with pytest.raises(Invalid, match="wrong_answer"):
                await here.tell(Answered(to=asked, form={"age": "old"}))
            await here.settle(Answered(to=asked, form={"age": 40}))
            assert (await here.kinds())[-2:] == ["answered", "decided"]

    live(main())


def test_only_a_person_decides_about_a_held_call_and_only_known_scopes_are_stopped() -> None:
    async def main() -> None:
        tool = Made(ToolSpec(name="t", destructive=True))
        async with room(kit_of(once(use("t")), tool)) as here:
            await here.settle("go")
            held = str((await here.records())[-1].seq)
            with pytest.raises(Refused):
                await here.tell(Answered(to=held, approve=True), by="agent")
            with pytest.raises(NotFound, match="no_scope"):
                await here.tell(Stopped(scope="/99.x/"))
            assert tool.calls == []

    live(main())


def test_free_text_goes_to_the_only_question_that_takes_it() -> None:
    async def main() -> None:
        def decide(situation: Any) -> Any:
            event = situation.woke[-1].event
            if isinstance(event, UserSaid):
                return Ask(text="Which?", lasts=event.text != "fleeting")
            return Say(text=f"{event.kind}")

        async with room(kit_of(decide)) as here:
            await here.settle("go")
            await here.settle("that one")
            assert (await here.kinds())[-2:] == ["answered", "decided"]
            await here.settle("fleeting")
            await here.settle("something new")
            assert (await here.kinds())[-3:] == ["user_said", "closed", "decided"]

    live(main())


def test_agents_words_wake_and_errors_have_codes() -> None:
    async def main() -> None:
        async with room(kit_of(say)) as here:
            await here.settle(AgentSaid(agent="other", text="hi"), by="agent")
            assert (await here.kinds())[-2:] == ["agent_said", "decided"]
            with pytest.raises(LoketError) as error:
                await here.host.start("ann", "nobody")
            assert error.value.code == "no_assistant"
            with pytest.raises(LoketError, match="bad_id"):
                await here.host.start("ann", "root", conversation="x")
            with pytest.raises(Conflict, match="exists"):
                await here.host.start("ann", "root", conversation=here.id)

    live(main())


def test_who_looks_as_soon_as_it_has_settled_sees_all_of_it() -> None:
    async def main() -> None:
        async with room(
            kit_of(once(use("t")), Made(ToolSpec(name="t", read_only=True), lambda args, context: asyncio.sleep(1)))
        ) as here:
            seq = await here.settle("do it")
            known = here.host.recent(here.id, 0)
            assert known is not None and known[-1].seq > seq and known == await here.records()

    live(main())
