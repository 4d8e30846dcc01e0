"""Tasks on the wire: the state that the view `tasks` folds from the log, in the types of the A2A library."""

import base64
import binascii
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import unquote_to_bytes

from a2a.types import a2a_pb2 as pb
from google.protobuf.json_format import ParseDict, ParseError

from loket.core.data import FileRef, Json, Text, text_of
from loket.engine.fitting import has_blobs, whole
from loket.engine.host import Host
from loket.views.outcome_state import Outcome, OutcomeChange, OutcomeMessage, Piece, State

STATES: dict[State, "pb.TaskState"] = {
    "submitted": pb.TASK_STATE_SUBMITTED,
    "working": pb.TASK_STATE_WORKING,
    "asking": pb.TASK_STATE_INPUT_REQUIRED,
    "held": pb.TASK_STATE_AUTH_REQUIRED,
    "completed": pb.TASK_STATE_COMPLETED,
    "failed": pb.TASK_STATE_FAILED,
    "canceled": pb.TASK_STATE_CANCELED,
    "rejected": pb.TASK_STATE_REJECTED,
}
NOTE = ("data.json", "application/json")
"""The file that data beside words is kept as; see said.py."""
ANSWER, FILES = "answer", "files"
"""Names of results."""
INLINE = 1_000_000
"""Bytes of a file that goes along with an answer."""
LINKED_FOR = timedelta(days=1)
Update = pb.Task | pb.Message | pb.TaskStatusUpdateEvent | pb.TaskArtifactUpdateEvent


@dataclass(frozen=True, slots=True)
class Place:
    """Where a task is: its conversation, the seq it began with, and the name its context goes by outside."""

    conversation: str
    seq: int
    context: str

    @property
    def id(self) -> str:
        """The id of the task on every wire."""
        return f"{self.conversation}-{self.seq}"


class Writing:
    """Writes what is known of one task for the wire; long values are fetched. A file goes along when it is short, else
    as a link that is good for a day; a private one stays here."""

    def __init__(self, place: Place, host: Host) -> None:
        self.place, self._host, self._blobs = place, host, host.store

    async def task(self, state: Outcome) -> pb.Task:
        """The whole task."""
        task = pb.Task(id=self.place.id, context_id=self.place.context, status=await self._status(state))
        for piece in state.pieces:
            artifact = await self._artifact(piece)
            if artifact.parts or not piece.files:  # nothing is left of files that stay here
                task.artifacts.append(artifact)
        for line in state.history:
            task.history.append(await self._message(line))
        return task

    async def updates(self, changed: OutcomeChange) -> list[Update]:
        """What a follower is told: results, then the state."""
        results = [(piece, await self.result(piece)) for piece in changed.pieces]
        told: list[Update] = [result for piece, result in results if result.artifact.parts or not piece.files]
        if changed.status:
            status = await self._status(changed.task)
            told.append(pb.TaskStatusUpdateEvent(task_id=self.place.id, context_id=self.place.context, status=status))
        return told

    async def result(self, piece: Piece) -> pb.TaskArtifactUpdateEvent:
        """A whole result at once."""
        artifact = await self._artifact(piece)
        return pb.TaskArtifactUpdateEvent(
            task_id=self.place.id, context_id=self.place.context, artifact=artifact, last_chunk=True
        )

    async def rest(self, piece: Piece, text: str) -> pb.TaskArtifactUpdateEvent:
        """What is still missing of a result whose words were shown while they were made."""
        last = self.chunk(piece.id, text, append=True, last=True)
        last.artifact.parts.extend(await self._parts(None, piece.files, piece.value))
        return last

    def chunk(self, draft: str, text: str, append: bool, last: bool = False) -> pb.TaskArtifactUpdateEvent:
        """Words in the making."""
        artifact = pb.Artifact(artifact_id=draft, name=ANSWER, parts=[pb.Part(text=text)])
        return pb.TaskArtifactUpdateEvent(
            task_id=self.place.id, context_id=self.place.context, artifact=artifact, append=append, last_chunk=last
        )

    async def answer(self, state: Outcome) -> pb.Message | None:
        """The answer as a message, when it is nothing but one sentence."""
        if not state.lone or state.state != "completed":
            return None
        piece = state.pieces[-1]
        parts = await self._parts(piece.text, piece.files, piece.value)
        return pb.Message(message_id=self._own_id(piece.seq), role=pb.ROLE_AGENT, parts=parts)

    async def _status(self, state: Outcome) -> pb.TaskStatus:
        status = pb.TaskStatus(state=STATES[state.state])
        status.timestamp.FromDatetime(state.at)
        if state.said is not None:
            status.message.CopyFrom(await self._message(state.said))
        return status

    async def _message(self, line: OutcomeMessage) -> pb.Message:
        return pb.Message(
            message_id=self._own_id(line.seq) if line.ours else line.id,
            role=pb.ROLE_AGENT if line.ours else pb.ROLE_USER,
            task_id=self.place.id,
            context_id=self.place.context,
            parts=await self._line(line),
        )

    async def _line(self, line: OutcomeMessage) -> list[pb.Part]:
        """The parts of a message. The files of an answer are in its result: here it has links."""
        parts = await self._parts(line.text, line.files, line.data, linked=line.ours)
        return parts if not line.ours else [one for one in parts if one.WhichOneof("content") in ("text", "data")]

    async def _artifact(self, piece: Piece) -> pb.Artifact:
        parts = await self._parts(piece.text, piece.files, piece.value)
        return pb.Artifact(artifact_id=piece.id, name=name_of(piece), parts=parts)

    async def _parts(
        self, text: Text | None, files: tuple[FileRef, ...], value: Json, linked: bool = True
    ) -> list[pb.Part]:
        parts: list[pb.Part] = []
        if text and (words := await self._words(text)):
            links = [link async for link in self._links(files)] if linked else []
            parts.append(pb.Part(text="\n".join([words, *links])))
        if value is not None:
            full = await whole(self._blobs, self.place.conversation, value) if has_blobs(value) else value
            full = self._absolute(full)
            if isinstance(full, dict) and full.keys() == {"text"} and isinstance(full["text"], str):
                parts.append(pb.Part(text=full["text"]))
            else:
                part = pb.Part(media_type="application/json")
                ParseDict(full, part.data)
                parts.append(part)
        for file in files:
            if (part := await self._file(file)) is not None:
                parts.append(part)
        return parts

    def _absolute(self, value: Json) -> Json:
        """The value with addresses of this server in full."""
        if isinstance(value, str):
            return f"{self._host.files.links.address}{value}" if value.startswith("/api/") else value
        if isinstance(value, dict):
            return {name: self._absolute(inner) for name, inner in value.items()}
        return [self._absolute(inner) for inner in value] if isinstance(value, list) else value

    async def _links(self, files: tuple[FileRef, ...]) -> AsyncIterator[str]:
        """A line for each file that a tool made, for those who take nothing but words."""
        for file in files:
            if file.blob is not None and not await self._kept_back(file.blob.sha256):
                yield f"{file.name}: {self._host.files.link(self.place.conversation, file, LINKED_FOR)}"

    async def _words(self, text: Text) -> str:
        if isinstance(text, str):
            return text
        full = await whole(self._blobs, self.place.conversation, text)
        return full if isinstance(full, str) else text_of(text)

    async def _file(self, file: FileRef) -> pb.Part | None:
        """None for what nobody outside is given, and for what is there no longer."""
        part, blob = pb.Part(filename=file.name, media_type=file.media), file.blob
        if blob is None and not (file.uri or "").startswith("data:"):
            part.url = file.uri or ""
            return part
        if blob is None:
            part.raw = inline(file.uri or "")
        elif await self._kept_back(blob.sha256):
            return None
        elif blob.size > INLINE:
            part.url = self._host.files.link(self.place.conversation, file, LINKED_FOR)
            return part
        else:
            part.raw = await self._blobs.get(self.place.conversation, blob.sha256) or b""
        return (_data(part.raw) if (file.name, file.media) == NOTE else None) or part

    async def _kept_back(self, sha256: str) -> bool:
        """Whether a file is private, or its time is over."""
        lines = (await self._host.look(self.place.conversation)).files.of(sha256)
        over = bool(lines) and all(line.ended(self._host.clock()) for line in lines)
        return over or any(line.private for line in lines)

    def _own_id(self, seq: int) -> str:
        return f"{self.place.conversation}.{seq}"


def name_of(piece: Piece) -> str:
    """What a result is called: the answer, unless it is nothing but files."""
    return ANSWER if piece.text or piece.value is not None else FILES


def _data(body: bytes) -> pb.Part | None:
    """Data that stood beside words, as the data it came as; None when somebody's file has the same name."""
    part = pb.Part(media_type="application/json")
    try:
        ParseDict(json.loads(body), part.data)
    except (ValueError, ParseError, RecursionError):
        return None
    return part


def inline(uri: str) -> bytes:
    """The bytes that a `data:` address holds; none when it is not well formed."""
    head, comma, body = uri.partition(",")
    if not comma:
        return b""
    plain = unquote_to_bytes(body)
    if not head.endswith(";base64"):
        return plain
    try:
        return base64.b64decode(plain, validate=True)
    except binascii.Error:
        return b""
