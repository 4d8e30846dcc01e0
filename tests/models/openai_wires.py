"""The two wires of OpenAI, as they are documented."""

from collections.abc import Iterator
from typing import Any

from loket.core.model import Part, RefusalPart, TextPart, ThinkingPart, ToolCallPart
from tests.models.pieces import SIGNED, Frames, Parts, cut, written

# OpenAI, chat completions: https://platform.openai.com/docs/api-reference/chat

CHAT_USAGE = {
    "prompt_tokens": 20,
    "completion_tokens": 7,
    "total_tokens": 27,
    "prompt_tokens_details": {"cached_tokens": 12},
    "completion_tokens_details": {"reasoning_tokens": 3},
}


def chat_call(index: int, call: ToolCallPart, args: str) -> dict[str, Any]:
    function = {"name": call.name, "arguments": args}
    return {"index": index, "id": call.id, "type": "function", "function": function}


def chat_whole(parts: Parts, word: str) -> Any:
    calls = [part for part in parts if isinstance(part, ToolCallPart)]
    said = "".join(part.text for part in parts if isinstance(part, TextPart))
    refusal = "".join(part.text for part in parts if isinstance(part, RefusalPart))
    message: dict[str, Any] = {"role": "assistant", "content": said or None, "refusal": refusal or None}
    if calls:
        message["tool_calls"] = [chat_call(at, call, written(call)) for at, call in enumerate(calls)]
    choice = {"index": 0, "message": message, "finish_reason": word, "logprobs": None}
    kind = {"id": "c1", "object": "chat.completion", "created": 1, "model": "gpt-5-x-1"}
    return {**kind, "choices": [choice], "usage": CHAT_USAGE}


def chat_deltas(parts: Parts) -> Iterator[dict[str, Any]]:
    """The calls come side by side, a piece of each in turn."""
    yield {"role": "assistant", "content": ""}
    for part in parts:
        if isinstance(part, TextPart):
            yield from [{"content": piece} for piece in cut(part.text)]
        if isinstance(part, RefusalPart):
            yield from [{"refusal": piece} for piece in cut(part.text)]
    calls = [part for part in parts if isinstance(part, ToolCallPart)]
    yield from [{"tool_calls": [chat_call(at, call, "")]} for at, call in enumerate(calls)]
    left = {at: cut(written(call)) for at, call in enumerate(calls)}
    while any(left.values()):
        for at, pieces in left.items():
            if pieces:
                yield {"tool_calls": [{"index": at, "function": {"arguments": pieces.pop(0)}}]}


def chat_frames(parts: Parts, word: str) -> Frames:
    kind = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "gpt-5-x-1"}
    frames: Frames = [
        ("", {**kind, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}) for delta in chat_deltas(parts)
    ]
    frames.append(("", {**kind, "choices": [{"index": 0, "delta": {}, "finish_reason": word}]}))
    return [*frames, ("", {**kind, "choices": [], "usage": CHAT_USAGE}), ("", "[DONE]")]


# OpenAI, responses: https://platform.openai.com/docs/api-reference/responses-streaming

RESPONSES_USAGE = {
    "input_tokens": 20,
    "input_tokens_details": {"cached_tokens": 12},
    "output_tokens": 7,
    "output_tokens_details": {"reasoning_tokens": 3},
    "total_tokens": 27,
}


def item(at: int, part: Part, done: bool) -> dict[str, Any]:
    status = "completed" if done else "in_progress"
    match part:
        case ThinkingPart(text=text):
            summary = [{"type": "summary_text", "text": text}] if text and done else []
            return {"type": "reasoning", "id": f"rs_{at}", "summary": summary, "encrypted_content": SIGNED}
        case ToolCallPart(id=id, name=name):
            args = written(part) if done else ""
            kind = {"type": "function_call", "id": f"fc_{at}", "status": status}
            return {**kind, "call_id": id, "name": name, "arguments": args}
        case RefusalPart(text=text):
            content = [{"type": "refusal", "refusal": text}] if done else []
        case TextPart(text=text):
            content = [{"type": "output_text", "text": text, "annotations": [], "logprobs": []}] if done else []
        case _:
            raise AssertionError(part)
    return {"type": "message", "id": f"msg_{at}", "role": "assistant", "status": status, "content": content}


def responses_whole(parts: Parts, word: str, status: str = "") -> Any:
    kind = {"id": "resp_1", "object": "response", "created_at": 1, "model": "gpt-5-x-1", "error": None}
    more = {"parallel_tool_calls": True, "tool_choice": "auto", "tools": [], "instructions": None, "metadata": {}}
    output = [item(at, part, done=True) for at, part in enumerate(parts)]
    state = status or ("completed" if word == "completed" else "incomplete")
    incomplete = {"reason": word} if state == "incomplete" else None
    answer = {"status": state, "incomplete_details": incomplete, "output": output, "usage": RESPONSES_USAGE}
    return {**kind, **more, **answer}


def responses_deltas(at: int, part: Part) -> Iterator[dict[str, Any]]:
    where = {"item_id": item(at, part, done=False)["id"], "output_index": at}
    match part:
        case TextPart(text=text):
            empty = {"type": "output_text", "text": "", "annotations": []}
            yield {"type": "response.content_part.added", **where, "content_index": 0, "part": empty}
            for piece in cut(text):
                yield {"type": "response.output_text.delta", **where, "content_index": 0, "delta": piece}
        case RefusalPart(text=text):
            for piece in cut(text):
                yield {"type": "response.refusal.delta", **where, "content_index": 0, "delta": piece}
        case ThinkingPart(text=text) if text:
            empty = {"type": "summary_text", "text": ""}
            yield {"type": "response.reasoning_summary_part.added", **where, "summary_index": 0, "part": empty}
            for piece in cut(text):
                yield {"type": "response.reasoning_summary_text.delta", **where, "summary_index": 0, "delta": piece}
        case ToolCallPart():
            for piece in cut(written(part)):
                yield {"type": "response.function_call_arguments.delta", **where, "delta": piece}
            done = {"arguments": written(part), "name": part.name}
            yield {"type": "response.function_call_arguments.done", **where, **done}
        case _:
            pass


def responses_frames(parts: Parts, word: str) -> Frames:
    begun = responses_whole((), word, "in_progress") | {"usage": None}
    events: list[dict[str, Any]] = [{"type": "response.created", "response": begun}]
    for at, part in enumerate(parts):
        events.append({"type": "response.output_item.added", "output_index": at, "item": item(at, part, done=False)})
        events += responses_deltas(at, part)
        events.append({"type": "response.output_item.done", "output_index": at, "item": item(at, part, done=True)})
    whole = responses_whole(parts, word)
    events.append({"type": f"response.{whole['status']}", "response": whole})
    return [(event["type"], event | {"sequence_number": number}) for number, event in enumerate(events)]
