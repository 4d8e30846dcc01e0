"""`loket chat`: a talk in the terminal, beside a server or without one, through questions, approvals and kill -9."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket.cli.answers import value_of
from loket.cli.chat import chat
from loket.cli.chat_words import EN, language_of
from loket.config import Config
from loket.core.errors import NotFound
from loket.stores.sqlite import SqliteStore
from tests.cli.test_asking import ROOT
from tests.serving import serving_here

SHOP = "tests.cli.shop:bundle"
ASKER = "tests.cli.asker:bundle"


async def talked(
    config: Config,
    *lines: str,
    assistant: str | None = None,
    conversation: str | None = None,
    language: str = "en",
) -> int:
    reading, writing = os.pipe()
    os.write(writing, "".join(f"{line}\n" for line in lines).encode())
    os.close(writing)
    try:
        return await chat(config, assistant, conversation, reading, language)
    finally:
        os.close(reading)


TALKS = [
    (
        ("book", "y"),
        ["Nothing is sent before you say so: Book a repair", "  day: Monday", "  bikes: 1"],
        "'bikes': 1}.",
    ),
    (("book", "change", "Tuesday", "", "yes"), ["[Monday]", "[1]"], "Booked: {'day': 'Tuesday', 'bikes': 1}."),
    (("book", "perhaps", "n"), ["Send it?"], "Not booked: refused."),
    (("form", "", "Ann", "L", "m", "", "y"), ["This one is needed.", "One of: S, M."], "'wheels': 2, 'bell': True}."),
    (("form", "Ann", "S", "two", "4", ""), ["A number.", "wheels [2]: "], "'wheels': 4}."),
    (("form", "Ann", "S", "2,5", "", "Ann", "S", "", ""), ["/wheels"], "'wheels': 2}."),
    (("book", "ja graag"), ["Send it?"], "'bikes': 1}."),
    (("book", "perhaps", "não"), ["Send it?"], "Not booked: refused."),
    (("book", "/later", "hello"), ["Send it?"], "You said hello."),
    (("two", "n", "y"), ["  day: Monday", "  day: Tuesday"], "Both: ['refused', {'day': 'Monday'}]."),
    (("two", "/later", "n", "yes"), ["  day: Monday", "  day: Tuesday"], "Both: ['refused', {'day': 'Tuesday'}]."),
    (("/help", "/log", "hi"), ["/quit", "log show"], "You said hi."),
]


@pytest.mark.parametrize("beside", [False, True], ids=["alone", "beside a server"])
@pytest.mark.parametrize(("lines", "shown", "last"), TALKS, ids=lambda value: str(value)[:20])
async def test_a_talk_is_answered_and_approved_in_the_terminal(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    lines: tuple[str, ...],
    shown: list[str],
    last: str,
    beside: bool,
) -> None:
    if beside:
        async with serving_here(tmp_path, assistants=(SHOP,)) as here:
            assert here.store is not None
            here.store.tell_address(here.url)
            assert await talked(Config(data=tmp_path, assistants=(SHOP,)), *lines) == 0
    else:
        assert await talked(Config(data=tmp_path, assistants=(SHOP,)), *lines) == 0
    out = capsys.readouterr().out
    assert out.startswith("The shop.") and last in out
    assert [words for words in shown if words not in out] == []


TONGUES = [
    ("nl", ("book", "wijzig", "Tuesday", "", "ja"), ["Er wordt niets verstuurd", "Versturen?", "Later verdergaan: "]),
    ("de", ("book", "ändern", "Tuesday", "", "ja"), ["Es wird nichts gesendet", "Senden?", "Später weitermachen: "]),
    ("pt-BR", ("book", "mudar", "Tuesday", "", "sim"), ["Nada é enviado", "Enviar?", "Para continuar depois: "]),
    ("nl", ("book", "change", "Tuesday", "", "yes"), ["Versturen?"]),
]


@pytest.mark.parametrize(("language", "lines", "shown"), TONGUES, ids=lambda value: str(value)[:20])
async def test_the_prompts_are_in_the_persons_language_and_english_is_understood(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str, lines: tuple[str, ...], shown: list[str]
) -> None:
    assert await talked(Config(data=tmp_path, assistants=(SHOP,)), *lines, language=language) == 0
    out = capsys.readouterr().out
    assert "Booked: {'day': 'Tuesday', 'bikes': 1}." in out and [words for words in shown if words not in out] == []
    assert not any(sentence in out for sentence in (EN.held, EN.send, EN.later, EN.begun))


@pytest.mark.parametrize(
    ("env", "language"),
    [
        ({"LANG": "nl_NL.UTF-8"}, "nl"),
        ({"LANG": "nl_NL.UTF-8", "LC_ALL": "", "LC_MESSAGES": "de_CH"}, "de"),
        ({"LANG": "nl", "LC_ALL": "pt_PT"}, "pt-BR"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR"}, "en"),
        ({}, "en"),
    ],
)
async def test_the_language_is_that_of_the_terminal_unless_one_is_named(env: dict[str, str], language: str) -> None:
    assert language_of(env) == language


async def test_who_goes_on_later_meets_the_question_again_and_the_call_is_made_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first terminal, a Dutch one, is killed while it waits for the yes."""
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "loket", "chat", "--data", str(tmp_path)),
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "LOKET_ASSISTANTS": SHOP, "PYTHONUNBUFFERED": "1", "LANG": "nl_NL.UTF-8"},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert child.stdin is not None and child.stdout is not None
    child.stdin.write(b"book\n")
    await asyncio.wait_for(child.stdout.readuntil(b"Versturen?"), 30)
    child.kill()
    await child.wait()
    async with await SqliteStore.open(tmp_path, read_only=True) as store:
        (entry,) = await store.entries()
    config = Config(data=tmp_path, assistants=(SHOP,))
    assert await talked(config, "y", conversation=entry.conversation) == 0
    out = capsys.readouterr().out
    assert out.count("Booked:") == 1 and f"chat --conversation {entry.conversation} --data {tmp_path}" in out
    assert await talked(config, conversation=entry.conversation) == 0
    assert "Send it?" not in capsys.readouterr().out


async def test_the_command_to_go_on_names_one_assistant_at_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`loket chat` takes one; a conversation knows which of several is its own."""
    monkeypatch.chdir(tmp_path)
    part = "from loket import Assistant\n\n{0} = Assistant({0!r})\n"
    names = ("garden.py", "plants.py")
    for name in names:
        (tmp_path / name).write_text(part.format(name.removesuffix(".py")))
    config = Config(data=tmp_path / "data", assistants=names)
    assert await talked(config, assistant="plants") == 0
    assert " chat --conversation " in capsys.readouterr().out
    assert await talked(Config(data=tmp_path / "data", assistants=("plants.py",))) == 0
    assert " chat plants.py --conversation " in capsys.readouterr().out


async def test_ctrl_c_stops_the_work_and_the_talk_goes_on(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "loket", "chat", "shop", "--data", str(tmp_path)),
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "LOKET_ASSISTANTS": SHOP, "PYTHONUNBUFFERED": "1"},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert child.stdin is not None and child.stdout is not None
    child.stdin.write(b"work\n")
    await asyncio.wait_for(child.stdout.readuntil(b"as the word says"), 30)
    child.send_signal(signal.SIGINT)
    await asyncio.wait_for(child.stdout.readuntil(b"> "), 30)
    out, _ = await asyncio.wait_for(child.communicate(b"hello\n/quit\n"), 30)
    assert b"You said hello." in out and child.returncode == 0


async def test_which_assistant_is_asked_when_there_are_several(tmp_path: Path) -> None:
    config = Config(data=tmp_path, assistants=(SHOP, ASKER))
    with pytest.raises(NotFound, match="Say which assistant; there are: shop, asker"):
        await talked(config, "hi")
    with pytest.raises(NotFound, match="There is no assistant named zzz; there are: shop, asker"):
        await talked(config, "hi", assistant="zzz")
    assert await talked(config, "hi", assistant="asker") == 0


@given(st.text(min_size=1, max_size=40), st.sampled_from(["string", "boolean", "integer", "number", "array", None]))
def test_any_line_is_a_value_or_a_sentence(line: str, kind: str | None) -> None:
    refused = ""
    try:
        assert value_of(line, {"type": kind} if kind else {}) == line or kind not in ("string", None)
    except ValueError as error:
        refused = str(error)
    assert not refused or (refused.endswith(".") and kind not in ("string", None))
