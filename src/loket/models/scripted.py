"""A model that answers what it was told to: for tests, demonstrations and runs without a key."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass

from loket.core.actions import Usage
from loket.core.model import (
    FinishPart,
    Message,
    ModelAnswer,
    ModelFailed,
    ModelSettings,
    Part,
    TextPart,
    UsagePart,
)

Line = str | ModelAnswer | ModelFailed
Script = Iterable[Line] | Callable[[Sequence[Message], ModelSettings], Line]


@dataclass(frozen=True, slots=True)
class Request:
    """What the model was asked."""

    messages: tuple[Message, ...]
    settings: ModelSettings


class ScriptedModel:
    """Plays lines in order, or asks a function for each; a line that is a ModelFailed is raised. It fails with
    `exception` once the lines are used up. `requests` holds everything it was asked."""

    def __init__(self, script: Script, name: str = "scripted") -> None:
        self._name = name
        self._next = script if callable(script) else None
        self._lines = iter(()) if callable(script) else iter(script)
        self.requests: list[Request] = []

    @property
    def name(self) -> str:
        return self._name

    async def complete(self, messages: Sequence[Message], settings: ModelSettings) -> ModelAnswer:
        await asyncio.sleep(0)  # like a real one, it lets others go first
        self.requests.append(Request(tuple(messages), settings))
        line = self._next(messages, settings) if self._next else next(self._lines, None)
        match line:
            case None:
                raise ModelFailed("exception", "The script is at its end.")
            case ModelFailed():
                raise line
            case ModelAnswer():
                answer = line
            case str():
                answer = ModelAnswer(text=line, finish="stop", usage=self._cost(messages, line), model=self._name)
        if not answer.text and not answer.commands:
            raise ModelFailed("no_text", "The model said nothing.", retryable=answer.finish != "blocked")
        return answer

    async def stream(self, messages: Sequence[Message], settings: ModelSettings) -> AsyncIterator[Part]:
        answer = await self.complete(messages, settings)
        for word in re.findall(r"\s*\S+\s*$|\s*\S+", answer.text):
            await asyncio.sleep(0)
            yield TextPart(text=word)
        for command in answer.commands:
            yield command
        yield UsagePart(usage=answer.usage)
        yield FinishPart(finish=answer.finish)

    async def close(self) -> None:
        """Nothing is open."""

    def _cost(self, messages: Sequence[Message], text: str) -> Usage:
        """One token a word, which is enough to see budgets work."""
        words = sum(len(message.text.split()) for message in messages)
        return Usage(model=self._name, input_tokens=words, output_tokens=len(text.split()))
