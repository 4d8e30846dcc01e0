"""The side of a scenario that nobody else plays: a run of its own that is spoken to, message by message.

A thread of messages is one run, named after the thread, so that the same thread is the same run, also after a crash. A
message goes in as what another agent says, and what our side sends back until it rests is the reply."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import Literal

from starlette.routing import Route

from loket.core.actions import Call, Done, ToolCall
from loket.core.data import FileRef, Frozen, Json
from loket.core.errors import Gone, NotFound
from loket.core.events import AgentSaid, Decided, Returned
from loket.core.record import Record
from loket.core.shapes import list_at, text_at
from loket.house.house import House
from loket_demos.scenario.library import Library, OwnedLibrary
from loket_demos.scenario.run import ASSISTANT, SEND, run_of
from loket_demos.scenario.shapes import Scenario, scenario_of
from loket_demos.scenario.starting import RunChoice, begin, open_run

SECONDS = 240.0
"""That a reply may take."""
Finality = Literal["turn", "conversation"]


class NoCounterpart(Exception):
    """Nobody plays the other side; `text` is the sentence that says why."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


@dataclass(frozen=True)
class SentFile:
    """A file that goes along with a message."""

    name: str
    media: str
    data: bytes


class CounterpartReply(Frozen):
    """What our side sent: the seq of the record of the last message, its words, its files, and whether there is more to
    come of it."""

    seq: int
    text: str
    files: tuple[FileRef, ...] = ()
    finality: Finality = "turn"


@dataclass
class OpenHouse:
    """A door that opens nothing: it knows the house as soon as there is one, for the tools that need it."""

    _house: House | None = None

    def routes(self, house: House) -> Sequence[Route]:
        """None."""
        self._house = house
        return ()

    @property
    def house(self) -> House:
        """NotFound where only the tools are served."""
        if self._house is None:
            raise NotFound("no_house", "The workbench is not served here.")
        return self._house

    def records(self, conversation: str, after: int = 0) -> AsyncGenerator[Record]:
        """The records of a conversation after a seq."""
        return self.house.records(conversation, after)


@dataclass(frozen=True)
class Counterparts:
    """Plays other sides, of the scenarios in the library and of any others."""

    opened: OpenHouse
    library: Library
    seconds: float = SECONDS

    async def scenario(self, owner: str, id: str) -> Scenario:
        """The one of this id in the owner's library, the first without. NoCounterpart when there is none."""
        shelf = OwnedLibrary(self.library, self.opened.house.book, owner)
        try:
            item = await shelf.get(id or next(iter(self.library.shipped), ""))
        except NotFound as error:
            raise NoCounterpart(error.text) from error
        return scenario_of(item.config)

    async def begun(self, owner: str, thread: str) -> str | None:
        """The run of a thread that goes on; None where it is still to be opened or begun."""
        house = self.opened.house
        name = side_of(house, owner, thread)
        if await house.owned(name, owner, ASSISTANT) is None:
            return None
        run = run_of(await house.settings(name, owner))
        return name if run is not None and run.begun else None

    async def run(self, owner: str, thread: str, choice: RunChoice) -> str:
        """The run of a thread, opened and begun unless it is."""
        house = self.opened.house
        name = side_of(house, owner, thread)
        try:
            await house.ensure(owner, ASSISTANT, name, {}, part=choice.unlisted)
        except Gone as error:
            raise NoCounterpart("This talk was erased. Begin another one.") from error
        run = run_of(await house.settings(name, owner))
        if run is None:
            await open_run(house, owner, choice, name)
        if run is None or not run.begun:
            await begin(house, owner, name)
        return name

    async def hear(self, owner: str, run: str, said: AgentSaid, files: Sequence[SentFile] = ()) -> CounterpartReply:
        """What our side answers to a message; its id makes it the same message when it comes again. Without words when
        it waits for more; NoCounterpart when it is over. TimeoutError."""
        house = self.opened.house
        kept = [
            FileRef(name=file.name, media=file.media, blob=await house.files.put(run, file.data, file.media))
            for file in files
        ]
        told = said.model_copy(update={"files": (*said.files, *kept)})
        seq = await house.tell(run, told, owner=owner, key=said.message_id, by="agent")
        await house.settled(run, seq, self.seconds)
        sent = await self.sent(run, seq)
        if not sent:
            return await self._silent(run, seq)
        texts = [reply.text for reply in sent if reply.text]
        every = tuple(file for reply in sent for file in reply.files)
        last = sent[-1]
        return CounterpartReply(seq=last.seq, text="\n\n".join(texts), files=every, finality=last.finality)

    async def sent(self, run: str, after: int = 0) -> list[CounterpartReply]:
        """What our side sent after a record, up to the next message of the other side."""
        house, calls = self.opened.house, dict[str, ToolCall]()
        replies: list[CounterpartReply] = []
        async for record in house.records(run, after):
            match record.event:
                case AgentSaid() if after:
                    break
                case Decided(action=Call() as action):
                    calls |= {f"{record.seq}.{call.id}": call for call in action.tools}
                case Returned(call=id, ok=True, value=value) if id in calls and calls[id].tool == SEND:
                    replies.append(_reply(record, await house.whole(run, value)))
                case _:
                    pass
        return replies

    async def data(self, run: str, file: FileRef) -> bytes:
        """The bytes of a file that our side sent."""
        data = await self.opened.house.files.get(run, file.blob.sha256) if file.blob is not None else None
        return data or b""

    async def _silent(self, run: str, seq: int) -> CounterpartReply:
        """That nothing was sent, unless that is because the run is over."""
        last: Decided | None = None
        async for record in self.opened.house.records(run):
            last = record.event if isinstance(record.event, Decided) else last
        if last is None or isinstance(last.action, Done):
            why = last.reasoning if last is not None else ""
            raise NoCounterpart(f"The other side of this scenario has ended its part. {why}".strip())
        return CounterpartReply(seq=seq, text="")


def side_of(house: House, owner: str, thread: str) -> str:
    """The name of the run that plays the other side of a thread, whether there is one or not."""
    return house.message_conversation(ASSISTANT, f"thread:{thread}", owner)


def _reply(record: Record, value: Json) -> CounterpartReply:
    files = tuple(FileRef.model_validate(file) for file in list_at(value, "files"))
    finality: Finality = "conversation" if text_at(value, "finality") == "conversation" else "turn"
    return CounterpartReply(seq=record.seq, text=text_at(value, "text"), files=files, finality=finality)
