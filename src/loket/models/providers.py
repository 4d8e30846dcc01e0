"""Which models are configured, and their late loading: before one is asked nothing of a model library is imported.

Reading a library takes more than a second, so it is read in a worker thread, when a model of it is first wanted."""

import asyncio
import importlib
import importlib.util
from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import aclosing
from pathlib import Path
from typing import Any, Protocol, cast
from urllib.parse import urlsplit

import anyio.to_thread
from pydantic import SecretStr

from loket.core.errors import ConfigError
from loket.core.model import Delta, Model, ModelFailed, ModelRequest, ModelResponse
from loket.models.configured import MODEL, ConfiguredModel, ModelKey, checked, gemini_of, key_of
from loket.models.steady import SteadyModel

TAPE, TAPES = "LOKET_TAPE", "LOKET_TAPES"
"""Whether answers are recorded or replayed, and the folder where."""

USUAL = "default"
"""The name of the model that is asked when nobody names one."""

OLLAMA = "http://localhost:11434/v1"
_LIBRARIES = {"anthropic": "anthropic", "google": "google.genai", "mistral": "mistralai", "groq": "groq"}
_OTHERS = {"cohere": "cohere", "bedrock": "boto3", "huggingface": "huggingface_hub"}
"""Libraries that pydantic-ai brings by extras of its own; the rest speak OpenAI's."""


class ConfiguredModels:
    """The models of one server. Each is made when it is first asked for, and kept."""

    def __init__(
        self, tables: Mapping[str, ConfiguredModel], env: Mapping[str, str], secrets: Mapping[str, SecretStr]
    ) -> None:
        self.tables = dict(tables)
        self._env = env
        self._secrets = secrets
        self._tape = env.get(TAPE, "").strip()
        if self._tape not in ("", "record", "replay"):
            raise ConfigError("bad_config", f"{TAPE} can't be used: it must be record or replay.")
        self._tapes = Path(env.get(TAPES, "").strip() or "tapes")
        self._made: dict[str, Model] = {}
        self._late: dict[str, LateModel] = {}
        for name in tables:
            self._chain(name)  # what can't be used is known before anything is served

    def model(self, name: str = "") -> Model | None:
        if not name and USUAL not in self.tables and self._tape != "replay":
            return None
        name = name or USUAL
        if name not in self._made:
            self._made[name] = self._new(name)
        return self._made[name]

    def names(self) -> Mapping[str, str]:
        return {name: table.model for name, table in self.tables.items()}

    def _new(self, name: str) -> Model:
        if self._tape == "replay":
            return _with_tape().ReplayedModel(self._tapes, name)
        model = SteadyModel(name, [self._single(each) for each in self._chain(name)])
        return _with_tape().RecordedModel(model, self._tapes) if self._tape == "record" else model

    def missing_key(self, name: str) -> str:
        """By which names a key is looked for that a model needs and has not; empty when nothing is missing."""
        late = self._single(name)
        needs = not late.configured.base_url and late.key.value is None
        return f"set {' or '.join(late.key.names)}" if needs else ""

    def missing_library(self, name: str) -> str:
        """What to install for a model whose library is not there; empty when nothing is missing."""
        provider = self.tables[name].provider
        there = self._tape == "replay" or library_installed(provider)
        return "" if there else f"pip install '{package_of(provider)}'"

    async def close(self) -> None:
        for late in self._late.values():
            await late.close()

    def _chain(self, name: str) -> list[str]:
        """The model and those that are asked when it fails, each once. ConfigError for a name that there is not."""
        names: list[str] = []
        while name and name not in names:
            if name not in self.tables:
                known = ", ".join(self.tables) or "none"
                raise ConfigError("no_model", f"There is no language model {name[:80]} here; there is {known}.")
            names.append(name)
            name = self.tables[name].fallback or ""
        return names

    def _single(self, name: str) -> "LateModel":
        if name not in self._late:
            configured = _placed(self.tables[name], self._env)
            self._late[name] = LateModel(name, configured, key_of(configured, self._env, self._secrets))
        return self._late[name]


def models_from(
    env: Mapping[str, str],
    tables: Mapping[str, ConfiguredModel] | None = None,
    secrets: Mapping[str, SecretStr] | None = None,
) -> ConfiguredModels:
    """The configured models, none loaded yet. LOKET_MODEL, the name of one or `provider:name`, says which is the usual
    one; without it that is the one called `default`, the only one there is, or Gemini when there is a key for it.
    ConfigError for what can't be used."""
    known = dict(tables or {})
    wanted = env.get(MODEL, "").strip()
    if wanted:
        if wanted not in known and ":" not in wanted:
            raise ConfigError(
                "bad_config", f"{MODEL} can't be used: it must be provider:name or one of {', '.join(known) or 'none'}."
            )
        known[USUAL] = known.get(wanted) or checked({"model": wanted}, {"model": MODEL})
    elif USUAL not in known and len(known) == 1:
        known[USUAL] = next(iter(known.values()))
    elif USUAL not in known and (gemini := gemini_of(env)) is not None:
        known[USUAL] = gemini
    return ConfiguredModels(known, env, secrets or {})


def package_of(provider: str) -> str:
    """What to install for a provider: an extra of ours, or of pydantic-ai for those whose library is not small."""
    if provider in _LIBRARIES:
        return f"loket[{provider}]"
    return f"pydantic-ai-slim[{provider}]" if library_installed("openai") else "loket[openai]"


def library_installed(provider: str) -> bool:
    """Whether that extra is there; looks without importing it."""
    try:
        return all(
            importlib.util.find_spec(name)
            for name in ("pydantic_ai", {**_LIBRARIES, **_OTHERS}.get(provider, "openai"))
        )
    except ModuleNotFoundError:
        return False


class _Adapters(Protocol):
    """The module that is read late."""

    def Adapter(self, name: str, configured: ConfiguredModel, key: ModelKey, allow: Iterable[str]) -> Model: ...  # noqa: N802


def _with_tape() -> Any:
    """The models with a tape; nobody else needs what writes one."""
    return importlib.import_module("loket.models.recorded")


class LateModel:
    """A configured model, loaded at its first use or by `prepare`."""

    def __init__(self, name: str, configured: ConfiguredModel, key: ModelKey) -> None:
        self.configured = configured
        self.name = name
        self.key = key
        self._loading = asyncio.Lock()
        self._model: Model | None = None

    def __repr__(self) -> str:
        return f"LateModel({self.configured.model!r})"

    async def prepare(self) -> Model:
        """Loads the library beside the loop; worth calling at start. Raises ModelFailed."""
        async with self._loading:
            if self._model is None:
                try:
                    self._model = await anyio.to_thread.run_sync(self._load)
                except ImportError:
                    wanted = package_of(self.configured.provider)
                    text = f"The library for {self.configured.model} is not installed: pip install '{wanted}'."
                    raise ModelFailed("not_installed", text) from None
            return self._model

    async def complete(self, request: ModelRequest) -> ModelResponse:
        return await (await self.prepare()).complete(request)

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta]:
        model = await self.prepare()
        async with aclosing(model.stream(request)) as deltas:
            async for delta in deltas:
                yield delta

    async def close(self) -> None:
        if self._model is not None:
            await self._model.close()

    def _load(self) -> Model:
        adapters = cast(_Adapters, importlib.import_module("loket.models.adapter"))
        return adapters.Adapter(self.name, self.configured, self.key, _allowed(self.configured.base_url))


def _placed(configured: ConfiguredModel, env: Mapping[str, str]) -> ConfiguredModel:
    """With the address it has by its provider's usual variable, when it has none of its own."""
    variable = f"{configured.provider.partition('-')[0].upper()}_BASE_URL"
    place = configured.base_url or env.get(variable, "").strip()
    if not place and configured.provider == "ollama":
        place = OLLAMA
    if place == configured.base_url:
        return configured
    return checked({**configured.model_dump(), "base_url": place}, {"base_url": variable})


def _allowed(base_url: str) -> tuple[str, ...]:
    """The operator who names a place allows it, wherever it is."""
    if not base_url:
        return ()
    url = urlsplit(base_url)
    host = f"[{url.hostname}]" if ":" in (url.hostname or "") else url.hostname
    return (f"{host}:{url.port or (443 if url.scheme == 'https' else 80)}",)
