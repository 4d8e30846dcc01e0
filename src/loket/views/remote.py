"""The remote work of a conversation, as far as its records tell: where each call went, and what was heard of it."""

from collections.abc import Container, Iterator
from dataclasses import dataclass, field

from loket.core.data import JsonObject
from loket.core.events import AgentSaid, TaskOpened
from loket.core.record import Record
from loket.core.remote import RemoteTaskNow

MOST = 100
"""Calls whose remote work is remembered once they are back; those that are out always are."""

MOST_NEWS = 50
"""News of one call that are recorded."""
MOST_MESSAGES = 200
"""The same of messages that are told by themselves."""

NAMELESS = "~"
"""How the id of a message begins to which its agent gave none; see `tools/agents/history.py`."""


@dataclass(slots=True)
class RemoteWork:
    """What a remote agent does, or did, for one of our calls: `opened` is what record `seq` says of it last, `scope`
    that of the call, `heard` the names of its news, `state` the last that the agent told of it."""

    seq: int
    scope: str
    opened: TaskOpened
    heard: tuple[str, ...] = ()
    state: str = ""

    def new(self, news: AgentSaid) -> bool:
        """Whether these news were not recorded yet, and still may be."""
        most = MOST_MESSAGES if is_message(news) else MOST_NEWS
        return name_of(news) not in self.heard and len(self.heard) < most


def name_of(news: AgentSaid) -> str:
    """By what the same news are known, however they come."""
    return f"{news.message_id} {news.state or ''}"


def is_message(news: AgentSaid) -> bool:
    """Whether it is a message told by itself, which is one of its task and not of one call."""
    return bool(news.message_id) and news.state is None


@dataclass(slots=True)
class RemoteWorks:
    """Changes in place: the work of each call, and the state that each agent told last."""

    works: dict[str, RemoteWork] = field(default_factory=dict)
    agents: dict[str, str] = field(default_factory=dict)

    def open(self, record: Record, opened: TaskOpened, out: Container[str], forked: int) -> None:
        """Takes in where a call is sent, or the name of its task; what was heard before the copy was made is of other
        work. Forgets the oldest calls that are not `out` any more."""
        before = self.works.pop(opened.call, None)
        heard, state = (before.heard, before.state) if before is not None and before.seq >= forked else ((), "")
        self.works[opened.call] = RemoteWork(record.seq, record.scope, opened, heard, state)
        if opened.task:
            self.agents[opened.agent] = "working"
        if len(self.works) > MOST:
            for call in [call for call in self.works if call not in out][: len(self.works) - MOST]:
                del self.works[call]

    def hear(self, said: AgentSaid) -> None:
        """Takes in what an agent told."""
        if said.state:
            self.agents[said.agent] = said.state
        if (work := self.works.get(said.call or "")) is not None and work.new(said):
            work.heard = (*work.heard, name_of(said))
            work.state = said.state or work.state

    def unheard(self, work: RemoteWork, news: AgentSaid) -> AgentSaid | None:
        """The news as they are to be recorded; None when they were, or may not be any more.

        A message is known by its id in all calls of its task. One without an id is known by what it says: where the
        history has it, by how often it was said before; else it is new once for each call."""
        if not is_message(news):
            return news if work.new(news) else None
        if not news.message_id.startswith(NAMELESS):
            same = [one for one in self._of_task(work) if name_of(news) in one.heard]
            return news if not same and work.new(news) else None
        digest, _, nth = news.message_id.partition(".")
        heard = [name for one in self._of_task(work) for name in one.heard if name.startswith(f"{digest}.")]
        here = [name for name in work.heard if name.startswith(f"{digest}.")]
        if len(here) == MOST_MESSAGES or (int(nth) <= len(heard) if nth else here):
            return None
        return news.model_copy(update={"message_id": f"{digest}.{len(heard) + 1}"})

    def _of_task(self, work: RemoteWork) -> Iterator[RemoteWork]:
        task, agent = work.opened.task, work.opened.agent
        return (
            one
            for one in self.works.values()
            if one is work or (task and one.opened.task == task and one.opened.agent == agent)
        )

    def tasks(self, forked: int) -> dict[str, RemoteTaskNow]:
        """The tasks that this conversation itself gave, after it was copied from another one, by the agents' ids."""
        own = [work for work in self.works.values() if work.seq > forked and work.opened.task]
        return {work.opened.task: RemoteTaskNow(work.opened, work.state) for work in own}

    def state(self) -> JsonObject:
        """All of it as plain JSON."""
        works = [
            {"seq": w.seq, "scope": w.scope, "opened": w.opened.model_dump(mode="json"), "heard": list(w.heard)}
            | {"state": w.state}
            for w in self.works.values()
        ]
        return {"works": works, "agents": dict(self.agents)}


def works_from(state: JsonObject) -> RemoteWorks:
    """The works whose `state` this is."""
    works = [
        RemoteWork(
            raw["seq"],
            raw["scope"],
            TaskOpened.model_validate(raw["opened"]),
            tuple(raw["heard"]),
            raw.get("state", ""),
        )
        for raw in state["works"]
    ]
    return RemoteWorks({work.opened.call: work for work in works}, dict(state["agents"]))
