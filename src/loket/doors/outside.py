"""What became of a message that came in by a door of tools or of agents: what came back, or what waits for approval."""

from dataclasses import dataclass, field

from loket.core.data import JsonObject, text_of
from loket.core.events import AgentSaid, Answered, Closed, Held, Progressed, Returned
from loket.core.record import Record
from loket.core.tool import ToolFailed
from loket.engine.host import Host
from loket.engine.pages import records

WAITING = "waiting_for_approval"


class NeedsApproval(ToolFailed):
    """A person must approve the call first. Nothing was done yet; `question` is what to answer."""

    def __init__(self, what: str, place: "OutsidePlace", question: str, again: JsonObject) -> None:
        """`again` is what to send once more for the result: the name of an id and the id."""
        [(name, key)] = again.items()
        text = (
            f"{what} is waiting for approval: it was not done yet. A person can approve it at {place.link} - "
            f"for the result, send the same again with {name} {key}."
        )
        super().__init__(WAITING, text, {"link": place.link, **again})
        self.what = what
        self.place = place
        self.question = question


@dataclass(frozen=True, slots=True)
class OutsidePlace:
    """The conversation of a call from outside, and whose it is. `at` is the address of this server's pages."""

    conversation: str
    owner: str
    at: str

    @property
    def link(self) -> str:
        """Where a person finds it."""
        return f"{self.at}/#/t/{self.conversation}"


@dataclass(slots=True)
class CallOutcome:
    """A fold of the records since a message: all messages, what first came back to the root after the last one, the
    question of a call that is held now, and what calls told of their progress."""

    messages: list[Record] = field(default_factory=list[Record])
    returned: Returned | None = None
    question: str = ""
    notes: list[tuple[int, Progressed]] = field(default_factory=list[tuple[int, Progressed]])
    _held: dict[str, str] = field(default_factory=dict[str, str])

    def apply(self, record: Record) -> None:
        match record.event:
            case AgentSaid(call=str() as call, text=text, state=state):
                self.notes.append((record.seq, Progressed(call=call, note=text_of(text) or state or "")))
            case AgentSaid() if record.scope == "/":
                self.messages.append(record)
                self.returned = None
            case Held(call=call):
                self._held[call] = str(record.seq)
            case Answered(to=to) | Closed(question=to):
                self._held = {call: question for call, question in self._held.items() if question != to}
            case Progressed() as note:
                self.notes.append((record.seq, note))
            case Returned(call=call) as returned:
                self._held.pop(call, None)
                if record.scope == "/" and self.returned is None:
                    self.returned = returned
            case _:
                pass
        self.question = next(iter(self._held.values()), "")


async def outcome_of(host: Host, conversation: str, seq: int) -> CallOutcome:
    """What the records from `seq` on tell."""
    outcome = CallOutcome()
    if (recent := host.recent(conversation, seq - 1)) is not None:
        for record in recent:
            outcome.apply(record)
        return outcome
    async for record in records(host.store, conversation, seq - 1):
        outcome.apply(record)
    return outcome
