"""The view `transcript`: what was said, asked, answered and done, in order, by the person, the assistant and agents."""

from dataclasses import dataclass, field
from typing import Literal

from loket.core.actions import Ask, Call, Choice, Done, Say
from loket.core.data import BlobRef, FileRef, Json, Text, text_of
from loket.core.events import (
    AgentSaid,
    Answered,
    Changed,
    Decided,
    Discarded,
    Faulted,
    FileAdded,
    Held,
    Rated,
    Redacted,
    Stopped,
    SurfaceActed,
    UserSaid,
)
from loket.core.record import Record
from loket.views.plain import INTERRUPTED, iso, light, short
from loket.views.view import FoldedView

WINDOW = 500
"""Items kept; `dropped` counts the older ones."""

ItemKind = Literal["said", "asked", "answered", "acted", "done", "fault", "stopped"]


@dataclass(slots=True, kw_only=True)
class ActedLine:
    """What a person did without words: on which surface, by which name, with what. `cut`: too much for a view. On no
    surface, `settings` are those of the conversation that were changed."""

    surface: str
    name: str
    payload: Json
    cut: bool


@dataclass(slots=True, kw_only=True)
class TranscriptItem:
    """One thing that was said or done. `blob`: the words are longer than a record holds, `text` is their beginning.

    `how` an answer was given: choice, text, form, approve, edit, refuse; `to` is its question, `choice` the id that was
    picked and `text` that choice's label. Of an approval that is asked, `to` is the call. `code` is the outcome of
    `done`, the code of `fault` and `stopped`, the state of an agent, `interrupted` of words that were `said` by a
    thought that did not come to its end. `redacted` items have lost their words. `good`: what
    a person thinks of it."""

    seq: int
    at: str
    by: Literal["person", "assistant", "agent"]
    scope: str
    kind: ItemKind
    text: str = ""
    blob: BlobRef | None = None
    files: list[FileRef] = field(default_factory=list)
    to: str | None = None
    how: str | None = None
    choice: str | None = None
    choices: list[Choice] = field(default_factory=list)
    agent: str | None = None
    code: str | None = None
    acted: ActedLine | None = None
    redacted: bool = False
    good: bool | None = None


@dataclass(slots=True, kw_only=True)
class TranscriptState:
    """The last items, oldest first."""

    upto: int = 0
    dropped: int = 0
    items: list[TranscriptItem] = field(default_factory=list)


class Transcript(FoldedView[TranscriptState]):
    """Keeps a bounded window of items."""

    name = "transcript"
    version = "4"
    kept = TranscriptState

    def _take(self, record: Record) -> None:
        state = self._state
        if isinstance(record.event, Redacted):
            self._redact(frozenset(record.event.seqs))
        elif isinstance(record.event, Rated):
            self._rate(record.event)
        elif (item := self._item(record)) is not None:
            state.items.append(item)
            if len(state.items) > WINDOW:
                del state.items[0]
                state.dropped += 1

    def _item(self, record: Record) -> TranscriptItem | None:
        match record.event:
            case UserSaid(text=text, files=files):
                return _with_words(_item(record, "said"), text, files)
            case FileAdded(ref=ref):
                return _with_words(_item(record, "said"), "", (ref,))
            case SurfaceActed() as acted:
                item = _item(record, "acted")
                payload, cut = light(acted.payload)
                item.acted = ActedLine(surface=acted.surface, name=acted.name, payload=payload, cut=cut)
                return item
            case Changed(settings=settings) if record.by == "person":
                item = _item(record, "acted")
                payload, cut = light(settings)
                item.acted = ActedLine(surface="", name="settings", payload=payload, cut=cut)
                return item
            case AgentSaid(call=None, agent=agent, text=text, files=files, state=told):
                item = _with_words(_item(record, "said"), text, files)
                item.agent, item.code = agent, told
                return item
            case Answered() as answer:
                return self._answer(record, answer)
            case Discarded(text=text) if text:
                item = _with_words(_item(record, "said"), text)
                item.code = INTERRUPTED
                return item
            case Decided(action=Say(text=text, files=files)):
                return _with_words(_item(record, "said"), text, files)
            case Decided(action=Call(text=text)) if text:
                return _with_words(_item(record, "said"), text)
            case Decided(action=Ask(text=text, choices=choices)):
                item = _with_words(_item(record, "asked"), text)
                item.choices = list(choices)
                return item
            case Held(call=call):
                item = _item(record, "asked")
                item.to, item.how = call, "approve"
                return item
            case Decided(action=Done(summary=summary, outcome=outcome)):
                item = _with_words(_item(record, "done"), summary)
                item.code = outcome
                return item
            case Faulted(code=code, text=text):
                item = _with_words(_item(record, "fault"), short(text))
                item.code = code
                return item
            case Stopped(scope=scope, code=code):
                item = _item(record, "stopped")
                item.scope, item.code = scope, code
                return item
            case _:
                return None

    def _answer(self, record: Record, answer: Answered) -> TranscriptItem:
        item = _item(record, "answered")
        item.to, item.text = answer.to, answer.text or ""
        item.how = _how(answer)
        if answer.choice is not None:
            item.choice = answer.choice
            asked = next(
                (i for i in reversed(self._state.items) if str(i.seq) == answer.to and i.kind == "asked"), None
            )
            labels = {choice.id: choice.label for choice in (asked.choices if asked else ())}
            item.text = labels.get(answer.choice) or answer.choice
        return item

    def _rate(self, rated: Rated) -> None:
        for item in self._state.items:
            if item.seq == rated.to and item.by != "person":
                item.good = rated.good

    def _redact(self, seqs: frozenset[int]) -> None:
        asked = {str(seq) for seq in seqs}
        for item in self._state.items:
            if item.seq in seqs:
                item.redacted, item.text, item.blob, item.files = True, "", None, []
                item.choice = None if item.choice is None else ""
                item.choices = [Choice(id=choice.id, label="") for choice in item.choices]
                if item.acted is not None:
                    item.acted.payload, item.acted.cut = {}, False
            elif item.choice is not None and item.to in asked:
                item.text = item.choice


def _item(record: Record, kind: ItemKind) -> TranscriptItem:
    by = record.by if record.by in ("person", "agent") else "assistant"
    return TranscriptItem(seq=record.seq, at=iso(record.at), by=by, scope=record.scope, kind=kind)


def _with_words(item: TranscriptItem, text: Text, files: tuple[FileRef, ...] = ()) -> TranscriptItem:
    item.text = text_of(text)
    item.blob = text if isinstance(text, BlobRef) else None
    item.files = list(files)
    return item


def _how(answer: Answered) -> str:
    for name in ("choice", "form", "edit"):
        if getattr(answer, name) is not None:
            return name
    return "approve" if answer.approve else "refuse" if answer.refuse else "text"
