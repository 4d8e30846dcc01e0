"""Each provider's wire as it is documented, and every way it can go wrong."""

import asyncio
import logging
from collections.abc import AsyncIterator

import pytest

from loket.core.model import (
    Delta,
    Finished,
    ModelFailed,
    ModelRequest,
    ModelResponse,
    TextPart,
    ThinkingPart,
    words,
)
from loket.models.configured import ConfiguredModel, Price
from loket.models.providers import models_from
from loket.net import line
from tests.loopback import Answer, Asked, answering, never, reply
from tests.models.wires import (
    ANTHROPIC,
    ASKED,
    CALL,
    CHAT,
    HEAD,
    KEY,
    ONCE,
    RESPONSES,
    SECRET,
    SOON,
    TEXT,
    TOOL,
    WIRES,
    Wire,
    asking,
    heard,
)


@pytest.fixture(params=WIRES)
def wire(request: pytest.FixtureRequest) -> Wire:
    return WIRES[request.param]


async def failure(wire: Wire, answer: Answer, request: ModelRequest = ONCE) -> ModelFailed:
    """The same failure in both ways of asking."""
    async with asking(wire, answer) as (model, _):
        with pytest.raises(ModelFailed) as failed:
            await model.complete(request)
        _, ended = await heard(model, request)
    assert isinstance(ended, ModelFailed)
    assert (ended.code, ended.status, ended.retry_after) == (
        failed.value.code,
        failed.value.status,
        failed.value.retry_after,
    )
    for one in (failed.value, ended):
        assert KEY not in f"{one} {one.attempts}" and one.__cause__ is None
    return failed.value


async def test_a_stream_that_is_cut_anywhere_is_a_failure_after_the_words_that_came(wire: Wire) -> None:
    pieces = wire.pieces((TextPart(text=TEXT),), wire.ends["stop"])
    said = {"at": 0}

    async def broken(asked: Asked) -> AsyncIterator[bytes]:
        yield HEAD + b"".join(pieces[: said["at"]]) + pieces[said["at"]][:9]

    async with asking(wire, broken) as (model, _):
        lengths: list[int] = []
        for at in range(len(pieces)):
            said["at"] = at
            text, ended = await heard(model, ONCE)
            assert TEXT.startswith(text)
            lengths.append(len(text))
            if isinstance(ended, ModelFailed):
                assert ended.retryable and ended.code in ("unreachable", "bad_response", "empty"), (at, ended)
            else:  # it had said why it ends, and only the farewell was missing
                assert (ended.text, ended.finish, at >= len(pieces) - 2) == (TEXT, "stop", True)
    assert lengths == sorted(lengths) and lengths[-1] == len(TEXT)


@pytest.mark.parametrize("body", [b"", b": still here\n\n", b'{"error": {"message": "busy"}}'])
async def test_a_stream_without_a_piece_is_no_answer_and_another_try_is_made(wire: Wire, body: bytes) -> None:
    head_alone = reply(body, content_type="text/event-stream")
    asked_before: list[Asked] = []

    def first_failing(asked: Asked) -> bytes:
        asked_before.append(asked)
        return wire.answer(asked, TextPart(text=TEXT)) if len(asked_before) > 1 else head_alone

    async with asking(wire, lambda asked: head_alone) as (model, _):
        text, ended = await heard(model, ONCE)
        assert isinstance(ended, ModelFailed) and (text, ended.code) == ("", "bad_response")
    async with asking(wire, first_failing) as (model, _):
        text, ended = await heard(model, ASKED)
        assert isinstance(ended, ModelResponse) and text == TEXT
        assert [attempt.code for attempt in ended.attempts] == ["bad_response"]


async def test_a_slow_drip_comes_through_and_a_stall_is_a_timeout(wire: Wire) -> None:
    body = b"".join(wire.pieces((TextPart(text="Dear “Sir” 🌍"), CALL), wire.ends["tool_calls"]))

    async def dripping(asked: Asked) -> AsyncIterator[bytes]:
        yield HEAD
        for at in range(0, len(body), 11):
            yield body[at : at + 11]

    async def stalling(asked: Asked) -> AsyncIterator[bytes]:
        yield HEAD + b"".join(wire.pieces((TextPart(text=TEXT),), wire.ends["stop"])[:-3])
        await asyncio.Event().wait()

    async with asking(wire, dripping) as (model, _):
        text, ended = await heard(model, ONCE.model_copy(update={"tools": (TOOL,)}))
        assert isinstance(ended, ModelResponse) and text == ended.text == "Dear “Sir” 🌍"
        assert [call.args for call in ended.tool_calls] == [{"city": "Bern"}]
    async with asking(wire, stalling) as (model, _):
        text, ended = await heard(model, SOON)
        assert isinstance(ended, ModelFailed) and ended.code == "timeout" and text and TEXT.startswith(text)
    assert (await failure(wire, never, SOON)).code == "timeout"


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (400, "rejected"),
        (401, "unauthorised"),
        (403, "unauthorised"),
        (404, "rejected"),
        (429, "rate_limited"),
        (500, "overloaded"),
        (503, "overloaded"),
        (529, "overloaded"),
    ],
)
async def test_errors_keep_their_number_and_lose_the_providers_words(wire: Wire, status: int, code: str) -> None:
    failed = await failure(wire, lambda asked: reply(wire.error(status, f"your key {KEY}"), status, retry_after="7"))
    assert (failed.code, failed.status) == (code, status)
    assert status != 429 or failed.retry_after == 7


async def test_other_ways_to_fail(wire: Wire) -> None:
    assert (await failure(wire, lambda asked: reply(b"<html>", 500))).code == "overloaded"
    assert (await failure(wire, lambda asked: None)).code == "unreachable"
    assert (await failure(wire, lambda asked: reply(b'{"a": ['))).code in ("bad_response", "unreachable", "empty")
    moved = await failure(wire, lambda asked: reply(b"", 302, location="http://127.0.0.1:1/"))
    assert moved.code in ("bad_response", "rejected"), "nobody is sent on to another place with our key"
    async with answering(never) as server:
        gone = server.url
    models = models_from({}, {"m": ConfiguredModel(model=wire.model, base_url=gone, key="secret://k")}, {"k": SECRET})
    model = models.model()
    assert model is not None
    with pytest.raises(ModelFailed) as failed:
        await model.complete(ONCE)
    assert (failed.value.code, failed.value.retryable) == ("unreachable", True)
    await models.close()


@pytest.mark.parametrize("broken", ['{"city": ', '["Bern"]', "{'city': 1}", '"x"', '{"city": NaN}'])
async def test_arguments_that_are_no_object_are_handed_on_as_they_were_written(broken: str) -> None:
    call = CALL.model_copy(update={"broken": broken})
    for wire in (CHAT, RESPONSES, ANTHROPIC):
        answer = wire.streamed((call,), wire.ends["tool_calls"])
        async with asking(wire, lambda asked, answer=answer: answer) as (model, _):
            _, ended = await heard(model, ONCE.model_copy(update={"tools": (TOOL,)}))
        assert isinstance(ended, ModelResponse), ended
        assert [(made.name, made.args, made.broken) for made in ended.tool_calls] == [("weather", {}, broken)], wire


async def test_what_it_cost(wire: Wire) -> None:
    price = Price(input=10, output=100, cached=1)
    async with asking(wire, lambda asked: wire.answer(asked, TextPart(text=TEXT)), price=price) as (model, _):
        usage = (await model.complete(ASKED)).usage
        _, ended = await heard(model, ONCE)
    assert isinstance(ended, ModelResponse)
    for used in (usage, ended.usage):
        assert (used.input_tokens, used.output_tokens, used.cached_tokens) == (20, 7, 12)
        assert used.price == pytest.approx((8 * 10 + 12 * 1 + 7 * 100) / 1e6)
        assert used.reasoning_tokens == (0 if wire is ANTHROPIC else 3)
        assert used.model.endswith("-x-1")


async def test_the_price_is_that_of_the_librarys_list_where_none_is_configured() -> None:
    for name, price in ((b"gpt-5-pro", (20 * 15 + 7 * 120) / 1e6), (b"gpt-5-x-1", None)):

        def listed(asked: Asked, name: bytes = name) -> bytes:
            return CHAT.answer(asked, TextPart(text=TEXT)).replace(b"gpt-5-x-1", name)

        async with asking(CHAT, listed) as (model, _):
            _, ended = await heard(model, ONCE)
        assert isinstance(ended, ModelResponse)
        assert ended.usage.price == (None if price is None else pytest.approx(price))


async def test_the_key_is_in_no_log_and_in_no_repr(wire: Wire, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        async with asking(wire, lambda asked: wire.answer(asked, TextPart(text="x"))) as (model, server):
            await model.complete(ASKED)
            assert KEY not in repr(model) + repr(vars(model)) + repr(getattr(model, "models", ""))
        await failure(wire, lambda asked: reply(wire.error(401, KEY), 401))
    assert KEY not in caplog.text
    assert KEY not in server.asked[0].target


async def test_cancelling_ends_the_call(wire: Wire) -> None:
    waiting = asyncio.Event()

    async def stalling(asked: Asked) -> AsyncIterator[bytes]:
        yield HEAD
        waiting.set()
        await asyncio.Event().wait()

    async with asking(wire, stalling) as (model, _):
        stream: AsyncIterator[Delta] = model.stream(ASKED)
        calling = asyncio.create_task(anext(stream))  # pyright: ignore[reportArgumentType]
        await asyncio.wait_for(waiting.wait(), 20)
        calling.cancel()
        with pytest.raises(asyncio.CancelledError):
            await calling


async def test_no_proxy_of_the_environment_is_used(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    async with asking(wire, lambda asked: wire.answer(asked, TextPart(text="Hallo"))) as (model, _):
        assert (await model.complete(ModelRequest(messages=(words("user", "x"),)))).text == "Hallo"


async def test_lines_gather_only_when_words_were_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a gathering that would last for ever: thoughts, and the first words after them, come as they are sent."""
    monkeypatch.setattr(line, "GATHER_SECONDS", 3600.0)
    came, seen = asyncio.Event(), list[str]()

    async def dripping(asked: Asked) -> AsyncIterator[bytes]:
        yield HEAD.replace(b"connection: close", b"transfer-encoding: chunked")
        for piece in ANTHROPIC.pieces((ThinkingPart(text="Hm"), TextPart(text="Dear")), "end_turn"):
            yield b"%x\r\n%b\r\n" % (len(piece), piece)
            if b"thinking_delta" in piece or b"text_delta" in piece:
                await came.wait()  # it was read
                came.clear()
        yield b"0\r\n\r\n"

    async with asking(ANTHROPIC, dripping) as (model, _), asyncio.timeout(20):
        async for delta in model.stream(ONCE):
            seen.append(delta.kind)
            if not isinstance(delta, Finished):
                came.set()
    assert seen == ["thinking", "text", "finished"]
