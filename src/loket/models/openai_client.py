"""Fast twin of OpenAI's own client: a request is sent as it was made, a piece of a stream is read by pydantic's core.

The library walks through every message and tool by their type hints before it sends them, although they are JSON
already, and through every piece that comes, line by line: more than a fifth of the CPU of a turn."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Any, Self, cast

from openai import APIError, AsyncOpenAI, AsyncStream, NotGiven, Omit, not_given
from openai._streaming import ServerSentEvent, SSEDecoder
from openai.resources.chat import AsyncChat, AsyncCompletions
from openai.types.chat import ChatCompletion, ChatCompletionChunk
from pydantic import ValidationError

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object


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
        """A piece stays the JSON it is until it is joined with others, see `_Pieces`."""
        if cast_to is ChatCompletionChunk:
            return data
        return super()._process_response_data(data=data, cast_to=cast_to, response=response)

    def piece(self, data: object, response: Any) -> ChatCompletionChunk:
        """One that is not as documented is taken as the library takes it."""
        try:
            return ChatCompletionChunk.model_validate(data)
        except ValidationError:
            return super()._process_response_data(data=data, cast_to=ChatCompletionChunk, response=response)


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
            cast_to=ChatCompletionChunk if wanted.get("stream") is True else ChatCompletion,
            stream=wanted.get("stream") is True,
            stream_cls=_Pieces,
        )


class _Pieces(AsyncStream[ChatCompletionChunk]):
    """The pieces of an answer. Those of its words that came together are handed on as one, and those of the arguments
    of one call, for half of them is no use."""

    async def __stream__(self) -> AsyncGenerator[ChatCompletionChunk]:
        client, response = cast(QuickOpenAI, self._client), self.response
        decoder = cast(QuickDecoder, self._decoder)
        run: list[JsonObject] = []
        kind: Json = None
        if self._options is not None:
            self._options.json_data = None  # it was sent
        alone = self.response.headers.get("content-type", "").startswith("text/event-stream")
        if alone:
            yield _OPENED
        async with aclosing(cast(AsyncGenerator[JsonObject], super().__stream__())) as pieces:
            async for piece in pieces:
                more, alone = _kind(piece), False
                if run and more != kind:
                    yield client.piece(_joined(run), response)
                    run = []
                kind = more
                if kind is None or not (run or _begins(piece)):
                    yield client.piece(piece, response)
                    continue
                run.append(piece)
                if kind == "words" and not decoder.more:
                    yield client.piece(_joined(run), response)
                    run = []
        if run:
            yield client.piece(_joined(run), response)
        if alone:  # without the piece of the head the library itself would miss a first one
            raise APIError("An answer without a piece.", request=response.request, body=None)


_OPENED = ChatCompletionChunk(id="", choices=[], created=0, model="", object="chat.completion.chunk")
"""Stands for the head of an answer and brings nothing. The library makes its things ready when a first piece is there:
half of the processor time that the first word cost."""

_FRAME = {"id", "object", "created", "model", "system_fingerprint", "service_tier", "obfuscation", "choices"}
"""What each piece says again, or pads itself with."""


def _kind(piece: object) -> Json:
    """Whether a piece brings more words, or more arguments of the call with that index; None for any other."""
    if not is_object(piece) or not _set(piece) <= _FRAME:
        return None
    match piece["choices"]:
        case [{"delta": {**delta}, **choice}] if _set(choice) <= {"index"}:
            fields = _set(delta) - {"role"}
        case _:
            return None
    match delta:
        case {"content": str() as text} if fields == {"content"} and text:
            return None if text[0] == "<" and text[-1] == ">" else "words"  # a tag of thinking stands alone
        case {"tool_calls": [{"index": int() as index, "function": {"arguments": str(), **rest}, **call}]}:
            plain = not (
                _set(rest) or _set(call) - {"type"} or fields - {"content", "tool_calls"} or delta.get("content")
            )
            return index if plain else None
        case _:
            return None


def _set(piece: JsonObject) -> set[str]:
    return {name for name, value in piece.items() if value is not None}


def _begins(piece: JsonObject) -> bool:
    """Whether others may join it: blanks before the first words are left out by some, and seen only alone."""
    text = piece["choices"][0]["delta"].get("content")
    return not (text and text.isspace())


def _joined(run: list[JsonObject]) -> JsonObject:
    """The first piece with the words or arguments of all."""
    first, deltas = run[0], [piece["choices"][0]["delta"] for piece in run]
    if len(run) > 1 and deltas[0].get("content"):
        deltas[0]["content"] = "".join([delta["content"] for delta in deltas])
    elif len(run) > 1:
        functions = [delta["tool_calls"][0]["function"] for delta in deltas]
        functions[0]["arguments"] = "".join([function["arguments"] for function in functions])
    return first


class QuickDecoder(SSEDecoder):
    """Events that come whole, each a line of data, are cut where they end; from the first other one on the library
    reads them. `more`: after the last one another is at hand."""

    more = False

    async def aiter_bytes(self, iterator: AsyncIterator[bytes]) -> AsyncGenerator[ServerSentEvent]:
        async for block in iterator:
            plain = _plain(block)
            if plain is None:
                self.more = False
                async for event in super().aiter_bytes(_before(block, iterator)):
                    yield event
                return
            for left, line in enumerate(plain, 1 - len(plain)):
                self.more = left < 0
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
