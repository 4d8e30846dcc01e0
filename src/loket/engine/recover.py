"""Opening a conversation from the store: snapshot, fold, and a count of the lives a thought has cost."""

import json
import logging
from datetime import UTC, datetime, timedelta

from loket.core.errors import NotFound
from loket.core.events import Discarded, Faulted
from loket.core.ports import Entry, Snapshot, Store
from loket.engine.drafting import MOST, interrupted
from loket.engine.kit import Kit
from loket.engine.pages import records
from loket.engine.writer import Clock, Writer
from loket.views.due import ready
from loket.views.turn import Turn
from loket.views.turn_snapshot import turn_from, turn_json

PAGE = 1000
SHORT_RECORDS = 50
"""A log of fewer records is read again sooner than a snapshot of it is made and kept."""
LIVES = 3
"""A record that was being thought about in this many lives of the process that ended badly is given up."""
COUNT_DAYS = 7
KILLED = "killed_the_process"

log = logging.getLogger("loket.engine")


async def fold(store: Store, conversation: str) -> Turn:
    """The turn of a conversation, from its snapshot and the records after it."""
    turn = Turn()
    saved = await store.load(conversation, Turn.name)
    if saved is not None and saved.version == Turn.version:
        turn = turn_from(json.loads(saved.state))
    async for record in records(store, conversation, turn.seq):
        turn.apply(record)
    return turn


async def keep_snapshot(store: Store, writer: Writer) -> None:
    """Saves the turn so that opening it later costs the same however long the log is; only what is durable is saved."""
    seq = writer.turn.seq
    state = json.dumps(turn_json(writer.turn), separators=(",", ":")).encode()
    await writer.durable()
    await store.save(writer.id, Turn.name, Snapshot(seq, Turn.version, state))


async def rest_well(store: Store, writer: Writer) -> None:
    """The process leaves this conversation in good order: a snapshot when it is long, and no count against its
    thoughts. One that began in this life was never counted."""
    if is_long(writer):
        await keep_snapshot(store, writer)
    if not writer.all_keys:
        await store.forget("", _lives(writer.id))


def is_long(writer: Writer) -> bool:
    """Whether opening it again is quicker with snapshots."""
    return writer.turn.seq >= SHORT_RECORDS


async def opened(store: Store, kit: Kit, entry: Entry, clock: Clock, count: bool = True) -> Writer:
    """The writer of a stored conversation, with what killed the process too often faulted. `count`: the last life
    may have ended because of a thought."""
    turn = await fold(store, entry.conversation)
    if turn.seq == 0:
        raise NotFound("not_found", "There is no such conversation.")
    writer = Writer(entry, turn, store, kit, clock)
    _mark_words(writer)
    writer.owe()
    if count:
        await _count_lives(store, kit, writer)
    return writer


def _mark_words(writer: Writer) -> None:
    """Words that were shown in an earlier life, of thoughts that did not come to their end there."""
    for scope in list(writer.turn.scopes.values()):
        if scope.drafted is not None:
            why, took = "restarted" if writer.turn.alive(scope.path) else "ended", tuple(scope.pending)
            words = Discarded(took=took, why=why, draft=scope.drafted.of, text=scope.drafted.text[:MOST])
            interrupted(writer, scope.path, words)


async def _count_lives(store: Store, kit: Kit, writer: Writer) -> None:
    name = _lives(writer.id)
    noted = await store.look("", name)
    before: dict[str, int] = noted.value if noted is not None else {}
    now: dict[str, int] = {}
    for path, scope in list(writer.turn.scopes.items()):
        records = ready(writer.turn, kit, scope)
        lives = {str(record.seq): before.get(str(record.seq), 0) + 1 for record in records}
        worn = tuple(int(seq) for seq, lived in lives.items() if lived >= LIVES)
        if worn:
            text = f"Thinking about this ended the process {LIVES} times."
            record = writer.append(path, "engine", Faulted(code=KILLED, text=text, took=worn), cause=worn[-1])
            log.error("%s", text, extra={"conversation": writer.id, "seq": record.seq, "code": KILLED})
        now |= {seq: lived for seq, lived in lives.items() if lived < LIVES}
    if now:
        await store.note("", name, now, expires=datetime.now(UTC) + timedelta(days=COUNT_DAYS))
    elif noted is not None:
        await store.forget("", name)


def _lives(conversation: str) -> str:
    return f"lives/{conversation}"
