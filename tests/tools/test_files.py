"""Files in the answers of agents: kept when they are few, named and linked for people, and nothing that leads home."""

import base64
from collections.abc import Sequence
from typing import Any

import pytest
from a2a.types import Part
from google.protobuf.json_format import MessageToDict
from hypothesis import given
from hypothesis import strategies as st

from loket.core.data import JsonObject
from loket.stores.memory import MemoryStore
from loket.tools.agents.files import ALL_BYTES, FILE_BYTES, file_of, kept, link
from loket.tools.agents.settings import AgentSettings
from tests.tools.hostile import streaming
from tests.tools.sites import CARDS, SETTINGS, asking, card_03, context, invoking, rpc, site

BYTES = b"%PDF-1.7 \xff\xfe\x00 a list of boats"
TEXT = base64.b64encode(BYTES).decode()
OF_10 = MessageToDict(Part(raw=BYTES, filename="boats.pdf", media_type="application/pdf"))
OF_03 = {"kind": "file", "file": {"name": "boats.pdf", "mimeType": "application/pdf", "bytes": TEXT}}
OF_01 = {**OF_03, "type": "file"}
BOXED = {"file": {"name": "boats.pdf", "mimeType": "application/pdf", "fileWithBytes": TEXT}}


def answer(parts: Sequence[JsonObject]) -> JsonObject:
    return {"id": "t1", "kind": "task", "status": {"state": "completed"}, "artifacts": [{"parts": list(parts)}]}


async def invoked(parts: Sequence[JsonObject], version: str = "0.3", book: MemoryStore | None = None) -> JsonObject:
    """The result of a call whose agent answers with these parts."""
    told = answer(parts)
    async with (
        site(CARDS[version], lambda asked: rpc(asked, {"task": told} if version == "1.0" else told)) as server,
        invoking(book=book) as (tool, _),
    ):
        result: Any = await tool.call(asking(f"{server.url}/rpc"), context())
        return result


@pytest.mark.parametrize("part", [OF_10, OF_03, OF_01, BOXED], ids=["1.0", "0.3", "0.1", "0.3 rest"])
async def test_the_bytes_of_a_small_file_are_kept_with_the_conversation(part: JsonObject) -> None:
    book = MemoryStore()
    result = await invoked([part], "1.0" if part is OF_10 else "0.3", book)
    (file,) = result["files"]
    assert (file["name"], file["media"], file["size"], file["uri"]) == ("boats.pdf", "application/pdf", len(BYTES), "")
    assert await book.get("conv", file["blob"]["sha256"]) == BYTES
    assert file["blob"]["media"] == "application/pdf" and TEXT not in str(result)
    await book.erase("conv")
    assert await book.get("conv", file["blob"]["sha256"]) is None


async def test_a_file_elsewhere_is_a_link() -> None:
    old = {"kind": "file", "file": {"name": "plan", "mimeType": "image/png", "uri": "https://club.example/plan.png"}}
    new = MessageToDict(Part(url="https://club.example/plan.png", media_type="image/png", filename="plan"))
    for part, version in ((old, "0.3"), (new, "1.0")):
        (file,) = (await invoked([part], version))["files"]
        told = {"name": "plan", "media": "image/png", "uri": "https://club.example/plan.png", "size": 0}
        assert file == told


@pytest.mark.parametrize("streams", [False, True])
async def test_files_come_as_large_and_as_many_as_is_promised(streams: bool) -> None:
    """A megabyte each and four in all, a third more in base64; the answer is one JSON, or one frame of a stream."""
    held = base64.b64encode(b"x" * FILE_BYTES).decode()
    told = answer([{"kind": "file", "file": {"name": "a", "bytes": held}}] * (ALL_BYTES // FILE_BYTES))
    answers = streaming(told) if streams else lambda asked: rpc(asked, told)

    def card(url: str) -> JsonObject:
        return card_03(url, capabilities={"streaming": streams})

    async with site(card, answers) as server, invoking() as (tool, _):
        result: Any = await tool.call(asking(f"{server.url}/rpc"), context())
    assert [(one["size"], "blob" in one) for one in result["files"]] == [(FILE_BYTES, True)] * 4


async def test_large_files_and_many_are_told_without_their_bytes() -> None:
    def held(size: int) -> Any:
        return file_of({"raw": base64.b64encode(b"x" * size).decode(), "filename": "f"})

    book = MemoryStore()
    files = [held(FILE_BYTES + 3), *(held(FILE_BYTES) for _ in range(5)), held(10)]
    told = await kept(files, SETTINGS, book, "conv")
    assert ["blob" in one for one in told] == [False, True, True, True, True, False, False]
    assert [one["size"] for one in told][:2] == [FILE_BYTES + 3, FILE_BYTES] and ALL_BYTES == 4 * FILE_BYTES
    assert "blob" not in (await kept([held(10)], SETTINGS, None, ""))[0]


NO_LINKS = [
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "//club.example/x",
    "http://club.example/plain",
    "https://ann:secret@club.example/x",
    "https://127.0.0.1/x",
    "https://localhost:8080/x",
    "https://printer.localhost/x",
    "https://10.0.0.5/x",
    "https://[::1]/x",
    "https://[::ffff:10.0.0.5]/x",
    "https://169.254.169.254/latest",
    "https://2130706433/x",
    "https://0x7f.1/x",
    "https://club.example/\u202egpj.exe",
    "https://club.example/" + "x" * 2000,
    "https://",
    "nonsense",
    "",
]


@pytest.mark.parametrize("uri", NO_LINKS)
def test_what_is_no_address_for_a_person_is_no_link(uri: str) -> None:
    assert link(uri, AgentSettings()) == ""


def test_addresses_that_the_operator_allows_are_links() -> None:
    allowed = AgentSettings(allow_private=("127.0.0.1", "10.0.0.0/8"))
    assert link("http://localhost:8040/plan.png", allowed) == "http://localhost:8040/plan.png"
    assert link("https://10.0.0.5/x", allowed) == "https://10.0.0.5/x"
    assert link("https://club.example/a?b=c#d", AgentSettings()) == "https://club.example/a?b=c#d"


@pytest.mark.parametrize(
    ("told", "name", "media"),
    [
        ({"name": "../../etc/passwd", "mimeType": "text/plain; charset=utf-8"}, "passwd", "text/plain"),
        ({"name": "C:\\boats\\list.csv", "mimeType": "text/csv"}, "list.csv", "text/csv"),
        ({"name": "a\u202egpj.exe", "mimeType": "nonsense"}, "agpj.exe", ""),
        ({"name": "x" * 500, "mimeType": "a/b\r\nSet-Cookie: c"}, "x" * 199 + "…", ""),
        ({"name": 7, "mimeType": None}, "", ""),
    ],
)
def test_names_and_types_are_made_harmless(told: JsonObject, name: str, media: str) -> None:
    file = file_of({"kind": "file", "file": {**told, "bytes": TEXT}})
    assert file is not None and (file.name, file.media) == (name, media)


@pytest.mark.parametrize("held", ["!!!!", "a", "é", " AA AA "])
async def test_what_is_no_base64_is_told_without_bytes(held: str) -> None:
    (told,) = await kept([file for file in [file_of({"raw": held})] if file], SETTINGS, MemoryStore(), "conv")
    assert "blob" not in told


@given(st.binary(max_size=300), st.booleans(), st.booleans())
async def test_base64_of_both_alphabets_is_read(data: bytes, url: bool, padded: bool) -> None:
    text = (base64.urlsafe_b64encode if url else base64.b64encode)(data).decode()
    file, book = file_of({"raw": text if padded else text.rstrip("=")}), MemoryStore()
    assert (file is None) == (data == b"")
    if file is not None:
        (told,) = await kept([file], SETTINGS, book, "conv")
        assert told["size"] == len(data) and await book.get("conv", told["blob"]["sha256"]) == data
