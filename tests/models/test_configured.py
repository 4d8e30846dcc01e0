"""Which models there are: the file, the variables, the keys; and that nothing is imported before one is asked."""

import subprocess
import sys
from typing import Any

import pytest
from pydantic import SecretStr

from loket.config import Config
from loket.core.errors import ConfigError
from loket.core.model import Finished, ModelFailed, ModelRequest, ModelSettings, TextPart, words
from loket.models.configured import ConfiguredModel, gemini_of, key_of
from loket.models.providers import library_installed, models_from, package_of
from tests.loopback import answering
from tests.models.wires import ANTHROPIC, ASKED, CHAT, GOOGLE, KEY, SECRET

LOCAL = ConfiguredModel(model="ollama:llama3")
CLOUD = ConfiguredModel(model="anthropic:claude-x", fallback="local")
KEYS = {"k": SECRET}
ONCE = ASKED.model_copy(update={"settings": ModelSettings(retries=0)})


def usual(env: dict[str, str], **tables: ConfiguredModel) -> str:
    models = models_from(env, tables)
    return models.tables["default"].model if models.model() is not None else ""


def test_which_one_is_the_usual_one() -> None:
    assert usual({}) == ""
    assert usual({"OPENAI_API_KEY": "k"}) == "", "a key alone is nobody's wish to pay"
    assert usual({"GEMINI_API_KEY": "k"}) == "google:gemini-flash-latest"
    assert usual({"GEMINI_API_KEY": "  ", "GEMINI_MODEL": "x"}) == ""
    assert usual({}, local=LOCAL) == "ollama:llama3"
    assert usual({"GEMINI_API_KEY": "k"}, local=LOCAL, cloud=CLOUD) == "google:gemini-flash-latest"
    assert usual({}, local=LOCAL, cloud=CLOUD) == ""
    assert usual({"LOKET_MODEL": "cloud"}, local=LOCAL, cloud=CLOUD) == "anthropic:claude-x"
    assert usual({"LOKET_MODEL": "openai:gpt-5", "GEMINI_API_KEY": "k"}) == "openai:gpt-5"


@pytest.mark.parametrize(
    ("env", "tables", "names"),
    [
        ({"LOKET_MODEL": "cloud"}, {}, "LOKET_MODEL"),
        ({"LOKET_MODEL": "openai:"}, {}, "LOKET_MODEL"),
        ({"LOKET_MODEL": "openai:a b"}, {}, "LOKET_MODEL"),
        ({}, {"cloud": CLOUD}, "no language model local"),
        ({"GEMINI_MAX_TOKENS": "many"}, {}, "GEMINI_MAX_TOKENS"),
        ({"GEMINI_MAX_TOKENS": "0"}, {}, "GEMINI_MAX_TOKENS"),
        ({"GEMINI_TEMPERATURE": "nan"}, {}, "GEMINI_TEMPERATURE"),
        ({"GEMINI_BASE_URL": "ftp://x"}, {}, "GEMINI_BASE_URL"),
        ({"GEMINI_BASE_URL": "http://x/?key=1"}, {}, "GEMINI_BASE_URL"),
        ({"GEMINI_MODEL": "x y"}, {}, "GEMINI_MODEL"),
        ({"GEMINI_API_VERSION": "../v1"}, {}, "GEMINI_API_VERSION"),
    ],
)
def test_what_can_not_be_used_is_named(env: dict[str, str], tables: dict[str, ConfiguredModel], names: str) -> None:
    with pytest.raises(ConfigError) as refused:
        models_from({"GEMINI_API_KEY": KEY} | env, tables)
    assert names in refused.value.text and KEY not in refused.value.text


@pytest.mark.parametrize(
    "table",
    [
        {"model": "gpt"},
        {"model": "openai:x", "key": "sk-123"},
        {"model": "openai:x", "temprature": 1},
        {"base_url": "x"},
    ],
)
def test_a_table_is_strict_and_holds_no_key(table: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="models") as refused:
        Config(models={"m": table})  # type: ignore[dict-item]
    assert "sk-123" not in str(refused.value)


def test_where_a_key_comes_from() -> None:
    env = {"ANTHROPIC_API_KEY": "a", "OPENAI_API_KEY": "o", "GEMINI_API_KEY": "g", "OPENROUTER_API_KEY": "r"}
    found = {
        model: key_of(ConfiguredModel(model=model), env, {}).value
        for model in ("anthropic:x", "openai:x", "openai-chat:x", "google:x", "openrouter:x", "groq:x")
    }
    assert {model: key and key.get_secret_value() for model, key in found.items()} == {
        "anthropic:x": "a",
        "openai:x": "o",
        "openai-chat:x": "o",
        "google:x": "g",
        "openrouter:x": "r",
        "groq:x": None,
    }
    named = ConfiguredModel(model="openai:x", key="secret://mine")
    assert key_of(named, env, {"mine": SecretStr("m")}).value == SecretStr("m")
    with pytest.raises(ConfigError, match=r"under \[secrets\]"):
        key_of(named, env, {})
    elsewhere = ConfiguredModel(model="openai:x", base_url="https://gateway.example/v1")
    assert key_of(elsewhere, env, {}).value is None, "the key of one is not shown to another"


async def test_without_a_key_the_sentence_says_which_one() -> None:
    models = models_from({"LOKET_MODEL": "anthropic:claude-x"})
    model = models.model()
    assert model is not None
    with pytest.raises(ModelFailed) as failed:
        await model.complete(ONCE)
    assert failed.value.code == "unauthorised" and "ANTHROPIC_API_KEY" in failed.value.text
    assert models.missing_key("default") == "set ANTHROPIC_API_KEY"
    assert models_from({"LOKET_MODEL": "ollama:x"}).missing_key("default") == ""


async def test_without_its_library_the_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("loket.models.adapter", "pydantic_ai.direct"):
        monkeypatch.setitem(sys.modules, name, None)
    model = models_from({"LOKET_MODEL": "anthropic:claude-x", "ANTHROPIC_API_KEY": "k"}).model()
    assert model is not None
    with pytest.raises(ModelFailed) as failed:
        await model.complete(ONCE)
    assert (failed.value.code, "pip install 'loket[anthropic]'" in failed.value.text) == ("not_installed", True)
    assert [package_of(name) for name in ("google", "mistral")] == ["loket[google]", "loket[mistral]"]
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert [package_of(name) for name in ("openai", "ollama")] == ["loket[openai]", "loket[openai]"]


@pytest.mark.parametrize(("model", "path"), [("groq:x", ""), ("mistral:x", ""), ("ollama:x", "/v1")])
async def test_other_providers_are_asked_at_their_place_too(model: str, path: str) -> None:
    async with answering(lambda asked: CHAT.answer(asked, TextPart(text="Hi."))) as server:
        models = models_from(
            {}, {"m": ConfiguredModel(model=model, base_url=server.url + path, key="secret://k")}, KEYS
        )
        made = models.model()
        assert made is not None and (await made.complete(ONCE)).text == "Hi."
        *deltas, last = [delta async for delta in made.stream(ONCE)]
        await models.close()
    assert isinstance(last, Finished) and last.response.text == "Hi." and deltas
    assert {asked.headers["authorization"] for asked in server.asked} == {f"Bearer {KEY}"}


@pytest.mark.parametrize(
    ("model", "base_url", "why"),
    [
        ("nonsense:x", "", "There is no provider nonsense"),
        ("openrouter:x", "http://127.0.0.1:1", "leave base_url out"),
        ("cohere:x", "", "pip install 'pydantic-ai-slim[cohere]'"),
    ],
)
async def test_a_provider_that_can_not_be_asked_is_named(model: str, base_url: str, why: str) -> None:
    models = models_from({}, {"m": ConfiguredModel(model=model, base_url=base_url, key="secret://k")}, KEYS)
    made = models.model()
    assert made is not None
    with pytest.raises(ModelFailed) as failed:
        await made.complete(ONCE)
    assert why in failed.value.text and not failed.value.retryable


async def test_the_next_model_is_asked_when_the_first_fails() -> None:
    async with answering(lambda asked: CHAT.answer(asked, TextPart(text="From the second."))) as server:
        tables = {
            "cloud": ConfiguredModel(model="anthropic:claude-x", base_url="http://127.0.0.1:1", fallback="local"),
            "local": ConfiguredModel(model="ollama:llama3", base_url=f"{server.url}/v1"),
        }
        models = models_from({}, tables)
        model = models.model("cloud")
        assert model is not None
        response = await model.complete(ONCE)
        await models.close()
    assert response.text == "From the second."
    assert [(attempt.model, attempt.code) for attempt in response.attempts] == [("cloud", "unreachable")]
    with pytest.raises(ConfigError, match="there is cloud, local"):
        models.model("another")


async def test_the_mission_s_variables_are_what_is_sent() -> None:
    env = {"GEMINI_API_KEY": KEY, "GEMINI_MODEL": "gemini-x"}
    async with answering(lambda asked: GOOGLE.answer(asked, TextPart(text="Hallo"))) as server:
        for more in ({}, {"GEMINI_API_VERSION": "v1", "GEMINI_MAX_TOKENS": "77", "GEMINI_TEMPERATURE": "0.1"}):
            models = models_from({**env, "GEMINI_BASE_URL": server.url, **more})
            model = models.model()
            assert model is not None
            messages = (*ASKED.messages, words("assistant", "Geachte"), words("user", "Ga verder."))
            assert (await model.complete(ModelRequest(messages=messages))).text == "Hallo"
            await models.close()
    first, second = server.asked
    assert (first.method, first.target) == ("POST", "/v1beta/models/gemini-x:generateContent")
    assert first.headers["x-goog-api-key"] == KEY
    body = first.json
    assert [part["text"] for part in body["systemInstruction"]["parts"]] == ["Be brief."]
    assert body["contents"] == [
        {"role": "user", "parts": [{"text": "Write a letter."}]},
        {"role": "model", "parts": [{"text": "Geachte"}]},
        {"role": "user", "parts": [{"text": "Ga verder."}]},
    ]
    usual = {"temperature": 0.6, "maxOutputTokens": 1200, "candidateCount": 1, "responseModalities": ["TEXT"]}
    assert body["generationConfig"] == usual  # the modalities are the library's own; the rest is the contract's
    assert body.keys() == {"systemInstruction", "contents", "generationConfig"}
    assert second.target == "/v1/models/gemini-x:generateContent"
    changed = second.json["generationConfig"]
    assert (changed["maxOutputTokens"], changed["temperature"]) == (77, 0.1)


async def test_an_anthropic_key_goes_in_a_header_to_the_place_that_is_configured() -> None:
    async with answering(lambda asked: ANTHROPIC.answer(asked, TextPart(text="Hallo"))) as server:
        env = {"LOKET_MODEL": "anthropic:claude-x", "ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": server.url}
        models = models_from(env)
        model = models.model()
        assert model is not None and (await model.complete(ASKED)).text == "Hallo"
        await models.close()
    assert server.asked[0].headers["authorization"] == f"Bearer {KEY}"


def test_nothing_is_imported_before_a_model_is_asked() -> None:
    assert library_installed("openai") and library_installed("anthropic") and library_installed("google")
    code = (
        "import sys; from loket.models.providers import models_from; m = models_from({'GEMINI_API_KEY': 'k'}).model();"
        "assert m.name == 'default';"
        "assert not {'pydantic_ai', 'google.genai', 'openai', 'anthropic', 'httpx2'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=30)


def test_no_key_is_in_a_repr() -> None:
    env = {"GEMINI_API_KEY": KEY}
    models = models_from(env, {}, {"k": SECRET})
    assert KEY not in repr(models) + repr(models.tables) + repr(models.model()) + repr(gemini_of(env))
