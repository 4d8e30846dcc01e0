"""`loket chat`: a talk in the terminal, with its steps as they come, its questions answered and its calls approved."""

import asyncio
import signal
from collections.abc import Generator
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, field

import click

from loket.cli.advice import chat_command, log_command
from loket.cli.answers import CHANNEL, answered
from loket.cli.channel import chosen_assistant, reached
from loket.cli.chat_words import CHAT_WORDS, EN, ChatWords
from loket.cli.lines import flat, step_of, visible
from loket.cli.reading import ConversationReading
from loket.cli.typed import Typed
from loket.config import Config
from loket.core.actions import Ask
from loket.core.errors import LoketError
from loket.core.events import Decided, Held
from loket.core.outside import PersonEvent, Stopped, UserSaid
from loket.core.record import Record
from loket.views.questions import QuestionItem

COMMANDS = ("/help", "/log", "/quit", "/later")


@dataclass
class TerminalTalk:
    """A conversation in a terminal, and which of its questions were put off."""

    config: Config
    reading: ConversationReading
    typed: Typed
    words: ChatWords = EN
    put_off: set[str] = field(default_factory=set)

    async def go_on(self) -> bool:
        """One message or answer, and all that comes of it; False when the person leaves."""
        question = self._open()
        try:
            event = await self._message() if question is None else await answered(question, self.prompt, self.words)
        except EOFError:
            return False
        if event is None and question is not None:
            self.put_off.add(question.id)
        if isinstance(event, UserSaid) and event.text in COMMANDS:
            return self._command(str(event.text))
        if event is not None:
            try:
                await self.follow(await self.reading.tell(event))
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
            async with aclosing(self.reading.until(seq)) as records:
                async for record, _ in records:
                    if (line := _line(record)) is not None:
                        click.echo(line)

    @contextmanager
    def _stopping(self) -> Generator[None]:
        """Ctrl-C ends the work and not this program."""
        loop, stops = asyncio.get_running_loop(), set[asyncio.Task[None]]()
        before = signal.signal(signal.SIGINT, lambda *_: loop.call_soon_threadsafe(stop))

        def stop() -> None:
            click.echo(self.words.stopping)
            stops.add(loop.create_task(self._stop()))

        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    async def _stop(self) -> None:
        try:
            await self.reading.tell(Stopped())
        except LoketError as error:
            click.echo(f"{flat(error.text)} [{flat(error.code)}]")

    def _open(self) -> QuestionItem | None:
        """The newest open question that was not put off."""
        return next((item for item in self.reading.open() if item.id not in self.put_off), None)

    async def _message(self) -> PersonEvent | None:
        line = (await self.prompt("> ")).strip()
        return UserSaid(text=line, channel=CHANNEL) if line else None

    def _command(self, line: str) -> bool:
        if line == "/log":
            click.echo(log_command(self.config, self.reading.conversation))
        elif line != "/later":
            click.echo(self.words.help)
        return line != "/quit"


async def chat(
    config: Config,
    assistant: str | None,
    conversation: str | None = None,
    descriptor: int | None = None,
    language: str = "en",
) -> int:
    """Talks until the person leaves. `conversation` goes on with one that there is; lines come from `descriptor`,
    standard input when none is given."""
    async with reached(config, assistant or "") as channel:
        reading = ConversationReading(channel, conversation or "")
        talk = TerminalTalk(config, reading, Typed(descriptor), CHAT_WORDS[language])
        if conversation is None:
            name, title = await chosen_assistant(channel, assistant)
            reading.conversation = await channel.start(name)
            click.echo(f"{flat(title)}. {talk.words.begun}")
        else:
            await talk.follow(await channel.head(conversation))
        while await talk.go_on():
            pass
        click.echo(f"\n{talk.words.later} {chat_command(config, reading.conversation)}")
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
