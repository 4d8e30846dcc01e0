"""Fast twin of OpenAI's own client: a request is sent as it was made, a piece of a stream is read by pydantic's core.

The library walks through every message and tool by their type hints before it sends them, although they are JSON
already, and through every piece that comes: a fifth of the CPU of a turn."""

from typing import Any, Self, cast

from openai import AsyncOpenAI, AsyncStream, NotGiven, Omit, not_given
from openai.resources.chat import AsyncChat, AsyncCompletions
from openai.types.chat import ChatCompletion, ChatCompletionChunk
from pydantic import ValidationError


class QuickOpenAI(AsyncOpenAI):
    """The library's client for chat completions."""

    @property
    def chat(self) -> AsyncChat:
        return _Chat(self)

    def copy(self, **changed: Any) -> Self:
        """Itself when nothing changes: a copy is asked for before each request, and learns its platform in a thread."""
        return self if changed == {"max_retries": self.max_retries} else super().copy(**changed)

    with_options = copy

    def _process_response_data(self, *, data: object, cast_to: Any, response: Any) -> Any:
        """The piece itself; one that is not as documented is taken as the library takes it."""
        if cast_to is ChatCompletionChunk:
            try:
                return ChatCompletionChunk.model_validate(data)
            except ValidationError:
                pass
        return super()._process_response_data(data=data, cast_to=cast_to, response=response)


class _Chat(AsyncChat):
    @property
    def completions(self) -> AsyncCompletions:
        return _Completions(self._client)


class _Completions(AsyncCompletions):
    async def create(
        self,
        *,
        timeout: Any = not_given,
        extra_headers: Any = None,
        extra_query: Any = None,
        extra_body: Any = None,
        **wanted: Any,
    ) -> Any:
        """The request with what was given, which is JSON as it is; names and values are the library's to check."""
        body = {name: value for name, value in wanted.items() if not isinstance(value, Omit)}
        options: dict[str, Any] = {"headers": extra_headers, "params": extra_query, "extra_json": extra_body}
        options = {name: value for name, value in options.items() if value is not None}
        if not isinstance(timeout, NotGiven):
            options["timeout"] = timeout
        return await self._client.post(
            "/chat/completions",
            body=body,
            options=cast(Any, options),
            cast_to=ChatCompletion,
            stream=wanted.get("stream") is True,
            stream_cls=AsyncStream[ChatCompletionChunk],
        )
