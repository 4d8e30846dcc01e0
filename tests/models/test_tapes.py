"""Tapes: recorded once, read by people, replayed for ever."""

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket.core.actions import Thought
from loket.core.data import FileRef
from loket.core.errors import ConfigError
from loket.core.model import (
    FilePart,
    Model,
    ModelFailed,
    ModelMessage,
    ModelRequest,
    ModelResponse,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolResultPart,
    words,
)
from loket.models.configured import ConfiguredModel
from loket.models.providers import models_from
from loket.models.recorded import RecordedModel, ReplayedModel
from loket.models.scripted import ScriptedModel
from loket.models.tape import ENDING, digest, scrubbed
from tests.loopback import answering
from tests.models.wires import CHAT, KEY, SECRET

SIGNED = Thought(provider="p", model="m", data={"signature": "s1"})
CALL = ToolCallPart(id="call_1", name="mail", args={"to": "jan@example.org", "on": "2026-11-22"}, thought=SIGNED)


def files(folder: Path) -> list[Path]:
    return list(folder.iterdir())


async def talk(model: Model, who: str, day: date) -> list[ModelResponse]:
    """Two requests of one conversation, the second with what the first gave."""
    system = words("system", "Be brief.")
    first = words("user", f"[{day.isoformat()}]\nWrite to {who}, phone +41 32 627 21 11,\nwith sk-abcdef1234567890.")
    request = ModelRequest(messages=(system, first), conversation=f"c-{day}")
    one = await model.complete(request)
    back = tuple([ToolResultPart(id=call.id, name=call.name, text="sent") for call in one.tool_calls])
    later = (*request.messages, ModelMessage(role="assistant", parts=one.parts), ModelMessage(role="tool", parts=back))
    two = await model.complete(request.model_copy(update={"messages": later}))
    return [one, two]


async def test_a_conversation_is_one_readable_file_and_is_answered_alike_on_another_day(tmp_path: Path) -> None:
    script = ScriptedModel([[ThinkingPart(text="Hm.", thought=SIGNED), "I write.\nNow.", CALL], "Sent, for € 1.250."])
    recorder = RecordedModel(script, tmp_path)
    real = await talk(recorder, "jan@example.org", date(2026, 11, 22))
    (file,) = files(tmp_path)
    assert file.name.startswith("write-to-address-phone-number") and file.name.endswith(ENDING)
    text = file.read_text("utf-8")
    assert "I write.\n" in text and "Sent, for € 1.250." in text and "2026-11-22" in text
    for private in ("jan@example.org", "627 21 11", "sk-abcdef", "s1", "signature"):
        assert private not in text
    again = await talk(ReplayedModel(tmp_path), "someone@example.com", date(2027, 1, 1))
    assert [response.text for response in again] == [response.text for response in real]
    assert again[0].tool_calls[0].args == {"to": "[address]", "on": "2026-11-22"}
    assert [response.finish for response in again] == ["tool_calls", "stop"] and again[0].usage.output_tokens > 0


async def test_failures_and_repeated_questions_are_replayed_in_their_order(tmp_path: Path) -> None:
    asked = ModelRequest(messages=(words("user", "Hi."),), conversation="c")
    script = ScriptedModel([ModelFailed("overloaded", "Busy."), "One.", "Two."])
    recorder = RecordedModel(script, tmp_path)
    with pytest.raises(ModelFailed):
        await recorder.complete(asked)
    assert [(await recorder.complete(asked)).text for _ in range(2)] == ["One.", "Two."]
    model = ReplayedModel(tmp_path)
    with pytest.raises(ModelFailed) as failed:
        await model.complete(asked)
    assert failed.value.code == "overloaded"
    assert [(await model.complete(asked)).text for _ in range(3)] == ["One.", "Two.", "Two."]
    with pytest.raises(ModelFailed) as failed:
        await model.complete(ModelRequest(messages=(words("user", "Something else."),)))
    assert failed.value.code == "not_recorded" and not failed.value.retryable


async def test_the_variable_records_and_replays_whatever_is_configured(tmp_path: Path) -> None:
    env = {"LOKET_TAPE": "record", "LOKET_TAPES": str(tmp_path / "tapes")}
    asked = ModelRequest(messages=(words("user", "Two and two?"),), conversation="c")
    async with answering(lambda asked: CHAT.answer(asked, TextPart(text="Four."))) as server:
        table = ConfiguredModel(model=CHAT.model, base_url=f"{server.url}/v1", key="secret://k")
        models = models_from(env, {"m": table}, {"k": SECRET})
        model = models.model()
        assert model is not None and [d async for d in model.stream(asked)]
        await models.close()
    (file,) = files(tmp_path / "tapes")
    assert "Four." in file.read_text("utf-8") and KEY not in file.read_text("utf-8")
    model = models_from(env | {"LOKET_TAPE": "replay"}).model()
    assert model is not None and (await model.complete(asked)).text == "Four."
    with pytest.raises(ConfigError, match="LOKET_TAPE"):
        models_from({"LOKET_TAPE": "rewind"})


@pytest.mark.parametrize("text", ["{", "turns: 3", "turns:\n- digest: x\n  failed: {code: nonsense, text: x}", "\x00"])
def test_a_tape_that_can_not_be_read_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / f"broken{ENDING}").write_text(text)
    with pytest.raises(ConfigError, match="broken"):
        ReplayedModel(tmp_path)


def test_a_file_and_a_tool_make_another_request() -> None:
    def asking(data: bytes) -> str:
        return digest(
            ModelRequest(messages=(ModelMessage(role="user", parts=(FilePart(file=FileRef(name="a"), data=data),)),))
        )

    assert asking(b"\xff\x00") == asking(b"\xff\x00") != asking(b"\xff\x01")
    plain = ModelRequest(messages=(words("user", "Hi."),))
    assert digest(plain) == digest(plain.model_copy(update={"conversation": "c"}))
    assert digest(plain) != digest(plain.model_copy(update={"tool_choice": "none"}))


@pytest.mark.parametrize(
    "kept", ["2026-11-22", "2025-2026", "€ 12.345.678", "art. 3:40", "12 November 2026, 10:30", "call_1234567890"]
)
def test_dates_and_prices_stay(kept: str) -> None:
    assert scrubbed(kept) == kept


@given(st.text(alphabet="aZ0189 @.+-[]()\nsk_:", max_size=60))
def test_what_is_scrubbed_stays_as_it_is(text: str) -> None:
    once = scrubbed(text)
    assert scrubbed(once) == once


async def test_two_conversations_that_begin_alike_have_a_tape_each(tmp_path: Path) -> None:
    recorder = RecordedModel(ScriptedModel(["one", "two", "three"]), tmp_path)
    first = ModelRequest(messages=(words("system", "Be brief."), words("user", "Hi")), conversation="a")
    then = first.model_copy(update={"messages": (*first.messages, words("user", "And now?"))})
    for request in (first, then, first.model_copy(update={"conversation": "b"})):
        await recorder.complete(request)
    assert len(files(tmp_path)) == 2
    assert (await ReplayedModel(tmp_path).complete(then)).text == "two"
