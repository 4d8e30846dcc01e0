"""Which model is configured, and its late loading: without a key nothing of a model library is imported.

Reading the library takes more than a second, so it is read in a worker thread, when the model is first wanted."""

import asyncio
import importlib
import importlib.util
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import cast

import anyio.to_thread

from loket.core.model import Message, Model, ModelAnswer, ModelFailed, ModelSettings, Part
from loket.models.settings import GeminiSettings, gemini_settings


def model_from(env: Mapping[str, str]) -> Model | None:
    """The configured model, not loaded yet; None when there is no key. Raises ConfigError."""
    settings = gemini_settings(env)
    return LateGemini(settings) if settings else None


def library_installed() -> bool:
    """Whether the extra `llm` is there; looks without importing."""
    return importlib.util.find_spec("pydantic_ai") is not None


class LateGemini:
    """Gemini, loaded at its first use or by `prepare`."""

    def __init__(self, settings: GeminiSettings) -> None:
        self._settings = settings
        self._loading = asyncio.Lock()
        self._model: Model | None = None

    def __repr__(self) -> str:
        return f"LateGemini({self.name!r})"

    @property
    def name(self) -> str:
        return self._settings.model

    async def prepare(self) -> None:
        """Loads the library beside the loop; worth calling at start. Raises ModelFailed("exception")."""
        await self._loaded()

    async def complete(self, messages: Sequence[Message], settings: ModelSettings) -> ModelAnswer:
        return await (await self._loaded()).complete(messages, settings)

    async def stream(self, messages: Sequence[Message], settings: ModelSettings) -> AsyncIterator[Part]:
        model = await self._loaded()
        async for part in model.stream(messages, settings):
            yield part

    async def close(self) -> None:
        if self._model is not None:
            await self._model.close()

    async def _loaded(self) -> Model:
        async with self._loading:
            if self._model is None:
                try:
                    self._model = await anyio.to_thread.run_sync(_load, self._settings)
                except ImportError:
                    text = "A key is set, but the model library is not installed: pip install 'loket[llm]'."
                    raise ModelFailed("exception", text) from None
            return self._model


def _load(settings: GeminiSettings) -> Model:
    return cast(Model, importlib.import_module("loket.models.gemini").Gemini(settings))
