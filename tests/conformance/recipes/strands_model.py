"""A model for Strands that asks its tool what it is asked, or says what it was asked. Imports nothing of ours."""

import json
from collections.abc import AsyncGenerator

from strands.models import Model


class Scripted(Model):
    """No key, no network."""

    def update_config(self, **model_config: object) -> None:
        """Nothing to set."""

    def get_config(self) -> dict:
        return {}

    async def structured_output(self, *args: object, **kwargs: object) -> AsyncGenerator:
        raise NotImplementedError
        yield

    async def stream(
        self, messages: list, tool_specs: list | None = None, *args: object, **kw: object
    ) -> AsyncGenerator:
        last = messages[-1]["content"][-1]
        start, delta, stop = {}, {"text": f"I was asked: {last.get('text')}"}, "end_turn"
        if "toolResult" in last:
            delta = {"text": f"I was told: {last['toolResult']['content'][0]['text']}"}
        elif tool_specs:
            start = {"toolUse": {"toolUseId": "1", "name": tool_specs[0]["name"]}}
            delta, stop = {"toolUse": {"input": json.dumps({"question": last["text"]})}}, "tool_use"
        yield {"messageStart": {"role": "assistant"}}
        yield {"contentBlockStart": {"start": start}}
        yield {"contentBlockDelta": {"delta": delta}}
        yield {"contentBlockStop": {}}
        yield {"messageStop": {"stopReason": stop}}


model = Scripted()
