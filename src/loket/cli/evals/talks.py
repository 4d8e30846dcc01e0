"""Having the talk of a case with an assistant, and what was seen of it: calls, effects, words and questions."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field

from loket.cli.channel import Channel
from loket.cli.evals.cases import Case
from loket.cli.lines import line_of
from loket.cli.reading import ConversationReading
from loket.core.errors import LoketError
from loket.core.record import Record
from loket.views.outcome import Outcomes
from loket.views.outcome_state import OutcomeStep

TALK_SECONDS = 120.0
NOT_MADE = ("refused", "invalid", "cancelled", "superseded")
"""Codes of calls that were never made."""


@dataclass
class Seen:
    """What became of a talk. `calls` are those of tools that came back, in the order they were decided; `missed` is
    what the person could not do, because nothing was asked for it; `lines` is the log as a person reads it."""

    calls: list[OutcomeStep] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    asks: bool = False
    missed: str = ""
    fault: str = ""

    def take(self, outcomes: Outcomes) -> None:
        """What became of all that was said."""
        order: dict[str, int] = {}
        for step in outcomes.steps():
            match step.kind:
                case "say" | "ask" | "done" | "call":
                    self.words += [step.text] if step.text else []
                    order |= {f"{step.seq}.{work.id}": len(order) + at for at, work in enumerate(step.works)}
                case "tool":
                    self.calls.append(step)
                case "fault":
                    self.fault = step.code
                case _:
                    pass
        self.calls.sort(key=lambda step: order.get(step.call, 0))

    def made(self) -> list[OutcomeStep]:
        """The calls that were made."""
        return [call for call in self.calls if call.acted or call.code not in NOT_MADE]


async def talked(channel: Channel, case: Case, assistant: str) -> Seen:
    """The whole talk of a case. What can't go on is told in what was seen, never raised."""
    seen, reading = Seen(), ConversationReading(channel)
    try:
        async with asyncio.timeout(TALK_SECONDS):
            reading.conversation = await channel.start(assistant, case.settings)
            async with aclosing(_acted(reading, case, seen)) as records:
                async for record in records:
                    seen.lines.append(line_of(record))
    except TimeoutError:
        seen.fault = f"not at rest within {TALK_SECONDS:g} seconds"
    except LoketError as error:
        seen.fault = error.text
    seen.take(reading.outcomes)
    seen.asks = bool(reading.open())
    return seen


async def _acted(reading: ConversationReading, case: Case, seen: Seen) -> AsyncGenerator[Record, None]:
    for number, act in enumerate(case.talk, start=1):
        event = act.event(next(iter(reading.open()), None))
        if event is None:
            (name,) = act.model_fields_set
            seen.missed = f"act {number}, {name}: nothing was asked that this answers"
            return
        async with aclosing(reading.until(await reading.tell(event))) as records:
            async for record, _ in records:
                yield record
