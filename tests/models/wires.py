"""The wires of four providers as they are documented, spoken by a loopback server: an answer as it comes whole, and in
pieces as it is streamed."""

import json
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from pydantic import SecretStr

from loket.core.model import (
    Finished,
    Model,
    ModelFailed,
    ModelRequest,
    ModelResponse,
    ModelSettings,
    Part,
    RefusalPart,
    TextDelta,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolDefinition,
    words,
)
from loket.models.configured import ConfiguredModel
from loket.models.providers import models_from
from tests.loopback import Answer, Asked, Loopback, answering, reply
from tests.models.openai_wires import chat_frames, chat_whole, responses_frames, responses_whole
from tests.models.pieces import SIGNED, Frames, Parts, cut, written

KEY = "SECRET-KEY-123"
SECRET = SecretStr(KEY)
ASKED = ModelRequest(messages=(words("system", "Be brief."), words("user", "Write a letter.")))
WEATHER = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
TEXT = "Dear Sir, we have read your letter."
CALL = ToolCallPart(id="call_1", name="weather", args={"city": "Bern"})
TOOL = ToolDefinition(name="weather", input=WEATHER)
OTHER = ToolDefinition(name="tides", input=WEATHER)
ONCE = ASKED.model_copy(update={"settings": ModelSettings(retries=0)})
SOON = ASKED.model_copy(update={"settings": ModelSettings(retries=0, deadline=0.2)})
HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"


@dataclass(frozen=True)
class Wire:
    """How one provider speaks. `whole` and `frames` take the parts of an answer and its own word for why it ended;
    `last` is the frame without which a stream has broken off."""

    model: str
    path: str
    streaming: Callable[[Asked], bool]
    whole: Callable[[Parts, str], Any]
    frames: Callable[[Parts, str], Frames]
    ends: dict[str, str]
    key: str
    error: Callable[[int, str], Any]

    def answer(self, asked: Asked, *parts: Part, finish: str = "stop") -> bytes:
        word = self.ends[finish]
        return self.streamed(parts, word) if self.streaming(asked) else reply(self.whole(parts, word))

    def streamed(self, parts: Parts, word: str) -> bytes:
        body = b"".join(self.pieces(parts, word))
        return reply(body, content_type="text/event-stream")

    def pieces(self, parts: Parts, word: str) -> list[bytes]:
        return [sse(name, data) for name, data in self.frames(parts, word)]


def sse(name: str, data: Any) -> bytes:
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {data if isinstance(data, str) else json.dumps(data)}\n\n".encode()


# Anthropic, messages: https://docs.anthropic.com/en/docs/build-with-claude/streaming

ANTHROPIC_ERRORS = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    429: "rate_limit_error",
    500: "api_error",
    529: "overloaded_error",
}
ANTHROPIC_USAGE = {
    "input_tokens": 8,
    "cache_read_input_tokens": 12,
    "cache_creation_input_tokens": 0,
    "output_tokens": 7,
}


def block(part: Part, begun: bool) -> dict[str, Any]:
    match part:
        case TextPart(text=text) | RefusalPart(text=text):
            return {"type": "text", "text": "" if begun else text}
        case ThinkingPart(text=text):
            return {"type": "thinking", "thinking": "" if begun else text, "signature": "" if begun else SIGNED}
        case ToolCallPart(id=id, name=name, args=args):
            return {"type": "tool_use", "id": id, "name": name, "input": {} if begun else args}
        case _:
            raise AssertionError(part)


def anthropic_message(parts: Parts, word: str | None) -> dict[str, Any]:
    kind = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-x-1"}
    content = [block(part, begun=False) for part in parts if not isinstance(part, RefusalPart)]
    return {**kind, "content": content, "stop_reason": word, "stop_sequence": None, "usage": ANTHROPIC_USAGE}


def anthropic_deltas(part: Part) -> Iterator[dict[str, Any]]:
    match part:
        case TextPart(text=text):
            yield from [{"type": "text_delta", "text": piece} for piece in cut(text)]
        case ThinkingPart(text=text):
            yield from [{"type": "thinking_delta", "thinking": piece} for piece in cut(text)]
            yield {"type": "signature_delta", "signature": SIGNED}
        case ToolCallPart():
            yield from [{"type": "input_json_delta", "partial_json": piece} for piece in cut(written(part))]
        case _:
            pass


def anthropic_frames(parts: Parts, word: str) -> Frames:
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": anthropic_message((), None)},
        {"type": "ping"},
    ]
    for at, part in enumerate(part for part in parts if not isinstance(part, RefusalPart)):
        events.append({"type": "content_block_start", "index": at, "content_block": block(part, begun=True)})
        events += [{"type": "content_block_delta", "index": at, "delta": delta} for delta in anthropic_deltas(part)]
        events.append({"type": "content_block_stop", "index": at})
    delta = {"stop_reason": word, "stop_sequence": None}
    events.append({"type": "message_delta", "delta": delta, "usage": {"output_tokens": 7}})
    return [(event["type"], event) for event in [*events, {"type": "message_stop"}]]


# Google, generateContent: https://ai.google.dev/api/generate-content

GOOGLE_ERRORS = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
}
GOOGLE_USAGE = {
    "promptTokenCount": 20,
    "cachedContentTokenCount": 12,
    "candidatesTokenCount": 4,
    "thoughtsTokenCount": 3,
    "totalTokenCount": 27,
}


def google_part(part: Part) -> dict[str, Any]:
    match part:
        case TextPart(text=text):
            return {"text": text}
        case ThinkingPart(text=text):
            return {"text": text, "thought": True}
        case ToolCallPart(id=id, name=name, args=args):
            return {"functionCall": {"id": id, "name": name, "args": args}, "thoughtSignature": SIGNED}
        case _:
            raise AssertionError(part)


def google_chunk(parts: list[dict[str, Any]], word: str | None) -> dict[str, Any]:
    candidate: dict[str, Any] = {"content": {"role": "model", **({"parts": parts} if parts else {})}, "index": 0}
    if word:
        candidate["finishReason"] = word
    return {"candidates": [candidate], "usageMetadata": GOOGLE_USAGE, "modelVersion": "gemini-x-1", "responseId": "r"}


def google_whole(parts: Parts, word: str) -> Any:
    return google_chunk([google_part(part) for part in parts if not isinstance(part, RefusalPart)], word)


def google_frames(parts: Parts, word: str) -> Frames:
    chunks: list[dict[str, Any]] = []
    for part in parts:
        if isinstance(part, TextPart | ThinkingPart):
            pieces = [part.model_copy(update={"text": piece}) for piece in cut(part.text)]
            chunks += [google_chunk([google_part(piece)], None) for piece in pieces]
        elif isinstance(part, ToolCallPart):
            chunks.append(google_chunk([google_part(part)], None))
    return [("", chunk) for chunk in [*chunks, google_chunk([], word)]]


def asks_to_stream(asked: Asked) -> bool:
    return bool(asked.json.get("stream"))


CHAT = Wire(
    "openai-chat:gpt-5-x",
    "/v1/chat/completions",
    asks_to_stream,
    chat_whole,
    chat_frames,
    {
        "stop": "stop",
        "length": "length",
        "tool_calls": "tool_calls",
        "refusal": "content_filter",
        "other": "new_reason",
    },
    "authorization",
    lambda status, text: {"error": {"message": text, "type": "an_error", "code": None, "param": None}},
)
RESPONSES = Wire(
    "openai-responses:gpt-5-x",
    "/v1/responses",
    asks_to_stream,
    responses_whole,
    responses_frames,
    {
        "stop": "completed",
        "length": "max_output_tokens",
        "tool_calls": "completed",
        "refusal": "content_filter",
        "other": "new_reason",
    },
    "authorization",
    CHAT.error,
)
ANTHROPIC = Wire(
    "anthropic:claude-x",
    "/v1/messages",
    asks_to_stream,
    anthropic_message,
    anthropic_frames,
    {
        "stop": "end_turn",
        "length": "max_tokens",
        "tool_calls": "tool_use",
        "refusal": "refusal",
        "other": "new_reason",
    },
    "authorization",
    lambda status, text: {"type": "error", "error": {"type": ANTHROPIC_ERRORS.get(status, "x"), "message": text}},
)
GOOGLE = Wire(
    "google:gemini-x",
    "/v1beta/models/gemini-x",
    lambda asked: "streamGenerateContent" in asked.target,
    google_whole,
    google_frames,
    {"stop": "STOP", "length": "MAX_TOKENS", "tool_calls": "STOP", "refusal": "SAFETY", "other": "NEW_REASON"},
    "x-goog-api-key",
    lambda status, text: {"error": {"code": status, "message": text, "status": GOOGLE_ERRORS.get(status, "UNKNOWN")}},
)
WIRES = {"chat": CHAT, "responses": RESPONSES, "anthropic": ANTHROPIC, "google": GOOGLE}
VERSIONED = (CHAT, RESPONSES)


@asynccontextmanager
async def asking(wire: Wire, answer: Answer, **more: Any) -> AsyncGenerator[tuple[Model, Loopback]]:
    """The model of a wire, configured as an operator does, at a server that gives this answer."""
    async with answering(answer) as server:
        base = f"{server.url}/v1" if wire in VERSIONED else server.url
        table = ConfiguredModel(model=wire.model, base_url=base, key="secret://k", **more)
        models = models_from({}, {"m": table}, {"k": SECRET})
        model = models.model()
        assert model is not None
        try:
            yield model, server
        finally:
            await models.close()


async def heard(model: Model, request: ModelRequest) -> tuple[str, ModelResponse | ModelFailed]:
    """The words of a stream, and how it ended."""
    text = ""
    try:
        async for delta in model.stream(request):
            match delta:
                case TextDelta():
                    text += delta.text
                case Finished(response=response):
                    return text, response
                case _:
                    pass
    except ModelFailed as failed:
        return text, failed
    raise AssertionError("a stream without an end")
