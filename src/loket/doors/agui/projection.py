"""Records and words in the making as events of AG-UI: what is said, called and given to specialists.

Ids follow from the log, so that whoever comes again is told the same: a message has the id of its draft or of its
record, a call its own, a specialist's run that of the call which began it."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from loket.core.actions import Action, Ask, Call, Done, Say, Usage
from loket.core.data import Json, JsonObject, text_of
from loket.core.events import (
    AgentSaid,
    Answered,
    ClientTold,
    Decided,
    Discarded,
    Drafted,
    Faulted,
    Held,
    Opened,
    Progressed,
    Returned,
    Stopped,
    UserSaid,
)
from loket.core.record import Record
from loket.doors.agui.frames import event, reason_events, text_events
from loket.doors.agui.parts import call_events, content_of, message_id, with_files
from loket.doors.agui.state import tag_of
from loket.doors.agui.thinking import Thinking
from loket.house.house import ThinkingWords, Words, WordsGone
from loket.views.turn import Turn

BROKE = "Something went wrong on our side. What you said is kept: try again, or say it in other words."
SPENT = "This conversation has used what it may use for one message, and was stopped."


@dataclass(slots=True)
class _Draft:
    tag: str | None
    sent: str = ""


@dataclass
class Projection:
    """Folds the records of a conversation. `turn` is the working state that they come to; `failure` is what ended the
    last message of the person and `stopped` whether they did, `result` what came of it, `usage` what it cost, by model;
    `mended` are messages that came out other than they were told, None for one that counts no more."""

    turn: Turn = field(default_factory=Turn)
    held: dict[str, Held] = field(default_factory=dict)
    failure: tuple[str, str] | None = None
    stopped: bool = False
    result: Json = None
    usage: dict[str, Usage] = field(default_factory=dict)
    mended: dict[str, str | None] = field(default_factory=dict)
    thinking: Thinking = field(default_factory=Thinking)
    _drafts: dict[str, _Draft] = field(default_factory=dict)
    _kept: dict[str, int] = field(default_factory=dict)
    _open: dict[str, str | None] = field(default_factory=dict)
    _ended: set[str] = field(default_factory=set)

    def begin(self) -> None:
        """From here on it is a run of its own."""
        self.failure, self.stopped, self.result, self.usage = None, False, None, {}
        self.announce_anew()

    def announce_anew(self) -> None:
        """Whoever comes now knows of no specialist: one that goes on is announced again."""
        self._open, self._ended = {}, set()

    def apply(self, record: Record) -> list[JsonObject]:
        """Takes the next record in; what it tells a client."""
        ended = self.thinking.pause(record.scope) if isinstance(record.event, Decided | Discarded) else []
        told = [*ended, *self._of(record)]
        if not isinstance(record.event, Opened):
            self.turn.apply(record)
        return told

    def hear(self, news: Words | WordsGone | ThinkingWords) -> list[JsonObject]:
        """What comes besides records."""
        match news:
            case ThinkingWords():
                return (
                    [*self._announced(news.scope), *self.thinking.hear(news)] if news.text else self.thinking.end(news)
                )
            case Words():
                return [*self.thinking.pause(news.scope), *self.write(news)]
            case WordsGone(draft=draft):
                return self.take_back(draft)

    def write(self, words: Words) -> list[JsonObject]:
        """Words in the making, once each however often they come."""
        draft = self._drafts.get(words.draft)
        known = len(draft.sent) if draft is not None else 0
        fresh = words.text[known - words.offset :] if words.offset <= known else ""
        if not fresh:
            return []
        told: list[JsonObject] = []
        if draft is None:
            tag = tag_of(words.scope)
            draft = self._drafts[words.draft] = _Draft(tag)
            told = [*self._announced(words.scope), *text_events(words.draft, "", tag)[:1]]
        draft.sent += fresh
        return [*told, event("TEXT_MESSAGE_CONTENT", messageId=words.draft, delta=fresh, subagentRunId=draft.tag)]

    def take_back(self, draft: str) -> list[JsonObject]:
        """The words of a draft count no more; empty when none of them were told."""
        written = self._drafts.pop(draft, None)
        if written is None:
            return []
        self.mended[draft] = None
        return [event("TEXT_MESSAGE_END", messageId=draft, subagentRunId=written.tag)]

    @property
    def writing(self) -> bool:
        """Whether words are in the making; of a thought that was stopped it is said next what becomes of them."""
        return bool(self._drafts)

    def close(self) -> Iterator[JsonObject]:
        """Ends what is still open when the run ends: a specialist whose question is open waits for it."""
        yield from self.thinking.close()
        for tag in reversed(list(self._open)):
            asked = [question.id for question in self.turn.questions.values() if tag_of(question.scope) == tag]
            yield event("SUBAGENT_FINISHED", subagentRunId=tag, outcome={"type": "suspended", "interruptIds": asked})
        self._open = {}

    def _of(self, record: Record) -> Iterator[JsonObject]:
        seq, scope, tag = record.seq, record.scope, tag_of(record.scope)
        match record.event:
            case Decided(action=action) as decided:
                self._spend(decided.usage)
                yield from self._decided(record, decided, action)
            case Drafted(of=draft, text=text):
                offset = self._kept.get(draft, 0)
                self._kept[draft] = offset + len(text)
                yield from self.write(Words(draft, scope, offset, text))
            case Discarded(usage=usage, draft=draft, text=text):
                self._spend(usage)
                id = draft or ""
                yield from self._spoken(id, text, tag, interrupted=True) if text else self.take_back(id)
            case Opened():
                self.turn.apply(record)
                yield from self._announced(scope)
            case Returned() as back:
                yield from self._returned(seq, back, tag)
            case Held() as held:
                self.held[str(seq)] = held
            case Progressed(usage=used) if used is not None:
                self._spend(used)
            case Progressed(call=call, note=note, part=part):
                content = {"call": call, "note": note} | ({} if part is None else {"part": part})
                yield event(
                    "ACTIVITY_SNAPSHOT",
                    messageId=f"progress-{call}",
                    activityType="progress",
                    content=content,
                    subagentRunId=tag,
                )
            case ClientTold(command=command):
                yield event("CUSTOM", name="client_command", value=command, subagentRunId=tag)
            case UserSaid(text=text, files=files):
                yield from text_events(message_id(record), with_files(text_of(text), files), role="user")
            case AgentSaid(text=text, files=files, call=None, agent=agent) if text or files:
                yield from text_events(message_id(record), with_files(text_of(text), files), role="user", name=agent)
            case Answered(to=to, text=text) if (call := self._asked_of_client(to)) is not None:
                ids = {"messageId": message_id(record), "toolCallId": call, "role": "tool"}
                yield event("TOOL_CALL_RESULT", **ids, content=text or "", subagentRunId=tag)
            case Answered() as answer if words := self._answer(answer):
                yield from text_events(message_id(record), words, role="user")
            case Faulted(code=code, text=text) if scope == "/":
                self.failure = (code, text or BROKE)
            case Stopped(scope="/", code=code):
                self.stopped = code == "user"
                self.failure = None if self.stopped else (code, SPENT)
            case _:
                pass

    def _decided(self, record: Record, decided: Decided, action: Action) -> Iterator[JsonObject]:
        yield from self._announced(record.scope)
        tag, id = tag_of(record.scope), decided.draft or f"answer-{record.seq}"
        match action:
            case Say(text=text, files=files):
                yield from self._spoken(id, with_files(text, files), tag)
            case Ask(text=text, call=call):
                yield from self._spoken(id, text if call is None or decided.draft else "", tag)
                if call is not None:
                    yield from call_events(f"{record.seq}.{call.id}", call, id, tag)
            case Call(calls=calls, text=text):
                if decided.reasoning and id not in self._drafts:  # reasons come first, or not at all
                    yield from reason_events(f"reason-{record.seq}", decided.reasoning, tag)
                yield from self._spoken(id, text, tag)
                for call in calls:
                    yield from call_events(f"{record.seq}.{call.id}", call, id, tag)
            case Done(summary=text, value=value):
                yield from self._spoken(id, text if tag is None else "", tag)
                self.result = value if tag is None else self.result
            case _:
                yield from self.take_back(decided.draft or "")

    def _spoken(self, id: str, text: str, tag: str | None, interrupted: bool = False) -> Iterator[JsonObject]:
        """The words of a decision: those of its draft that were not told yet, or all of them."""
        draft = self._drafts.pop(id, None)
        if draft is None and not text:
            return
        if draft is None:
            draft = _Draft(tag)
            yield text_events(id, "", tag)[0]
        if text.startswith(draft.sent):
            if rest := text[len(draft.sent) :]:
                yield event("TEXT_MESSAGE_CONTENT", messageId=id, delta=rest, subagentRunId=tag)
        elif text:
            self.mended[id] = text
        marked = {"loket": {"interrupted": True}} if interrupted else None
        yield event("TEXT_MESSAGE_END", messageId=id, subagentRunId=tag, metadata=marked)

    def _announced(self, scope: str) -> Iterator[JsonObject]:
        """The specialist of a scope, and first those above it, unless they were."""
        path, above = "/", None
        for tag in scope.strip("/").split("/") if scope != "/" else ():
            path = f"{path}{tag}/"
            if tag not in self._open and tag not in self._ended:
                there = self.turn.scopes.get(path)
                task = there.task if there is not None else None
                self._open[tag] = above
                yield event(
                    "SUBAGENT_STARTED",
                    subagentRunId=tag,
                    name=task.to if task is not None else tag,
                    description=(task.task or task.intent) if task is not None else None,
                    parentSubagentRunId=above,
                    parentToolCallId=tag,
                )
            above = tag

    def _returned(self, seq: int, back: Returned, tag: str | None) -> Iterator[JsonObject]:
        for inner in [one for one, above in self._open.items() if above == back.call]:
            yield from self._finished(inner, back)
        if back.call in self._open:
            yield from self._finished(back.call, back)
        content = content_of(back)
        failed = None if back.ok else {"loket": {"ok": False, "code": back.code}}
        yield event(
            "TOOL_CALL_RESULT",
            messageId=f"result-{seq}",
            toolCallId=back.call,
            content=content,
            role="tool",
            subagentRunId=tag,
            metadata=failed,
        )

    def _finished(self, tag: str, back: Returned) -> Iterator[JsonObject]:
        del self._open[tag]
        self._ended.add(tag)
        for draft in [id for id, draft in self._drafts.items() if draft.tag == tag]:
            yield from self.take_back(draft)
        if back.ok:
            yield event("SUBAGENT_FINISHED", subagentRunId=tag, result=back.value)
        else:
            yield event("SUBAGENT_ERROR", subagentRunId=tag, message=back.text or content_of(back), code=back.code)

    def _asked_of_client(self, question: str) -> str | None:
        """The call that the client was asked for, by the question that this is in the log."""
        asked = self.turn.questions.get(question)
        call = asked.ask.call if asked is not None and asked.ask is not None else None
        return None if call is None else f"{question}.{call.id}"

    def _answer(self, answer: Answered) -> str:
        """What was answered, as the person would have said it; a yes or no to a call is told by what comes of it."""
        question = self.turn.questions.get(answer.to)
        choices = question.ask.choices if question is not None and question.ask is not None else ()
        chosen = next((choice.label for choice in choices if choice.id == answer.choice), answer.choice)
        return answer.text or chosen or ""

    def _spend(self, usage: Usage | None) -> None:
        if usage is not None and usage.tokens:
            before = self.usage.get(usage.model)
            self.usage[usage.model] = usage if before is None else usage.after(before)
