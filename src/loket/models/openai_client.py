"""Fast twin of OpenAI's own client: a request is sent as it was made, a piece of a stream is read by pydantic's core.

The library walks through every message and tool by their type hints before it sends them, although they are JSON
already, and through every piece that comes, line by line: more than a fifth of the CPU of a turn."""

from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any, Self, cast

from openai import AsyncOpenAI, AsyncStream, NotGiven, Omit, not_given
from openai._streaming import ServerSentEvent, SSEDecoder
from openai.resources.chat import AsyncChat, AsyncCompletions
from openai.types.chat import ChatCompletion, ChatCompletionChunk
from openai.types.chat.chat_completion_chunk import (
    Choice,
    ChoiceDelta,
    ChoiceDeltaToolCall,
    ChoiceDeltaToolCallFunction,
)
from pydantic import ValidationError


class QuickOpenAI(AsyncOpenAI):
    """The library's client for chat completions."""

    @property
    def chat(self) -> AsyncChat:
        return _Chat(self)

    def copy(self, **changed: Any) -> Self:
        """Itself when nothing changes: a copy is asked for before each request, and learns its platform in a thread."""
        mine = {"max_retries": self.max_retries, "http_client": self._client, "_extra_kwargs": {}}
        return self if changed == mine else super().copy(**changed)

    with_options = copy

    def _make_sse_decoder(self) -> SSEDecoder:
        return QuickDecoder()

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
            stream_cls=_Pieces,
        )


class _Pieces(AsyncStream[ChatCompletionChunk]):
    """The pieces of an answer; those of the arguments of one call are handed on as one, for half of them is no use."""

    async def __aiter__(self) -> AsyncGenerator[ChatCompletionChunk]:
        held: ChatCompletionChunk | None = None
        run: list[ChoiceDeltaToolCall] = []
        async for piece in self._iterator:
            call = _more_arguments(piece)
            if held is not None and (call is None or call.index != run[0].index):
                yield _joined(held, run)
                held, run = None, []
            if call is None:
                yield piece
            else:
                held = held or piece
                run.append(call)
        if held is not None:
            yield _joined(held, run)


def _more_arguments(piece: ChatCompletionChunk) -> ChoiceDeltaToolCall | None:
    """The call that this piece has more arguments of and nothing else."""
    match piece:
        case ChatCompletionChunk(
            usage=None,
            choices=[
                Choice(
                    finish_reason=None,
                    logprobs=None,
                    delta=ChoiceDelta(
                        content=None | "",
                        refusal=None,
                        tool_calls=[
                            ChoiceDeltaToolCall(
                                id=None, function=ChoiceDeltaToolCallFunction(name=None, arguments=str()) as function
                            ) as call
                        ],
                    ) as delta,
                ) as choice
            ],
        ):
            more = piece.model_extra or choice.model_extra or delta.model_extra
            return None if more or call.model_extra or function.model_extra else call
        case _:
            return None


def _joined(first: ChatCompletionChunk, run: list[ChoiceDeltaToolCall]) -> ChatCompletionChunk:
    """The first piece with the arguments of all; its call is the first of the run."""
    functions = [call.function for call in run if call.function is not None]
    functions[0].arguments = "".join(function.arguments or "" for function in functions)
    return first


class QuickDecoder(SSEDecoder):
    """Events that come whole, each a line of data, are cut where they end; from the first other one on the library
    reads them."""

    async def aiter_bytes(self, iterator: AsyncIterator[bytes]) -> AsyncGenerator[ServerSentEvent]:
        async for block in iterator:
            plain = _plain(block)
            if plain is None:
                async for event in super().aiter_bytes(_before(block, iterator)):
                    yield event
                return
            for line in plain:
                yield ServerSentEvent(data=line[6:].decode())


def _plain(block: bytes) -> list[bytes] | None:
    """The lines of data of whole events; None when there is anything else."""
    if b"\r" in block or not block.endswith(b"\n\n"):
        return None
    lines = block[:-2].split(b"\n\n")
    return lines if all(line.startswith(b"data: ") and b"\n" not in line for line in lines) else None


async def _before(block: bytes, rest: AsyncIterator[bytes]) -> AsyncGenerator[bytes]:
    yield block
    async for other in rest:
        yield other
