"""One call from its arguments to its end: held ones, secrets, keys, turn gating, deadlines, tools that misbehave."""

import asyncio
import uuid
from typing import Any

import pytest

from loket.core.actions import Action, Call, Say, ToolCall
from loket.core.errors import Invalid
from loket.core.events import AgentSaid, Answered, CallStarted, Held, Progressed, Returned, UserSaid
from loket.core.planner import Situation
from loket.core.record import encode
from loket.core.tool import ToolFailed, ToolSpec
from loket.engine.host import Host
from loket.stores.memory import MemoryStore
from tests.engine.rooms import Made, kit_of, once, results, room, use
from tests.engine.virtual import live, virtual

PIN = {"type": "string", "writeOnly": True, "x-secrets": ["pin"]}
NUMBER = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}


@pytest.mark.parametrize(
    ("answer", "args", "came"),
    [
        ({"approve": True}, {"n": 1}, (True, None)),
        ({"edit": {"n": 2}}, {"n": 2}, (True, None)),
        ({"refuse": True}, None, (False, "refused")),
    ],
)
def test_a_destructive_call_waits_for_a_person(answer: dict[str, Any], args: Any, came: Any) -> None:
    async def main() -> None:
        tool = Made(ToolSpec(name="t", destructive=True, input=NUMBER))
        async with room(kit_of(once(use("t", {"n": 1})), tool)) as here:
            seq = await here.settle("go")
            assert tool.calls == [] and len(await here.events(Held)) == 1
            held = str((await here.records())[-1].seq)
            with pytest.raises(Invalid):
                await here.tell(Answered(to=held, edit={"n": "two"}))
            await here.settle(Answered(to=held, **answer))
            await here.host.settled(here.id, seq)
            assert [given for given, _ in tool.calls] == ([] if args is None else [args])
            assert results(await here.records()) == [came]
            assert await here.kinds() == [
                *("started", "user_said", "decided", "held", "answered"),
                *(() if args is None else ("call_started",)),
                *("returned", "decided"),
            ]

    live(main())


def test_secrets_are_revealed_to_the_tool_alone_and_only_where_its_schema_hides_them() -> None:
    schema = {
        "type": "object",
        "properties": {
            "token": {"type": "string", "writeOnly": True, "x-secrets": ["key"]},
            "deep": {"type": "array", "items": {"type": "object", "properties": {"pin": PIN}}},
            "text": {"type": "string"},
        },
    }

    async def main() -> None:
        args = {"token": "secret://key", "deep": [{"pin": "secret://pin"}], "text": "secret://key"}
        tool = Made(ToolSpec(name="t", input=schema))
        kit = kit_of(once(use("t", args)), tool, secrets={"key": "hunter2", "pin": "1234"})
        async with room(kit) as here:
            await here.settle("go")
            assert tool.calls[0][0] == {"token": "hunter2", "deep": [{"pin": "1234"}], "text": "secret://key"}
            stored = b"".join([encode(record) for record in await here.records()])
            assert b"hunter2" not in stored and b"1234" not in stored and b"secret://key" in stored
        async with room(kit_of(once(use("t", args)), tool)) as here:
            await here.settle("go")
            assert results(await here.records()) == [(False, "no_secret")]
        async with room(kit_of(once(use("t", {"token": "secret://pin"})), tool, secrets={"pin": "1234"})) as here:
            await here.settle("go")
            assert results(await here.records()) == [(False, "no_secret")], "not one that the tool never asked for"

    live(main())


def test_a_call_that_does_not_fit_never_starts() -> None:
    async def main() -> None:
        tool = Made(ToolSpec(name="t", input=NUMBER))
        for call in (use("t", {"n": "one"}), use("t"), use("unknown")):
            async with room(kit_of(once(call), tool)) as here:
                await here.settle("go")
                assert results(await here.records()) == [(False, "invalid")]
        assert tool.calls == []

    live(main())


def test_the_key_is_a_uuid_and_a_retry_reuses_it() -> None:
    async def main() -> None:
        def decide(situation: Situation) -> Action:
            event = situation.woke[-1].event
            if isinstance(event, UserSaid):
                return use("t", retries=event.text if "." in str(event.text) else None)
            return Say(text="done")

        tool = Made(ToolSpec(name="t"))
        async with room(kit_of(decide, tool)) as here:
            await here.settle("go")
            first = (await here.events(Returned))[0].call
            await here.settle(first)
            second = (await here.events(Returned))[1].call
            await here.settle(second)
            await here.settle("go")
            keys = [context.key for _, context in tool.calls]
            assert keys[0] == keys[1] == keys[2] != keys[3]
            assert {uuid.UUID(key).version for key in keys} == {8}
            assert [started.key for started in await here.events(CallStarted)] == keys

    live(main())


def test_an_agent_is_written_to_only_while_it_waits() -> None:
    async def main() -> None:
        tool = Made(ToolSpec(name="t", when="agent_waits", source="other"))
        async with room(kit_of(once(use("t")), tool)) as here:
            for state, came in (("working", (False, "not_now")), ("input-required", (True, None))):
                await here.settle(AgentSaid(agent="other", state=state, text="x"), by="agent")
                await here.settle("go")
                assert results(await here.records())[-1] == came

    live(main())


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        (ToolSpec(name="t", deadline=2, read_only=True), "timeout"),
        (ToolSpec(name="t", deadline=2, idempotent=True), "timeout"),
        (ToolSpec(name="t", deadline=2), "unknown_outcome"),
    ],
)
@pytest.mark.parametrize("stubborn", [False, True])
def test_a_tool_that_hangs_meets_its_deadline_even_when_it_can_not_be_cancelled(
    spec: ToolSpec, code: str, stubborn: bool
) -> None:
    async def main() -> None:
        async def hang(args: object, context: object) -> None:
            while virtual().moment < 100:
                try:
                    await asyncio.sleep(10)
                except asyncio.CancelledError:
                    if not stubborn:
                        raise

        async with room(kit_of(once(use("t")), Made(spec, hang)), grace=1.0) as here:
            await here.settle("go")
            assert results(await here.records()) == [(False, code)]
            assert virtual().moment < 6

    live(main())


def test_what_a_tool_raises_becomes_a_record() -> None:
    async def main() -> None:
        def fail(args: object, context: object) -> None:
            raise ToolFailed("no_luck", "Not today.", {"why": 1})

        def broke(args: object, context: object) -> None:
            raise KeyError("x")

        broken = "t broke on its side (KeyError)."  # without the words of the error, which may hold data
        for act, code, text in ((fail, "no_luck", "Not today."), (broke, "tool_broke", broken)):
            async with room(kit_of(once(use("t")), Made(ToolSpec(name="t"), act))) as here:
                await here.settle("go")
                (back,) = await here.events(Returned)
                assert (back.ok, back.code, back.text) == (False, code, text)

    live(main())


def test_progress_is_noted_fifty_times_at_most_and_never_after_the_end() -> None:
    async def main() -> None:
        kept: list[Any] = []

        def work(args: object, context: Any) -> None:
            kept.append(context)
            for n in range(60):
                context.progress(f"{n}", {"big": "x" * 70_000} if n == 0 else None)

        async with room(kit_of(once(use("t")), Made(ToolSpec(name="t"), work))) as here:
            await here.settle("go")
            kept[0].progress("too late", None)
            await here.settle("again")
            notes = await here.events(Progressed)
            assert [note.note for note in notes][:3] == ["0", "1", "2"]
            assert len(notes) <= 100 and "too late" not in [note.note for note in notes]

    live(main())


@pytest.mark.parametrize(
    ("looks_up", "came"),
    [(None, (False, "unknown_outcome")), (lambda: {"v": 1}, (True, None)), (lambda: 1 / 0, (False, "unknown_outcome"))],
)
def test_a_started_call_is_looked_up_after_a_crash_and_never_repeated(looks_up: Any, came: Any) -> None:
    async def main() -> None:
        store = MemoryStore(virtual().clock)
        gate = asyncio.Event()

        async def hang(args: object, context: object) -> None:
            await gate.wait()

        tool = Made(ToolSpec(name="t"), hang, looks_up)
        kit = kit_of(once(use("t")), tool)
        async with Host(store, kit, virtual().clock) as first:
            id = await first.start("ann", "root")
            seq = await first.tell(id, UserSaid(text="go"))
            await virtual().drain()
            assert len(tool.calls) == 1
            await first.close()
        async with Host(store, kit, virtual().clock) as second:
            await second.settled(id, seq)
            rows = await store.read(id)
            assert len(tool.calls) == 1 and len(rows) == 6
            assert (await second.look(id)).upto == 6
            room_of = [row.body for row in rows if b'"returned"' in row.body]
            assert [(b'"ok":true' in body, b"unknown_outcome" in body) for body in room_of] == [(came[0], not came[0])]

    live(main())


def test_calls_side_by_side_wake_together() -> None:
    async def main() -> None:
        seen: list[int] = []

        def decide(situation: Situation) -> Action:
            if isinstance(situation.woke[-1].event, UserSaid):
                return Call(calls=tuple(ToolCall(id=id, tool=f"t{id}") for id in "abc"))
            seen.append(len(situation.woke))
            return Say(text="done")

        async def work(args: object, context: Any) -> str:
            await asyncio.sleep({"a": 3, "b": 1, "c": 2}[context.call[-1]])
            return context.call[-1]

        tools = [Made(ToolSpec(name=f"t{id}", read_only=True), work) for id in "abc"]
        async with room(kit_of(decide, *tools)) as here:
            await here.settle("go")
            assert seen == [3]
            assert [back.value for back in await here.events(Returned)] == ["b", "c", "a"]

    live(main())
