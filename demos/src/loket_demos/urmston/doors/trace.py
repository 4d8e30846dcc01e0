"""What a chat client sees of a conversation's records: the steps with their reasons, the words, and how it ended."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from loket.core.actions import Ask, Call, Done, Say
from loket.core.data import Json, JsonObject
from loket.core.events import Decided, Faulted, Held, Returned, Stopped
from loket.core.record import Record
from loket.core.shapes import list_at, text_at
from loket.planners.finding.words import finding_words, spoken

BROKE = "Something of ours broke. Whoever runs this server finds it in the server's log."
PIECE = 40
"""Characters of the words in one delta, up to the end of a word."""


@dataclass
class Trace:
    """Makes events of records, in order. `session` is what the client calls the talk, `title` the assistant's name.

    `upto` is the seq of the last record taken in."""

    title: str
    session: str
    conversation: str
    upto: int = 0
    _text: str = ""
    _final: JsonObject = field(default_factory=dict[str, object])
    _steps: dict[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    _why: dict[str, str] = field(default_factory=dict[str, str])
    _agents: dict[str, str] = field(default_factory=dict[str, str])
    _speaker: str = ""

    def begun(self) -> Iterator[JsonObject]:
        """The first events."""
        yield from self._speaks(self.title)

    def seen(self, records: Iterable[Record]) -> Iterator[JsonObject]:
        """The events of further records; each record counts once."""
        for record in records:
            if record.seq > self.upto:
                self.upto = record.seq
                yield from self._event(record)

    def ended(self) -> Iterator[JsonObject]:
        """The last event: all the words, and what is asked when something is."""
        data = {"final_output": self._text, "session_id": self.session, "conversation": self.conversation}
        yield {"event_type": "final_output", "data": data | {"last_agent_name": self._speaker} | self._final}

    def _event(self, record: Record) -> Iterator[JsonObject]:
        match record.event:
            case Decided() as decided:
                yield from self._decided(record, decided)
            case Returned(call=call) as returned:
                step, tool = self._steps.get(call, ("", ""))
                if step:
                    name, base = text_at(returned.value, "agent_name"), text_at(returned.value, "tasking_base_url")
                    self._agents |= {base: name} if name and base else {}
                    status = "done" if returned.ok else "failed"
                    told: JsonObject = {"call": call, "tool": tool, "response": returned.value, "text": returned.text}
                    told |= {} if returned.ok else {"code": returned.code}
                    yield _trace(record, step, status, told | {"took_ms": returned.took_ms})
            case Held(call=call, title=title):
                why = self._why.get(call) or title
                self._final = {"question": str(record.seq), "choices": _choices(why)}
                yield _trace(record, "trust", "asking", {"call": call, "title": title})
                yield from self._speaks(self.title)
                yield from self._words(why)
            case Faulted(code=code):
                yield {"event_type": "error", "data": {"code": code, "message": f"{BROKE} (record {record.seq})"}}
            case Stopped(code=code):
                yield {"event_type": "error", "data": {"code": code, "message": "The work was stopped."}}
            case _:
                pass

    def _decided(self, record: Record, decided: Decided) -> Iterator[JsonObject]:
        why: JsonObject = {"reasoning": decided.reasoning}
        if decided.considered:
            why["considered"] = [one.model_dump(mode="json") for one in decided.considered]
        match decided.action:
            case Call(tools=calls):
                shown = [{"id": f"{record.seq}.{one.id}", "tool": one.tool, "request": one.args} for one in calls]
                self._steps |= {f"{record.seq}.{one.id}": (decided.step, one.tool) for one in calls}
                self._why |= {f"{record.seq}.{one.id}": " ".join(map(str, list_at(one.args, "why"))) for one in calls}
                yield _trace(record, decided.step, "started", why | {"calls": shown})
                for one in calls:
                    yield from self._speaks(self._agents.get(text_at(one.args, "task_base_url"), self._speaker))
            case Say(text=text, final=False):
                yield _trace(record, decided.step, "done", why | {"text": text})
            case Say(text=text) | Done(summary=text):
                yield _trace(record, decided.step or "answer", "done", why)
                yield from self._speaks(self.title)
                yield from self._words(text)
            case Ask(text=text, choices=choices):
                yield _trace(record, decided.step, "asking", why)
                yield from self._speaks(self.title)
                yield from self._words(text)
                listed = [choice.model_dump(mode="json") for choice in choices]
                self._final = {"question": str(record.seq)} | ({"choices": listed} if listed else {})
            case _:
                pass

    def _words(self, text: str) -> Iterator[JsonObject]:
        if self._text:
            text = f"\n\n{text}"
        self._text += text
        for piece in pieces(text):
            yield {"event_type": "RawResponsesStreamEvent", "data": {"delta": piece}}

    def _speaks(self, name: str) -> Iterator[JsonObject]:
        if name and name != self._speaker:
            self._speaker = name
            yield {"event_type": "AgentUpdatedStreamEvent", "data": {"agent_name": name, "session_id": self.session}}


def pieces(text: str) -> Iterator[str]:
    """The text in pieces that end with a word."""
    while len(text) > PIECE:
        at = text.find(" ", PIECE) + 1
        if at == 0:
            break
        yield text[:at]
        text = text[at:]
    if text:
        yield text


def _trace(record: Record, step: str, status: str, data: JsonObject) -> JsonObject:
    seq: Json = record.seq
    return {"event_type": "TraceEvent", "data": {"step": step, "status": status, "seq": seq, **data}}


def _choices(told: str) -> list[JsonObject]:
    """The two answers to a call that is held, in the language of what is told about it."""
    said = finding_words(spoken((told,), ""))
    return [{"id": "approve", "label": said.agree_yes}, {"id": "refuse", "label": said.agree_no}]
