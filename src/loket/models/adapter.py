"""One model through pydantic-ai: any provider it knows, asked by our guarded client with one attempt at a time."""

import asyncio
import importlib
import inspect
import time
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from contextlib import AsyncExitStack
from typing import Any

import anyio
from pydantic_ai import messages as wire
from pydantic_ai.direct import model_request, model_request_stream
from pydantic_ai.models import Model as WireModel
from pydantic_ai.models import infer_model
from pydantic_ai.providers import Provider, infer_provider_class

from loket.core.model import Delta, Finished, ModelFailed, ModelRequest, ModelResponse, RefusalDelta
from loket.models.configured import ConfiguredModel, ModelKey
from loket.models.failures import translated
from loket.models.incoming import Deltas, broke_off, response_of
from loket.models.outgoing import history, parameters, settings
from loket.net.client import shared_client
from loket.net.second import GATHERING, Gathering, second_client

_OLD_CLIENT = frozenset({"groq"})
"""Providers whose library takes a client of httpx, not of httpx2."""

_OPENAI = frozenset({"openai", "openai-chat", "openai-responses", "ollama"})
"""Providers whose client is OpenAI's with nothing of their own."""


class Adapter:
    """A configured model. Its library has been read when this module was: in a worker thread, see `providers`."""

    def __init__(self, name: str, configured: ConfiguredModel, key: ModelKey, allow: Iterable[str]) -> None:
        self.name = name
        self._configured = configured
        old = configured.provider in _OLD_CLIENT
        self._http = shared_client(allow) if old else second_client(allow)
        self._model = _wire_model(configured, key, self._http)

    def __repr__(self) -> str:
        return f"Adapter({self._configured.model!r})"

    async def complete(self, request: ModelRequest) -> ModelResponse:
        started = time.monotonic()
        with translated(), anyio.fail_after(self._seconds(request)):
            answer = await model_request(
                self._model,
                history(request.messages, self._model),
                model_settings=settings(request, self._configured),
                model_request_parameters=parameters(request, self._model),
            )
            return self._response(answer, started)

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta]:
        started = time.monotonic()
        until = asyncio.get_running_loop().time() + self._seconds(request)
        deltas, gathering = Deltas(), Gathering()
        # A timeout around each wait, not a scope around all: a scope must not be open while the reader has its turn.
        with translated():
            opening = model_request_stream(
                self._model,
                history(request.messages, self._model),
                model_settings=settings(request, self._configured),
                model_request_parameters=parameters(request, self._model),
            )
            async with AsyncExitStack() as stack:
                GATHERING.set(gathering)
                try:
                    async with asyncio.timeout_at(until):
                        answer = await stack.enter_async_context(opening)
                finally:
                    GATHERING.set(None)
                events = aiter(answer)
                while (event := await _next(events, until)) is not None:
                    if (delta := deltas.of(event)) is None:
                        continue
                    yield delta
                    if delta.kind == "tool_call" or (delta.kind == "text" and delta.text.strip()):
                        gathering.begin()
                whole = answer.get()
            if broke_off(whole):
                raise ModelFailed("unreachable", "The model's answer broke off before its end.")
            response = self._response(whole, started)
        if response.refusal:
            yield RefusalDelta(text=response.refusal)
        yield Finished(response=response)

    async def close(self) -> None:
        await self._http.aclose()

    def _seconds(self, request: ModelRequest) -> float:
        ours = self._configured.deadline
        return request.settings.deadline if ours is None else min(ours, request.settings.deadline)

    def _response(self, answer: wire.ModelResponse, started: float) -> ModelResponse:
        took = round((time.monotonic() - started) * 1000)
        return response_of(answer, self._model, took, self._configured.price)


async def _next(
    events: AsyncIterator[wire.ModelResponseStreamEvent], until: float
) -> wire.ModelResponseStreamEvent | None:
    async with asyncio.timeout_at(until):
        return await anext(events, None)


def _wire_model(configured: ConfiguredModel, key: ModelKey, http: Any) -> WireModel:
    """The library's model. ModelFailed when there is no key, or the provider can't be asked by our client."""
    provider, _, name = configured.model.partition(":")
    if provider == "openai" and configured.base_url:
        provider = "openai-chat"  # what others imitate is the older of the two wires
    value = None if key.value is None else key.value.get_secret_value()
    if value is None and not configured.base_url and provider != "ollama":
        raise ModelFailed("unauthorised", f"The model {configured.model} needs a key: set {' or '.join(key.names)}.")

    def made(_: str) -> Provider[Any]:
        try:
            kind: Any = infer_provider_class(provider)
        except ValueError:
            raise ModelFailed("rejected", f"There is no provider {provider} of models.") from None
        takes = inspect.signature(kind).parameters
        if "http_client" not in takes:
            raise ModelFailed("rejected", f"{provider} can't be asked through the guard of this server.")
        if configured.base_url and "base_url" not in takes:
            raise ModelFailed("rejected", f"{provider} is always at its own address: leave base_url out.")
        if provider == "google":
            return kind(client=_google(configured, value or "none", http))
        if provider in _OPENAI:
            quick = importlib.import_module("loket.models.openai_client").QuickOpenAI
            place = configured.base_url or None
            return kind(openai_client=quick(api_key=value or "none", base_url=place, http_client=http, max_retries=0))
        wanted = {"api_key": value or "none", "base_url": configured.base_url or None, "http_client": http}
        return kind(**{field: given for field, given in wanted.items() if given is not None})

    return infer_model(f"{provider}:{name}", made)


def _google(configured: ConfiguredModel, key: str, http: Any) -> Any:
    """Its client is made here, for the provider has no setting for the version of the wire and the one candidate."""
    genai = importlib.import_module("google.genai")
    options = genai.types.HttpOptions(
        base_url=configured.base_url or None,
        api_version=configured.api_version or None,
        httpx_async_client=http,
        retry_options=genai.types.HttpRetryOptions(attempts=1),
        extra_body={"generationConfig": {"candidateCount": 1}},
    )
    return genai.Client(vertexai=False, api_key=key, http_options=options)
