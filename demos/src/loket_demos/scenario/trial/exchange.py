"""What went over the wire between us and an agent: requests, the frames of their answers, and the messages in them."""

import json
from collections.abc import AsyncGenerator, Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from urllib.parse import urlsplit

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_list, is_object, list_at, object_at, text_at
from loket_demos.scenario.trial.filling import LONG, file_digest, without_long_files

STREAM = "text/event-stream"
SENDS = frozenset(
    ("message/send", "message/stream", "SendMessage", "SendStreamingMessage", "tasks/send", "tasks/sendSubscribe")
)
SHOWN = 20_000
"""Characters of one text of an exchange that a report has."""
DEEPEST = 60
"""How deep it is shown."""


class Cut(Exception):
    """The line breaks here."""


@dataclass(frozen=True)
class WireRequest:
    """One request as it came in. `target` is its path with its query; header names are lower case. `zeros`: so many
    zero bytes are put into the body, as base64, while it is sent."""

    verb: str
    target: str
    headers: dict[str, str] = field(default_factory=dict[str, str])
    body: bytes = b""
    zeros: int = 0

    @cached_property
    def content(self) -> JsonObject:
        """Its JSON; empty when it has none."""
        try:
            found: Json = json.loads(self.body)
        except (ValueError, RecursionError):
            return {}
        return found if is_object(found) else {}

    @property
    def params(self) -> JsonObject:
        """What it asks for, with or without an envelope."""
        return object_at(self.content, "params") if "jsonrpc" in self.content else self.content

    @property
    def method(self) -> str:
        """What is asked: the method of JSON-RPC, or the verb and path of HTTP."""
        return text_at(self.content, "method") or f"{self.verb} {urlsplit(self.target).path}"

    @property
    def message(self) -> JsonObject:
        """The message that it carries; empty when it carries none."""
        return object_at(self.params, "message")

    @property
    def sends(self) -> bool:
        """Whether it gives the agent a message."""
        if not self.message or self.verb != "POST":
            return False
        called = text_at(self.content, "method")
        return (
            called in SENDS
            if called
            else self.target.partition("?")[0].endswith(("message:send", "message:stream", "/tasks/send"))
        )

    def with_content(self, content: JsonObject) -> "WireRequest":
        """The same request with another body."""
        return replace(self, body=json.dumps(content).encode())

    def with_message(self, change: Callable[[JsonObject], JsonObject]) -> "WireRequest":
        """The same request with its message changed."""
        params = {**self.params, "message": change(dict(self.message))}
        return self.with_content({**self.content, "params": params} if "jsonrpc" in self.content else params)


@dataclass
class WireAnswer:
    """An answer whose frames come as the agent says them: JSON, or bytes that are none. `media` says whether they are
    events of a stream or one body; `zeros` is as in a request."""

    status: int
    media: str
    frames: AsyncGenerator[Json]
    zeros: int = 0

    @property
    def streams(self) -> bool:
        return self.media.startswith(STREAM)


@dataclass
class WireExchange:
    """One request and what was answered to it, as both ends saw it: `heard` is what the agent said, `passed` what we
    were given of it. Times are seconds since the run began. `probe`: the bench itself asked this. `withheld`: the agent
    was never given it, on purpose; `struck`: a fault is at work on it; `given`: the agent has been sent it, or
    something in its place; `error`: why the agent gave no answer."""

    request: WireRequest
    began: float
    probe: bool = False
    status: int = 0
    heard: list[Json] = field(default_factory=list[Json])
    passed: list[Json] = field(default_factory=list[Json])
    ended: float | None = None
    cut: bool = False
    withheld: bool = False
    struck: bool = False
    given: bool = False
    error: str = ""

    @property
    def delivered(self) -> bool:
        """Whether the agent took it, as far as we were told."""
        return self.status < 400 and not any(error_of(frame) for frame in self.passed)

    def keep(self) -> None:
        """What is kept of it for good: no long file is kept whole."""
        if len(self.request.body) > LONG:
            content = without_long_files(self.request.content)
            self.request = self.request.with_content(content if is_object(content) else {})
        self.heard = [without_long_files(frame) for frame in self.heard]
        self.passed = [without_long_files(frame) for frame in self.passed]

    def summary(self) -> JsonObject:
        """The exchange as the report has it."""
        return {
            "method": self.request.method,
            "request": shortened(self.request.content),
            "status": self.status,
            "heard": [shown(frame) for frame in self.heard],
            "passed": None if self.passed == self.heard else [shown(frame) for frame in self.passed],
            "began": round(self.began, 3),
            "ended": None if self.ended is None else round(self.ended, 3),
            "probe": self.probe,
            "cut": self.cut,
            "error": self.error,
        }


def shown(frame: Json) -> Json:
    """A frame that JSON and whoever reads it can hold."""
    return f"{len(frame)} bytes that are no JSON" if isinstance(frame, bytes) else shortened(frame)


def shortened(json: Json, deep: int = 0) -> Json:
    """The same with the first piece of each text that is too long for a report, such as a file of 100 MB."""
    if isinstance(json, str):
        return json if len(json) <= SHOWN else f"{json[:SHOWN]}… ({len(json)} characters)"
    if deep == DEEPEST and isinstance(json, dict | list):
        return "…"
    if is_object(json):
        return {name: shortened(value, deep + 1) for name, value in json.items()}
    return [shortened(one, deep + 1) for one in json] if is_list(json) else json


@dataclass(frozen=True)
class WireFile:
    """A file that went over the wire; the digest is of its bytes, empty where only an address was given."""

    name: str
    digest: str


def result_of(frame: Json) -> JsonObject:
    """What a frame says: the result in its envelope, or all of it, without the box that 1.0 puts it in."""
    found = object_at(frame, "result") if is_object(frame) and "jsonrpc" in frame else frame
    if not is_object(found):
        return {}
    boxes = ("task", "message", "statusUpdate", "artifactUpdate", "msg")
    inner = next((object_at(found, box) for box in boxes if is_object(found.get(box)) and len(found) == 1), None)
    return found if inner is None else inner


def error_of(frame: Json) -> JsonObject:
    """The error that a frame tells; empty when it tells none."""
    return object_at(frame, "error") if is_object(frame) else {}


def messages_in(frame: Json) -> Iterator[JsonObject]:
    """The messages that an agent says in a frame, those of its history and its status included, oldest first."""
    found = result_of(frame)
    if "parts" in found and ("role" in found or "messageId" in found):
        yield found
        return
    yield from (one for one in list_at(found, "history") if is_object(one))
    told = object_at(object_at(found, "status"), "message") or object_at(object_at(found, "status"), "update")
    if told:
        yield told


def artifacts_in(frame: Json) -> Iterator[JsonObject]:
    """The artifacts in a frame."""
    found = result_of(frame)
    yield from (one for one in list_at(found, "artifacts") if is_object(one))
    if artifact := object_at(found, "artifact"):
        yield artifact


def by_agent(message: JsonObject) -> bool:
    """Whether the agent said it, and not we."""
    return text_at(message, "role").removeprefix("ROLE_").lower() == "agent"


def words_of(message: JsonObject) -> str:
    """Its words."""
    return "\n".join(text for part in _parts(message) if (text := text_at(part, "text")))


def files_of(message: JsonObject) -> Iterator[WireFile]:
    """The files among its parts, in whatever dialect."""
    for part in _parts(message):
        inner = object_at(part, "file")
        boxed = inner or part
        raw = next(
            (boxed[name] for name in ("bytes", "fileWithBytes", "raw") if isinstance(boxed.get(name), str)), None
        )
        away = next((boxed[name] for name in ("uri", "fileWithUri", "url") if isinstance(boxed.get(name), str)), None)
        if raw is None and away is None:
            continue
        yield WireFile(text_at(boxed, "name") or text_at(boxed, "filename"), "" if raw is None else file_digest(raw))


def state_in(frame: Json) -> str:
    """The state of the task that a frame tells, in the words of 0.3; "" when it tells none."""
    state = text_at(object_at(result_of(frame), "status"), "state")
    return state.removeprefix("TASK_STATE_").lower().replace("_", "-")


def task_in(frame: Json) -> str:
    """The id of the task that a frame is about."""
    found = result_of(frame)
    return text_at(found, "taskId") or (text_at(found, "id") if "status" in found else "")


def _parts(message: JsonObject) -> Iterator[JsonObject]:
    parts = message.get("parts", message.get("content"))
    if is_list(parts):
        yield from (part for part in parts if is_object(part))
