"""What a model's provider wants back is kept with its decision, given to the planner whole, and to nobody else."""

from typing import Any

from loket.core.actions import Action, Call, Decision, Say, Thought, ToolCall
from loket.core.data import as_blob
from loket.core.events import Decided, Returned
from loket.core.planner import Draft, Situation
from loket.core.record import encode
from loket.core.tool import ToolSpec
from loket.engine.archive import Archive
from loket.engine.fitting import has_blobs
from tests.engine.rooms import Made, kit_of, room
from tests.engine.virtual import live

SIGNED = {"signature": "canary" * 20_000, "id": "canary-1"}


class Thinking:
    """Calls a tool with a thought of its provider, then tells that it is done."""

    def __init__(self, data: Any) -> None:
        self.data, self.given = data, list[Any]()

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        if not any(isinstance(record.event, Returned) for record in situation.history):
            thought = Thought(provider="p", model="m", data=self.data)
            action: Action = Call(calls=(ToolCall(id="a", tool="t"),), text="I look.")
            return Decision(reasoning="", action=action, thought=thought)
        self.given += [r.event.thought for r in situation.history if isinstance(r.event, Decided)]
        return Decision(reasoning="", action=Say(text="done"))


def test_it_is_whole_for_the_planner_however_long_and_in_no_scrubbed_or_blanked_record() -> None:
    async def story(data: Any) -> None:
        planner = Thinking(data)
        kit = kit_of(lambda s: Say(text=""), Made(ToolSpec(name="t", read_only=True), lambda args, context: 1))
        kit = type(kit)(kit.assistants, {"root": planner}, kit.tools)
        async with room(kit) as here:
            await here.settle("go")
            assert planner.given == [Thought(provider="p", model="m", data=data)]
            first, last = await here.events(Decided)
            assert first.thought is not None and last.thought is None
            assert has_blobs(first.thought.data) is (data is SIGNED) and as_blob(first.thought) is None
            seq = next(r.seq for r in await here.records() if isinstance(r.event, Decided))
            archive = Archive(here.host)
            scrubbed = [line async for line in archive.export(here.id, "ann", scrub=True)]
            assert not any(b"canary" in line for line in scrubbed)
            await archive.redact(here.id, (seq,), "asked", "ann")
            assert not any(b"canary" in encode(record) for record in await here.records())

    for data in (SIGNED, {"id": "canary-1"}):
        live(story(data))
