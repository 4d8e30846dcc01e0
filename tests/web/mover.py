"""An assistant with a model that plays its part: it asks specialists, and stops in the middle where a test holds it."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import Any

from loket import Assistant, tool
from loket.core.actions import Thought
from loket.core.model import (
    Delta,
    Model,
    ModelRequest,
    TextDelta,
    ThinkingDelta,
    ThinkingPart,
    ToolCallPart,
    ToolResultPart,
)
from loket.core.tool import ToolFailed
from loket.house.bundle import Bundle, Services
from loket.models.scripted import Line, ScriptedModel

HERE = "‖"
"""Where words wait for the gate."""
SEALED = Thought(provider="scripted", model="paced", data={"signature": "sealed-7"})
"""What its provider wants back."""
ANSWER = """## What you need

The **D1 visa** is for work. See [the consulate](https://consulate.example/d1).

| Document | Apostille |
|---|:-:|
| Passport | no |
| Work contract | yes |

1. Collect the papers
2. Book a day

![a map](https://tracker.example/pixel.png) <img src=x onerror=alert(1)> <script>alert(1)</script>"""


class Gate:
    """Holds whoever comes to it; a test opens it."""

    def __init__(self) -> None:
        self.open = asyncio.Event()

    def close(self) -> None:
        """From here on everybody waits."""
        self.open = asyncio.Event()


GATE = Gate()


class Paced(ScriptedModel):
    """Waits at the gate in the middle of its words."""

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta]:
        async for delta in super().stream(request):
            if isinstance(delta, TextDelta | ThinkingDelta) and HERE in delta.text:
                await GATE.open.wait()
            else:
                yield delta


@tool(read_only=True, title="Look up visas")
async def look_up_visas(destination: str) -> dict[str, str]:
    """What visas there are."""
    await GATE.open.wait()
    if destination == "Atlantis":
        raise ToolFailed("no_country", "There is no such country.")
    return {"destination": destination, "visa": "D1"}


VISAS = Assistant("visas", title="Visa specialist", instructions="VISAS", tools=[look_up_visas])
PAPERS = Assistant("papers", title="Specialist in papers", instructions="PAPERS")
MOVER = Assistant("mover", title="Moving abroad", instructions="MOVER", specialists=[VISAS, PAPERS])


def played(request: ModelRequest) -> Line:
    """What the model says to this."""
    who = request.messages[0].text.split()[0]
    last = request.messages[-1].parts[-1]
    back = isinstance(last, ToolResultPart)
    text = str(getattr(last, "text", ""))
    if who == "VISAS":
        if "Nowhere" in text:
            raise RuntimeError("A specialist that is broken.")
        place = "Atlantis" if "Atlantis" in text else "Portugal"
        found = "Nothing is known of that." if "no such" in text else "For work there is **D1**. It takes two months."
        return found if back else ["I look it up.", wants("look_up_visas", destination=place)]
    if who == "PAPERS":
        return f"A passport, {HERE} and a contract."
    if back:
        return ANSWER
    if "slow" in text:
        return f"The first words {HERE} and the rest."
    if "think" in text:
        return [
            ThinkingPart(text="Let me weigh <b>this</b> up.", thought=SEALED),
            ThinkingPart(text=HERE),
            "It depends.",
        ]
    if "both" in text:
        asked = [wants("visas", "a", task="Which visa is it?"), wants("papers", "b", task="Which papers?")]
        return ["I ask two specialists.", *asked]
    if "visa" in text:
        return ["I ask a specialist.", wants("visas", task=text)]
    return f"You said: {text}"


def wants(name: str, id: str = "c", **args: Any) -> ToolCallPart:
    """A call of a tool."""
    return ToolCallPart(id=id, name=name, args=args)


class Only:
    """One model, whatever it is called."""

    def model(self, name: str = "") -> Model:
        """That one."""
        return Paced(played, "paced")

    def names(self) -> dict[str, str]:
        """Its name."""
        return {"paced": "paced"}


def bundle(services: Services) -> Bundle:
    """The assistant and its specialists."""
    return MOVER.bundle(replace(services, models=Only()))
