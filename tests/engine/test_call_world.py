"""What a running call reaches: files it keeps and reads, the records of its scope, the model of the server."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from loket.core.actions import Say
from loket.core.data import FileRef, JsonObject
from loket.core.errors import ConfigError
from loket.core.events import FileKept, Redacted
from loket.core.limits import Limits
from loket.core.model import OnlyModel
from loket.core.planner import Situation
from loket.core.tool import CallContext, ToolFailed, ToolSpec
from loket.engine.archive import Archive
from loket.engine.counted_model import CountedModel
from loket.engine.file_store import file_name
from loket.engine.host import FORGET_SECONDS, Host
from loket.engine.media import media_of
from loket.models.scripted import ScriptedModel
from loket.stores.memory import MemoryStore
from loket.stores.sqlite import SqliteStore
from tests.engine.rooms import Made, Room, kit_of, once, results, room, use
from tests.engine.virtual import live, virtual

PDF = b"%PDF-1.7 a plan"
HOUR = timedelta(hours=1)
KEEPS = ToolSpec(name="t", idempotent=True)


def keeping(**how: Any) -> Made:
    """A tool that keeps a plan, for so long if it is said."""

    async def act(args: JsonObject, context: CallContext) -> Any:
        ref = await context.keep(PDF, "../plan.pdf", "application/pdf", **how)
        return {"file": ref}

    return Made(KEEPS, act)


async def files(here: Room) -> list[dict[str, Any]]:
    return (await here.host.look(here.id)).files.state()["items"]


def test_what_a_call_keeps_is_in_the_log_and_in_the_view_and_goes_with_the_conversation() -> None:
    async def main() -> None:
        async with room(kit_of(once(use("t")), keeping())) as here:
            await here.settle("go")
            kinds = await here.kinds()
            assert kinds[2:] == ["decided", "call_started", "file_kept", "returned", "decided"]
            [line] = await files(here)
            assert (line["by"], line["call"], line["file"]["name"], line["expires"]) == (
                "tool",
                "3.a",
                "plan.pdf",
                None,
            )
            sha256 = line["file"]["blob"]["sha256"]
            copy = await Archive(here.host).fork(here.id, 5, "ann")
            exported = b"".join([row async for row in Archive(here.host).export(here.id, "ann")])
            assert sha256.encode() in exported and b"plan.pdf" in exported
            await Archive(here.host).erase(here.id, "ann")
            assert await here.host.store.get(here.id, sha256) is None
            assert await here.host.store.get(copy, sha256) == PDF, "a fork has its own"

    live(main())


def test_a_tool_reads_the_files_of_its_conversation_and_of_no_other() -> None:
    async def main() -> None:
        read: list[bytes] = []

        async def act(args: JsonObject, context: CallContext) -> None:
            read.append(await context.file(FileRef.model_validate(args)))

        reads = Made(ToolSpec(name="r", read_only=True), act)

        def decide(situation: Situation) -> Any:
            event = situation.woke[-1].event
            if getattr(event, "call", "").endswith(".a") and getattr(event, "value", None):
                return use("r", event.value["file"])  # type: ignore[union-attr]
            return use("t") if event.kind == "user_said" else Say(text="done")

        async with room(kit_of(decide, keeping(), reads)) as here:
            await here.settle("go")
            assert read == [PDF]
            [ref] = [event.ref for event in await here.events(FileKept)]
            other = Room(here.host, await here.host.start("ann", "root"))
            context = replace(reads.calls[0][1])
            assert await context.file(ref) == PDF
            await Archive(here.host).erase(here.id, "ann")
            with pytest.raises(ToolFailed, match="no_file"):
                await context.file(ref)
            with pytest.raises(ToolFailed, match="no_file"):
                await context.file(FileRef(name="a link", uri="https://example.com"))
            assert await files(other) == []

    live(main())


def test_the_bytes_are_deleted_when_their_time_is_over_unless_something_else_needs_them() -> None:
    async def main() -> None:
        ends = virtual().clock() + HOUR
        async with room(kit_of(once(use("t")), keeping(expires=ends))) as here:
            await here.settle("go")
            copy = await Archive(here.host).fork(here.id, 6, "ann")
            [line] = await files(here)
            sha256 = line["file"]["blob"]["sha256"]
            assert await here.host.store.get(here.id, sha256) == PDF
            await asyncio.sleep(HOUR.total_seconds() + FORGET_SECONDS)
            assert await here.host.store.get(here.id, sha256) is None
            assert await here.host.store.get(copy, sha256) is None
            assert (await files(here))[0]["expires"] is not None, "the log says what there was"
            lasting = kit_of(once(use("t")), keeping())
        async with room(lasting, MemoryStore(virtual().clock)) as here:
            await here.settle("go")
            await here.host.files.end(here.id, sha256, virtual().clock())
            await here.host.files.expire()
            assert await here.host.store.get(here.id, sha256) == PDF

    live(main())


def test_what_an_owner_may_store_holds_for_what_tools_keep() -> None:
    async def main() -> None:
        async def act(args: JsonObject, context: CallContext) -> None:
            for number in range(3):
                await context.keep(bytes([number]) * 5_000, f"{number}.bin", "application/octet-stream")

        async with room(kit_of(once(use("t")), Made(KEEPS, act)), limits=Limits(megabytes=0.012)) as here:
            await here.settle("go")
            assert results(await here.records()) == [(False, "no_room")]
            assert (await here.host.store.used("ann")).bytes < 15_000

    live(main())


def test_a_call_keeps_a_bounded_number_and_one_name_once() -> None:
    async def main() -> None:
        async def act(args: JsonObject, context: CallContext) -> None:
            for number in range(100):
                await context.keep(str(number).encode(), "same.txt", "text/plain")

        async with room(kit_of(once(use("t")), Made(KEEPS, act))) as here:
            await here.settle("go")
            assert results(await here.records()) == [(False, "too_many_files")]
            [line] = await files(here)
            assert line["file"]["blob"]["size"] == 2

    live(main())


def test_a_call_looks_back_and_finds_the_model() -> None:
    async def main() -> None:
        model = ScriptedModel([])
        seen: list[Any] = []

        async def act(args: JsonObject, context: CallContext) -> None:
            seen.append([r.event.kind for r in context.records(2)])
            for answering in (context.model(), context.model(model.name)):
                assert isinstance(answering, CountedModel)
                seen.append(answering.model)
            with pytest.raises(ConfigError, match="no_model"):
                context.model("another")

        kit = kit_of(once(use("t")), Made(KEEPS, act))
        async with room(replace(kit, models=OnlyModel(model))) as here:
            await here.settle("go")
        assert seen == [["user_said", "decided"], model, model]
        async with room(kit) as here:
            await here.settle("go")
            assert results(await here.records()) == [(False, "tool_broke")], "nobody's name is the name of no model"

    live(main())


def test_a_redacted_file_is_in_no_view() -> None:
    async def main() -> None:
        async with room(kit_of(once(use("t")), keeping())) as here:
            await here.settle("go")
            await Archive(here.host).redact(here.id, (5,), "a wish", "ann")
            assert await files(here) == [] and len(await here.events(Redacted)) == 1

    live(main())


async def test_bytes_that_were_dropped_are_gone_from_the_file_and_from_what_is_used(tmp_path: Path) -> None:
    secret = b"a word that nobody else says " * 400
    kit = kit_of(once(use("t")), Made(KEEPS, lambda args, context: context.keep(secret, "s.txt", "text/plain")))
    async with await SqliteStore.open(tmp_path) as store, Host(store, kit) as host:
        here = Room(host, await host.start("ann", "root"))
        await here.settle("go")
        [event] = await here.events(FileKept)
        before = (await store.used("ann")).bytes
        assert event.ref.blob is not None
        await store.drop(here.id, event.ref.blob.sha256)
        assert (await store.used("ann")).bytes == before - len(secret)
        await store.drop(here.id, event.ref.blob.sha256)
    assert secret[:58] not in bytes_of(tmp_path)


def bytes_of(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("plan.pdf", "plan.pdf"),
        ("C:\\Users\\me\\plan.pdf", "plan.pdf"),
        ("../../etc/passwd", "passwd"),
        ("invoice\u202efdp.exe", "invoicefdp.exe"),
        ("a\r\nSet-Cookie: b", "a Set-Cookie: b"),
        ("..", "file"),
        ("", "file"),
        (f"{'x' * 300}.pdf", f"{'x' * 196}.pdf"),
    ],
)
def test_a_name_is_a_name(name: str, kept: str) -> None:
    assert file_name(name) == kept


@pytest.mark.parametrize(
    ("data", "media"),
    [
        (PDF, "application/pdf"),
        (b"\x89PNG\r\n\x1a\n...", "image/png"),
        (b"RIFF\x00\x00\x00\x00WEBP", "image/webp"),
        (b"<script>alert(1)</script>", "text/plain"),
        ("één, twee".encode(), "text/plain"),
        (b"\xff\xfe\x00a", "application/octet-stream"),
        (b"PK\x03\x04 and no archive", "application/zip"),
        (b"", "text/plain"),
    ],
)
def test_a_type_is_told_by_what_is_inside(data: bytes, media: str) -> None:
    assert media_of(data) == media
