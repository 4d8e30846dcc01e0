"""`loket chat`: a talk in the terminal, with its steps as they come, its questions answered and its calls approved."""

import asyncio
import signal
from collections.abc import AsyncGenerator, Generator
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, field

import click

from loket.cli.advice import chat_command, log_command
from loket.cli.answers import CHANNEL, answered
from loket.cli.channel import Channel, chosen_assistant, reached
from loket.cli.lines import flat, step_of, visible
from loket.cli.typed import Typed
from loket.config import Config
from loket.core.actions import Ask
from loket.core.errors import LoketError
from loket.core.events import Decided, Held
from loket.core.outside import PersonEvent, Stopped, UserSaid
from loket.core.record import Record, decode
from loket.views.due import owing, settled
from loket.views.questions import QuestionItem, Questions
from loket.views.turn import Turn

HELP = """\
Type what you want. A question is answered by the number of a choice, field by field, or in words.
  /later   leave an open question for another time
  /log     the command that shows everything that happened
  /quit    leave (so does the end of input); the conversation stays
Ctrl-C stops what is under way."""
COMMANDS = ("/help", "/log", "/quit", "/later")


@dataclass
class Talk:
    """One conversation as the terminal knows it: what was read of its log, and which questions were put off."""

    config: Config
    channel: Channel
    typed: Typed
    conversation: str = ""
    upto: int = 0
    turn: Turn = field(default_factory=Turn)
    questions: Questions = field(default_factory=Questions)
    put_off: set[str] = field(default_factory=set[str])

    async def go_on(self) -> bool:
        """One message or answer, and all that comes of it; False when the person leaves."""
        question = self._open()
        try:
            event = await self._message() if question is None else await answered(question, self.prompt)
        except EOFError:
            return False
        if event is None and question is not None:
            self.put_off.add(question.id)
        if isinstance(event, UserSaid) and event.text in COMMANDS:
            return self._command(str(event.text))
        if event is not None:
            try:
                await self.follow(await self.channel.tell(self.conversation, event))
            except LoketError as error:
                click.echo(f"{flat(error.text)} [{flat(error.code)}]")
        return True

    async def prompt(self, text: str) -> str:
        """The next line. EOFError at the end of input."""
        click.echo(text, nl=False)
        line = await self.typed.line()
        if line is None or line.strip() == "/quit":
            raise EOFError
        return line

    async def follow(self, seq: int) -> None:
        """Prints what comes, until all that descends from `seq` is at rest. Ctrl-C stops the work; what had been done
        by then is told."""
        with self._stopping():
            async with aclosing(self._records()) as records:
                async for record in records:
                    if (line := _line(record)) is not None:
                        click.echo(line)
                    if self.turn.seq >= seq and not owing(self.turn) and settled(self.turn, seq):
                        return

    async def _records(self) -> AsyncGenerator[Record, None]:
        async with aclosing(self.channel.bodies(self.conversation, self.upto)) as bodies:
            async for body in bodies:
                record = decode(body)
                self.upto = record.seq
                self.turn.apply(record)
                self.questions.apply(record)
                yield record

    @contextmanager
    def _stopping(self) -> Generator[None]:
        """Ctrl-C ends the work and not this program."""
        loop, stops = asyncio.get_running_loop(), set[asyncio.Task[None]]()
        before = signal.signal(signal.SIGINT, lambda *_: loop.call_soon_threadsafe(stop))

        def stop() -> None:
            click.echo("Stopping …")
            stops.add(loop.create_task(self._stop()))

        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    async def _stop(self) -> None:
        try:
            await self.channel.tell(self.conversation, Stopped())
        except LoketError as error:
            click.echo(f"{flat(error.text)} [{flat(error.code)}]")

    def _open(self) -> QuestionItem | None:
        """The newest open question that was not put off."""
        return next((item for item in reversed(self.questions.open()) if item.id not in self.put_off), None)

    async def _message(self) -> PersonEvent | None:
        line = (await self.prompt("> ")).strip()
        return UserSaid(text=line, channel=CHANNEL) if line else None

    def _command(self, line: str) -> bool:
        if line == "/log":
            click.echo(log_command(self.config, self.conversation))
        elif line != "/later":
            click.echo(HELP)
        return line != "/quit"


async def chat(
    config: Config, assistant: str | None, conversation: str | None = None, descriptor: int | None = None
) -> int:
    """Talks until the person leaves. `conversation` goes on with one that there is; lines come from `descriptor`,
    standard input when none is given."""
    async with reached(config, assistant or "") as channel:
        talk = Talk(config, channel, Typed(descriptor), conversation or "")
        if conversation is None:
            name, title = await chosen_assistant(channel, assistant)
            talk.conversation = await channel.start(name)
            click.echo(f"{flat(title)}. /help says what can be typed, /quit leaves.")
        else:
            await talk.follow(await channel.head(conversation))
        while await talk.go_on():
            pass
        click.echo(f"\nTo go on later: {chat_command(config, talk.conversation)}")
    return 0


def _line(record: Record) -> str | None:
    """What is printed of a record: questions without their choices, which are numbered when they are asked."""
    match record.event:
        case Decided(action=Ask(text=text)):
            return visible(text)
        case Held():
            return None
        case _:
            return step_of(record)
