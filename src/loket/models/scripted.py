"""A model that answers what it was told to: for tests, demonstrations and runs without a key."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence

from loket.core.actions import Usage
from loket.core.model import (
    Delta,
    Finish,
    Finished,
    ModelFailed,
    ModelRequest,
    ModelResponse,
    Part,
    RefusalDelta,
    RefusalPart,
    TextDelta,
    TextPart,
    ThinkingDelta,
    ThinkingPart,
    ToolCallDelta,
    ToolCallPart,
)

Line = str | ModelResponse | ModelFailed | Sequence[str | Part | ModelFailed]
Script = Iterable[Line] | Callable[[ModelRequest], Line]
PIECE = 12
"""Characters of a tool call's arguments in one delta."""


class ScriptedModel:
    """Plays lines in order, or asks a function for each. A line is words, parts in a row, or a whole response; a
    ModelFailed is raised, in a row after what comes before it was streamed. It fails with `bad_response` once the lines
    are used up. `requests` holds everything it was asked."""

    def __init__(self, script: Script, name: str = "scripted") -> None:
        self.name = name
        self._next = script if callable(script) else None
        self._lines = iter(()) if callable(script) else iter(script)
        self.requests: list[ModelRequest] = []

    async def complete(self, request: ModelRequest) -> ModelResponse:
        response, failed = await self._answer(request)
        if failed is not None:
            raise failed
        return response

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta]:
        response, failed = await self._answer(request)
        for part in response.parts:
            for delta in deltas_of(part):
                yield delta
                await asyncio.sleep(0)
        if failed is not None:
            raise failed
        yield Finished(response=response)

    async def close(self) -> None:
        """Nothing is open."""

    async def _answer(self, request: ModelRequest) -> tuple[ModelResponse, ModelFailed | None]:
        await asyncio.sleep(0)  # like a real one, it lets others go first
        self.requests.append(request)
        line = self._next(request) if self._next else next(self._lines, None)
        match line:
            case None:
                raise ModelFailed("bad_response", "The script is at its end.")
            case ModelFailed():
                raise line
            case ModelResponse():
                response, failed = line, None
            case str():
                response, failed = self._response(request, [line])
            case _:
                response, failed = self._response(request, line)
        if failed is None and not (response.text.strip() or response.tool_calls or response.refusal):
            raise ModelFailed("refused" if response.finish == "refusal" else "empty", "The model gave no answer.")
        return response, failed

    def _response(
        self, request: ModelRequest, line: Sequence[str | Part | ModelFailed]
    ) -> tuple[ModelResponse, ModelFailed | None]:
        failed = next((one for one in line if isinstance(one, ModelFailed)), None)
        parts = tuple([_part(one) for one in line if not isinstance(one, ModelFailed)])
        finish: Finish = "stop"
        if any(isinstance(part, ToolCallPart) for part in parts):
            finish = "tool_calls"
        elif any(isinstance(part, RefusalPart) for part in parts):
            finish = "refusal"
        return ModelResponse(parts=parts, finish=finish, usage=self._cost(request, parts)), failed

    def _cost(self, request: ModelRequest, parts: Iterable[Part]) -> Usage:
        """One token a word, which is enough to see budgets work."""
        asked = sum(_length(part) for message in request.messages for part in message.parts)
        return Usage(model=self.name, input_tokens=asked, output_tokens=sum(map(_length, parts)))


def _part(one: str | Part) -> Part:
    return TextPart(text=one) if isinstance(one, str) else one


def _length(part: Part) -> int:
    if isinstance(part, ToolCallPart):
        return 1 + len(part.args)
    return len(getattr(part, "text", "").split())


def deltas_of(part: Part) -> Iterable[Delta]:
    """A part of an answer as it is streamed."""
    match part:
        case TextPart(text=text):
            return [TextDelta(text=word) for word in re.findall(r"\s*\S+\s*$|\s*\S+", text) or [text]]
        case ThinkingPart(text=text):
            return [ThinkingDelta(text=text)] if text else []
        case RefusalPart(text=text):
            return [RefusalDelta(text=text)]
        case ToolCallPart(id=id, name=name):
            args = part.broken or json.dumps(part.args, ensure_ascii=False)
            pieces = [args[at : at + PIECE] for at in range(0, len(args), PIECE)]
            return [ToolCallDelta(id=id, name=name, args=piece) for piece in ("", *pieces)]
        case _:
            return []
