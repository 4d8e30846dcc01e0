"""docs/models.md: each way of using a model as it stands there, with a provider on the loopback."""

import re
from pathlib import Path
from typing import Any

import pytest

from loket import Assistant
from loket.config import load
from loket.core.model import TextPart, ToolCallPart
from loket.face.opening import talking_with
from loket.models.configured import variables
from loket.testing import scripted, talking
from tests.loopback import Asked, answering
from tests.models.wires import ANTHROPIC, CHAT, Wire

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "models.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")
SHELL = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
(TOML,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
EXPORTS = [dict(re.findall(r"([A-Z_]+)=(\S+)", block)) for block in SHELL]


def shop() -> Assistant:
    """The shop of the README."""
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    names: dict[str, Any] = {"__name__": "shop"}
    exec(compile(code, "shop.py", "exec"), names)
    return names["shop"]


WAYS: list[tuple[Wire, dict[str, str], str]] = [
    (ANTHROPIC, EXPORTS[0], "ANTHROPIC_BASE_URL"),
    (CHAT, EXPORTS[1], "OLLAMA_BASE_URL"),
    (CHAT, {}, ""),
]


@pytest.mark.parametrize(("wire", "env", "place"), WAYS, ids=["anthropic", "ollama", "base_url"])
async def test_the_shop_of_the_readme_answers_with_each(
    wire: Wire, env: dict[str, str], place: str, tmp_path: Path
) -> None:
    call = ToolCallPart(id="call_1", name="price", args={"repair": "brakes"})
    answers = [lambda asked: wire.answer(asked, TextPart(text="I look."), call, finish="tool_calls")]
    answers.append(lambda asked: wire.answer(asked, TextPart(text="New brakes: 25 euros.")))

    def plays(asked: Asked) -> bytes:
        return answers.pop(0)(asked)

    async with answering(plays) as server:
        settings = dict(env)
        if place:
            settings[place] = server.url if wire is ANTHROPIC else f"{server.url}/v1"
        else:
            (tmp_path / "loket.toml").write_text(TOML.replace("http://localhost:8000", server.url))
            settings["LOKET_CONFIG"] = str(tmp_path / "loket.toml")
        config = load({"data": tmp_path}, settings)
        async with talking_with(shop(), config=config, env=settings) as talk:
            answer = await talk.say("How much are new brakes?")
    assert answer.text.endswith("New brakes: 25 euros.")
    assert len(server.asked) == 2 and b"That is 25 euros" in server.asked[1].body
    if wire is ANTHROPIC:
        assert set(variables("anthropic")) <= set(env)


def test_the_names_of_the_page_are_there() -> None:
    planners = re.findall(r'planner="(\w+)"', PAGE)
    assert planners == ["skills", "agent", "chat", "reasoner"]
    for name in planners:
        agents = ["NAME"] if name == "agent" else []
        assert Assistant("shop", planner=name, agents=agents).spec().planner == name


async def test_an_answer_is_a_value_of_the_type_on_the_page() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, Any] = {"__name__": "quotes"}
    exec(compile(code, "quotes.py", "exec"), names)
    model = scripted([[ToolCallPart(id="c", name="final_answer", args={"euros": 25, "days": 2})]])
    async with talking(names["shop"], model=model) as talk:
        assert (await talk.ask("What do new brakes cost?")).value == names["Quote"](euros=25, days=2)
