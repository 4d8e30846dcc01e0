"""Following one task: its state at once, then every change and the words in the making, from the records."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

from a2a.utils.errors import TaskNotFoundError

from loket.core.record import Record
from loket.core.value import unchanging
from loket.doors.a2a.json import Typed, typed
from loket.doors.a2a.tasks import Update, Writing
from loket.house.house import ThinkingWords, Words, WordsGone, follow
from loket.views.outcome import Outcomes
from loket.views.outcome_state import OutcomeChange, OutcomeResult, State


@unchanging
class TaskNews:
    """Something for a follower; `seq` is the record it comes from, None for words in the making."""

    seq: int | None
    update: Update


async def following(
    writing: Writing, owner: str, since: int, until: frozenset[State]
) -> AsyncGenerator[TaskNews, None]:
    """The task as it was after record `since`, then what changed; ends with the first of the states in `until`."""
    place, shown = writing.place, False
    fold, drafts = Outcomes(sent=True), _Drafts(place.seq)
    async with aclosing(follow(writing.host, place.conversation, place.seq - 1, owner)) as batches:
        async for batch in batches:
            for news in batch:
                if not isinstance(news, Record):
                    if shown and not isinstance(news, ThinkingWords):
                        for draft, text, more in drafts.note(news, fold):
                            yield TaskNews(None, writing.chunk(draft, text, more))
                    continue
                changes = [c for c in fold.apply(news) if c.task.seq == place.seq]
                state = fold.known.get(place.seq)
                if state is None:
                    raise TaskNotFoundError
                if shown:
                    for changed in changes:
                        async for update in _written(changed, writing, drafts):
                            yield TaskNews(news.seq, update)
                elif news.seq >= since:
                    shown = True
                    yield TaskNews(news.seq, {"task": await writing.task(state)})
                if shown and state.state in until:
                    return


async def _written(changed: OutcomeChange, writing: Writing, drafts: "_Drafts") -> AsyncIterator[Update]:
    kept: list[OutcomeResult] = []
    for piece in changed.pieces:
        rest = drafts.rest(piece)
        if rest is None:
            kept.append(piece)
        else:
            yield await writing.rest(piece, rest)
    for update in await writing.updates(OutcomeChange(changed.task, tuple(kept), changed.status)):
        yield update


class _Drafts:
    """Words in the making of one task. The newest piece is held back until the next one or the end is known, so that
    the last one can say that it is the last."""

    def __init__(self, task: int) -> None:
        self._task = task
        self._sent: dict[str, str] = {}
        self._held: dict[str, str] = {}

    def note(self, note: Words | WordsGone, fold: Outcomes) -> list[tuple[str, str, bool]]:
        """What may go out now: (draft, words, whether they follow others)."""
        draft = note.draft
        if isinstance(note, WordsGone):
            self._held.pop(draft, None)
            return [(draft, "", False)] if self._sent.pop(draft, "") else []
        if note.scope != "/":
            return []
        if draft not in self._held and not any(task.seq == self._task for task in fold.drafting(draft)):
            return []
        text = note.text
        known = self._sent.get(draft, "") + self._held.get(draft, "")
        if note.offset != len(known):
            return []  # the same words again, for one who came late
        held = self._held.get(draft)
        self._held[draft] = text
        if held is None:
            return []
        more = draft in self._sent
        self._sent[draft] = self._sent.get(draft, "") + held
        return [(draft, held, more)]

    def rest(self, piece: OutcomeResult) -> str | None:
        """The words of a result that are still to be sent; None when it must be sent whole."""
        sent, held = self._sent.pop(piece.id, ""), self._held.pop(piece.id, "")
        text = piece.text if isinstance(piece.text, str) else None
        return text[len(sent) :] if sent and text is not None and text.startswith(sent) and held else None


async def over(news: AsyncGenerator[TaskNews]) -> None:
    """Returns when the news end."""
    async with aclosing(news) as updates:
        async for _ in updates:
            pass


async def in_types(news: AsyncGenerator[TaskNews]) -> AsyncGenerator[Typed]:
    """The same in the types of the library; ends what it reads when it is ended itself."""
    async with aclosing(news):
        async for one in news:
            yield typed(one.update)
