"""What a running call reaches of its conversation: it keeps files, reads them, looks back, and finds the model."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from loket.core.actions import Usage
from loket.core.consent import matches
from loket.core.data import FileRef
from loket.core.errors import ConfigError, LoketError
from loket.core.events import AgentFound, FileKept, Progressed
from loket.core.model import Model
from loket.core.record import Record
from loket.core.tool import Tool, ToolFailed
from loket.engine.counted_model import CountedModel
from loket.engine.file_store import FileStore
from loket.engine.kit import Kit
from loket.engine.writer import Writer
from loket.views.budgets import models_over
from loket.views.files import lines_of
from loket.views.turn_state import LiveCall

MOST = 50
"""Files that one call may keep."""


@dataclass
class ConversationWorld:
    """The world of one call. `left`: how many files it may still keep."""

    writer: Writer
    kit: Kit
    kept: FileStore
    call: LiveCall
    left: int = MOST

    async def keep(self, data: bytes, name: str, media: str, expires: datetime | None, private: bool) -> FileRef:
        if self.left <= 0:
            raise ToolFailed("too_many_files", f"One call keeps {MOST} files at most.")
        self.left -= 1
        ends = None if expires is None else expires.astimezone(UTC)
        try:
            ref = await self.kept.put(self.writer.entry, data, name, media)
            if ends is not None and ref.blob is not None:
                await self.kept.end(self.writer.id, ref.blob.sha256, ends)
            if self.writer.turn.calls.get(self.call.id) is not self.call:
                raise ToolFailed("cancelled", "")  # it was given up meanwhile: nobody would know of the file
            kept = FileKept(call=self.call.id, ref=ref, expires=ends, private=private)
            self.writer.append(self.call.scope, "tool", kept, cause=self.call.decision)
            await self.writer.durable()
        except LoketError as error:
            raise ToolFailed(error.code, error.text) from error
        return ref

    async def file(self, ref: FileRef) -> bytes:
        data = None if ref.blob is None else await self.kept.get(self.writer.id, ref.blob.sha256)
        if data is None:
            raise ToolFailed("no_file", f"This conversation has no file {ref.name[:80]}, or has it no longer.")
        return data

    def files(self, private: bool, made: bool) -> tuple[FileRef, ...]:
        history = self.writer.turn.scopes["/"].history
        lines = [line for record in history for line in lines_of(record)]
        hidden = set[str]() if private else {line.file.blob.sha256 for line in lines if line.private and line.file.blob}
        sent = [line.file for line in lines if (made or line.by != "tool") and (private or not line.private)]
        return tuple(file for file in sent if file.blob is None or file.blob.sha256 not in hidden)

    def link(self, ref: FileRef, lasts: timedelta) -> str:
        return self.kept.link(self.writer.id, ref, lasts)

    def records(self, limit: int) -> tuple[Record, ...]:
        scope = self.writer.turn.scopes.get(self.call.scope)
        return () if scope is None or limit <= 0 else tuple(scope.history[-limit:])

    def model(self, name: str | None) -> Model | None:
        if self.kit.models is not None:
            model = self.kit.models.model(name or "")
            return None if model is None else CountedModel(model, self._spent, self._used)
        if name:
            raise ConfigError("no_model", f"There is no language model {name[:80]} here.")
        return None

    def tool(self, name: str) -> Tool:
        scope = self.writer.turn.scopes.get(self.call.scope)
        assistant = self.kit.assistants.get(scope.assistant) if scope is not None else None
        found = self.kit.tool(self.writer.turn, name)
        if found is None or assistant is None or not matches(name, assistant.tools):
            raise ToolFailed("no_tool", f"There is no tool {name[:80]} here.")
        return found

    def _spent(self) -> str:
        return models_over(self.writer.turn, self.kit, self.call.scope)

    def _used(self, usage: Usage) -> None:
        if usage.tokens and self.writer.turn.calls.get(self.call.id) is self.call:
            used = Progressed(call=self.call.id, usage=usage)
            self.writer.append(self.call.scope, "tool", used, cause=self.call.decision)

    def learn(self, news: AgentFound) -> None:
        if self.writer.turn.calls.get(self.call.id) is self.call and self.writer.turn.found.is_news(
            news.source, (news,)
        ):
            self.writer.append("/", "tool", news, cause=self.call.decision)
