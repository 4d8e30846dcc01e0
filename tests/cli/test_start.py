"""docs/start.md and the beginning of the README are walked as they stand, from an empty folder."""

import asyncio
import os
import re
import shutil
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.cli.test_asking import ROOT
from tests.serving import loket

README = (ROOT / "README.md").read_text("utf-8").partition("\n## ")[0]
PAGE = (ROOT / "docs" / "start.md").read_text("utf-8")
PLUGINS = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "anyio.pytest_plugin"}
"""What pytest finds in the environment of somebody who installed what the page says, and no more."""

PROMPT = re.compile(r"^(> |Send it\? .*: |day \[.*\]: )(.*)\n", re.MULTILINE)
"""A prompt and what the person types after it; a terminal shows both, a pipe the prompt alone."""


@dataclass(frozen=True)
class Command:
    """A command of the page, what is typed into it, and what it prints."""

    words: str
    typed: str
    printed: str


def commands(page: str = PAGE) -> list[Command]:
    """All commands, in order."""
    blocks = re.findall(r"```console\n(.*?)```", page, re.DOTALL)
    pairs = [part.partition("\n") for block in blocks for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    return [
        Command(words, "".join(f"{typed}\n" for _, typed in PROMPT.findall(text)), PROMPT.sub(r"\1", text))
        for words, _, text in pairs
    ]


def plain(text: str) -> str:
    """What is printed, without times, ids and places of this run."""
    text = re.sub(r"\d+ ms", "1 ms", re.sub(r"in \d+\.\d+s", "in 0.1s", text))
    return re.sub(
        r"To go on later: \S* chat (\S+) --conversation \w{22}",
        r"To go on later: loket chat \1 --conversation CONVERSATION",
        text,
    )


async def run(command: Command, folder: Path) -> str:
    """What a command prints."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    child = await asyncio.create_subprocess_shell(
        command.words,
        cwd=folder,
        env={"PATH": path, "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1", **PLUGINS},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    printed, _ = await child.communicate(command.typed.encode())
    return plain(printed.decode())


def edit(folder: Path) -> None:
    """The change that the page asks for."""
    (line,) = re.findall(r"```python\n(PRICES = .*)\n```", PAGE)
    file = folder / "bikes.py"
    file.write_text(re.sub(r"^PRICES = .*$", line, file.read_text(), flags=re.MULTILINE))


async def test_the_walk_goes_as_the_page_says(tmp_path: Path) -> None:
    new, cd, chat, serve, ask, *rest = commands()
    assert [command.words.split()[:2] for command in (new, cd, chat, serve)] == [
        *(["loket", "new"], ["cd", "bikes"], ["loket", "chat"], ["loket", "serve"]),
    ]
    assert await run(new, tmp_path) == new.printed
    folder = tmp_path / "bikes"
    assert all(line in (folder / "bikes.py").read_text() for line in code())
    assert await run(chat, folder) == chat.printed
    server = await loket(*serve.words.split()[1:], "--port", "0", folder=folder)
    child = await server.serving()
    try:
        assert child.said == [serve.printed.strip().replace("http://127.0.0.1:10002", child.url)]
        edit(folder)
        async with asyncio.timeout(30):
            while len(child.said) < 3:
                await asyncio.wait(child._readers, timeout=0.05)
        assert child.said[1] == "A file changed: starting again."
        assert await run(ask, folder) == ask.printed
    finally:
        child.send(signal.SIGTERM)
        await child.ended()
    assert await in_turn(rest, folder) == [command.printed for command in rest]


async def test_the_readme_begins_with_an_assistant_that_does_what_stands_there(tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len([line for line in code.splitlines() if line.strip()]) <= 20
    (tmp_path / "shop.py").write_text(code)
    (chat,) = commands(README)
    assert await run(chat, tmp_path) == chat.printed


async def in_turn(rest: Sequence[Command], folder: Path) -> list[str]:
    return [await run(command, folder) for command in rest]


def code() -> list[str]:
    """The lines of the assistant that the page shows."""
    block = next(block for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if "Assistant(" in block)
    return [line for line in block.splitlines() if line]


def test_what_the_page_installs_and_builds_is_there() -> None:
    assert shutil.which("pytest", path=str(Path(sys.executable).parent))
    assert "docker build -t bikes ." in PAGE and (ROOT / "src/loket/cli/scaffold/Dockerfile.template").is_file()
