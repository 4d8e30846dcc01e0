"""A conversation as code has it: say something, see what came of it, approve, answer."""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from loket.core.data import FileRef, Json, JsonObject
from loket.core.errors import Conflict, LoketError, NotFound
from loket.core.events import Answered, Event, SurfaceActed, UserSaid
from loket.core.record import Record
from loket.engine.host import Host
from loket.engine.pages import records
from loket.face.steps import Answer, OpenAsk, for_people
from loket.house.house import follow
from loket.views.outcome import Outcomes
from loket.views.outcome_state import OutcomeStep
from loket.views.view import fold

SECONDS = 120.0
GivenFile = Path | tuple[str, bytes]
"""A file of this machine, or what it is called and its bytes."""


@dataclass
class Dialogue:
    """One conversation of `owner` with `assistant`. Everything goes through the engine's front door; whatever is asked
    of it waits until all that it caused is at rest, `seconds` at most.

    A `conversation` that is named is gone on with. `log` are its records so far, `steps` are of the last thing that was
    said or answered, `typed` makes the value of an answer."""

    host: Host
    assistant: str
    owner: str
    conversation: str = ""
    seconds: float = SECONDS
    log: tuple[Record, ...] = ()
    answer: Answer = field(default_factory=Answer)
    typed: TypeAdapter[Any] | None = field(default=None, repr=False)
    _outcomes: Outcomes = field(default_factory=Outcomes, repr=False)

    @property
    def steps(self) -> tuple[OutcomeStep, ...]:
        """What was done since the last thing that was said or answered."""
        return self.answer.steps

    async def ask(self, text: str, *, files: Sequence[GivenFile] = ()) -> Answer:
        """Says something to the assistant, with files if you like; what it answered, asked and did."""
        return await self._tell(UserSaid(text=text, files=await self._put(files)))

    say = ask

    async def stream(self, text: str, *, files: Sequence[GivenFile] = ()) -> AsyncGenerator[OutcomeStep]:
        """The same step by step, as they come."""
        await self._begun()
        before, said = len(self.log), UserSaid(text=text, files=await self._put(files))
        seq = await self.host.tell(self.conversation, said, owner=self.owner)
        shown = 0
        async with aclosing(follow(self.host, self.conversation, before, self.owner)) as batches:
            async for batch in batches:
                self._take(item for item in batch if isinstance(item, Record))
                steps = self._steps(seq)
                for step in steps[shown:]:
                    yield step
                shown = len(steps)
                if self._outcomes.settled(seq):
                    break
        await self._read(seq)

    async def act(self, name: str, surface: str = "", **payload: Any) -> Answer:
        """Presses a button or sends a form: the client event `name` of a page."""
        return await self._tell(SurfaceActed(surface=surface or name, name=name, payload=payload))

    async def approve(self, question: str = "") -> Answer:
        """Lets a held call go; `question` is needed when several things are asked."""
        return await self._answer(question, held=True, approve=True)

    async def edit(self, question: str = "", **args: Json) -> Answer:
        """Lets a held call go with some of its values changed."""
        held = self._question(question, held=True).held or {}
        return await self._answer(question, held=True, edit={**held.get("args", {}), **args})

    async def refuse(self, question: str = "") -> Answer:
        """Refuses a held call."""
        return await self._answer(question, held=True, refuse=True)

    async def choose(self, choice: str, question: str = "") -> Answer:
        """Picks one of the choices of a question, by its id or its label."""
        choices = {label: id for id, label in self._question(question).choices.items()}
        return await self._answer(question, choice=choices.get(choice, choice))

    async def fill(self, question: str = "", **form: Json) -> Answer:
        """Fills in the form of a question."""
        return await self._answer(question, form=form)

    async def file(self, name: str) -> bytes:
        """The newest file of this name, whoever gave or made it. NotFound when there is none, or none any more."""
        looked = await self.host.look(self.conversation, self.owner)
        blobs = [line.file.blob for line in looked.files.all() if line.file.name == name]
        data = await self.host.files.get(self.conversation, blobs[-1].sha256) if blobs and blobs[-1] else None
        if data is None:
            raise NotFound("not_found", f"This conversation has no file {name[:80]}, or has it no longer.")
        return data

    async def view(self, name: str) -> JsonObject:
        """The state of a view of the log: `steps`, `questions`, `screen`, `transcript`."""
        looked = await self.host.look(self.conversation, self.owner)
        state: JsonObject = looked.state()[name]["state"]
        return state

    async def _answer(self, question: str, *, held: bool = False, **answer: Json) -> Answer:
        return await self._tell(Answered.model_validate({"to": self._question(question, held=held).id, **answer}))

    def _question(self, id: str, *, held: bool = False) -> OpenAsk:
        """The open question that is meant. Conflict when there is none, or more than one and none is named."""
        asked = [one for one in self.answer.questions if (one.held is not None or not held) and id in ("", one.id)]
        if len(asked) == 1:
            return asked[0]
        what = "held call" if held else "question"
        if not asked:
            raise Conflict("no_question", f"There is no open {what}{f' {id}' if id else ''}.")
        raise Conflict("several_questions", f"Name the {what}: {', '.join(one.id for one in asked)}.")

    async def _put(self, files: Sequence[GivenFile]) -> tuple[FileRef, ...]:
        if not files:
            return ()
        await self._begun()
        entry, refs = await self.host.owned(self.conversation, self.owner), list[FileRef]()
        for one in files:
            name, data = one if isinstance(one, tuple) else (one.name, await asyncio.to_thread(one.read_bytes))
            refs.append(await self.host.files.put(entry, data, name))
        return tuple(refs)

    async def _begun(self) -> None:
        if not self.conversation:
            self.conversation = await self.host.start(self.owner, self.assistant)
        elif not self.log:
            await self._read(0)

    async def _tell(self, event: Event) -> Answer:
        await self._begun()
        seq = await self.host.tell(self.conversation, event, owner=self.owner)
        try:
            await self.host.settled(self.conversation, seq, self.seconds)
        except TimeoutError as error:
            text = f"Not at rest after {self.seconds:g} seconds; the conversation goes on ({self.conversation})."
            raise LoketError("timeout", text) from error
        return await self._read(seq)

    async def _read(self, seq: int) -> Answer:
        """Takes in what is new in the log, and what became of this record."""
        self._take([record async for record in records(self.host.store, self.conversation, len(self.log))])
        items: list[JsonObject] = (await self.view("questions"))["items"]
        self.answer = Answer.of(self._steps(seq), items)
        if self.typed is not None:
            self.answer = replace(self.answer, value=self._value(self.typed))
        return self.answer

    def _value(self, typed: TypeAdapter[Any]) -> Any:
        """The newest result of these steps. LoketError `bad_result` when it fits the schema and not the type."""
        given = [step.value for step in self.answer.steps if step.decided is not None and step.value is not None]
        try:
            return typed.validate_python(given[-1]) if given else None
        except ValidationError as error:
            raise LoketError("bad_result", f"The answer is no {typed.core_schema.get('type')}: {error}") from error

    def _take(self, records: Iterable[Record]) -> None:
        new = tuple(records)
        self.log += new
        fold(self._outcomes, new)

    def _steps(self, seq: int) -> tuple[OutcomeStep, ...]:
        """What was done since this record, of all that came of what it belongs to."""
        outcome = self._outcomes.outcome(seq)
        return tuple(for_people(step for step in outcome.steps if step.seq > seq)) if outcome is not None else ()
