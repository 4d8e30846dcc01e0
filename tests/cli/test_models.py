"""`loket models` lists what is configured, and tries it."""

from pathlib import Path

from loket.core.model import TextPart
from tests.loopback import answering, reply
from tests.models.wires import CHAT, KEY
from tests.serving import ran

TOML = """
[models.cloud]
model = "anthropic:claude-x"
fallback = "local"
[models.local]
model = "openai:some-model"
base_url = "{url}/v1"
key = "secret://local"
[secrets]
local = "{key}"
"""


async def test_what_is_configured_is_listed_and_tried(tmp_path: Path) -> None:
    answers = [CHAT.streamed((TextPart(text="Four.\x1b[2J"),), "stop"), reply({"error": {"message": KEY}}, 401)]
    async with answering(lambda asked: answers.pop(0)) as server:
        file = tmp_path / "loket.toml"
        file.write_text(TOML.format(url=server.url, key=KEY))
        env = {"LOKET_CONFIG": str(file), "LOKET_MODEL": "local"}
        code, listed, _ = await ran("models", env=env)
        assert code == 0 and KEY not in listed
        assert "cloud         anthropic:claude-x, then local  (needs a key: set ANTHROPIC_API_KEY)" in listed
        assert f"local         openai:some-model at {server.url}/v1\n" in listed and ", the usual one" in listed
        code, tried, _ = await ran("models", "--ask", "Two and two?", env=env)
        assert code == 0 and tried.startswith("Four.[2J\n[gpt-5-x-1: 20 tokens in, 7 out")
        code, tried, complained = await ran("models", "local", "--ask", "Two and two?", env=env)
        assert (code, tried) == (4, "") and "[unauthorised]" in complained and KEY not in complained
    assert server.asked[0].json["messages"] == [{"role": "user", "content": "Two and two?"}]


async def test_a_model_whose_library_is_not_there_says_what_to_install() -> None:
    code, listed, _ = await ran("models", env={"LOKET_MODEL": "cohere:command", "CO_API_KEY": KEY})
    assert code == 0 and "(needs its library: pip install 'pydantic-ai-slim[cohere]')" in listed
