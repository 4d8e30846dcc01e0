"""The draft with a key, through the whole chain: page, orchestrator, agent, model; and each way back to our own."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.loop_clock import forward
from tests.loopback import Answer, Asked, Loopback, answering, reply
from tests.overheid.foreign import Stream, listening
from tests.serving import serving_here

KEY = "SECRET-KEY-OF-THE-TEST"
LETTER = "Besluit van 12 januari 2026. Ik maak bezwaar tegen de naheffing van € 74,80. Ik had al betaald."
BODY = "Wij hebben uw brief gelezen. U schrijft dat u al had betaald. Wij kijken uw zaak opnieuw na. " * 8
SHORT = "Wij hebben uw brief.\n\nMet vriendelijke groet,\n[naam]"
WHOLE = f"Geachte heer of mevrouw,\n\n{BODY}\n\nMet vriendelijke groet,\n\n[naam]"


def model_answer(text: str | None, finish: str = "STOP") -> bytes:
    content = {"role": "model"} | ({} if text is None else {"parts": [{"text": text}]})
    usage = {"promptTokenCount": 5, "candidatesTokenCount": 2, "totalTokenCount": 7}
    return reply({"candidates": [{"content": content, "finishReason": finish}], "usageMetadata": usage})


def in_turn(*answers: bytes) -> Answer:
    left = list(answers)
    return lambda asked: left.pop(0) if len(left) > 1 else left[0]


@asynccontextmanager
async def drafting(folder: Path, answer: Answer, **more: str) -> AsyncGenerator[tuple[Stream, Loopback]]:
    async with answering(answer) as model:
        env = {"GEMINI_API_KEY": KEY, "GEMINI_BASE_URL": model.url, "GEMINI_MODEL": "gemini-x", **more}
        async with serving_here(folder, env) as here, listening(here.url) as stream:
            yield await stream.greeted(), model


async def drafted(stream: Stream) -> Any:
    await stream.send("bezwaar/analyse", "bezwaar", text=LETTER)
    await stream.until("done", seconds=40)
    return stream.models["bezwaar"]


async def test_a_draft_of_the_model(tmp_path: Path) -> None:
    async with drafting(tmp_path, lambda asked: model_answer(WHOLE)) as (stream, model):
        shown = await drafted(stream)
        result = shown["results"][0]
        assert result["draft_response"] == f"[Bron: Gemini]\n{WHOLE}"
        assert (result["draft_source"], shown["status"]["source"], shown["status"]["sourceReason"]) == (
            "gemini",
            "gemini",
            "ok",
        )
        (request,) = model.asked
        assert request.target == "/v1beta/models/gemini-x:generateContent"
        assert request.headers["x-goog-api-key"] == KEY and KEY not in request.target
        assert LETTER in request.json["contents"][0]["parts"][0]["text"]
        config = request.json["generationConfig"]
        assert (config["temperature"], config["maxOutputTokens"], config["candidateCount"]) == (0.6, 1200, 1)
        assert KEY not in json.dumps([frame.data for frame in stream.frames])
    assert not kept_in(tmp_path, KEY.encode())


def kept_in(folder: Path, words: bytes) -> list[Path]:
    return [file for file in folder.rglob("*") if file.is_file() and words in file.read_bytes()]


async def test_toeslagen_needs_no_model(tmp_path: Path) -> None:
    async with drafting(tmp_path, lambda asked: model_answer(WHOLE)) as (stream, model):
        await stream.send("toeslagen/check", "toeslagen")
        await stream.until("done")
        assert model.asked == []


@pytest.mark.parametrize(
    ("answers", "calls", "source", "reason"),
    [
        ((model_answer(SHORT), model_answer(WHOLE)), 2, "gemini", "ok"),
        ((model_answer(SHORT), model_answer(SHORT)), 2, "fallback", "too_short"),
        (
            (
                model_answer(BODY, "MAX_TOKENS"),
                model_answer("Wij sturen u bericht.\n\nMet vriendelijke groet,\n[naam]"),
            ),
            2,
            "gemini",
            "ok",
        ),
        ((model_answer(BODY, "MAX_TOKENS"), model_answer(BODY, "MAX_TOKENS")), 2, "fallback", "still_truncated"),
        (
            (model_answer(BODY, "MAX_TOKENS"), reply({"error": {"message": "x"}}, 500)),
            2,
            "fallback",
            "continue_http_500",
        ),
        ((reply({"error": {"message": "quota"}}, 429),), 1, "fallback", "http_429"),
        ((reply({"error": {"message": "bad key"}}, 403),), 1, "fallback", "http_403"),
        ((model_answer(None),), None, "fallback", "no_text"),
    ],
)
async def test_retry_continuation_and_reason_codes(
    tmp_path: Path, answers: tuple[bytes, ...], calls: int | None, source: str, reason: str
) -> None:
    async with drafting(tmp_path, in_turn(*answers)) as (stream, model):
        shown = await drafted(stream)
        result = shown["results"][0]
        assert (result["draft_source"], result["draft_source_reason"]) == (source, reason)
        assert (shown["status"]["source"], shown["status"]["sourceReason"]) == (source, reason)
        assert result["draft_response"].startswith("[Bron: Gemini]\n" if source == "gemini" else "[Bron: Fallback]\n")
        assert calls is None or len(model.asked) == calls


@pytest.mark.parametrize(("answer", "reason"), [(lambda asked: None, ("connect_error", "exception"))])
async def test_a_model_that_hangs_up(
    tmp_path: Path, answer: Callable[[Asked], bytes | None], reason: tuple[str, ...]
) -> None:
    async with drafting(tmp_path, answer) as (stream, _):
        assert (await drafted(stream))["status"]["sourceReason"] in reason


async def test_a_model_that_never_answers_costs_less_than_the_agents_twenty_seconds(tmp_path: Path) -> None:
    """Ten seconds are not too many. The agent's own deadline would show no letter at all."""
    for seconds, source, reason in ((10, "gemini", "ok"), (18, "fallback", "timeout")):
        begun, late = asyncio.Event(), asyncio.Event()

        async def slow(_: Asked, begun: asyncio.Event = begun, late: asyncio.Event = late) -> bytes:
            begun.set()
            await late.wait()
            return model_answer(WHOLE)

        async with drafting(tmp_path / source, slow) as (stream, _):
            drafting_it = asyncio.create_task(drafted(stream))
            await begun.wait()
            forward(seconds)
            if reason == "ok":
                late.set()
            shown = await drafting_it
        assert (shown["status"]["sourceReason"], shown["results"][0]["draft_source"]) == (reason, source)
