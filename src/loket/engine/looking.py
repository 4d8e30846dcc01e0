"""Looking at a conversation: the states of its views at a seq, from snapshots and the records after them."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from weakref import WeakValueDictionary

from loket.core.data import JsonObject
from loket.core.ports import Entry, Snapshot, Store
from loket.core.record import Record, decode
from loket.engine.kit import Kit
from loket.engine.pages import rows
from loket.views.commands import Commands
from loket.views.costs import Costs
from loket.views.files import Files
from loket.views.questions import Questions
from loket.views.screen import Screens
from loket.views.steps import Steps
from loket.views.transcript import Transcript

VIEWS = (Transcript, Steps, Questions, Commands, Files, Costs)
KEPT = 64
"""Conversations whose views stay in memory between looks."""

AnyView = Transcript | Steps | Questions | Commands | Files | Costs | Screens


@dataclass
class Looked:
    """The views of one conversation after record `upto`, and its index entry of the same moment."""

    upto: int
    views: Mapping[str, AnyView]
    saved: int = 0
    entry: Entry | None = None

    def apply(self, record: Record) -> None:
        for view in self.views.values():
            view.apply(record)
        self.upto = record.seq

    @property
    def files(self) -> Files:
        """The files of the conversation."""
        files = self.views[Files.name]
        assert isinstance(files, Files)
        return files

    @property
    def questions(self) -> Questions:
        """What was asked of the person."""
        questions = self.views[Questions.name]
        assert isinstance(questions, Questions)
        return questions

    def state(self) -> JsonObject:
        """Version and state of every view by name."""
        return {name: {"version": view.version, "state": view.state()} for name, view in self.views.items()}


class Viewer:
    """Folds views on demand and keeps snapshots of them, so that looking costs what is new."""

    def __init__(self, store: Store, kit: Kit) -> None:
        self._store, self._kit = store, kit
        self._kept: OrderedDict[str, Looked] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def look(self, conversation: str, assistant: str) -> Looked:
        """The views after the last committed record. Reads pages and lets others run in between."""
        async with self._lock(conversation):
            return await self._look(conversation, assistant)

    async def _look(self, conversation: str, assistant: str) -> Looked:
        looked = self._kept.get(conversation) or await self._restored(conversation, assistant)
        standing = await self._store.standing(conversation)
        looked.entry, head = standing if standing is not None else (None, 0)
        async for row in rows(self._store, conversation, looked.upto, head):
            looked.apply(decode(row.body))
        self._keep(conversation, looked)
        return looked

    async def save(self, conversation: str, assistant: str) -> None:
        """Brings the snapshots up to date."""
        async with self._lock(conversation):
            looked = await self._look(conversation, assistant)
            if looked.upto == looked.saved:
                return
            looked.saved = looked.upto
            for name, view in looked.views.items():
                state = json.dumps(view.state(), separators=(",", ":")).encode()
                snapshot = Snapshot(looked.upto, self._version(view, assistant), state)
                await self._store.save(conversation, name, snapshot)

    @asynccontextmanager
    async def changing(self, conversation: str) -> AsyncGenerator[None, None]:
        """Held while records are changed or erased: nobody looks meanwhile, and nothing of before is kept."""
        async with self._lock(conversation):
            try:
                yield
            finally:
                self._kept.pop(conversation, None)

    def _lock(self, conversation: str) -> asyncio.Lock:
        return self._locks.setdefault(conversation, asyncio.Lock())

    def screens(self, assistant: str) -> Screens:
        """A fresh view of this assistant's surfaces."""
        return Screens(self._kit.screens.get(assistant, ()))

    async def _restored(self, conversation: str, assistant: str) -> Looked:
        states: dict[str, JsonObject] = {}
        seqs: set[int] = set()
        fresh: dict[str, AnyView] = {view.name: view() for view in VIEWS}
        fresh[Screens.name] = self.screens(assistant)
        for name, view in fresh.items():
            saved = await self._store.load(conversation, name)
            if saved is None or saved.version != self._version(view, assistant):
                return Looked(0, fresh)
            seqs.add(saved.seq)
            states[name] = json.loads(saved.state)
        if len(seqs) != 1:
            return Looked(0, fresh)
        views: dict[str, AnyView] = {view.name: view.restore(states[view.name]) for view in VIEWS}
        views[Screens.name] = self.screens(assistant).restored(states[Screens.name])
        seq = seqs.pop()
        return Looked(seq, views, saved=seq)

    def _version(self, view: AnyView, assistant: str) -> str:
        """Screens depend on the assistant's declaration too."""
        return f"{view.version}/{self._kit.version(assistant)}" if isinstance(view, Screens) else view.version

    def _keep(self, conversation: str, looked: Looked) -> None:
        self._kept[conversation] = looked
        self._kept.move_to_end(conversation)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
