"""A greeter made with Agno behind its AgentOS, which serves several agents below paths: `python agno_side.py PORT`.

Imports nothing of ours."""

import re
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass

from agno.agent import Agent
from agno.models.base import Model
from agno.models.response import ModelResponse
from agno.os import AgentOS


@dataclass
class Scripted(Model):
    """Says what it was asked; no key, no network."""

    id: str = "scripted"

    def invoke(self, messages: list, **kwargs: object) -> ModelResponse:
        asked = [one.content for one in messages if one.role == "user"][-1]
        return ModelResponse(role="assistant", content=f"Welcome! I was asked: {asked}")

    async def ainvoke(self, messages: list, **kwargs: object) -> ModelResponse:
        return self.invoke(messages)

    def invoke_stream(self, messages: list, **kwargs: object) -> Iterator[ModelResponse]:
        yield self.invoke(messages)

    async def ainvoke_stream(self, messages: list, **kwargs: object) -> AsyncIterator[ModelResponse]:
        for piece in re.split(r"(?<= )", self.invoke(messages).content):
            yield ModelResponse(role="assistant", content=piece)

    def _parse_provider_response(self, response: object, **kwargs: object) -> ModelResponse:
        return response

    def _parse_provider_response_delta(self, response: object) -> ModelResponse:
        return response


if __name__ == "__main__":
    agent = Agent(id="greeter", name="Greeter", description="Greets people.", model=Scripted(), telemetry=False)
    other = Agent(id="other", name="Somebody else", description="Is not meant.", model=Scripted(), telemetry=False)
    system = AgentOS(agents=[other, agent], a2a_interface=True, telemetry=False)
    system.serve(app=system.get_app(), host="127.0.0.1", port=int(sys.argv[1]), log_level="error")
