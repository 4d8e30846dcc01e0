"""OpenAI's client as we use it: one connection for many requests, and pieces that are not as documented."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openai import AsyncOpenAI, omit
from openai._streaming import SSEDecoder
from pydantic_ai.direct import model_request_stream
from pydantic_ai.messages import ModelRequest
from pydantic_ai.models._sdk_retries import with_max_retries
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

from loket.core.model import Model, ModelResponse, ModelSettings, words
from loket.models.configured import ConfiguredModel
from loket.models.openai_client import QuickDecoder, QuickOpenAI
from loket.models.providers import models_from
from tests.loopback import answering, reply, stopped
from tests.models.wires import ASKED, CHAT, HEAD, SECRET, WEATHER, asking, heard

TEXT = "Dear Sir, we have read your letter."


@asynccontextmanager
async def keeping(lines: list[int]) -> AsyncGenerator[Model]:
    """A model behind a server that keeps its connections; `lines` has the number of requests of each."""
    pieces = [*CHAT.pieces((words("user", TEXT).parts[0],), "stop"), b""]
    body = b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces)
    head = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        at, size = len(lines), 0
        lines.append(0)
        while line := await reader.readline():
            if line.lower().startswith(b"content-length:"):
                size = int(line.partition(b":")[2])
            elif line == b"\r\n":
                await reader.readexactly(size)
                lines[at] += 1
                writer.write(head + body)
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    models = models_from({}, {"m": ConfiguredModel(model="openai:x", base_url=url, key="secret://k")}, {"k": SECRET})
    model = models.model()
    assert model is not None
    try:
        yield model
    finally:
        await models.close()
        await stopped(server)


async def test_a_connection_serves_request_after_request() -> None:
    lines: list[int] = []
    async with keeping(lines) as model:
        for _ in range(3):
            text, ended = await heard(model, ASKED)
            assert text == TEXT and isinstance(ended, ModelResponse)
    assert lines == [3]


async def test_the_client_is_copied_only_to_change_it() -> None:
    async with QuickOpenAI(api_key="k", base_url="http://127.0.0.1:9/v1", max_retries=0) as client:
        assert with_max_retries(client, {"max_retries": 0}) is client
        other = with_max_retries(client, {"max_retries": 1})
        assert isinstance(other, QuickOpenAI) and (other.max_retries, client.max_retries) == (1, 0)


@pytest.mark.parametrize("left_out", ["id", "object", "created", "model"])
async def test_a_piece_that_is_not_as_documented_is_read_all_the_same(left_out: str) -> None:
    frames = [json.loads(piece[6:]) for piece in CHAT.pieces((words("user", TEXT).parts[0],), "stop")[:-1]]
    for piece in frames:
        del piece[left_out]
    body = b"".join(f"data: {json.dumps(piece)}\n\n".encode() for piece in frames) + b"data: [DONE]\n\n"
    async with asking(CHAT, lambda _: reply(body, content_type="text/event-stream")) as (model, _):
        text, ended = await heard(model, ASKED)
    assert text == TEXT and isinstance(ended, ModelResponse) and ended.finish == "stop"


WHOLE = ["data: {}\n\n", 'data: "é"\n\n', "data: [DONE]\n\n", "data:1\n\n", "data:  \n\n"]
OTHERS = [
    ": ping\n\n",
    "data: 1\ndata: 2\n\n",
    "event: error\ndata: 3\n\n",
    "id: 4\n\n",
    "\n",
    "data: 5\r\n\r\n",
    "data: ",
]
EVENTS = st.lists(st.sampled_from([*WHOLE, *OTHERS]), max_size=6)


@given(events=EVENTS, cuts=st.lists(st.integers(1, 60), max_size=4))
async def test_events_are_read_as_the_library_reads_them_wherever_they_are_cut(
    events: list[str], cuts: list[int]
) -> None:
    whole, blocks = "".join(events).encode(), list[bytes]()
    for cut in cuts:
        blocks, whole = [*blocks, whole[:cut]], whole[cut:]

    async def came() -> AsyncGenerator[bytes]:
        for block in filter(None, [*blocks, whole]):
            yield block

    theirs = [repr(event) async for event in SSEDecoder().aiter_bytes(came())]
    assert [repr(event) async for event in QuickDecoder().aiter_bytes(came())] == theirs


@pytest.mark.parametrize("stream", [True, False])
async def test_what_is_sent_is_what_the_library_sends(stream: bool) -> None:
    tool = {"type": "function", "function": {"name": "weather", "parameters": WEATHER, "strict": False}}
    call = {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Bern"}'}}
    wanted: dict[str, Any] = {
        "model": "x",
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "Hi"}]},
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "call_1", "content": "fog"},
        ],
        "tools": [tool],
        "tool_choice": omit,
        "temperature": 0.5,
        "stream": stream,
        "stream_options": {"include_usage": True} if stream else omit,
        "timeout": 5,
        "extra_headers": {"x-one": "1"},
        "extra_body": {"thinking": False},
    }
    text = (words("assistant", TEXT).parts[0],)
    answers: list[Any] = []
    async with answering(lambda asked: CHAT.answer(asked, *text)) as server:
        for kind in (AsyncOpenAI, QuickOpenAI):
            async with kind(api_key="k", base_url=server.url, max_retries=0) as client:
                answer: Any = await client.chat.completions.create(**wanted)
                answers.append(
                    _words_and_rest([piece.to_dict() async for piece in answer]) if stream else answer.to_dict()
                )
    theirs, ours = server.asked
    assert (ours.method, ours.target, ours.json) == (theirs.method, theirs.target, theirs.json)
    assert list(ours.json["messages"][1]) == list(theirs.json["messages"][1])
    left = {"user-agent", "content-length"}
    assert {k: v for k, v in ours.headers.items() if k not in left} == {
        k: v for k, v in theirs.headers.items() if k not in left
    }
    if stream:
        assert answers[1][1].pop(0)["choices"] == []  # that of the head
    assert answers[0] == answers[1]


async def test_who_asked_is_ready_for_the_first_word_when_the_head_of_the_answer_is_there() -> None:
    ready = asyncio.Event()

    async def answer() -> AsyncGenerator[bytes]:
        yield HEAD
        await ready.wait()
        yield b"".join(CHAT.pieces((words("user", TEXT).parts[0],), "stop"))

    async with (
        asyncio.timeout(20),
        answering(lambda _: answer()) as server,
        QuickOpenAI(api_key="k", base_url=server.url, max_retries=0) as client,
    ):
        model = OpenAIChatModel("x", provider=OpenAIProvider(openai_client=client))
        async with model_request_stream(model, [ModelRequest.user_text_prompt("Hi")]) as stream:
            ready.set()  # the library has waited for a first piece by now
            assert [event async for event in stream]
            assert stream.get().text == TEXT


HEAD_THEN = {
    "nothing": (b"", "bad_response"),
    "an error": (b'data: {"error": {"message": "no", "code": "rate_limit_exceeded"}}\n\n', "rate_limited"),
    "an error as JSON": (b'{"error": {"message": "no"}}', "bad_response"),
    "an end": (b"data: [DONE]\n\n", "bad_response"),
    "no JSON": (b'data: {"choices": [\n\n', "bad_response"),
    "a cut line": (None, "unreachable"),
}


@pytest.mark.parametrize("then", HEAD_THEN)
async def test_the_head_of_an_answer_is_no_first_word_so_the_next_model_is_asked(then: str) -> None:
    body, code = HEAD_THEN[then]
    cut = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 99\r\n\r\n"
    answer = cut if body is None else HEAD + body
    async with (
        answering(lambda _: answer) as first,
        answering(lambda asked: CHAT.answer(asked, words("user", TEXT).parts[0])) as second,
    ):
        at = {"m": first.url, "n": second.url}
        tables = {
            name: ConfiguredModel(model="openai:x", base_url=f"{url}/v1", key="secret://k") for name, url in at.items()
        }
        tables["m"] = tables["m"].model_copy(update={"fallback": "n"})
        models = models_from({}, tables, {"k": SECRET})
        model = models.model("m")
        assert model is not None
        try:
            text, ended = await heard(model, ASKED.model_copy(update={"settings": ModelSettings(retries=0)}))
        finally:
            await models.close()
        assert isinstance(ended, ModelResponse) and text == ended.text == TEXT
        assert [(each.model, each.code) for each in ended.attempts] == [("m", code)]
        assert (len(first.asked), len(second.asked)) == (1, 1)


def _words_and_rest(pieces: list[dict[str, Any]]) -> tuple[str, list[dict[str, Any]]]:
    """The words of an answer however they were cut, and its other pieces."""
    deltas = [piece["choices"][0]["delta"].get("content") if piece["choices"] else None for piece in pieces]
    return "".join(filter(None, deltas)), [piece for piece, text in zip(pieces, deltas, strict=True) if not text]


def piece(**delta: Any) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "finish_reason": None}
    return {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "x", "choices": [choice]}


async def deltas_of(sent: list[dict[str, Any]]) -> list[Any]:
    """What comes of pieces that were sent in one block."""
    body = b"".join(b"data: %b\n\n" % json.dumps(each).encode() for each in sent)
    async with (
        answering(lambda _: reply(body, content_type="text/event-stream")) as server,
        QuickOpenAI(api_key="k", base_url=server.url, max_retries=0) as client,
    ):
        stream: Any = await client.chat.completions.create(model="x", messages=[], stream=True)
        return [each.to_dict()["choices"][0]["delta"] async for each in stream if each.choices]


async def test_a_tag_of_thinking_stands_alone_and_the_words_around_it_are_one_piece_each() -> None:
    sent = ["<think>", "Hm", ", so", "</think>", "Yes", "."]
    came = await deltas_of([piece(content=text) for text in sent])
    assert [delta["content"] for delta in came] == ["<think>", "Hm, so", "</think>", "Yes."]


async def test_the_arguments_of_each_call_come_as_one_piece() -> None:
    def more(index: int, text: str, **others: Any) -> dict[str, Any]:
        return piece(tool_calls=[{"index": index, "function": {"arguments": text, **others}}])

    sent = [piece(content="So: "), more(0, "", name="a"), more(0, '{"q'), more(0, '": '), more(0, "1}")]
    sent += [more(1, "", name="b"), more(1, "{"), more(0, " "), more(1, "}"), piece(content="."), more(1, " ")]
    came = await deltas_of(sent)
    joined = [*sent[:2], more(0, '{"q": 1}'), *sent[5:]]
    assert came == [each["choices"][0]["delta"] for each in joined]
