"""A request until its response can be used: what broke off is asked for once more, and what can't be used is shown to
the model once."""

from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass

from loket.core.model import (
    Finished,
    Model,
    ModelFailed,
    ModelMessage,
    ModelRequest,
    ModelResponse,
    TextDelta,
    ThinkingDelta,
    ToolCallPart,
    ToolResultPart,
    words,
)
from loket.core.planner import Draft
from loket.planners.chat.reading import identified

Wrong = Callable[[ModelResponse], str]
"""What of a response that can be read is not as it must be; empty when nothing is."""


@dataclass
class Asking:
    """One decision's request. `again` says that the first answer broke off."""

    model: Model
    request: ModelRequest
    draft: Draft
    wrong: Wrong = lambda response: ""
    again: bool = False
    _shown: bool = False

    async def response(self) -> ModelResponse:
        """A response whose arguments are JSON and that is not `wrong`. ModelFailed when there is none."""
        try:
            response = await self._whole()
        except ModelFailed as failed:
            if not self._shown or not failed.retryable:
                raise
            response = await self._whole()
            self.again = True
        response = response.model_copy(update={"parts": identified(response.parts)})
        return response if not self._why(response) else await self._repaired(response)

    async def _whole(self) -> ModelResponse:
        """The response to its end; what was shown of one that broke off is taken back."""
        try:
            return await self._streamed()
        except ModelFailed:
            self.draft.drop()
            raise

    async def _streamed(self) -> ModelResponse:
        async with aclosing(self.model.stream(self.request)) as deltas:
            async for delta in deltas:
                match delta:
                    case TextDelta(text=text):
                        self._shown = True
                        self.draft.write(text)
                    case ThinkingDelta(text=text):
                        self.draft.think(text)
                    case Finished(response=response):
                        return response
                    case _:
                        pass
        raise ModelFailed("bad_response", "The model's answer has no end.")

    async def _repaired(self, response: ModelResponse) -> ModelResponse:
        """The same once more, after the model was shown what can't be used."""
        why = self._why(response)
        results = [_complaint(call, why) for call in response.tool_calls]
        parts = [part.model_copy(update={"broken": ""}) if isinstance(part, ToolCallPart) else part
                 for part in response.parts]  # fmt: skip
        answered = ModelMessage(role="tool", parts=tuple(results)) if results else words("user", why)
        shown = (ModelMessage(role="assistant", parts=tuple(parts)), answered)
        again = self.request.model_copy(update={"messages": (*self.request.messages, *shown)})
        repaired = await self.model.complete(again)
        usage = repaired.usage.after(response.usage)
        repaired = repaired.model_copy(update={"parts": identified(repaired.parts), "usage": usage})
        if why := self._why(repaired):
            raise ModelFailed("bad_response", f"The model's answer can't be used, twice: {why}")
        return repaired

    def _why(self, response: ModelResponse) -> str:
        if any(call.broken for call in response.tool_calls):
            return "The arguments of a tool call are no JSON object."
        return self.wrong(response)


def _complaint(call: ToolCallPart, why: str) -> ToolResultPart:
    text = f"These arguments are no JSON object: {call.broken[:500]}" if call.broken else why
    return ToolResultPart(id=call.id, name=call.name, text=f"Not called. {text} Call it again.", ok=False)
