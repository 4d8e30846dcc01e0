"""What a commit writes: checks that every row follows its head, and writes all of a kind by one statement.

Each says `or fail`: what breaks a rule undoes the whole transaction anyway, so that SQLite needs no copy of every page
to undo one statement by."""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from loket.core.errors import Conflict, Gone
from loket.core.ports import Entry
from loket.stores.checks import check_of
from loket.stores.deeds import Append
from loket.stores.moment import ticks
from loket.stores.usage import add, count, stored

_PLACES = 50_000
_TOGETHER = 16
"""Rows of one statement: each that runs lets go of the interpreter and waits to have it back."""

_ALIAS = """insert into alias(owner, alias, conversation) values(?, ?, ?) on conflict(owner, alias)
    do update set conversation = excluded.conversation where conversation <> excluded.conversation"""
_FIND = """select id, erased, (select max(seq) from record where conversation = c.id),
    e.owner, e.assistant from conversation c left join entry e on e.conversation = c.id where c.name = ?"""


@cache
def _names(count: int) -> str:
    """The statement that makes so many conversations, but those that there are."""
    return f"insert or fail into conversation(name) values{', '.join(['(?)'] * count)} on conflict do nothing"


@cache
def _rows(count: int) -> str:
    """The statement that writes so many rows, where 0 stands for no key and a body is no `bytes`: the module looks for
    a converter of every None and of all bytes, which takes longer than to write the row."""
    row = "(?, ?, nullif(?, 0), ?, ?)"
    return f"insert or fail into record(conversation, seq, key, body, crc) values{', '.join([row] * count)}"


@cache
def _first_entries(count: int) -> str:
    """The statement that writes so many entries of the index, of conversations that have none."""
    rows = ", ".join(["(?, ?, ?, ?, ?, ?, ?, ?)"] * count)
    return f"""insert or fail into entry(conversation, owner, assistant, title, state, created, updated, outcome)
        values {rows}"""


@cache
def _entries(count: int) -> str:
    """The same of conversations that have one."""
    return f"""{_first_entries(count)} on conflict(conversation) do update set owner = excluded.owner,
        assistant = excluded.assistant, title = excluded.title, state = excluded.state, created = excluded.created,
        updated = excluded.updated, outcome = excluded.outcome"""


@dataclass(slots=True)
class _Place:
    """A conversation's small number and the last seq handed over; by the index, whose it is and with which assistant;
    whether it surely goes by no other name."""

    number: int
    head: int
    whose: tuple[str, str] | None = None
    plain: bool = False


class Ledger:
    """Lives in the writer thread. Places are kept between commits and dropped after a failed one."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._places: dict[str, _Place] = {}
        self._lost: dict[str, Exception] = {}

    def write(self, appends: Sequence[Append]) -> None:
        """Writes appends into the running transaction. Conflict when one does not follow or its key was used before,
        Gone when its conversation was erased."""
        if not appends:
            return
        made = self._make(
            [name for name, rows, _ in appends if name not in self._places and (not rows or rows[0].seq == 1)]
        )
        taken: list[tuple[int, int, str | int, bytearray, int]] = []
        entries: dict[int, tuple[_Place, Entry]] = {}
        sizes: dict[int, int] = {}
        places: dict[int, _Place] = {}
        for conversation, rows, entry in appends:
            place = self._places.get(conversation) or self._open(conversation)
            number, head = place.number, place.head
            places[number] = place
            for seq, body, key in rows:
                head += 1
                if seq != head:
                    raise self._astray(conversation, seq, head)
                crc = check_of(number, head, key, body)
                taken.append((number, head, 0 if key is None else key, bytearray(body), crc))
                sizes[number] = sizes.get(number, 0) + len(body)
            place.head = head
            if entry is not None:
                entries[number] = place, entry
        try:
            self._write(_rows, taken)
        except sqlite3.IntegrityError as error:
            raise Conflict("key_used", "This idempotency key belongs to another record.") from error
        add(self._db, sizes, made)
        absent = {number for number, (place, _) in entries.items() if place.whose is None}
        if entries:
            self._index(entries)
        self._count(places, sizes, (absent, made))

    def committed(self) -> None:
        """After a commit: what was lost before is history, and the places stay within bounds."""
        if self._lost:
            self._lost.clear()
        if len(self._places) > _PLACES:
            self._places.clear()

    def forget(self, conversation: str) -> None:
        """It was erased."""
        self._places.pop(conversation, None)

    def drop(self) -> None:
        """Forgets all that is not in the database: after a failed commit or a rollback."""
        self._places.clear()

    def lose(self, conversations: Iterable[str], error: Exception) -> None:
        """Rows queued behind lost ones meet the same error instead of a puzzling gap."""
        self._lost.update(dict.fromkeys(conversations, error))

    def _make(self, names: Iterable[str]) -> set[int]:
        """Places for conversations that most likely there are not, and their numbers; those that there are, are left to
        `_open`. What one statement inserts is numbered one by one."""
        new = [*dict.fromkeys(names)]
        all_made: set[int] = set()
        for first in range(0, len(new), _TOGETHER):
            some = new[first : first + _TOGETHER]
            made = self._db.execute(_names(len(some)), some)
            if made.rowcount == len(some) and made.lastrowid is not None:
                numbers = range(made.lastrowid - len(some) + 1, made.lastrowid + 1)
                self._places |= {name: _Place(n, 0, None, True) for name, n in zip(some, numbers, strict=True)}
                all_made.update(numbers)
        return all_made

    def _open(self, conversation: str) -> _Place:
        """The place of one that most likely there is; made when there is none."""
        place = self._look_up(conversation)
        if place is None:
            self._make((conversation,))
            return self._places[conversation]
        self._places[conversation] = place
        return place

    def _look_up(self, conversation: str) -> _Place | None:
        found = self._db.execute(_FIND, (conversation,)).fetchone()
        if found is not None and found[1]:
            raise Gone("erased", "This conversation was erased.")
        if found is None:
            return None
        return _Place(found[0], found[2] or 0, None if found[3] is None else (found[3], found[4]))

    def _astray(self, conversation: str, seq: int, expected: int) -> Exception:
        lost = self._lost.get(conversation)
        if lost is not None and seq > expected:
            return lost
        return Conflict("not_next", f"Record {seq} does not follow: the next one is {expected}.")

    def _write(self, statement: Callable[[int], str], rows: Sequence[tuple[object, ...]]) -> None:
        for first in range(0, len(rows), _TOGETHER):
            some = rows[first : first + _TOGETHER]
            self._db.execute(statement(len(some)), [value for row in some for value in row])

    def _index(self, entries: dict[int, tuple[_Place, Entry]]) -> None:
        first: list[tuple[object, ...]] = []
        again: list[tuple[object, ...]] = []
        for number, (place, e) in entries.items():
            row = number, e.owner, e.assistant, e.title, e.state, ticks(e.created), ticks(e.updated), e.outcome
            (first if place.whose is None else again).append(row)
        self._write(_entries, again)
        self._write(_first_entries, first)
        for number, (place, e) in entries.items():
            place.whose = e.owner, e.assistant
            if place.plain and not e.aliases:
                continue
            place.plain = False
            for (alias,) in self._db.execute("select alias from alias where conversation = ?", (number,)).fetchall():
                if alias not in e.aliases:
                    self._db.execute("delete from alias where conversation = ? and alias = ?", (number, alias))
            if e.aliases:
                self._db.executemany(_ALIAS, [(e.owner, alias, number) for alias in e.aliases])

    def _count(self, places: dict[int, _Place], sizes: dict[int, int], new: tuple[set[int], set[int]]) -> None:
        """Counts what was stored for whoever has it. Of the `new` ones, those that the index took in just now count as
        conversations, with all that is stored of them; those that were just made have nothing else."""
        absent, made = new
        more: dict[tuple[str, str], list[int]] = {}
        for number in absent | sizes.keys():
            whose = places[number].whose
            if whose is None:
                continue  # it counts once the index knows whose it is
            counts = more.setdefault(whose, [0, 0])
            counts[0] += number in absent
            known = number in made or number not in absent
            counts[1] += sizes.get(number, 0) if known else stored(self._db, number)
        count(self._db, more)
