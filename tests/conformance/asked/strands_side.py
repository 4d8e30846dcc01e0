"""A greeter made with Strands behind its own A2A server: `python strands_side.py PORT`. Imports nothing of ours."""

import sys
from collections.abc import AsyncGenerator

from strands import Agent
from strands.models import Model
from strands.multiagent.a2a import A2AServer


class Scripted(Model):
    """Says what it was asked; no key, no network."""

    def update_config(self, **model_config: object) -> None:
        """Nothing to set."""

    def get_config(self) -> dict:
        return {}

    async def structured_output(self, *args: object, **kwargs: object) -> AsyncGenerator:
        raise NotImplementedError
        yield

    async def stream(self, messages: list, *args: object, **kwargs: object) -> AsyncGenerator:
        asked = " | ".join(str(part.get("text", part)) for part in messages[-1]["content"])
        yield {"messageStart": {"role": "assistant"}}
        yield {"contentBlockStart": {"start": {}}}
        for piece in ("Welcome! ", "I was asked: ", asked):
            yield {"contentBlockDelta": {"delta": {"text": piece}}}
        yield {"contentBlockStop": {}}
        yield {"messageStop": {"stopReason": "end_turn"}}


if __name__ == "__main__":
    port = int(sys.argv[1])

    def made(context: str = "") -> Agent:
        return Agent(model=Scripted(), name="Greeter", description="Greets people.", callback_handler=None)

    A2AServer(agent_factory=made, host="127.0.0.1", port=port, enable_a2a_compliant_streaming=True).serve()
