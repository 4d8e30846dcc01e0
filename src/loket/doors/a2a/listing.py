"""Listing the tasks of one owner, newest state first, over all conversations of one agent."""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import UTC, datetime

from a2a.types import a2a_pb2 as pb
from a2a.utils.errors import InvalidParamsError
from a2a.utils.task import (
    ListTasksCursor,
    decode_list_tasks_cursor,
    encode_list_tasks_cursor,
    validate_history_length,
    validate_page_size,
)

from loket.core.data import JsonObject
from loket.core.ports import Entry
from loket.doors.a2a.face import AgentFace
from loket.doors.a2a.places import Places
from loket.doors.a2a.tasks import STATES, Place, Writing, history_length
from loket.engine.host import Host
from loket.engine.names import is_name
from loket.views.outcome import Outcomes

PAGE, USUAL = 500, 50
CONVERSATIONS = 10_000
"""The newest conversations of an owner that are looked through."""
KEPT, FOLDS = 20_000, 64
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, order=True)
class ListedTask:
    """A task in the order of the list: when it got its state, then its id."""

    at_ns: int
    id: str
    place: Place
    state: int


class Listing:
    """Remembers of each conversation what was found up to its last record; a conversation without news is not read."""

    def __init__(self, host: Host, face: AgentFace, places: Places) -> None:
        self._host, self._face, self._places = host, face, places
        self._folds: OrderedDict[str, Outcomes] = OrderedDict()
        self._kept: OrderedDict[str, tuple[int, tuple[ListedTask, ...]]] = OrderedDict()

    async def page(self, owner: str, params: pb.ListTasksRequest) -> JsonObject:
        """One page of what fits the filters. A page token stays good whatever happens to its task."""
        validate_history_length(params)
        size = params.page_size if params.HasField("page_size") else USUAL
        validate_page_size(size)
        after = _cursor(params.page_token)
        found = [one for one in await self._all(owner, params.context_id) if _fits(one, params)]
        found.sort(key=lambda one: (one.at_ns, one.id), reverse=True)
        rest = found if after is None else [one for one in found if (True, one.at_ns, one.id) < after.sort_key()]
        shown = rest[:size]
        more = len(rest) > size
        token = encode_list_tasks_cursor(ListTasksCursor(shown[-1].at_ns, shown[-1].id)) if more else ""
        tasks = [await self._task(one, params) for one in shown]
        return {"tasks": tasks, "totalSize": len(found), "pageSize": size, "nextPageToken": token}

    async def _task(self, one: ListedTask, params: pb.ListTasksRequest) -> JsonObject:
        _, state = await self._places.state(one.place)
        task = await Writing(one.place, self._host, history_length(params)).task(state)
        return task if params.include_artifacts else {name: task[name] for name in task if name != "artifacts"}

    async def _all(self, owner: str, context: str) -> list[ListedTask]:
        found: list[ListedTask] = []
        for entry in await self._entries(owner, context):
            found += await self._in(entry)
        return found

    async def _entries(self, owner: str, context: str) -> list[Entry]:
        if context:
            names = [self._places.of_context(owner, context), *([context] if is_name(context) else [])]
            there = [await self._places.entry(name, owner) for name in names]
            return [entry for entry in there if entry is not None and self._places.context(entry) == context]
        entries: list[Entry] = []
        before: datetime | None = None
        while len(entries) < CONVERSATIONS:
            page = await self._host.store.entries(
                owner=owner, before=before, limit=PAGE, assistant=self._face.assistant
            )
            entries += self._places.here(page)
            if len(page) < PAGE:
                break
            before = page[-1].updated
        return entries

    async def _in(self, entry: Entry) -> tuple[ListedTask, ...]:
        """The tasks of one conversation, read again only when there are new records."""
        name = entry.conversation
        kept = self._kept.get(name)
        head = await self._host.store.head(name)
        if kept is None or kept[0] != head:
            fold, context = await self._fold(name), self._places.context(entry)
            places = {seq: Place(name, seq, context) for seq in fold.known}
            kept = (
                fold.upto,
                tuple(
                    ListedTask(_ns(state.at), places[seq].id, places[seq], STATES[state.state])
                    for seq, state in fold.known.items()
                ),
            )
            self._kept[name] = kept
        self._kept.move_to_end(name)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return kept[1]

    async def _fold(self, conversation: str) -> Outcomes:
        """The tasks of a conversation. Those looked at last are kept, so that what is long is not read twice."""
        fold = self._folds.pop(conversation, None) or Outcomes(sent=True)
        await self._places.caught_up(fold, conversation)
        self._folds[conversation] = fold
        while len(self._folds) > FOLDS:
            self._folds.popitem(last=False)
        return fold


def _cursor(token: str) -> ListTasksCursor | None:
    if not token:
        return None
    cursor = decode_list_tasks_cursor(token)
    if cursor is None:
        raise InvalidParamsError(message="That pageToken is none of ours.")
    return cursor


def _fits(one: ListedTask, params: pb.ListTasksRequest) -> bool:
    if params.status and params.status != one.state:
        return False
    return not params.HasField("status_timestamp_after") or one.at_ns > params.status_timestamp_after.ToNanoseconds()


def _ns(at: datetime) -> int:
    since = at - EPOCH
    return ((since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds) * 1_000
