"""The assistant with a model that begins to speak as two specialists, and goes on when the file GATE is there."""

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

from loket.core.model import Delta, Model, ModelRequest, TextDelta
from loket.house.bundle import Bundle, Services
from loket.models.scripted import Line, ScriptedModel
from loket_demos.relocation.components import bundle as relocation
from tests.relocation.chatting import asked_of, delegate, turn

AGENTS = ("visa_agent", "timeline_agent")
BEGUN, WHOLE, ANSWER = "Encontrei ", "Encontrei tudo.", "Os dois responderam."


def played(request: ModelRequest) -> Line:
    """What the model says to this."""
    if asked_of(request) != "orchestrator":
        return WHOLE
    return [delegate(one, f"Para {one}?", one) for one in AGENTS] if turn(request) == 0 else ANSWER


class Hanging(ScriptedModel):
    """Stops after the first word of a specialist while the file is not there."""

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta]:
        async with aclosing(super().stream(request)) as deltas:
            async for delta in deltas:
                yield delta
                held = isinstance(delta, TextDelta) and asked_of(request) != "orchestrator"
                if held and not Path(os.environ["GATE"]).exists():  # noqa: ASYNC240
                    await asyncio.Event().wait()


class Playing:
    """One model, whatever it is called."""

    def model(self, name: str = "") -> Model:
        """That one."""
        return Hanging(played)

    def names(self) -> dict[str, str]:
        """Its name."""
        return {"played": "played"}


def bundle(services: Services) -> Bundle:
    """The assistant with that model."""
    return relocation(replace(services, models=Playing()))
