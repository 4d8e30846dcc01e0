"""A model for Agno that asks its tool what it is asked, or says what it was asked. Imports nothing of ours."""

import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass

from agno.models.base import Model
from agno.models.response import ModelResponse


@dataclass
class Scripted(Model):
    """No key, no network."""

    id: str = "scripted"

    def invoke(self, messages: list, tools: list | None = None, **kwargs: object) -> ModelResponse:
        asked = [one.content for one in messages if one.role == "user"][-1]
        if messages[-1].role == "tool":
            return ModelResponse(role="assistant", content=f"I was told: {messages[-1].content}")
        if tools:
            function = {"name": tools[0]["function"]["name"], "arguments": json.dumps({"question": asked})}
            call = {"id": "1", "type": "function", "function": function}
            return ModelResponse(role="assistant", tool_calls=[call])
        return ModelResponse(role="assistant", content=f"I was asked: {asked}")

    async def ainvoke(self, messages: list, **kwargs: object) -> ModelResponse:
        return self.invoke(messages, **kwargs)

    def invoke_stream(self, messages: list, **kwargs: object) -> Iterator[ModelResponse]:
        yield self.invoke(messages, **kwargs)

    async def ainvoke_stream(self, messages: list, **kwargs: object) -> AsyncIterator[ModelResponse]:
        yield self.invoke(messages, **kwargs)

    def _parse_provider_response(self, response: object, **kwargs: object) -> ModelResponse:
        return response

    def _parse_provider_response_delta(self, response: object) -> ModelResponse:
        return response


model = Scripted()
