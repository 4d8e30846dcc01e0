"""Gemini through pydantic-ai: the only file that imports it, and imported itself only when a key is set."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Generator, Sequence
from contextlib import AsyncExitStack, contextmanager

import anyio
from google.genai import Client
from google.genai import errors as genai_errors
from google.genai.types import HttpOptions, HttpRetryOptions
from pydantic_ai import messages as wire
from pydantic_ai.direct import model_request, model_request_stream
from pydantic_ai.exceptions import ModelConnectionError, ModelHTTPError, ModelTimeoutError
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.models.google import GoogleModel, GoogleModelSettings
from pydantic_ai.providers.google import GoogleProvider
from pydantic_ai.tools import ToolDefinition

from loket.core.actions import Usage
from loket.core.data import Json
from loket.core.model import (
    CommandPart,
    Finish,
    FinishPart,
    Message,
    ModelAnswer,
    ModelFailed,
    ModelSettings,
    Part,
    TextPart,
    ThinkingPart,
    UsagePart,
)
from loket.core.shapes import object_at, text_at
from loket.models.settings import GeminiSettings
from loket.net.second import second_client

_FINISH: dict[str | None, Finish] = {
    "stop": "stop",
    "length": "max_tokens",
    "content_filter": "blocked",
    "tool_call": "commands",
}


class Gemini:
    """Sends `generateContent` with the key in a header, one candidate, and no attempt beyond the first.

    Beyond the contract's fields the library sends `generationConfig.responseModalities: ["TEXT"]` and a role on the
    system instruction."""

    def __init__(self, settings: GeminiSettings) -> None:
        self._settings = settings
        self._http = second_client()
        options = HttpOptions(
            base_url=settings.base_url,
            api_version=settings.api_version,
            httpx_async_client=self._http,
            retry_options=HttpRetryOptions(attempts=1),
            extra_body={"generationConfig": {"candidateCount": 1}},  # the library has no setting for it
        )
        client = Client(vertexai=False, api_key=settings.key.get_secret_value(), http_options=options)
        self._model = GoogleModel(settings.model, provider=GoogleProvider(client=client))

    def __repr__(self) -> str:
        return f"Gemini({self.name!r})"

    @property
    def name(self) -> str:
        return self._settings.model

    async def complete(self, messages: Sequence[Message], settings: ModelSettings) -> ModelAnswer:
        started = time.monotonic()
        with _translated(settings.deadline), anyio.fail_after(settings.deadline):
            response = await model_request(
                self._model,
                _turns(messages),
                model_settings=self._asked(settings),
                model_request_parameters=_parameters(settings),
            )
        commands = _commands(response)
        text = "".join(part.content for part in response.parts if isinstance(part, wire.TextPart))
        finish = _FINISH.get(response.finish_reason, "other")
        _refuse_silence(text, commands, finish)
        usage = self._cost(response, started)
        return ModelAnswer(text=text, finish=finish, usage=usage, model=usage.model, commands=commands)

    async def stream(self, messages: Sequence[Message], settings: ModelSettings) -> AsyncIterator[Part]:
        started = time.monotonic()
        until = asyncio.get_running_loop().time() + settings.deadline
        words: list[str] = []
        opening = model_request_stream(
            self._model,
            _turns(messages),
            model_settings=self._asked(settings),
            model_request_parameters=_parameters(settings),
        )
        # A timeout around each wait, not a scope around all: a scope must not be open while the reader has its turn.
        with _translated(settings.deadline):
            async with AsyncExitStack() as stack:
                async with asyncio.timeout_at(until):
                    response = await stack.enter_async_context(opening)
                events = aiter(response)
                while (event := await _next(events, until)) is not None:
                    if (part := _part(event)) is not None:
                        words += [part.text] if isinstance(part, TextPart) else []
                        yield part
                whole = response.get()
        commands = _commands(whole)
        finish = _FINISH.get(whole.finish_reason, "other")
        _refuse_silence("".join(words), commands, finish)
        for command in commands:
            yield command
        yield UsagePart(usage=self._cost(whole, started))
        yield FinishPart(finish=finish)

    async def close(self) -> None:
        await self._http.aclose()

    def _asked(self, settings: ModelSettings) -> GoogleModelSettings:
        ours = self._settings
        return GoogleModelSettings(
            temperature=ours.temperature if settings.temperature is None else settings.temperature,
            max_tokens=ours.max_tokens if settings.max_tokens is None else settings.max_tokens,
            timeout=settings.deadline,
        )

    def _cost(self, response: wire.ModelResponse, started: float) -> Usage:
        return Usage(
            model=response.model_name or self.name,
            input_tokens=response.usage.input_tokens,
            output_tokens=response.usage.output_tokens,
            cached_tokens=response.usage.cache_read_tokens,
            took_ms=round((time.monotonic() - started) * 1000),
        )


def _turns(messages: Sequence[Message]) -> list[wire.ModelMessage]:
    return [_turn(message) for message in messages]


def _turn(message: Message) -> wire.ModelMessage:
    match message.role:
        case "system":
            return wire.ModelRequest(parts=[wire.SystemPromptPart(message.text)])
        case "user":
            return wire.ModelRequest(parts=[wire.UserPromptPart(message.text)])
        case "assistant":
            return wire.ModelResponse(parts=[wire.TextPart(message.text)])


def _parameters(settings: ModelSettings) -> ModelRequestParameters:
    tools = [
        ToolDefinition(name=command.name, description=command.description, parameters_json_schema=command.input)
        for command in settings.commands
    ]
    return ModelRequestParameters(function_tools=tools, allow_text_output=True)


async def _next(
    events: AsyncIterator[wire.ModelResponseStreamEvent], until: float
) -> wire.ModelResponseStreamEvent | None:
    async with asyncio.timeout_at(until):
        return await anext(events, None)


def _part(event: wire.ModelResponseStreamEvent) -> TextPart | ThinkingPart | None:
    match event:
        case wire.PartStartEvent(part=wire.TextPart(content=text)) if text:
            return TextPart(text=text)
        case wire.PartStartEvent(part=wire.ThinkingPart(content=text)) if text:
            return ThinkingPart(text=text)
        case wire.PartDeltaEvent(delta=wire.TextPartDelta(content_delta=text)) if text:
            return TextPart(text=text)
        case wire.PartDeltaEvent(delta=wire.ThinkingPartDelta(content_delta=text)) if text:
            return ThinkingPart(text=text)
        case _:
            return None


def _commands(response: wire.ModelResponse) -> tuple[CommandPart, ...]:
    return tuple(_command(part) for part in response.parts if isinstance(part, wire.ToolCallPart))


def _command(part: wire.ToolCallPart) -> CommandPart:
    try:
        return CommandPart(name=part.tool_name, args=part.args_as_dict(raise_if_invalid=True))
    except (ValueError, AssertionError) as error:
        raise ModelFailed("exception", "The model wrote a command that can't be read.", retryable=True) from error


def _refuse_silence(text: str, commands: tuple[CommandPart, ...], finish: Finish) -> None:
    if not text.strip() and not commands:
        why = "because a filter stopped it" if finish == "blocked" else f"and stopped with {finish}"
        raise ModelFailed("no_text", f"The model gave no text {why}.", retryable=finish != "blocked")


@contextmanager
def _translated(deadline: float) -> Generator[None]:
    """Everything that goes wrong as ModelFailed, without a word of the provider: it may repeat what we sent."""
    try:
        yield
    except ModelFailed:
        raise
    except ModelHTTPError as error:
        raise _http(error) from None
    except (TimeoutError, ModelTimeoutError):
        raise ModelFailed("timeout", f"The model did not answer within {deadline:g} s.", retryable=True) from None
    except ModelConnectionError:
        raise ModelFailed("connect_error", "The model can't be reached.", retryable=True) from None
    except Exception as error:  # noqa: BLE001 two libraries may raise anything; callers fall back on one error type
        if isinstance(error.__cause__, genai_errors.APIError):
            raise _failed(error.__cause__.code, "") from None
        text = f"The model's answer can't be used ({type(error).__name__})."
        raise ModelFailed("exception", text, retryable=True) from None


def _http(error: ModelHTTPError) -> ModelFailed:
    body: Json = error.body
    return _failed(error.status_code, text_at(object_at(body, "error"), "status"))


def _failed(status: int, word: str) -> ModelFailed:
    named = f" ({word})" if re.fullmatch(r"[A-Z_]{1,40}", word) else ""
    return ModelFailed(
        f"http_{status}",
        f"The model answered with HTTP {status}{named}.",
        retryable=status in (408, 429) or status >= 500,
    )
