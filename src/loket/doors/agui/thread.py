"""A thread is a conversation: what a client brings to it in a run is told there, once however often it is sent."""

import hashlib
import json
from dataclasses import dataclass, field

from loket.core.actions import Ask
from loket.core.data import FileRef, Json, JsonObject
from loket.core.events import Answered, Decided, Event, UserSaid
from loket.core.outside import ClientSide
from loket.core.planner import ClientAware
from loket.doors.agui.answers import answer_of
from loket.doors.agui.asked import Attached, LastUserMessage, ResumeEntry, RunInput, last_words
from loket.doors.agui.client_side import offered, results, unread
from loket.doors.agui.parts import MESSAGE
from loket.doors.sound import sound, sound_settings
from loket.house.house import House
from loket.views.questions import QuestionItem, Questions

CHANNEL = "agui"


@dataclass
class Thread:
    """The conversation of a thread, the records of what one run brought there, and whether any of them is new."""

    house: House
    owner: str
    conversation: str
    assistant: str
    seqs: list[int] = field(default_factory=list)
    fresh: bool = False
    unread: JsonObject = field(default_factory=dict)

    async def bring(self, wanted: RunInput) -> None:
        """Answers first, then what was pressed, then what was said."""
        client = await self._client(wanted)
        for entry in wanted.resume or ():
            await self._answer(entry)
        for message, call, text in results(wanted):
            await self._done(message, call, text)
        if (acted := wanted.pressed) is not None:
            key = f"press:{_digest([wanted.run, acted.model_dump()])}"
            if not await self._repeats(key):
                await self._tell(acted, key)
        if (words := last_words(wanted)) is not None:
            await self._say(words, client)

    async def _client(self, wanted: RunInput) -> ClientSide | None:
        """What stands beside the message, when this assistant has a model that can use it; the rest is `unread`."""
        host = self.house.host
        planner, spec = host.kit.planners.get(self.assistant), host.kit.assistants[self.assistant]
        settings = {**spec.settings, **await self.house.settings(self.conversation, self.owner)}
        if not isinstance(planner, ClientAware) or not planner.uses_client(settings):
            self.unread = unread(wanted)
            return None
        client, self.unread = offered(wanted)
        return client

    async def _done(self, message: str, call: str, text: str) -> None:
        """What the client did of what it was asked for; of calls of others it has nothing to tell."""
        seq = call.partition(".")[0]
        asked = await self.house.record(self.conversation, int(seq)) if seq.isdecimal() and len(seq) < 16 else None
        action = asked.event.action if asked is not None and isinstance(asked.event, Decided) else None
        if not isinstance(action, Ask) or action.call is None or call != f"{seq}.{action.call.id}":
            return
        if not await self._repeats(MESSAGE + message):
            await self._tell(Answered(to=seq, text=text), MESSAGE + message)

    async def questions(self) -> list[QuestionItem]:
        """Those that are open."""
        view = (await self.house.look(self.conversation, self.owner)).views[Questions.name]
        return view.open() if isinstance(view, Questions) else []

    async def _answer(self, entry: ResumeEntry) -> None:
        key = f"resume:{_digest([entry.interrupt, entry.status, entry.payload])}"
        sound(entry.payload)
        if not await self._repeats(key):
            await self._tell(answer_of(entry, await self.questions()), key)

    async def _say(self, words: LastUserMessage, client: ClientSide | None) -> None:
        key = MESSAGE + words.id
        before = await self.house.repeated(self.conversation, key)
        if before is not None and self.seqs:
            return  # the end of what was said before the question that is answered here
        if before is not None and isinstance(before.event, Answered) and before.event.choice is not None:
            self.seqs.append(before.seq)
            return
        files = tuple([await self._file(file) for file in words.files]) if before is None else ()
        if before is not None and isinstance(before.event, UserSaid):
            files, client = before.event.files, before.event.client
        chosen = _chosen(words, await self.questions()) if before is None else None
        said = UserSaid(text=words.text, files=files, channel=CHANNEL, client=client)
        await self._tell(chosen or said, key, before is None)

    async def _file(self, file: Attached) -> FileRef:
        """As files of people come in: within what their owner may store, of the type that what is in them tells."""
        if file.uri:
            return FileRef(name=file.name, media=file.media or "application/octet-stream", uri=file.uri)
        host = self.house.host
        return await host.files.put(await host.owned(self.conversation, self.owner), file.data, file.name)

    async def _repeats(self, key: str) -> bool:
        """Whether it was told before: then it is what this run is about again."""
        record = await self.house.repeated(self.conversation, key)
        if record is not None:
            self.seqs.append(record.seq)
        return record is not None

    async def _tell(self, event: Event, key: str, fresh: bool = True) -> None:
        self.seqs.append(await self.house.tell(self.conversation, event, self.owner, key))
        self.fresh = self.fresh or fresh


async def thread_of(house: House, owner: str, assistant: str, wanted: RunInput) -> Thread:
    """The conversation that a thread stands for, begun when there is none; its own name will do as well."""
    entry = await house.owned(wanted.thread, owner, assistant)
    if entry is not None:
        return Thread(house, owner, entry.conversation, assistant)
    sound_settings(wanted.settings)
    conversation = await house.session(owner, assistant, wanted.thread, wanted.settings or None)
    return Thread(house, owner, conversation, assistant)


def _chosen(words: LastUserMessage, questions: list[QuestionItem]) -> Answered | None:
    """The choice that the words are, letter for letter, when it is one alone."""
    said = words.text.strip().casefold()
    meant = [
        Answered(to=question.id, choice=choice.id)
        for question in questions
        for choice in question.choices
        if said in (choice.id.casefold(), choice.label.strip().casefold())
    ]
    return meant[0] if len(meant) == 1 and not words.files else None


def _digest(value: Json) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()
