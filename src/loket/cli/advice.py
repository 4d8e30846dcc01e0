"""Commands that a person is advised to run: as this one was begun, so that pasting them in the same folder works."""

import os
import shlex
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from loket.config import Config

KEPT = ("LOKET_CONFIG", "LOKET_ASSISTANTS", "ORCH_PORT")
"""What a server must be told again to have the same assistants at the same place; none of it is a secret."""


def server_command(config: Config, env: Mapping[str, str] = os.environ) -> str:
    """The server that this command would have asked."""
    return f"{_surroundings(env)}{_program()} serve{_files(config)}{_folder(config)}"


def log_command(config: Config, conversation: str) -> str:
    """The log of a conversation."""
    return f"{_program()} log show {conversation}{_folder(config)}"


def chat_command(config: Config, conversation: str) -> str:
    """The terminal's talk in a conversation that there is, which knows whose it is where there are several."""
    file = _files(config) if len(config.assistants) == 1 else ""
    return f"{_surroundings()}{_program()} chat{file} --conversation {conversation}{_folder(config)}"


def _surroundings(env: Mapping[str, str] = os.environ) -> str:
    return "".join(f"{name}={shlex.quote(env[name])} " for name in KEPT if env.get(name))


def _files(config: Config) -> str:
    return "".join(f" {shlex.quote(name)}" for name in config.assistants if ".py" in name)


def _folder(config: Config) -> str:
    return "" if config.data == Config().data else f" --data {shlex.quote(str(config.data))}"


def _program() -> str:
    begun = Path(sys.argv[0])
    if begun.name == "__main__.py":
        return f"{shlex.quote(_near(sys.executable))} -m loket"
    found = shutil.which("loket")
    same = found is not None and begun.exists() and begun.samefile(found)
    return "loket" if same or not begun.exists() else shlex.quote(_near(str(begun)))


def _near(file: str) -> str:
    """Seen from here when it lies here."""
    near = os.path.relpath(file)
    return str(Path(file).absolute()) if near.startswith(os.pardir) else f"./{near}"
