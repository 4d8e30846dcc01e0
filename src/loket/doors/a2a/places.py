"""Where a message of another agent goes: which conversation, which task, and once only.

A context is a conversation; a task is the seq of the message it began with. A message without a context gets a
conversation that is named after it, so that the same message is the same conversation, also after a crash."""

import hashlib
import re
from datetime import timedelta

from a2a.types import a2a_pb2 as pb
from a2a.utils.errors import InvalidParamsError, TaskNotFoundError, UnsupportedOperationError

from loket.core.errors import Conflict, Gone, LoketError, NotFound, Unavailable
from loket.core.events import Event
from loket.core.ports import Entry
from loket.core.value import unchanging
from loket.doors.a2a.face import A2ASettings, AgentFace
from loket.doors.a2a.said import answer_of, checked, event_of
from loket.doors.a2a.tasks import Place
from loket.engine.host import Host
from loket.engine.names import base62, is_name, new_name
from loket.engine.pages import record_at, records
from loket.house.house import outcomes
from loket.house.sessions import ensure
from loket.views.outcome import Outcomes, answered_at_once
from loket.views.outcome_state import MESSAGE_ID_CHARACTERS, Outcome, sent_key

REPEATED = timedelta(hours=24)
USED = (
    "This messageId was used for another message, less than a day ago. Every message needs an id of its own, such as a "
    "new UUID: send this one again with a new messageId."
)
CONTEXT_CHARACTERS = 200
_TASK = re.compile(r"([0-9A-Za-z]{22})-([1-9][0-9]{0,11})")


@unchanging
class PlacedMessage:
    """A message that is in the log: the task it belongs to and its own seq."""

    place: Place
    seq: int


@unchanging
class _Way:
    """Where a message is going: to a task (0: a new one) of a conversation, which is surely there when it is `old`."""

    conversation: str
    context: str
    task: int = 0
    old: bool = False


class Places:
    """Finds and tells, for one owner at a time. Raises the errors of the A2A library, for things that are somebody
    else's the same as for things that are not there."""

    def __init__(self, host: Host, face: AgentFace, settings: A2ASettings) -> None:
        self._host, self._face, self._settings = host, face, settings

    async def find(self, owner: str, task: str) -> Place:
        """The place of a task that this owner's agent began here."""
        found = _TASK.fullmatch(task)
        entry = await self.entry(found[1], owner) if found is not None else None
        if found is None or entry is None:
            raise TaskNotFoundError
        return Place(found[1], int(found[2]), self.context(entry))

    async def state(self, place: Place) -> tuple[Outcomes, Outcome]:
        """A task after the last committed record, and the fold it stands in."""
        fold = await outcomes(self._host, place.conversation, place.seq, sent=True)
        state = fold.known.get(place.seq)
        if state is None:
            raise TaskNotFoundError
        return fold, state

    async def outcome(self, place: Place) -> Outcome:
        """A task after the last committed record, when nobody wants to look further."""
        recent = self._host.recent(place.conversation, place.seq - 1)
        short = answered_at_once(recent) if recent is not None else None
        return (await self.state(place))[1] if short is None else short

    async def caught_up(self, fold: Outcomes, conversation: str) -> None:
        """Brings a fold that began at the beginning up to the last committed record."""
        async for record in records(self._host.store, conversation, fold.upto):
            fold.apply(record)

    def here(self, entries: list[Entry]) -> list[Entry]:
        """Those of this agent, of conversations with its assistant."""
        return [entry for entry in entries if self._is_here(entry)]

    async def entry(self, conversation: str, owner: str) -> Entry | None:
        """The index entry of a conversation that is this owner's and this agent's."""
        try:
            entry = await self._host.owned(conversation, owner)
        except (NotFound, Gone):
            return None
        return entry if entry.assistant == self._face.assistant and self._is_here(entry) else None

    def context(self, entry: Entry) -> str:
        """What its context is called outside: as the caller named it, else as we do."""
        prefix = self._alias("")
        named = next((alias for alias in entry.aliases if alias.startswith(prefix)), None)
        return entry.conversation if named is None else named.removeprefix(prefix)

    def of_context(self, owner: str, context: str) -> str:
        """The conversation of a context that its caller has named."""
        return self._derived_name("context", owner, context)

    async def tell(self, owner: str, message: pb.Message, settles: bool = False) -> PlacedMessage:
        """Writes a message into the log; the same message id is the same task, with another body it is an error.

        It is durable then, or when it has settled if the caller waits for that (`settles`) before it tells anybody."""
        if len(message.message_id) > MESSAGE_ID_CHARACTERS:
            raise InvalidParamsError(message=f"A messageId has at most {MESSAGE_ID_CHARACTERS} characters.")
        settles = "raw" not in checked(message, self._face, self._settings) and settles  # a file needs its conversation
        way = await self._way(owner, message)
        try:
            return await self._tell(owner, message, way, settles)
        except Conflict as error:
            raise InvalidParamsError(message=USED) from error
        except (NotFound, Gone) as error:
            raise TaskNotFoundError(message="This context was erased.") from error
        except Unavailable:
            raise
        except LoketError as error:
            raise InvalidParamsError(message=error.text) from error

    async def _way(self, owner: str, message: pb.Message) -> _Way:
        task, context = message.task_id, message.context_id
        if task:
            place = await self.find(owner, task)
            if context and context != place.context:
                raise InvalidParamsError(message="The task belongs to another context.")
            return _Way(place.conversation, place.context, place.seq)
        if not context:
            name = self._derived_name("message", owner, message.message_id) if self._settings.repeats else new_name()
            return _Way(name, name)
        if len(context) > CONTEXT_CHARACTERS:
            raise InvalidParamsError(message=f"A contextId has at most {CONTEXT_CHARACTERS} characters.")
        if is_name(context) and (entry := await self.entry(context, owner)) is not None:
            return _Way(context, self.context(entry), old=True)
        return _Way(self.of_context(owner, context), context)

    async def _tell(self, owner: str, message: pb.Message, way: _Way, settles: bool) -> PlacedMessage:
        repeats = self._settings.repeats
        key = sent_key(way.task, message.message_id, "" if repeats else new_name())
        if repeats and (seq := await self._repeated(owner, message, way, key)) is not None:
            return await self._placed(way, seq)
        fresh = way.context == way.conversation and not way.old and not way.task
        if settles and fresh and not self._face.place:
            event = await self._event(message, way)
            seq = await self._host.begin(owner, self._face.assistant, event, way.conversation, key)
            if seq is not None:
                return PlacedMessage(Place(way.conversation, seq, way.context), seq)
        elif not way.task and not way.old:
            aliases = self._aliases(way)
            starting = self._host.start(owner, self._face.assistant, self._face.settings, way.conversation, aliases)
            await ensure(starting, way.conversation)
        event = await self._event(message, way)
        return await self._placed(way, await self._host.tell(way.conversation, event, owner=owner, key=key))

    async def _event(self, message: pb.Message, way: _Way) -> Event:
        if way.task:
            fold, state = await self.state(Place(way.conversation, way.task, way.context))
            if state.ended:
                raise UnsupportedOperationError(message="This task has ended. Begin a new one in its context.")
            answer = answer_of(message, list(fold.turn.questions.values()), state)
            if answer is not None:
                return answer
        return await event_of(message, self._face, self._host, way.conversation)

    async def _repeated(self, owner: str, message: pb.Message, way: _Way, key: str) -> int | None:
        """The seq of this message when it came before. What was sent to a context is noted for a day, so that it is
        found whatever context or task it names when it comes again."""
        store = self._host.store
        first = not message.context_id and not message.task_id
        alone = way.conversation if first else self._derived_name("message", owner, message.message_id)
        name = f"a2a/message/{alone}"
        noted = await store.look(owner, name)
        if noted is None and first:
            return None  # the name of the conversation says it already
        body = hashlib.sha256(message.SerializeToString(deterministic=True)).hexdigest()
        if noted is None:
            if way.conversation != alone and await store.entry(alone) is not None:
                raise InvalidParamsError(message=USED)
            await store.note(owner, name, {"body": body}, expires=self._host.clock() + REPEATED)
            return None
        if noted.value["body"] != body:
            raise InvalidParamsError(message=USED)
        return await store.find(way.conversation, key)

    async def _placed(self, way: _Way, seq: int) -> PlacedMessage:
        if way.task:
            return PlacedMessage(Place(way.conversation, way.task, way.context), seq)
        if way.context == way.conversation and not way.old:
            return PlacedMessage(Place(way.conversation, seq, way.context), seq)
        record, task = await record_at(self._host.store, way.conversation, seq), seq
        if record is not None and record.event.kind == "answered":
            of = (await outcomes(self._host, way.conversation, sent=True)).of
            task = of.get(seq, seq)  # it answered what another task had asked
        return PlacedMessage(Place(way.conversation, task, way.context), seq)

    def _alias(self, context: str) -> str:
        return f"a2a:{self._face.whose}:{context}"

    def _aliases(self, way: _Way) -> tuple[str, ...]:
        """By which other names a new conversation is found."""
        contexts = (self._alias(way.context),) if way.context != way.conversation else ()
        return (*contexts, self._mark(way.conversation)) if self._face.place else contexts

    def _mark(self, conversation: str) -> str:
        """The alias that says that a conversation is of this place."""
        return f"a2a-at:{self._face.place}:{conversation}"

    def _is_here(self, entry: Entry) -> bool:
        return not self._face.place or self._mark(entry.conversation) in entry.aliases

    def _derived_name(self, what: str, owner: str, name: str) -> str:
        """A conversation's name that follows from somebody else's."""
        said = "\n".join((what, owner, self._face.whose, name))
        return base62(int.from_bytes(hashlib.sha256(said.encode("utf-8", "replace")).digest()[:16], "big"))
