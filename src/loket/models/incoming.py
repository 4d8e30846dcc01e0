"""What a model answers, from the words of pydantic-ai."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field

from pydantic_ai import messages as wire
from pydantic_ai.models import Model

from loket.core.actions import Thought, Usage
from loket.core.data import Json, JsonObject
from loket.core.model import (
    ANSWER,
    Delta,
    Finish,
    ModelFailed,
    ModelResponse,
    Part,
    RefusalPart,
    TextDelta,
    TextPart,
    ThinkingDelta,
    ThinkingPart,
    ToolCallDelta,
    ToolCallPart,
)
from loket.core.shapes import is_object
from loket.models.configured import Price
from loket.models.outgoing import THOUGHT

_FINISH: dict[str | None, Finish] = {
    "stop": "stop",
    "length": "length",
    "content_filter": "refusal",
    "tool_call": "tool_calls",
}


@dataclass
class Deltas:
    """The events of one stream as deltas; knows which tool call each is a piece of. An answer to a schema that came as
    a tool call is words."""

    calls: dict[int, wire.ToolCallPart] = field(default_factory=dict)

    def of(self, event: wire.ModelResponseStreamEvent) -> Delta | None:
        match event:
            case wire.PartStartEvent(part=wire.TextPart(content=text)) if text:
                return TextDelta(text=text)
            case wire.PartStartEvent(part=wire.ThinkingPart(content=text)) if text:
                return ThinkingDelta(text=text)
            case wire.PartStartEvent(index=index, part=wire.ToolCallPart() as call):
                self.calls[index] = call
                return _piece(call, call.args)
            case wire.PartDeltaEvent(delta=wire.TextPartDelta(content_delta=text)) if text:
                return TextDelta(text=text)
            case wire.PartDeltaEvent(delta=wire.ThinkingPartDelta(content_delta=text)) if text:
                return ThinkingDelta(text=text)
            case wire.PartDeltaEvent(index=index, delta=wire.ToolCallPartDelta(args_delta=args)) if args:
                return _piece(self.calls[index], args) if index in self.calls else None
            case _:
                return None


def response_of(answer: wire.ModelResponse, model: Model, took_ms: int, price: Price | None) -> ModelResponse:
    """The whole response. ModelFailed when there is nothing in it."""
    parts = [part for each in answer.parts if (part := _part(each, model)) is not None]
    finish = _FINISH.get(answer.finish_reason, "other")
    if finish == "refusal" and (why := _details(answer).get("refusal")):
        parts.append(RefusalPart(text=str(why)))
    if finish == "stop" and any(isinstance(part, ToolCallPart) for part in parts):
        finish = "tool_calls"  # some call tools and say that they have stopped
    made = ModelResponse(parts=tuple(parts), finish=finish, usage=_usage(answer, model, took_ms, price))
    if not (made.text.strip() or made.tool_calls or made.refusal):
        if finish == "refusal":
            raise ModelFailed("refused", "A filter of the model's provider let no answer through.")
        raise ModelFailed("empty", f"The model gave no answer and stopped with {finish}.")
    return made


def broke_off(answer: wire.ModelResponse) -> bool:
    """Whether a stream ended without a word on why."""
    return not (_details(answer).get("finish_reason") or answer.finish_reason == "content_filter")


def _details(answer: wire.ModelResponse) -> JsonObject:
    return answer.provider_details or {}


def _piece(call: wire.ToolCallPart, args: Json) -> Delta:
    text = args if isinstance(args, str) else json.dumps(args, ensure_ascii=False) if args else ""
    if call.tool_name == ANSWER:
        return TextDelta(text=text)
    return ToolCallDelta(id=call.tool_call_id, name=call.tool_name, args=text)


def _part(part: wire.ModelResponsePart, model: Model) -> Part | None:
    match part:
        case wire.TextPart(content=text):
            return TextPart(text=text, thought=_thought(part, model)) if text else None
        case wire.ThinkingPart(content=text):
            return ThinkingPart(text=text, thought=_thought(part, model, always=True))
        case wire.ToolCallPart(tool_name=name, args=args) if name == ANSWER:
            return TextPart(text=args if isinstance(args, str) else json.dumps(args, ensure_ascii=False))
        case wire.ToolCallPart(tool_name=name, tool_call_id=id):
            args, broken = _args(part)
            return ToolCallPart(id=id, name=name, args=args, broken=broken, thought=_thought(part, model))
        case _:
            return None


def _args(part: wire.ToolCallPart) -> tuple[JsonObject, str]:
    raw: Json = part.args
    if not isinstance(raw, str):
        return raw or {}, ""
    try:
        read = json.loads(raw, parse_constant=_no_number) if raw.strip() else {}
    except (ValueError, RecursionError):
        return {}, raw
    return (read, "") if is_object(read) else ({}, raw)


def _no_number(constant: str) -> Json:
    raise ValueError(f"{constant} is no JSON")


def _thought(
    part: wire.TextPart | wire.ThinkingPart | wire.ToolCallPart, model: Model, always: bool = False
) -> Thought | None:
    data = {name: value for name in THOUGHT if (value := getattr(part, name, None)) is not None}
    if not data and not always:
        return None
    return Thought(provider=model.system, model=model.model_name, data=data)


def _usage(answer: wire.ModelResponse, model: Model, took_ms: int, price: Price | None) -> Usage:
    used = answer.usage
    usage = Usage(
        model=answer.model_name or model.model_name,
        input_tokens=used.input_tokens,
        output_tokens=used.output_tokens,
        cached_tokens=used.cache_read_tokens,
        reasoning_tokens=_reasoning(used.details),
        took_ms=took_ms,
    )
    return usage.model_copy(update={"price": _listed_price(answer) if price is None else _paid(usage, price)})


def _reasoning(details: Iterable[str] | dict[str, int]) -> int:
    counts = details if isinstance(details, dict) else {}
    return next((counts[name] for name in ("reasoning_tokens", "thoughts_tokens") if counts.get(name)), 0)


def _paid(usage: Usage, price: Price) -> float:
    cached = price.input if price.cached is None else price.cached
    fresh = usage.input_tokens - usage.cached_tokens
    return (fresh * price.input + usage.cached_tokens * cached + usage.output_tokens * price.output) / 1_000_000


def _listed_price(answer: wire.ModelResponse) -> float | None:
    """The price by the list that comes with the library; None for a model it does not know."""
    try:
        return float(answer.cost().total_price)
    except (LookupError, ValueError, AssertionError):
        return None
