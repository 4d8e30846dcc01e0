"""Reading what an agent answers, in any dialect, into one task; what comes twice, late or for another task is harmless.

A stream is a fold: the task as a whole, then changes of its status and pieces of its artifacts. What is odd about it is
kept in `odd`, and says that the task had better be fetched once more."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_list, is_object, list_at, object_at, text_at
from loket.tools.agents.files import File, file_of
from loket.tools.agents.history import SpokenMessage, SpokenMessages, artifact_message
from loket.tools.agents.text import line, words

OVER = frozenset({"completed", "failed", "canceled", "rejected"})
ASKS = frozenset({"input-required", "auth-required"})
RESTS = OVER | ASKS
MOST_WORDS = 20_000
MOST_PARTS = 1000
MOST_FILES = 100

Part = JsonObject
"""A part of a message as it came, which is one of the shapes of three dialects."""


@dataclass(slots=True)
class RemoteTask:
    """A task of another agent as far as we know it; `state` is empty until the agent said something, `message` is the
    id of what it said last, `ours` are the ids of our messages in its history. A direct answer without a task is a
    completed one without an id."""

    id: str = ""
    context: str = ""
    state: str = ""
    message: str = ""
    said: list[Part] = field(default_factory=list)
    artifacts: dict[str, list[Part]] = field(default_factory=dict)
    error: JsonObject = field(default_factory=dict)
    odd: list[str] = field(default_factory=list)
    spoken: SpokenMessages = field(default_factory=SpokenMessages)
    ours: set[str] = field(default_factory=set)
    _beside: bool = False

    @property
    def rests(self) -> bool:
        """Whether nothing more will come by itself."""
        return self.state in RESTS

    @property
    def over(self) -> bool:
        return self.state in OVER

    def take(self, frame: Json) -> bool:
        """Takes an answer or a frame of a stream in; False when it says nothing that is for us."""
        if not is_object(frame):
            return self._strange("something that is no object")
        if self.over:
            return self._strange("news of a task that is over")
        for name, read in (
            ("task", self._task),
            ("message", self._message),
            ("msg", self._message),
            ("statusUpdate", self._status),
            ("artifactUpdate", self._piece),
        ):
            if is_object(inner := frame.get(name)) and not (name == "message" and "status" in frame):
                return read(inner)
        return self._by_shape(frame)

    def _by_shape(self, frame: JsonObject) -> bool:
        kind = text_at(frame, "kind")
        if is_object(frame.get("artifact")):
            return self._piece(frame)
        if kind == "message" or (_parts(frame) and "status" not in frame):
            return self._message(frame)
        if kind == "status-update" or ("final" in frame and is_object(frame.get("status"))):
            return self._status(frame)
        if is_object(frame.get("status")):
            return self._task(frame)
        status = text_at(frame, "status")
        if "data" in frame and status in ("", "ok", "completed", "success"):
            return self._message({"parts": [{"kind": "data", "data": frame["data"]}]})
        if status not in ("", "ok"):
            self._message({"parts": [{"text": text_at(frame, "message") or f"The agent says: {line(status, 100)}."}]})
            self.state = "failed"
            return True
        return self._strange("something that is neither a task nor a message")

    def _task(self, task: JsonObject) -> bool:
        if not self._ours(text_at(task, "id")):
            return False
        self.context = line(text_at(task, "contextId") or text_at(task, "sessionId"), 200) or self.context
        artifacts = list_at(task, "artifacts")
        if not artifacts and "data" in task:
            artifacts = [{"parts": [{"kind": "data", "data": task["data"]}]}]
        if artifacts or not self.artifacts:
            self.artifacts = {_name(a, n): _parts(a) for n, a in enumerate(artifacts[:MOST_PARTS]) if is_object(a)}
        self.error = object_at(object_at(task, "metadata"), "error")
        self.spoken.read(history := list_at(task, "history"))
        self.ours |= {id for one in history if _by_us(one) and (id := text_at(one, "messageId"))}
        return self._stands(object_at(task, "status"), _last_words(history))

    def _status(self, event: JsonObject) -> bool:
        if not self._ours(text_at(event, "taskId") or text_at(event, "id")):
            return False
        self.context = line(text_at(event, "contextId"), 200) or self.context
        return self._stands(object_at(event, "status"))

    def _stands(self, status: JsonObject, last: Sequence[Part] = ()) -> bool:
        """`last` is what the agent said last by the history, which is the answer of who ends without another one."""
        state = state_of(text_at(status, "state"))
        if not state:
            return self._strange("a task without a state")
        self._heard_out()
        self.state = state
        message = object_at(status, "message")
        if _by_us(message):  # our own words are no news
            message = {}
        self.message = _message_id(message)
        self.spoken.hear(message)
        self.said = _parts(message) or ([*last] or self.said if state in OVER and not self.artifacts else [])
        return True

    def _piece(self, event: JsonObject) -> bool:
        if not self._ours(text_at(event, "taskId") or text_at(event, "id")):
            return False
        artifact = object_at(event, "artifact")
        name = _name(artifact, 0)
        more = (event if "append" in event else artifact).get("append") is True
        if more and name not in self.artifacts:
            self._strange("the end of an artifact without its beginning")
        before = self.artifacts.get(name, []) if more else []
        self.artifacts[name] = _joined(before, _parts(artifact))[:MOST_PARTS]
        self.state = self.state or "working"
        return True

    def _message(self, message: JsonObject) -> bool:
        if _by_us(message):
            return self._strange("a message that is not the agent's")
        id, parts = _message_id(message), _parts(message)
        self.context = line(text_at(message, "contextId"), 200) or self.context
        if not self.state:
            self.said, self.message, self.state = parts, id, "completed"
            self.spoken.hear(message)
            return True
        # Where there is a task only its state says that it is done; a message beside it may come in pieces.
        if self._beside and id and id == self.message:
            parts = _joined(self.said, parts)
        else:
            self._heard_out()
        self.said, self.message, self._beside = parts[:MOST_PARTS], id, True
        return True

    def _heard_out(self) -> None:
        """A message beside the task is whole when something else comes."""
        if self._beside:
            self.spoken.hear({"role": "agent", "messageId": self.message, "parts": self.said})
        self._beside = False

    def _ours(self, id: str) -> bool:
        """Whether a frame is of this task; the first id we hear is its id."""
        id = id[:200] if id.isprintable() else ""
        if id and self.id and id != self.id:
            return self._strange("news of another task")
        self.id = self.id or id
        return True

    def _strange(self, what: str) -> bool:
        if what not in self.odd:
            self.odd.append(what)
        return False

    def messages(self) -> list[SpokenMessage]:
        """All that the agent said so far, and at rest what it made, without what it said as well."""
        if not self.rests:
            return [*self.spoken.items]
        made = [artifact_message(name, parts, self.spoken.items) for name, parts in self.artifacts.items() if parts]
        return [*self.spoken.items, *(one for one in made if one.parts)]

    def text(self) -> str:
        """The words: of the artifacts, else of what was said last."""
        found = [text for parts in self.artifacts.values() if (text := _text(parts))]
        return words("\n\n".join(found) or _text(self.said), MOST_WORDS)

    def asks(self) -> str:
        """What the agent said last, apart from what it made."""
        return words(_text(self.said), MOST_WORDS)

    def data(self) -> list[Json]:
        """The values of the data parts, of the artifacts before what was said."""
        made = [value for parts in self.artifacts.values() for value in _data(parts)]
        return made or _data(self.said)

    def files(self) -> list[File]:
        """The files that came along, at most so many."""
        parts = [part for made in self.artifacts.values() for part in made]
        return [found for part in [*parts, *self.said] if (found := file_of(part)) is not None][:MOST_FILES]


def state_of(text: str) -> str:
    """The state in the words of 0.3, whatever the dialect; unknown ones are `unknown`, and none is none."""
    state = text.strip().lower().removeprefix("task_state_").replace("_", "-").replace("cancelled", "canceled")
    if state in RESTS or state in ("submitted", "working", ""):
        return state
    return "submitted" if state == "unspecified" else "unknown"


def _by_us(message: Json) -> bool:
    return text_at(message, "role").lower().removeprefix("role_") == "user"


def _last_words(history: Sequence[Json]) -> list[Part]:
    """What the agent said last since we did."""
    last = history[-1] if history else None
    return _parts(last) if is_object(last) and not _by_us(last) else []


def _message_id(message: JsonObject) -> str:
    return line(text_at(message, "messageId"), 200)


def _name(artifact: Json, position: int) -> str:
    index = artifact.get("index") if is_object(artifact) else None
    return text_at(artifact, "artifactId")[:200] or f"#{index if isinstance(index, int) else position}"


def _parts(owner: Json) -> list[Part]:
    found = list_at(owner, "parts") or list_at(owner, "content") or [object_at(owner, "content")]
    return [part for part in found[:MOST_PARTS] if part and is_object(part)]


def _joined(before: list[Part], more: list[Part]) -> list[Part]:
    """A text that goes on in the next piece is one text."""
    if before and more and "text" in before[-1] and "text" in more[0]:
        whole = {**before[-1], "text": text_at(before[-1], "text") + text_at(more[0], "text")}
        return [*before[:-1], whole, *more[1:]]
    return [*before, *more]


def _text(parts: list[Part]) -> str:
    return "\n\n".join(text for part in parts if (text := text_at(part, "text")))


def _data(parts: list[Part]) -> list[Json]:
    found: list[Json] = []
    for part in parts:
        if "data" in part and "text" not in part and (_kind(part) in ("data", "")):
            value = part["data"]
            # On the HTTP wire of 0.3 the value stands in a box of the same name.
            boxed = not _kind(part) and is_object(value) and list(value) == ["data"] and is_object(value["data"])
            found.append(whole_numbers(value["data"] if boxed else value))
    return found


def _kind(part: Part) -> str:
    return text_at(part, "kind") or text_at(part, "type")


def whole_numbers(value: Json) -> Json:
    """Numbers that went through protobuf come back as fractions; 10.0 means 10 in JSON."""
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 2**53 else value
    if is_object(value):
        return {name: whole_numbers(inner) for name, inner in value.items()}
    return [whole_numbers(inner) for inner in value] if is_list(value) else value
