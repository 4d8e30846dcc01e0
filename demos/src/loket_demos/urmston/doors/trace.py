"""What a chat client sees of what became of its message: steps with their reasons, the words, and how it ended."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from loket.core.actions import Ask, Call, Done, Say
from loket.core.data import JsonObject
from loket.core.events import Decided
from loket.core.record import Record
from loket.core.shapes import object_at, text_at
from loket.house.house import Outcomes, OutcomeStep
from loket.house.sse import pieces
from loket.planners.finding.answer import listed
from loket.planners.finding.words import FindingWords, finding_words, spoken

BROKE = "Something of ours broke. Whoever runs this server finds it in the server's log."


@dataclass
class Trace:
    """Makes events of what became of the message `seq`, in order; those of what was before it are not told again.
    `session` is what the client calls the talk, `title` the assistant's name."""

    title: str
    session: str
    conversation: str
    seq: int
    outcomes: Outcomes
    _shown: int = 0
    _text: str = ""
    _final: JsonObject = field(default_factory=dict[str, object])
    _agents: dict[str, str] = field(default_factory=dict[str, str])
    _speaker: str = ""

    def begun(self) -> Iterator[JsonObject]:
        """The first events."""
        yield from self._speaks(self.title)
        yield from self._news()

    def seen(self, records: Iterable[Record]) -> Iterator[JsonObject]:
        """The events of further records; each record counts once."""
        for record in records:
            self.outcomes.apply(record)
            yield from self._news()

    def ended(self) -> Iterator[JsonObject]:
        """The last event: all the words, and what is asked when something is."""
        data = {"final_output": self._text, "session_id": self.session, "conversation": self.conversation}
        yield {"event_type": "final_output", "data": data | {"last_agent_name": self._speaker} | self._final}

    def _news(self) -> Iterator[JsonObject]:
        outcome = self.outcomes.outcome(self.seq)
        steps = outcome.steps if outcome is not None else []
        for step in steps[self._shown :]:
            name, base = text_at(step.value, "agent_name"), text_at(step.value, "tasking_base_url")
            self._agents |= {base: name} if name and base else {}
            if step.seq > self.seq:
                yield from self._event(step, steps)
        self._shown = len(steps)

    def _event(self, step: OutcomeStep, steps: Sequence[OutcomeStep]) -> Iterator[JsonObject]:
        match step.kind:
            case "tool":
                decided = _decided_by(step, steps)
                told: JsonObject = {"call": step.call, "tool": step.name, "response": step.value, "text": step.text}
                told |= {} if step.ok else {"code": step.code}
                name, status = decided.step if decided is not None else "", "done" if step.ok else "failed"
                yield _trace(step, name, status, told | {"took_ms": step.took_ms})
            case "held":
                decided = _decided_by(step, steps)
                said = finding_words(spoken((decided.reasoning if decided is not None else step.text,), ""))
                choices = [{"id": "approve", "label": said.confirm_yes}, {"id": "refuse", "label": said.confirm_no}]
                self._final = {"question": str(step.seq), "choices": choices}
                yield _trace(step, "consent", "asking", {"call": step.call, "title": step.text})
                yield from self._speaks(self.title)
                yield from self._words(question_of(step.args, decided, step.text, said))
            case "fault":
                text = f"{BROKE} (record {step.seq})"
                yield {"event_type": "error", "data": {"code": step.code, "message": text}}
            case "stopped":
                yield {"event_type": "error", "data": {"code": step.code, "message": "The work was stopped."}}
            case _ if step.decided is not None:
                yield from self._decided(step, step.decided)
            case _:
                pass

    def _decided(self, step: OutcomeStep, decided: Decided) -> Iterator[JsonObject]:
        why: JsonObject = {"reasoning": decided.reasoning}
        if decided.considered:
            why["considered"] = [one.model_dump(mode="json") for one in decided.considered]
        match decided.action:
            case Call(tools=calls):
                shown = [{"id": f"{step.seq}.{one.id}", "tool": one.tool, "request": one.args} for one in calls]
                yield _trace(step, decided.step, "started", why | {"calls": shown})
                for one in calls:
                    yield from self._speaks(self._agents.get(text_at(one.args, "task_base_url"), self._speaker))
            case Say(text=text, final=False):
                yield _trace(step, decided.step, "done", why | {"text": text})
            case Say(text=text) | Done(summary=text):
                yield _trace(step, decided.step or "answer", "done", why)
                yield from self._speaks(self.title)
                yield from self._words(text)
            case Ask(text=text, choices=choices):
                yield _trace(step, decided.step, "asking", why)
                yield from self._speaks(self.title)
                yield from self._words(text)
                listed = [choice.model_dump(mode="json") for choice in choices]
                self._final = {"question": str(step.seq)} | ({"choices": listed} if listed else {})
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


def _trace(step: OutcomeStep, name: str, status: str, data: JsonObject) -> JsonObject:
    return {"event_type": "TraceEvent", "data": {"step": name, "status": status, "seq": step.seq, **data}}


def _decided_by(step: OutcomeStep, steps: Sequence[OutcomeStep]) -> Decided | None:
    """The decision that a step is a call of."""
    return next((one.decided for one in steps if step.call.startswith(f"{one.seq}.")), None)


def question_of(args: JsonObject, decided: Decided | None, title: str, said: FindingWords) -> str:
    """A call that is held, as a question: why it waits, what it is, and all that would leave."""
    given = listed(object_at(args, "parameters"), said)
    words = text_at(args, "query") or ("" if given else text_at(args, "contextual_query_text"))
    what = f"{title}{given}{': ' if title and words else ''}{words}"
    why = decided.reasoning if decided is not None else ""
    return f"{why} {what}. {said.shall}".replace("..", ".").strip()
