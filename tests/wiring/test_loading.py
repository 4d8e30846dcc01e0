"""A package that can't be served is told in a line: what is wrong, in which file, on which line; doctor says so too."""

import re
import sys
from pathlib import Path

import pytest

from loket.core.assistant import AssistantSpec
from loket.core.errors import ConfigError
from loket.core.tool import ToolSpec
from loket.engine.kit import Kit
from loket.house.bundle import Services
from loket.tools.function import FunctionTool
from loket.wiring.loading import loaded
from tests.serving import ran

HEAD = """\
from loket.core.assistant import AssistantSpec
from loket.house.bundle import Bundle
from loket.core.tool import ToolSpec
from loket.tools.function import FunctionTool
from loket.planners.flow import FlowPlanner


def bundle(services):
"""
MADE = (
    "    return Bundle('x', (assistant,), {'x': FlowPlanner((), read=lambda text, situation: None)}, inner=(tool,))\n"
)
TOOL = "    tool = FunctionTool(ToolSpec(name='look', %s), lambda args: 1)\n"
ASSISTANT = "    assistant = AssistantSpec(name='x', title='X', %s)\n"
GOOD = TOOL % "read_only=True" + ASSISTANT % "tools=('look',)" + MADE


def package(folder: Path, name: str, text: str) -> str:
    (folder / f"{name}.py").write_text(text)
    return f"{name}:bundle"


WRONG = [
    ("syntax", "def bundle(services)\n", "SyntaxError: expected ':'. (", "wrongsyntax.py, line 1)"),
    ("missing", "import nothing_like_it\n", "No module named 'nothing_like_it'", "wrongmissing.py, line 1)"),
    ("nofunction", "x = 1\n", "has no attribute 'bundle'", ""),
    ("raises", HEAD + "    raise KeyError('shop')\n", "KeyError: 'shop'. (", "wrongraises.py, line 9)"),
    (
        "field",
        HEAD + TOOL % "destructiv=True" + ASSISTANT % "tools=('look',)" + MADE,
        "ToolSpec has no field destructiv; did you mean destructive? (",
        "wrongfield.py, line 9)",
    ),
    (
        "tool",
        HEAD + TOOL % "read_only=True" + ASSISTANT % "tools=('lok',)" + MADE,
        "lok is among the tools of x, but there is only look",
        "wrongtool.py, line 11)",
    ),
    (
        "schema",
        HEAD + TOOL % "input={'type': 'objct'}" + ASSISTANT % "tools=('look',)" + MADE,
        "The tool look, input: The schema can't be used: /type must be one of string, number,",
        "",
    ),
    (
        "properties",
        HEAD + TOOL % "output={'type': 'object', 'properties': 3}" + ASSISTANT % "" + MADE,
        "The tool look, output: The schema can't be used: /properties must be of type object",
        "",
    ),
    ("value", HEAD + ASSISTANT % "letters=0", "AssistantSpec letters: Input should be greater than", "line 9)"),
    ("nothing", HEAD + "    return 3\n", "is neither an assistant nor a function that gives a bundle", ""),
]


@pytest.mark.parametrize(("name", "text", "sentence", "place"), WRONG, ids=[name for name, *_ in WRONG])
def test_what_is_wrong_in_a_package_is_said_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, sentence: str, place: str
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ConfigError) as refused:
        loaded(package(tmp_path, f"wrong{name}", text), Services())
    sys.modules.pop(f"wrong{name}", None)
    assert sentence in refused.value.text and refused.value.text.endswith(place)
    assert "\n" not in refused.value.text


def test_a_kit_refuses_a_schema_that_is_none() -> None:
    tool = FunctionTool(ToolSpec(name="x", input={"type": "object", "properties": {"a": {"type": "strng"}}}), len)
    with pytest.raises(ConfigError, match=r"The tool x, input: .* /properties/a/type must be one of string"):
        Kit({"a": AssistantSpec(name="a", title="A")}, {}, {"x": tool})


async def test_doctor_loads_the_packages_and_serve_ends_with_one_line(tmp_path: Path) -> None:
    env = {
        "PYTHONPATH": str(tmp_path),
        "LOKET_ASSISTANTS": package(tmp_path, "shop", HEAD + "    raise KeyError('a')\n"),
    }
    data = ("--data", str(tmp_path / "data"))
    code, said, complained = await ran("doctor", *data, env=env, folder=tmp_path)
    line = "The assistant shop:bundle can't be loaded: KeyError: 'a'. (shop.py, line 9)"
    assert (code, complained) == (1, "") and f"wrong  {line}" in said.splitlines()
    code, said, complained = await ran("serve", "--port", "0", *data, env=env, folder=tmp_path)
    assert (code, said, complained) == (1, "", f"loket: {line} [bad_config]\n")
    package(tmp_path, "shop", HEAD + GOOD)
    code, said, complained = await ran("doctor", *data, env=env, folder=tmp_path)
    assert (code, complained) == (0, "") and "ok     assistants: shop:bundle" in said


FRONT = """\
from loket import Assistant

below = Assistant("below", title="Below", summary="Fetches wheels.")
front = Assistant("front", title="Front", specialists=[below])
"""


def written(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text)
    return str(folder / name)


def test_a_file_is_enough_and_its_front_assistant_need_not_be_named(tmp_path: Path) -> None:
    assert loaded(written(tmp_path, "wheelshop.py", FRONT), Services()).name == "front"
    assert loaded(f"{tmp_path / 'wheelshop.py'}:below", Services()).name == "below"


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("shop_of_none.py", "x = 1\n", "It has no assistant"),
        (
            "shop_of_two.py",
            f"{FRONT}other = Assistant('other', title='Other')\n",
            "say which, as in shop_of_two.py:front",
        ),
        ("json.py", FRONT, "Another module is called json, too"),
        ("shop_with_a_slip.py", f"{FRONT}3 / 0\n", "shop_with_a_slip.py, line 5)"),
    ],
)
def test_what_is_wrong_in_a_file_is_told(tmp_path: Path, name: str, text: str, words: str) -> None:
    with pytest.raises(ConfigError, match=re.escape(words)):
        loaded(written(tmp_path, name, text), Services())


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="There is no file"):
        loaded(str(tmp_path / "nowhere.py"), Services())


async def test_a_file_is_served_and_asked_by_the_command_line(tmp_path: Path) -> None:
    file = written(tmp_path, "greetshop.py", GREETER)
    code, answer, complained = await ran("ask", file, "Water the plants", "--data", str(tmp_path / "data"))
    assert (code, answer.splitlines()[-1], complained) == (0, "They are wet.", "")


GREETER = """\
from loket import Assistant, tool


@tool(read_only=True, examples=["Water the plants"])
def water() -> str:
    \"\"\"Water the plants.\"\"\"
    return "They are wet."


shop = Assistant("greeter", title="Greeter", tools=[water])
"""
