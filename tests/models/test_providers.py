"""Gemini against a loopback server that speaks its wire: what is sent, what comes back, and every way to fail."""

import asyncio
import json
import logging
import subprocess
import sys
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from loket.core.errors import ConfigError
from loket.core.model import (
    CommandPart,
    CommandSpec,
    FinishPart,
    Message,
    Model,
    ModelAnswer,
    ModelFailed,
    ModelSettings,
    Part,
    TextPart,
    ThinkingPart,
    UsagePart,
)
from loket.models.providers import library_installed, model_from
from loket.models.settings import gemini_settings
from tests.loopback import Answer, Asked, Loopback, answering, never, reply

KEY = "SECRET-KEY-123"
SAID = [Message(role="system", text="Wees kort."), Message(role="user", text="Schrijf een brief.")]


def candidate(text: str | None, finish: str | None = "STOP", **more: Any) -> dict[str, Any]:
    content = {"role": "model"} | ({} if text is None else {"parts": [{"text": text}]})
    usage = {"promptTokenCount": 5, "candidatesTokenCount": 2, "totalTokenCount": 7}
    return {"candidates": [{"content": content, "finishReason": finish}], "usageMetadata": usage, **more}


def streamed(*chunks: Any) -> bytes:
    body = b"".join(b"data: " + json.dumps(chunk).encode() + b"\r\n\r\n" for chunk in chunks)
    return reply(body, content_type="text/event-stream")


@asynccontextmanager
async def gemini(answer: Answer, **more: str) -> AsyncIterator[tuple[Model, Loopback]]:
    async with answering(answer) as server:
        model = model_from({"GEMINI_API_KEY": KEY, "GEMINI_BASE_URL": server.url, "GEMINI_MODEL": "gemini-x"} | more)
        assert model is not None
        try:
            yield model, server
        finally:
            await model.close()


async def asked(answer: Answer, deadline: float = 10) -> ModelAnswer:
    async with gemini(answer) as (model, _):
        return await model.complete(SAID, ModelSettings(deadline=deadline))


async def failure(answer: Answer, deadline: float = 10) -> ModelFailed:
    with pytest.raises(ModelFailed) as failed:
        await asked(answer, deadline)
    assert KEY not in str(failed.value)
    return failed.value


async def test_what_is_sent_is_the_contract() -> None:
    async with gemini(lambda asked: reply(candidate("Hallo"))) as (model, server):
        await model.complete(
            [*SAID, Message(role="assistant", text="Geachte"), Message(role="user", text="Ga verder.")], ModelSettings()
        )
        await model.complete(SAID, ModelSettings(temperature=0.0, max_tokens=50))
    first, second = server.asked
    assert (first.method, first.target) == ("POST", "/v1beta/models/gemini-x:generateContent")
    assert first.headers["x-goog-api-key"] == KEY
    assert first.headers["content-type"] == "application/json"
    body = first.json
    assert [part["text"] for part in body["systemInstruction"]["parts"]] == ["Wees kort."]
    assert body["contents"] == [
        {"role": "user", "parts": [{"text": "Schrijf een brief."}]},
        {"role": "model", "parts": [{"text": "Geachte"}]},
        {"role": "user", "parts": [{"text": "Ga verder."}]},
    ]
    assert body["generationConfig"] == {
        "temperature": 0.6,
        "maxOutputTokens": 1200,
        "candidateCount": 1,
        "responseModalities": ["TEXT"],  # the library's own; the rest is the contract's
    }
    assert body.keys() == {"systemInstruction", "contents", "generationConfig"}
    changed = second.json["generationConfig"]
    assert (changed["temperature"], changed["maxOutputTokens"], changed["candidateCount"]) == (0.0, 50, 1)


async def test_settings_come_from_the_environment() -> None:
    more = {"GEMINI_API_VERSION": "v1", "GEMINI_MAX_TOKENS": "77", "GEMINI_TEMPERATURE": "0.1"}
    async with gemini(lambda asked: reply(candidate("Hallo")), **more) as (model, server):
        await model.complete(SAID, ModelSettings())
    assert server.asked[0].target == "/v1/models/gemini-x:generateContent"
    assert server.asked[0].json["generationConfig"]["maxOutputTokens"] == 77
    assert server.asked[0].json["generationConfig"]["temperature"] == 0.1


async def test_an_answer_with_its_cost() -> None:
    two = candidate("Hal") | {"modelVersion": "gemini-x-001"}
    two["candidates"][0]["content"]["parts"] += [{"text": "hm", "thought": True}, {"text": "lo"}]
    answer = await asked(lambda asked: reply(two))
    assert (answer.text, answer.finish, answer.model) == ("Hallo", "stop", "gemini-x-001")
    assert (answer.usage.input_tokens, answer.usage.output_tokens) == (5, 2)


@pytest.mark.parametrize(("reason", "finish"), [("MAX_TOKENS", "max_tokens"), ("SAFETY", "blocked"), (None, "other")])
async def test_a_cut_off_answer_says_so(reason: str | None, finish: str) -> None:
    answer = await asked(lambda asked: reply(candidate("Geachte heer,", reason)))
    assert (answer.text, answer.finish) == ("Geachte heer,", finish)


@pytest.mark.parametrize(
    ("body", "retryable"),
    [
        ({}, True),
        ({"candidates": []}, True),
        ([], True),
        (candidate(None), True),
        (candidate(" \n"), True),
        (candidate(None, "MAX_TOKENS"), True),
        (candidate(None, "SAFETY"), False),
        ({"promptFeedback": {"blockReason": "SAFETY"}}, False),
    ],
)
async def test_no_text_is_a_failure(body: Any, retryable: bool) -> None:
    failed = await failure(lambda asked: reply(body))
    assert (failed.code, failed.retryable) == ("no_text", retryable)


@pytest.mark.parametrize(
    ("status", "word", "retryable"),
    [(400, "INVALID_ARGUMENT", False), (403, "", False), (429, "RESOURCE_EXHAUSTED", True), (503, "UNAVAILABLE", True)],
)
async def test_errors_of_the_provider_keep_their_number_and_lose_their_words(
    status: int, word: str, retryable: bool
) -> None:
    body = {"error": {"code": status, "message": f"your key {KEY}", "status": word}}
    async with gemini(lambda asked: reply(body, status)) as (model, server):
        with pytest.raises(ModelFailed) as failed:
            await model.complete(SAID, ModelSettings())
    assert (failed.value.code, failed.value.retryable) == (f"http_{status}", retryable)
    assert KEY not in str(failed.value)
    assert word in failed.value.text
    assert failed.value.__cause__ is None
    assert len(server.asked) == 1  # trying again is the caller's decision


async def test_other_ways_to_fail() -> None:
    assert (await failure(lambda asked: reply(b"<html>", 500))).code == "http_500"
    assert (await failure(lambda asked: reply(b"", 302, location="http://127.0.0.1:1/"))).code == "http_302"
    assert (await failure(lambda asked: reply(b'{"candidates": ['))).code == "exception"
    assert (await failure(lambda asked: None)).code == "connect_error"
    assert (await failure(never, deadline=0.2)).code == "timeout"


async def test_no_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert (await asked(lambda asked: reply(candidate("Hallo")))).text == "Hallo"


async def test_a_refused_connection_is_a_connect_error() -> None:
    async with answering(never) as server:
        address = server.url
    model = model_from({"GEMINI_API_KEY": KEY, "GEMINI_BASE_URL": address})
    assert model is not None
    for failing in (model.complete(SAID, ModelSettings()), collected(model, ModelSettings())):
        with pytest.raises(ModelFailed) as failed:
            await failing
        assert (failed.value.code, failed.value.retryable) == ("connect_error", True)
    await model.close()


async def collected(model: Model, settings: ModelSettings) -> list[Part]:
    return [part async for part in model.stream(SAID, settings)]


async def test_a_stream_gives_parts_as_they_come() -> None:
    first = candidate("Hal", None)
    first["candidates"][0]["content"]["parts"].insert(0, {"text": "hm", "thought": True})
    called = {"functionCall": {"name": "zoek", "args": {"q": "bezwaar"}}}
    last = candidate("lo")
    last["candidates"][0]["content"]["parts"].append(called)
    async with gemini(lambda asked: streamed(first, last)) as (model, server):
        spec = CommandSpec(name="zoek", input={"type": "object", "properties": {"q": {"type": "string"}}})
        parts = await collected(model, ModelSettings(commands=(spec,)))
    assert server.asked[0].target.startswith("/v1beta/models/gemini-x:streamGenerateContent")
    assert KEY not in server.asked[0].target
    assert parts[0] == ThinkingPart(text="hm")
    assert [part.text for part in parts if isinstance(part, TextPart)] == ["Hal", "lo"]
    assert CommandPart(name="zoek", args={"q": "bezwaar"}) in parts
    assert [type(part) for part in parts[-2:]] == [UsagePart, FinishPart]
    tools = server.asked[0].json["tools"]
    assert tools[0]["functionDeclarations"][0]["name"] == "zoek"


async def test_a_stream_fails_in_the_same_words() -> None:
    async def stalling(asked: Asked) -> AsyncIterator[bytes]:
        yield b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n"
        yield b"data: " + json.dumps(candidate("Hal", None)).encode() + b"\r\n\r\n"
        await asyncio.Event().wait()

    cases: list[tuple[Answer, str]] = [
        (stalling, "timeout"),
        (never, "timeout"),
        (lambda asked: reply({"error": {"status": "X"}}, 429), "http_429"),
        (lambda asked: streamed(candidate(None, "SAFETY")), "no_text"),
        (lambda asked: streamed(), "exception"),
        (lambda asked: None, "connect_error"),
    ]
    for answer, code in cases:
        async with gemini(answer) as (model, _):
            with pytest.raises(ModelFailed) as failed:
                await collected(model, ModelSettings(deadline=0.3 if code == "timeout" else 10))
        assert failed.value.code == code


async def test_leaving_a_stream_early_and_cancelling_end_the_call() -> None:
    waiting = asyncio.Event()

    async def stalling(asked: Asked) -> AsyncIterator[bytes]:
        yield b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n"
        yield b"data: " + json.dumps(candidate("Hal", None)).encode() + b"\r\n\r\n"
        waiting.set()
        await asyncio.Event().wait()

    async with gemini(stalling) as (model, _):
        parts = model.stream(SAID, ModelSettings())
        assert await anext(parts) == TextPart(text="Hal")
        assert isinstance(parts, AsyncGenerator)
        await parts.aclose()
        waiting.clear()
        calling = asyncio.create_task(model.complete(SAID, ModelSettings()))
        await asyncio.wait_for(waiting.wait(), 5)
        calling.cancel()
        with pytest.raises(asyncio.CancelledError):
            await calling


async def test_commands_are_asked_for_and_come_back() -> None:
    body = candidate(None)
    body["candidates"][0]["content"]["parts"] = [{"functionCall": {"name": "zoek", "args": {"q": "x"}}}]
    async with gemini(lambda asked: reply(body)) as (model, _):
        answer = await model.complete(SAID, ModelSettings(commands=(CommandSpec(name="zoek"),)))
    assert answer.commands == (CommandPart(name="zoek", args={"q": "x"}),)
    assert answer.text == ""


async def test_the_key_is_in_no_log_and_in_no_repr(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        async with gemini(lambda asked: reply(candidate("Hallo"))) as (model, server):
            await model.complete(SAID, ModelSettings())
            assert KEY not in repr(model)
            assert KEY not in repr(vars(model))
    assert KEY not in caplog.text
    assert KEY not in server.asked[0].target
    assert KEY not in repr(gemini_settings({"GEMINI_API_KEY": KEY}))


def test_without_a_key_there_is_no_model_and_nothing_is_imported() -> None:
    assert model_from({}) is None
    assert model_from({"GEMINI_API_KEY": "  ", "GEMINI_MODEL": "x"}) is None
    assert library_installed()
    code = (
        "import sys; from loket.models.providers import model_from; m = model_from({'GEMINI_API_KEY': 'k'});"
        "assert m.name == 'gemini-flash-latest';"
        "assert not {'pydantic_ai', 'google.genai', 'httpx2'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=30)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GEMINI_MAX_TOKENS", "many"),
        ("GEMINI_MAX_TOKENS", "0"),
        ("GEMINI_TEMPERATURE", "hot"),
        ("GEMINI_TEMPERATURE", "nan"),
        ("GEMINI_BASE_URL", "ftp://x"),
        ("GEMINI_BASE_URL", "http://x/?key=1"),
        ("GEMINI_MODEL", "x y"),
        ("GEMINI_API_VERSION", "../v1"),
    ],
)
def test_a_variable_that_can_not_be_used_is_named(name: str, value: str) -> None:
    with pytest.raises(ConfigError) as refused:
        model_from({"GEMINI_API_KEY": KEY, name: value})
    assert name in refused.value.text
    assert KEY not in refused.value.text
