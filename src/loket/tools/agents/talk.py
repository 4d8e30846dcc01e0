"""Talking with an agent about one task: send once, listen, ask how it goes, until the task rests or our time is up."""

from collections.abc import Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, field

import anyio

from loket.core.data import Json
from loket.core.shapes import is_object, list_at, text_at
from loket.core.tool import ToolFailed
from loket.tools.agents.callback import Callback
from loket.tools.agents.dialect import Deed
from loket.tools.agents.reading import RemoteTask
from loket.tools.agents.rounds import Rounds
from loket.tools.agents.sending import Outgoing
from loket.tools.agents.text import AGENT_TEXT, line
from loket.tools.agents.wire import AgentConnection, NotSpoken
from loket.tools.json_rpc import passes

LOOK_DEADLINE = 20.0
TAKE_BACK = 5.0
"""Seconds to take a task back when the call is cancelled."""

LISTENS = 3
"""Times a lost stream is taken up again before we only ask now and then."""


async def _kept(task: RemoteTask) -> None:
    """Nobody wants to know the id of the task."""


def _unheard(task: RemoteTask) -> None:
    """Nobody wants to know how the task stands."""


@dataclass(slots=True)
class Talk:
    """About one task, on one wire. `until` is a moment on the clock of the event loop. `found` is given the task as
    soon as its id is known, and is waited for; `news` whenever it tells something new, and so is `each`, which is
    waited for: with it what a stream tells is made good by the history. `pause` waits that many seconds.
    With a `callback` the agent is asked to call us when a stream or a while of asking did not bring the end.

    Once the agent told the id of the task, it took the work: only a state that it tells is an outcome from then on, and
    what goes wrong in asking after it is none. An agent that answers, and not with a state, is asked for `trouble`
    seconds; one that does not answer, or says that it can't just now, as long as there is time."""

    wire: AgentConnection
    key: str
    until: float
    answer_deadline: float
    trouble: float = 60.0
    streaming: bool = False
    progress: Callable[[str, Json], None] = lambda note, part: None
    found: Callable[[RemoteTask], Awaitable[None]] = _kept
    news: Callable[[RemoteTask], None] = _unheard
    each: Callable[[RemoteTask], Awaitable[None]] | None = None
    pause: Callable[[float], Awaitable[None]] = anyio.sleep
    callback: Callback | None = None
    task: RemoteTask = field(default_factory=RemoteTask)
    _noted: str = ""
    _told: str = ""
    _listened: bool = False

    async def send(self, message: Outgoing) -> None:
        """Sends the message, once. Raises ToolFailed; NotSpoken when the agent does not understand this dialect."""
        self.task.id = self._noted = message.task
        params = message.params(self.wire.way)
        if self._streams("stream"):
            try:
                await self._listen("stream", params)
                if not self.task.state:
                    raise ToolFailed("unknown_outcome", "The agent said nothing; nobody knows whether it was done.")
                return
            except NotSpoken:
                self.streaming = False
            except ToolFailed:
                if not (self.task.id and self.task.state):
                    raise
                return
        answer_by = min(self.answer_deadline, self._left())
        if not await self._take(await self.wire.ask("send", params, self.key, answer_by)):
            raise ToolFailed("invalid", "The agent answered with something that is neither a task nor a message.")

    async def follow(self) -> RemoteTask:
        """The task at rest. Raises ToolFailed: `still_working` when our time is up before the agent is ready, and
        `unknown_outcome` when it could not be learnt how far it is."""
        try:
            await self._followed(Rounds(self.pause))
        finally:
            if self.callback is not None:
                self.callback.close()
        await self._made_whole()
        return self.task

    async def _followed(self, rounds: Rounds) -> None:
        listens, span = 0, self._left()
        trouble: ToolFailed | None = None
        while not self.task.rests:
            if not self.task.id:
                text = "The agent took it and did not tell under which id; nobody knows whether it is done."
                raise ToolFailed("unknown_outcome", text)
            if self._left() <= 0:
                raise self._still_working() if trouble is None else self._not_told(trouble)
            if self.callback is not None and rounds.news is None and trouble is None:
                await self._be_called(self.callback, rounds)
            listening = rounds.news is None and self._streams("subscribe") and listens < LISTENS
            try:
                if listening:
                    listens += 1
                    await self._listen("subscribe", {"id": self.task.id})
                else:
                    await rounds.turn(self._left())
                    await self.look()
                    trouble = None
                    rounds.recovered()
            except ToolFailed as failed:
                if listening:
                    listens = listens if passes(failed) else LISTENS
                    continue
                if trouble is None and self._cut_short(failed):
                    raise self._still_working() from failed
                trouble = failed
                if rounds.stumbled():
                    self._note(f"It does not tell how far it is ({failed.code}), so it is asked again.")
                if rounds.troubled >= (span if passes(failed) else self.trouble):
                    raise self._not_told(failed) from failed

    def _cut_short(self, failed: ToolFailed) -> bool:
        """Whether our time ended a look, not the agent: what it told last, that it is at work, stands."""
        return failed.code == "timeout" and bool(self.task.state) and self._left() <= 0

    def _still_working(self) -> ToolFailed:
        return ToolFailed("still_working", "The agent is still at work; ask again later.", {"id": self.task.id})

    def _not_told(self, trouble: ToolFailed) -> ToolFailed:
        """What became of work that the agent took and does not speak of: neither done nor failed, as far as we know."""
        told = trouble.value if is_object(trouble.value) else {}
        status = told.get("status")
        http = f", HTTP {status}" if isinstance(status, int) and status >= 300 else ""
        text = (
            f"The agent took it as {line(self.task.id, 100)}, and then did not tell how far it is"
            f" ({trouble.code}{http}). Nobody knows whether it is done; ask after it again before you send it again."
        )
        words = {AGENT_TEXT: told[AGENT_TEXT]} if AGENT_TEXT in told else {}
        return ToolFailed("unknown_outcome", text, {"id": self.task.id, "trouble": trouble.code, **words})

    async def _be_called(self, callback: Callback, rounds: Rounds) -> None:
        """Gives the agent our webhook, once it is time to; one that it has is heard at once. An agent that does not
        take it is asked after as before. Its words are not told: they may hold the token."""
        webhook = callback.of(self.task.id)
        if webhook is None:
            self.callback = None
            return
        if not await callback.is_given(webhook):
            if not callback.asks:
                self.callback = None
                return
            if not (self.streaming and self._listened) and rounds.waited < callback.patience:
                return
            try:
                await callback.give(self.task.id, webhook, self.key, self._look_by())
            except ToolFailed as failed:
                self.callback = None
                self._note(f"It takes no webhook ({failed.code}), so it is asked now and then.")
                return
            self._note("It calls us when there is news.")
        await callback.hear(webhook, rounds)

    async def look(self) -> None:
        """Asks for the task as it is now. Raises ToolFailed, also when the answer is no task."""
        if not self._adopt(await self.wire.ask("get", {"id": self.task.id}, self.key, self._look_by())):
            raise ToolFailed("invalid", "The agent answered with something that is no task.")
        await self._tell()

    async def find(self, context: str, patience: float = 0.0) -> bool:
        """Looks for the task of a message whose answer we never got, by the ids we chose before it left. An agent that
        does not answer, or says that it can't just now, is asked again for so many seconds."""
        rounds = Rounds(self.pause)
        while True:
            try:
                return await self._search(context)
            except ToolFailed as failed:
                if not passes(failed) or rounds.waited >= min(patience, self._left()):
                    return False
            rounds.stumbled()
            await rounds.turn(self._left())

    async def _search(self, context: str) -> bool:
        if "list" in self.wire.way.deeds and context:
            wanted = {"contextId": context, "includeArtifacts": True, "historyLength": 20}
            listed = await self.wire.ask("list", wanted, self.key, self._look_by())
            tasks = [t for t in list_at(listed, "tasks") if is_object(t) and text_at(t, "contextId") == context]
            return len(tasks) == 1 and await self._take(tasks[0])
        if self.wire.way.binding == "capability" or (self.wire.way.dialect, self.wire.way.binding) == (
            "0.1",
            "jsonrpc",
        ):
            return await self._take(await self.wire.ask("get", {"id": self.key}, self.key, self._look_by()))
        return False

    async def take_back(self) -> bool:
        """Asks the agent to stop, for at most five seconds; True when it says that it did."""
        with anyio.move_on_after(TAKE_BACK, shield=True):
            try:
                stopped = await self.wire.ask("cancel", {"id": self.task.id}, self.key, TAKE_BACK)
            except ToolFailed:
                return False
            after = RemoteTask()
            if after.take(stopped) and after.state == "canceled":
                self.news(after)
                return True
        return False

    @property
    def _retells(self) -> bool:
        """Whether each message that a stream told is to be told in the order of the history."""
        return self.each is not None and self._listened

    def _streams(self, deed: Deed) -> bool:
        return self.streaming and deed in self.wire.way.deeds

    async def _listen(self, deed: Deed, params: dict[str, Json]) -> None:
        self._listened = True
        frames = self.wire.frames(deed, params, self.key, self.until)
        async with aclosing(frames):
            async for frame in frames:
                await self._take(frame)
                if self.task.rests:
                    return

    async def _made_whole(self) -> None:
        """A stream that was odd, or ended without a word, is made good by looking once more; it may well be true. So is
        one of which each message is to be told."""
        empty = not (self.task.artifacts or self.task.said)
        each = self._retells
        if self.task.id and (self.task.odd or each or (empty and self.task.state == "completed" and self.streaming)):
            try:
                await self.look()
                each = False
            except ToolFailed:
                pass  # what ended this call stands
        if each:
            await self._tell()

    def _adopt(self, answer: Json) -> bool:
        """The whole task in place of what we pieced together; whether the answer is one. What rests stays at rest."""
        fresh = RemoteTask(id=self.task.id, context=self.task.context)
        if not (fresh.take(answer) and fresh.state):
            return False
        if (self.task.rests and not fresh.rests) or (self.task.over and not fresh.over):
            return False
        fresh.odd = self.task.odd
        self.task = fresh
        return True

    async def _take(self, frame: Json) -> bool:
        before = len(self.task.spoken.items)
        taken = self.task.take(frame)
        if taken and self.task.id and self.task.id != self._noted:
            self._noted = self.task.id
            await self.found(self.task)
        if taken and not (self._retells and self.task.rests):
            if self._retells and self.task.id and len(self.task.spoken.items) > before:
                await self._catch_up()
            await self._tell()
        return taken

    async def _catch_up(self) -> None:
        """What the history has stands before what a stream told, which may have left something out."""
        fresh = RemoteTask(id=self.task.id)
        try:
            fresh.take(await self.wire.ask("get", {"id": self.task.id}, self.key, self._look_by()))
        except ToolFailed:
            return
        fresh.spoken.go_on(self.task.spoken)
        self.task.spoken = fresh.spoken

    async def _tell(self) -> None:
        if self.each is not None:
            await self.each(self.task)
        told = f"{self.task.state}: {self.task.asks()[:200]}"
        if told != self._told:
            self._told = told
            self.news(self.task)

    def _note(self, note: str) -> None:
        self.progress(note, {"task": self.task.id, "state": self.task.state})

    def _look_by(self) -> float:
        return min(LOOK_DEADLINE, self.answer_deadline, max(self._left(), 1))

    def _left(self) -> float:
        return self.until - anyio.current_time()
