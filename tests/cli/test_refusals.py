"""What a person sees when something is in the way: one clear line, a stable code, never a traceback."""

import socket
import sqlite3
from pathlib import Path

import pytest

from loket import __version__
from loket.stores.schema import FILE
from tests.serving import ran, serving_here


async def refused(code: str, *command: str, env: dict[str, str] | None = None, folder: Path | None = None) -> str:
    """The one line of a command that is refused with this code."""
    exit_code, said, complained = await ran(*command, env=env or {}, folder=folder)
    assert exit_code == 1 and said == "", (exit_code, said, complained)
    assert complained.count("\n") == 1 and complained.startswith("loket: "), complained
    assert complained.endswith(f"[{code}]\n"), complained
    return complained


def serve(data: Path, *flags: str) -> tuple[str, ...]:
    return ("serve", "--port", "0", "--data", str(data), *flags)


async def test_a_taken_port(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        said = await refused("port_taken", "serve", "--port", port, "--data", str(tmp_path))
        assert port in said and "--port" in said


async def test_an_address_this_machine_does_not_have(tmp_path: Path) -> None:
    tokens = {"LOKET_TOKENS": "anna:a-token-of-20-letters"}
    await refused("bad_address", *serve(tmp_path, "--host", "192.0.2.1"), env=tokens)


async def test_data_in_use(tmp_path: Path) -> None:
    async with serving_here(tmp_path):
        assert "in use by process" in await refused("data_in_use", *serve(tmp_path))


async def test_a_data_folder_that_can_not_be_one(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for command in (serve(tmp_path / "file"), ("ask", "overheid", "hallo", "--data", str(tmp_path / "file"))):
        await refused("data_folder", *command)


async def test_no_data_yet(tmp_path: Path) -> None:
    await refused("data_missing", "log", "list", "--data", str(tmp_path / "nothing"))


@pytest.mark.parametrize("command", [("serve", "--port", "0"), ("log", "list"), ("ask", "overheid", "hallo")])
async def test_a_damaged_file_and_one_from_the_future(tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / FILE).write_bytes(b"this is no database" * 1000)
    await refused("database_damaged", *command, "--data", str(tmp_path / "broken"))
    (tmp_path / "newer").mkdir()
    await ran("ask", "overheid", "hallo", "--data", str(tmp_path / "newer"))
    with sqlite3.connect(tmp_path / "newer" / FILE) as db:
        db.execute("pragma user_version = 9999")
    db.close()
    await refused("newer_database", *command, "--data", str(tmp_path / "newer"))


async def test_a_bad_configuration(tmp_path: Path) -> None:
    said = await refused("bad_config", *serve(tmp_path), env={"LOKET_PACE": "fast"})
    assert "LOKET_PACE can't be used: it must be demo or live." in said
    (tmp_path / "loket.toml").write_text("port = ")
    assert "loket.toml can't be read" in await refused("bad_config", "serve", folder=tmp_path)


async def test_a_part_and_an_assistant_that_are_not_there(tmp_path: Path) -> None:
    told = await refused("bad_config", *serve(tmp_path, "--only", "urmston.clib"))
    assert "Did you mean urmston.club" in told and "NAME is one of overheid," in told
    assert "Did you mean" not in await refused("bad_config", *serve(tmp_path, "--only", "xyz"))
    for bundle in ("nothing.there:bundle", "loket.core.data:nothing", "loket.core.data:as_blob"):
        await refused("bad_config", *serve(tmp_path), env={"LOKET_ASSISTANTS": bundle})


async def test_a_model_setting_that_can_not_be_used(tmp_path: Path) -> None:
    env = {"GEMINI_API_KEY": "hunter2", "GEMINI_MAX_TOKENS": "many"}
    said = await refused("bad_config", *serve(tmp_path), env=env)
    assert "GEMINI_MAX_TOKENS" in said and "hunter2" not in said
    assert "MIN_GEMINI_WORDS" in await refused("bad_config", *serve(tmp_path), env={"MIN_GEMINI_WORDS": "x"})


async def test_a_question_of_no_words(tmp_path: Path) -> None:
    for words in ("", " \n"):
        assert "words" in await refused("no_words", "ask", "overheid", words, "--data", str(tmp_path))
        assert not (tmp_path / FILE).exists()
    async with serving_here(tmp_path) as here:
        assert here.store is not None
        here.store.tell_address(here.url)
        await refused("no_words", "ask", "overheid", "", "--data", str(tmp_path))
        assert (await here.http.get("/api/conversations")).json()["items"] == []


@pytest.mark.parametrize(
    "command",
    [("serv",), ("serve", "--port", "x"), ("serve", "--pace", "fast"), ("ask", "overheid"), ("log",), ("log", "x")],
)
async def test_a_command_line_that_makes_no_sense_shows_how_it_is_used(command: tuple[str, ...]) -> None:
    code, _, complained = await ran(*command)
    assert code == 2 and "Usage:" in complained and "Traceback" not in complained


async def test_help_and_version() -> None:
    code, said, _ = await ran("--help")
    assert code == 0 and all(command in said for command in ("serve", "up", "ask", "log", "doctor"))
    assert __version__ in (await ran("--version"))[1]
