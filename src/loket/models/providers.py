"""Which model is configured, and its late loading: without a key nothing of a model library is imported.

Reading the library takes more than a second, so it is read in a worker thread, when the model is first wanted."""

import asyncio
import importlib
import importlib.util
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import cast

import anyio.to_thread
from pydantic import Field, SecretStr, ValidationError

from loket.core.data import Frozen
from loket.core.errors import ConfigError
from loket.core.model import Message, Model, ModelAnswer, ModelFailed, ModelSettings, Part

_VARIABLES = {
    "key": "GEMINI_API_KEY",
    "model": "GEMINI_MODEL",
    "api_version": "GEMINI_API_VERSION",
    "base_url": "GEMINI_BASE_URL",
    "max_tokens": "GEMINI_MAX_TOKENS",
    "temperature": "GEMINI_TEMPERATURE",
}


class GeminiSettings(Frozen):
    """Where and how Gemini is called."""

    key: SecretStr
    model: str = Field(default="gemini-flash-latest", pattern=r"^[A-Za-z0-9._/-]{1,128}$")
    api_version: str = Field(default="v1beta", pattern=r"^[A-Za-z0-9.]{1,20}$")
    base_url: str = Field(default="https://generativelanguage.googleapis.com", pattern=r"^https?://[^\s?#]+$")
    max_tokens: int = Field(default=1200, ge=1, le=65_536)
    temperature: float = Field(default=0.6, ge=0, le=2)


def gemini_settings(env: Mapping[str, str]) -> GeminiSettings | None:
    """The settings in the environment, None without a key. Raises ConfigError that names the variable."""
    given = {field: env.get(name, "").strip() for field, name in _VARIABLES.items()}
    if not given["key"]:
        return None
    try:
        return GeminiSettings.model_validate({field: value for field, value in given.items() if value})
    except ValidationError as error:
        wrong = error.errors(include_input=False)[0]
        name = _VARIABLES[str(wrong["loc"][0])]
        raise ConfigError("bad_config", f"{name} can't be used: {wrong['msg']}.") from None


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
