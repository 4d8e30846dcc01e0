"""docs/build-an-assistant.md prints the examples as they are, and its commands give what it says they give."""

import ast
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from loket.cli.asking import CODES
from tests.serving import loket, ran

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "build-an-assistant.md").read_text("utf-8")
FILE = re.compile(r"^`((?:examples|tests)/[^`]+)`\n\n```\w+\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
PYTHON = re.compile(r"^```python\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
CONSOLE = re.compile(r"^```console\n\$ (.*?)\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
EXAMPLES = sorted(path for path in (ROOT / "examples").rglob("*") if path.suffix in (".py", ".toml"))


def commands(text: str) -> Iterator[tuple[dict[str, str], list[str]]]:
    """The environment and the arguments of every `NAME=value .venv/bin/python -m loket ...` in a text."""
    for line in re.findall(r"^ *(?:\$ )?(LOKET_\w+=\S+ \.venv/bin/python -m loket .*)$", text, re.MULTILINE):
        first, python, dash, module, *rest = shlex.split(line)
        assert (python, dash, module) == (".venv/bin/python", "-m", "loket")
        name, _, value = first.partition("=")
        yield {name: value}, rest


def test_every_example_is_printed_as_it_is() -> None:
    printed = dict(FILE.findall(GUIDE))
    assert printed == {path.relative_to(ROOT).as_posix(): path.read_text("utf-8").rstrip() for path in EXAMPLES}


def test_every_other_block_of_python_is_part_of_a_file() -> None:
    tests = (ROOT / "tests" / "examples" / "test_library.py").read_text("utf-8")
    known = [*(path.read_text("utf-8") for path in EXAMPLES), tests]
    for code in PYTHON.findall(GUIDE):
        assert any(code in text for text in known), code


@pytest.mark.parametrize("number", range(len(CONSOLE.findall(GUIDE))))
async def test_a_command_prints_what_the_guide_says(number: int, tmp_path: Path) -> None:
    command, told = CONSOLE.findall(GUIDE)[number]
    ((env, arguments),) = commands(command)
    code, said, complained = await ran(*arguments, "--data", str(tmp_path), env=env, folder=ROOT)
    asked_back = "hello" in arguments
    assert (code, complained) == (CODES["needs_clarification"] if asked_back else 0, "")
    assert said.splitlines()[-1] == told


async def test_a_held_call_says_where_it_is_approved(tmp_path: Path) -> None:
    env = {"LOKET_CONFIG": "examples/library/loket.toml"}
    command = ("ask", "library", "borrow Havelaar", "--data", str(tmp_path))
    code, said, complained = await ran(*command, env=env, folder=ROOT)
    *_, held, end = said.splitlines()
    assert (code, complained) == (CODES["needs_user_choice"], "") and "held until a person approves it" in held
    assert end.startswith("To answer, run ") and " -m loket serve --data " in end and "/#/c/" in end


@pytest.mark.parametrize("name", ["own_planner.py", "scripted_model.py"])
def test_the_command_in_an_examples_docstring_is_one_of_the_guide(name: str) -> None:
    source = ast.parse((ROOT / "examples" / name).read_text("utf-8"))
    (command,) = commands(ast.get_docstring(source) or "")
    assert command in [found for said, _ in CONSOLE.findall(GUIDE) for found in commands(said)]


async def test_the_command_of_the_library_serves(tmp_path: Path) -> None:
    source = ast.parse((ROOT / "examples" / "library" / "__init__.py").read_text("utf-8"))
    ((env, arguments),) = commands(ast.get_docstring(source) or "")
    started = await loket(*arguments, "--data", str(tmp_path), "--port", "0", env=env, folder=ROOT)
    try:
        await started.serving()
        assert started.url.startswith("http://127.0.0.1:")
    finally:
        await started.kill()


def test_links_lead_somewhere() -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", GUIDE):
        assert link.startswith("https://") or (ROOT / "docs" / link).exists(), link


def test_every_example_says_first_what_it_shows() -> None:
    for path in EXAMPLES:
        if path.suffix == ".py":
            first = (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").split("\n")[0]
            assert first.endswith("."), path
