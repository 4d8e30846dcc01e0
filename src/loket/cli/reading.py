"""Reading a conversation's log through a channel until all that came of a message is at rest."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field

from loket.cli.channel import Channel
from loket.core.outside import PersonEvent
from loket.core.record import Record, decode
from loket.views.outcome import Outcomes
from loket.views.questions import QuestionItem, Questions


@dataclass
class ConversationReading:
    """One conversation, and what was read of it so far: up to record `upto`."""

    channel: Channel
    conversation: str = ""
    upto: int = 0
    outcomes: Outcomes = field(default_factory=Outcomes)
    questions: Questions = field(default_factory=Questions)

    async def tell(self, event: PersonEvent) -> int:
        """Adds what the person does; its seq."""
        return await self.channel.tell(self.conversation, event)

    async def until(self, seq: int) -> AsyncGenerator[tuple[Record, bytes], None]:
        """Every record that was not read yet, with its stored bytes, up to the rest of all that descends from `seq`."""
        async with aclosing(self.channel.bodies(self.conversation, self.upto)) as bodies:
            async for body in bodies:
                record = decode(body)
                self.upto = record.seq
                self.outcomes.apply(record)
                self.questions.apply(record)
                yield record, body
                if self.outcomes.settled(seq):
                    return

    def open(self) -> list[QuestionItem]:
        """Questions that can be answered, the newest first."""
        return self.questions.open()[::-1]
