"""Models with a tape: one that records what it hears, and one that answers from tapes alone, for ever the same."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator
from contextlib import aclosing
from itertools import count
from pathlib import Path

import anyio.to_thread

from loket.core.model import Delta, Finished, Model, ModelFailed, ModelRequest, ModelResponse
from loket.models.scripted import deltas_of
from loket.models.tape import TapedTurn, answered, digest, name_of, read, refused, write


class RecordedModel:
    """Another model, whose answers and failures go on a tape for each conversation."""

    def __init__(self, model: Model, folder: Path) -> None:
        self._model = model
        self._folder = folder
        self._turns: dict[str, list[TapedTurn]] = defaultdict(list)
        self._tapes: dict[str, str] = {}
        self._writing = asyncio.Lock()

    @property
    def name(self) -> str:
        return self._model.name

    async def complete(self, request: ModelRequest) -> ModelResponse:
        try:
            response = await self._model.complete(request)
        except ModelFailed as failed:
            await self._keep(request, refused(request, failed))
            raise
        await self._keep(request, answered(request, response))
        return response

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta]:
        try:
            async with aclosing(self._model.stream(request)) as deltas:
                async for delta in deltas:
                    if isinstance(delta, Finished):
                        await self._keep(request, answered(request, delta.response))
                    yield delta
        except ModelFailed as failed:
            await self._keep(request, refused(request, failed))
            raise

    async def close(self) -> None:
        await self._model.close()

    async def _keep(self, request: ModelRequest, turn: TapedTurn) -> None:
        async with self._writing:
            conversation = request.conversation or turn.digest
            turns = self._turns[conversation]
            turns.append(turn)
            tape = self._tapes.get(conversation) or self._new_tape(conversation, turn)
            await anyio.to_thread.run_sync(write, self._folder, tape, tuple(turns))

    def _new_tape(self, conversation: str, first: TapedTurn) -> str:
        """What the tape of a conversation is called: many begin with the same words, and each has its own."""
        name, others = name_of(first), self._tapes.values()
        tape = next(each for n in count(1) if (each := f"{name}_{n}" if n > 1 else name) not in others)
        self._tapes[conversation] = tape
        return tape


class ReplayedModel:
    """Answers from the tapes of a folder: the same request with the same answer, each time it is asked with the next
    one that was recorded, at last with the last one again. `not_recorded` is its one failure of its own."""

    def __init__(self, folder: Path, name: str = "replayed") -> None:
        self._folder = folder
        self.name = name
        self._turns = read(folder)
        self._asked: dict[str, int] = defaultdict(int)

    async def complete(self, request: ModelRequest) -> ModelResponse:
        await asyncio.sleep(0)  # like a real one, it lets others go first
        found = digest(request)
        turns = self._turns.get(found, [])
        if not turns:
            text = f"No tape in {self._folder.name} has an answer to this request ({found}): record it first."
            raise ModelFailed("not_recorded", text)
        at = min(self._asked[found], len(turns) - 1)
        self._asked[found] += 1
        return turns[at].response()

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta]:
        response = await self.complete(request)
        for part in response.parts:
            for delta in deltas_of(part):
                yield delta
                await asyncio.sleep(0)
        yield Finished(response=response)

    async def close(self) -> None:
        """Nothing is open."""
