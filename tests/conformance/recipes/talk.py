"""Our side of a recipe that asks others: an assistant of the page whose model plays a script."""

from pathlib import Path
from typing import Any

from loket.core.model import ModelRequest, Part, TextPart, ToolCallPart, ToolResultPart
from loket.testing import scripted, talking


def play(request: ModelRequest) -> str | tuple[Part, ...]:
    """Gives what it was asked to the one it may ask, and says what came back."""
    last = request.messages[-1]
    if last.role == "tool":
        return "I was told: " + " ".join(part.text for part in last.parts if isinstance(part, ToolResultPart))
    asked = " ".join(part.text for part in last.parts if isinstance(part, TextPart))
    tool = next(tool for tool in request.tools if not tool.name.endswith("reply"))
    fields: Any = tool.input["properties"]
    name = next(name for name in ("text", "task", *fields) if name in fields)
    return (ToolCallPart(id="1", name=tool.name, args={name: asked}),)


async def answer(code: str, name: str, config: Path, words: str) -> str:
    """What a person reads who asks this of an assistant in the code; a call that is held is approved."""
    names: dict[str, Any] = {"__name__": "front"}
    exec(compile(code, "docs/frameworks.md", "exec"), names)
    async with talking(names[name], model=scripted(play), config=config, seconds=60.0) as talk:
        read = await talk.say(words)
        return (await talk.approve() if read.questions else read).text
