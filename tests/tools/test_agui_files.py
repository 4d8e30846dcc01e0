"""Files on their way to an agent of others over AG-UI: where the operator says that it takes some, none private."""

import base64
from pathlib import Path
from typing import Any

import pytest
from ag_ui.core import DocumentInputContent, ImageInputContent, TextInputContent

from loket.core.actions import Ask, Call
from loket.core.data import BlobRef, FileRef
from loket.core.events import FileAdded, Returned
from loket.core.outside import UserSaid
from loket.tools.agents.agui_files import MOST_BYTES
from tests.tools.agui_clerk import Clerk, Talk, desk

PAPER, PICTURE = b"All is well.", b"\x89PNG\r\n\x1a\n"


async def file_in(talk: Talk, name: str, data: bytes, media: str) -> FileRef:
    """A file that lies in the conversation."""
    return FileRef(name=name, media=media, blob=await talk.here.engine.store.put(talk.id, data, media))


def parts(clerk: Clerk, at: int = -1) -> Any:
    """What the last message, or that one, of the last run held."""
    return clerk.asked[-1].messages[at].content


async def test_the_files_of_a_message_go_along_and_again_when_the_thread_goes_on(tmp_path: Path) -> None:
    async with desk(tmp_path, files=True, alone=True) as (talk, clerk):
        files = (
            await file_in(talk, "paper.pdf", PAPER, "application/pdf"),
            await file_in(talk, "p.png", PICTURE, "image/png"),
        )
        await talk.tell(UserSaid(text="choose", files=files))
        words, paper, picture = parts(clerk)
        assert isinstance(words, TextInputContent) and words.text == "choose"
        assert isinstance(paper, DocumentInputContent) and isinstance(picture, ImageInputContent)
        assert (base64.b64decode(paper.source.value), paper.source.mime_type) == (PAPER, "application/pdf")
        assert base64.b64decode(picture.source.value) == PICTURE
        [asked] = [call for call in talk.of(Call) if call.calls[0].tool == "helper.ask"]
        assert asked.calls[0].args["files"] == ["paper.pdf", "p.png"], "the log names them, and holds no bytes"
        await talk.answer(Ask, choice="2")
        assert [type(one) for one in parts(clerk, 0)] == [type(words), type(paper), type(picture)]


async def test_a_private_file_stays_here_whatever_it_is_called(tmp_path: Path) -> None:
    async with desk(tmp_path, files=True, alone=True) as (talk, clerk):
        secret = await file_in(talk, "secret.txt", PAPER, "text/plain")
        await talk.tell(FileAdded(ref=secret, source="person", private=True))
        await talk.tell(UserSaid(text="hello"))
        assert parts(clerk) == "hello"
        await talk.tell(UserSaid(text="hello", files=(secret.model_copy(update={"name": "plain.txt"}),)))
        assert len(clerk.asked) == 1, "nothing left"
        [back] = [one for one in talk.of(Returned) if not one.ok]
        assert (back.code, back.text) == ("private_file", "Nothing was sent: plain.txt is private.")


@pytest.mark.parametrize("takes", [True, False])
async def test_a_specialist_is_sent_the_files_that_its_task_names_if_it_takes_any(tmp_path: Path, takes: bool) -> None:
    async with desk(tmp_path, files=takes) as (talk, clerk):
        paper = await file_in(talk, "paper.txt", PAPER, "text/plain")
        await talk.tell(UserSaid(text="hello", files=(paper,)))
        if takes:
            assert [type(one) for one in parts(clerk)] == [TextInputContent, DocumentInputContent]
        else:
            assert parts(clerk) == 'hello\n\n{"files": ["paper.txt"]}', "words alone"


async def test_a_file_that_is_not_there_or_too_large_is_said(tmp_path: Path) -> None:
    async with desk(tmp_path, files=True, alone=True) as (talk, clerk):
        blob = BlobRef(sha256="0" * 64, size=MOST_BYTES + 1, media="text/plain")
        await talk.tell(UserSaid(text="hello", files=(FileRef(name="huge.txt", media="text/plain", blob=blob),)))
        link = FileRef(name="link.txt", media="text/plain", uri="https://example.org/link.txt")
        await talk.tell(UserSaid(text="hello", files=(link,)))
        assert [one.code for one in talk.of(Returned)] == ["too_large", "missing_attachment"] and not clerk.asked


async def test_what_a_tool_of_ours_made_goes_along_unless_it_is_private(tmp_path: Path) -> None:
    async with desk(tmp_path, files=True) as (talk, clerk):
        await talk.tell(UserSaid(text="make private"))
        assert not clerk.asked and talk.end == "no: Nothing was sent: made.txt is private."
        other = Talk(talk.here, await talk.here.engine.start("local", "desk"))
        await other.tell(UserSaid(text="make"))
        words, paper = parts(clerk)
        assert (words.text, base64.b64decode(paper.source.value)) == ("hello", PAPER)
        assert paper.source.mime_type == "text/plain" and other.end == "yes: {'text': 'I see: hello'}"
