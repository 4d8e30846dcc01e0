"""What an agent said in a task, message by message, for who wants each of them once: told from the history of the task,
its status and its stream alike, with the files that came along."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from loket.core.data import FileRef, Json, JsonObject
from loket.core.events import AgentSaid
from loket.core.ports import Blobs
from loket.core.shapes import is_list, is_object, list_at, object_at, text_at
from loket.core.tool import CallContext
from loket.tools.agents.files import File, file_of, kept
from loket.tools.agents.settings import AgentSettings
from loket.tools.agents.text import line, words

MOST_MESSAGES = 500
MOST_WORDS = 20_000
NAMELESS = "~"
"""How the id of a message begins to which its agent gave none. A digest of what it says follows, and after a dot, where
the history says it, which of those that say the same it is."""


@dataclass(frozen=True, slots=True)
class SpokenMessage:
    """A message of the agent: its id, made up where it has none, and its parts."""

    id: str
    parts: tuple[JsonObject, ...]


@dataclass(slots=True)
class SpokenMessages:
    """Those of one task, in the order in which they were first heard of. A history is read whole, so that what a stream
    left out is there before what it told next."""

    items: list[SpokenMessage] = field(default_factory=list)
    _last: str = ""

    def read(self, history: Sequence[Json]) -> None:
        """Takes in the history of a task."""
        times: dict[str, int] = {}
        for message in history[-MOST_MESSAGES:]:
            spoken = _spoken(message)
            if spoken is None:
                continue
            self._last = spoken.id
            if spoken.id.startswith(NAMELESS):
                times[spoken.id] = times.get(spoken.id, 0) + 1
                spoken = SpokenMessage(f"{spoken.id}.{times[spoken.id]}", spoken.parts)
            self._add(spoken)

    def hear(self, message: Json) -> None:
        """Takes in a message by itself; one without an id that says what was said last is that."""
        spoken = _spoken(message)
        if spoken is not None and not (spoken.id.startswith(NAMELESS) and spoken.id == self._last):
            self._last = spoken.id
            self._add(spoken)

    def go_on(self, later: "SpokenMessages") -> None:
        """After this comes what is there besides."""
        for spoken in later.items:
            self._add(spoken)

    def _add(self, spoken: SpokenMessage) -> None:
        if all(one.id != spoken.id for one in self.items) and len(self.items) < MOST_MESSAGES:
            self.items.append(spoken)


@dataclass
class Retelling:
    """Tells a conversation each message of a task once. What it was told of before is known by the log."""

    context: CallContext
    settings: AgentSettings
    blobs: Blobs | None
    _before: set[str] = field(default_factory=set)

    async def tell(self, task: str, spoken: Sequence[SpokenMessage], rests: bool) -> None:
        """Records those that are new. At rest none of them wakes anybody: the end of the call does."""
        for one in spoken:
            if one.id not in self._before:
                self._before.add(one.id)
                self.context.remote.news(await self._news(task, one), last=rests)

    async def _news(self, task: str, spoken: SpokenMessage) -> AgentSaid:
        files = [file for part in spoken.parts if (file := file_of(part)) is not None]
        told = await kept(files, self.settings, self.blobs, self.context.conversation)
        data = [part["data"] for part in spoken.parts if "data" in part and "text" not in part]
        return AgentSaid(
            agent="",
            task=task or None,
            message_id=spoken.id,
            text=words("\n\n".join(text for part in spoken.parts if (text := text_at(part, "text"))), MOST_WORDS),
            files=tuple(_ref(one) for one in told),
            data=None if not data else data[0] if len(data) == 1 else data,
        )


def artifact_message(name: str, parts: Sequence[JsonObject], said: Sequence[SpokenMessage]) -> SpokenMessage:
    """An artifact as something that was said. Words and files that were `said` are left out: many agents say in their
    last message what stands in the artifact, too, and send its files along."""
    sent = [file for one in said for part in one.parts if (file := file_of(part)) is not None]
    rest = [part for part in parts if (file := file_of(part)) is None or not any(_same(file, one) for one in sent)]
    words_of = _words_of(parts)
    if words_of and words_of in {_words_of(one.parts) for one in said}:
        rest = [part for part in rest if not text_at(part, "text")]
    return SpokenMessage(f"artifact {name[:80]} {_digest(parts)}", tuple(rest))


def _words_of(parts: Sequence[JsonObject]) -> str:
    return "\n\n".join(text for part in parts if (text := text_at(part, "text"))).strip()


def _same(file: File, sent: File) -> bool:
    """Whether it is what was sent; an agent that names a file once need not name it again."""
    return (file.held, file.uri) == (sent.held, sent.uri) and file.name in ("", sent.name)


def _spoken(message: Json) -> SpokenMessage | None:
    """The message when it is the agent's and says anything."""
    if not is_object(message) or text_at(message, "role").lower().removeprefix("role_") == "user":
        return None
    content = message.get("content")
    found = list_at(message, "parts") or (content if is_list(content) else [object_at(message, "content")])
    parts = tuple(part for part in found if part and is_object(part))
    if not parts:
        return None
    return SpokenMessage(line(text_at(message, "messageId"), 200) or f"{NAMELESS}{_digest(parts)}", parts)


def _digest(parts: Sequence[JsonObject]) -> str:
    plain = json.dumps(list(parts), sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(plain.encode("utf-8", "replace")).hexdigest()[:16]


def _ref(told: JsonObject) -> FileRef:
    blob = told.get("blob")
    media = text_at(told, "media") or "application/octet-stream"
    return FileRef(name=text_at(told, "name") or "file", media=media, blob=blob, uri=text_at(told, "uri") or None)
