"""Tasks on the wire: the state that the view `outcome` folds from the log, as the JSON of 1.0.

Every binding and dialect is made of this one form; `json.typed` gives it in the types of the A2A library."""

import base64
import binascii
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from urllib.parse import unquote_to_bytes

from a2a.types import a2a_pb2 as pb

from loket.core.data import FileRef, Json, JsonObject, Text, text_of
from loket.core.shapes import is_object
from loket.core.value import unchanging
from loket.engine.fitting import whole
from loket.engine.host import Host
from loket.views.outcome_state import RESTING, Outcome, OutcomeChange, OutcomeMessage, OutcomeResult, State

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
NAMES = {state: pb.TaskState.Name(number) for state, number in STATES.items()}
NOTE = ("data.json", "application/json")
"""The file that data beside words is kept as; see said.py."""
ANSWER, FILES = "answer", "files"
"""Names of results."""
INLINE = 1_000_000
"""Bytes of a file that goes along with an answer."""
LINKED_FOR = timedelta(days=1)
Update = JsonObject
"""What a caller is told, in the one field that says what it is: task, message, statusUpdate or artifactUpdate."""


@unchanging
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
    as a link that is good for a day; a private one stays here. Of the history a whole task has the last `length`
    messages (None: all of them). What is said while work goes on is for those who take words (`progress`)."""

    def __init__(self, place: Place, host: Host, length: int | None = None, progress: bool = True) -> None:
        self.place, self.host, self._length, self._progress = place, host, length, progress
        id, context = place.id, place.context
        self._task: JsonObject = {"id": id, "contextId": context}
        self._named: JsonObject = {"taskId": id, "contextId": context}

    async def task(self, state: Outcome) -> JsonObject:
        """The whole task."""
        said = None if state.said is None else await self._status_message(state)
        task: JsonObject = {**self._task, "status": _status(state, said)}
        artifacts: list[JsonObject] = []
        for piece in state.pieces:
            words = _words_alone(piece.text, piece.files, piece.value)
            artifact = await self._artifact(piece) if words is None else _artifact(piece, words)
            if _is_shown(artifact, piece):
                artifacts.append(artifact)
        if artifacts:
            task["artifacts"] = artifacts
        history: list[JsonObject] = []
        wanted = len(state.history) if self._length is None else self._length
        for line in state.history[max(0, len(state.history) - wanted) :]:
            words = _words_alone(line.text, line.files, line.data)
            history.append(await self._message(line) if words is None else self._line(line, words))
        if history:
            task["history"] = history
        return task

    async def updates(self, changed: OutcomeChange) -> list[Update]:
        """What a follower is told: results, then the state."""
        results = [(piece, await self._artifact(piece)) for piece in changed.pieces]
        told = [self._result(result, lastChunk=True) for piece, result in results if _is_shown(result, piece)]
        if changed.status:
            status = _status(changed.task, await self._status_message(changed.task))
            told.append({"statusUpdate": {**self._named, "status": status}})
        return told

    async def rest(self, piece: OutcomeResult, text: str) -> Update:
        """What is still missing of a result whose words were shown while they were made."""
        parts = await self._parts(None, piece.files, piece.value)
        return self._result(_words(piece.id, text, *parts), append=True, lastChunk=True)

    def chunk(self, draft: str, text: str, append: bool) -> Update:
        """Words in the making."""
        return self._result(_words(draft, text), **({"append": True} if append else {}))

    async def answer(self, state: Outcome) -> JsonObject | None:
        """The answer as a message, when it is nothing but one sentence."""
        if not state.lone or state.state != "completed":
            return None
        piece = state.pieces[-1]
        parts = await self._parts(piece.text, piece.files, piece.value)
        return {"messageId": self._own_id(piece.seq), "role": "ROLE_AGENT", **({"parts": parts} if parts else {})}

    def _result(self, artifact: JsonObject, **how: bool) -> Update:
        return {"artifactUpdate": {**self._named, "artifact": artifact, **how}}

    async def _status_message(self, state: Outcome) -> JsonObject | None:
        """What is said with a state, where this caller is told of it."""
        if state.said is None or not (self._progress or state.state in RESTING):
            return None
        return await self._message(state.said)

    async def _message(self, line: OutcomeMessage) -> JsonObject:
        """The files of an answer are in its result: here it has links."""
        parts = await self._parts(line.text, line.files, line.data, linked=line.ours)
        if line.ours and line.files:
            parts = [part for part in parts if "text" in part or "data" in part]
        return self._line(line, parts)

    def _line(self, line: OutcomeMessage, parts: list[JsonObject]) -> JsonObject:
        message: JsonObject = {"messageId": self._own_id(line.seq) if line.ours else line.id, **self._named}
        message["role"] = "ROLE_AGENT" if line.ours else "ROLE_USER"
        if parts:
            message["parts"] = parts
        return message

    async def _artifact(self, piece: OutcomeResult) -> JsonObject:
        return _artifact(piece, await self._parts(piece.text, piece.files, piece.value))

    async def _parts(
        self, text: Text | None, files: tuple[FileRef, ...], value: Json, linked: bool = True
    ) -> list[JsonObject]:
        if (words := _words_alone(text, files, value)) is not None:
            return words
        parts: list[JsonObject] = []
        said = await whole(self.host.store, self.place.conversation, text)
        full = await whole(self.host.store, self.place.conversation, value)
        if words := said if isinstance(said, str) else text_of(text or ""):
            links = [link async for link in self._links(files)] if linked else []
            parts.append({"text": "\n".join([words, *links])})
        if is_object(full) and full.keys() == {"text"} and isinstance(full["text"], str):
            parts.append({"text": self._absolute(full["text"])})
        elif full is not None:
            parts.append({"data": self._absolute(full), "mediaType": "application/json"})
        return [*parts, *[part for file in files if (part := await self._file(file)) is not None]]

    def _absolute(self, value: Json) -> Json:
        """The value with addresses of this server in full."""
        if isinstance(value, str):
            return f"{self.host.files.links.address}{value}" if value.startswith("/api/") else value
        if isinstance(value, dict):
            return {name: self._absolute(inner) for name, inner in value.items()}
        return [self._absolute(inner) for inner in value] if isinstance(value, list) else value

    async def _links(self, files: tuple[FileRef, ...]) -> AsyncIterator[str]:
        """A line for each file that a tool made, for those who take nothing but words."""
        for file in files:
            if file.blob is not None and not await self._kept_back(file.blob.sha256):
                yield f"{file.name}: {self.host.files.link(self.place.conversation, file, LINKED_FOR)}"

    async def _file(self, file: FileRef) -> JsonObject | None:
        """None for what nobody outside is given, and for what is there no longer."""
        blob, named = file.blob, {"filename": file.name, **({"mediaType": file.media} if file.media else {})}
        if blob is None and not (file.uri or "").startswith("data:"):
            return {"url": file.uri or "", **named}
        if blob is None:
            body = inline(file.uri or "")
        elif await self._kept_back(blob.sha256):
            return None
        elif blob.size > INLINE:
            return {"url": self.host.files.link(self.place.conversation, file, LINKED_FOR), **named}
        else:
            body = await self.host.store.get(self.place.conversation, blob.sha256) or b""
        data = _data(body) if (file.name, file.media) == NOTE else None
        return data or {"raw": base64.b64encode(body).decode(), **named}

    async def _kept_back(self, sha256: str) -> bool:
        """Whether a file is private, or its time is over."""
        lines = (await self.host.look(self.place.conversation)).files.of(sha256)
        over = bool(lines) and all(line.ended(self.host.clock()) for line in lines)
        return over or any(line.private for line in lines)

    def _own_id(self, seq: int) -> str:
        return f"{self.place.conversation}.{seq}"


def history_length(wish: pb.SendMessageConfiguration | pb.GetTaskRequest | pb.ListTasksRequest) -> int | None:
    """How many messages of the history a caller wants to have; None: all of them."""
    return wish.history_length if wish.HasField("history_length") else None


def takes_words(wish: pb.SendMessageConfiguration) -> bool:
    """Whether a caller reads plain text: to one that asks for JSON alone words on the way are part of the answer."""
    modes = wish.accepted_output_modes
    return not modes or any(mode.startswith(("text", "*")) for mode in modes)


def _status(state: Outcome, said: JsonObject | None) -> JsonObject:
    at = _moment(state.at)
    if said is None:
        return {"state": NAMES[state.state], "timestamp": at}
    return {"state": NAMES[state.state], "message": said, "timestamp": at}


def _artifact(piece: OutcomeResult, parts: list[JsonObject]) -> JsonObject:
    told: JsonObject = {"artifactId": piece.id, "name": name_of(piece)}
    if parts:
        told["parts"] = parts
    return told


def _words_alone(text: Text | None, files: tuple[FileRef, ...], value: Json) -> list[JsonObject] | None:
    """The parts of what is words and nothing else, which nothing has to be fetched for; None for all other."""
    if not isinstance(text, str) or files or value is not None:
        return None
    return [{"text": text}] if text else []


def _words(draft: str, text: str, *parts: JsonObject) -> JsonObject:
    return {"artifactId": draft, "name": ANSWER, "parts": [{"text": text}, *parts]}


def _is_shown(artifact: JsonObject, piece: OutcomeResult) -> bool:
    """Whether anything is left of it: of files that stay here nothing is."""
    return "parts" in artifact or not piece.files


def _moment(at: datetime) -> str:
    """RFC 3339, with no digit too many: three or six of a fraction, or none."""
    at = at if at.tzinfo is UTC else at.astimezone(UTC)
    spec = "microseconds" if at.microsecond % 1000 else "milliseconds" if at.microsecond else "seconds"
    return f"{at.isoformat(timespec=spec)[:-6]}Z"


def name_of(piece: OutcomeResult) -> str:
    """What a result is called: the answer, unless it is nothing but files."""
    return ANSWER if piece.text or piece.value is not None else FILES


def _data(body: bytes) -> JsonObject | None:
    """Data that stood beside words, as the data it came as; None when somebody's file has the same name."""
    try:
        return {"data": json.loads(body), "mediaType": "application/json"}
    except (ValueError, RecursionError):
        return None


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
