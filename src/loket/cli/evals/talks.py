"""Having the talk of a case with an assistant, and what was seen of it: calls, effects, words and questions."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field

from loket.cli.channel import Channel
from loket.cli.evals.cases import Case
from loket.cli.lines import line_of
from loket.cli.reading import Reading
from loket.core.actions import Ask, Call, Done, Say
from loket.core.data import JsonObject
from loket.core.errors import LoketError
from loket.core.events import Answered, CallStarted, Decided, Faulted, Held, Returned
from loket.core.record import Record

TALK_SECONDS = 120.0
NOT_MADE = ("refused", "invalid", "cancelled", "superseded")
"""Codes of calls that were never made."""


@dataclass
class Called:
    """A call of a tool: with which arguments, whether it was made, and whether it acted on the world."""

    tool: str
    args: JsonObject
    made: bool = False
    acted: bool = False


@dataclass
class Seen:
    """What became of a talk. `missed` is what the person could not do, because nothing was asked for it; `lines` is the
    log as a person reads it."""

    calls: dict[str, Called] = field(default_factory=dict[str, Called])
    words: list[str] = field(default_factory=list[str])
    lines: list[str] = field(default_factory=list[str])
    asks: bool = False
    missed: str = ""
    fault: str = ""
    held: dict[str, str] = field(default_factory=dict[str, str])

    def apply(self, record: Record) -> None:
        """Takes the next record in."""
        self.lines.append(line_of(record))
        match record.event:
            case Decided(action=Say(text=text) | Ask(text=text) | Done(summary=text)):
                self.words.append(text)
            case Decided(action=Call(tools=calls, text=text)):
                self.words += [text] if text else []
                for call in calls:
                    self.calls[f"{record.seq}.{call.id}"] = Called(call.tool, call.args)
            case Held(call=id):
                self.held[str(record.seq)] = id
            case Answered(to=to, edit=dict(edit)) if (call := self.calls.get(self.held.get(to, ""))) is not None:
                call.args = edit
            case CallStarted(call=id) if (call := self.calls.get(id)) is not None:
                call.made = call.acted = True
            case Returned(call=id, code=code) if (call := self.calls.get(id)) is not None:
                call.made = call.made or code not in NOT_MADE
            case Faulted(code=code):
                self.fault = code
            case _:
                pass

    def made(self) -> list[Called]:
        """The calls that were made, in the order they were decided."""
        return [call for call in self.calls.values() if call.made]


async def talked(channel: Channel, case: Case, assistant: str) -> Seen:
    """The whole talk of a case. What can't go on is told in what was seen, never raised."""
    seen, reading = Seen(), Reading(channel)
    try:
        async with asyncio.timeout(TALK_SECONDS):
            reading.conversation = await channel.start(assistant, case.settings)
            async with aclosing(_acted(reading, case, seen)) as records:
                async for record in records:
                    seen.apply(record)
    except TimeoutError:
        seen.fault = f"not at rest within {TALK_SECONDS:g} seconds"
    except LoketError as error:
        seen.fault = error.text
    seen.asks = bool(reading.open())
    return seen


async def _acted(reading: Reading, case: Case, seen: Seen) -> AsyncGenerator[Record, None]:
    for number, act in enumerate(case.talk, start=1):
        event = act.event(next(iter(reading.open()), None))
        if event is None:
            (name,) = act.model_fields_set
            seen.missed = f"act {number}, {name}: nothing was asked that this answers"
            return
        async with aclosing(reading.until(await reading.tell(event))) as records:
            async for record, _ in records:
                yield record
