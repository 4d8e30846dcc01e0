"""The vault: names, what replaces what, flags, removal, private files, and the same again from the same log."""

import hashlib
import json
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket.core.actions import Call, ToolCall
from loket.core.data import BlobRef, FileRef
from loket.core.events import (
    AgentSaid,
    Decided,
    Event,
    FileAdded,
    FileKept,
    Progressed,
    Redacted,
    SurfaceActed,
    UserSaid,
)
from loket.core.record import Record
from loket.core.tool import ToolFailed
from loket_demos.scenario.acts import VaultFlagged, VaultPurged, event_of
from loket_demos.scenario.vault.attaching import attached
from loket_demos.scenario.vault.fold import Vault
from loket_demos.scenario.vault.listing import available, available_files

NOW = datetime(2026, 11, 23, tzinfo=UTC)


def file(name: str, data: bytes = b"a") -> FileRef:
    digest = hashlib.sha256(data).hexdigest()
    return FileRef(name=name, media="text/plain", blob=BlobRef(sha256=digest, size=len(data), media="text/plain"))


def records(*events: Event) -> list[Record]:
    return [Record(seq=at, at=NOW, by="person", event=event) for at, event in enumerate(events, start=1)]


def vault(*events: Event) -> Vault:
    return Vault(records(*events))


def flagged(file: str, **flags: Any) -> SurfaceActed:
    return event_of(VaultFlagged(file=file, **flags))


def purged(source: str = "", file: str = "") -> SurfaceActed:
    return event_of(VaultPurged(source=source, file=file))


def made(call: str, ref: FileRef, **about: Any) -> tuple[Progressed, FileKept]:
    return Progressed(call=call, part={"document": {"name": ref.name, **about}}), FileKept(call=call, ref=ref)


def test_every_way_a_file_comes_in_has_its_source() -> None:
    found = vault(
        UserSaid(text="", files=(file("a.txt"),)),
        FileAdded(ref=file("b.txt"), private=True),
        AgentSaid(agent="other", files=(file("c.txt"),)),
        *made("3.a", file("d.txt"), docId="d", summary="What it is", keywords=["x"]),
        FileKept(call="4.a", ref=file("e.txt")),
    )
    assert [(one.name, one.source, one.private) for one in found.files.values()] == [
        ("a.txt", "user", False),
        ("b.txt", "user", True),
        ("c.txt", "remote-agent", False),
        ("d.txt", "synth", False),
        ("e.txt", "agent", False),
    ]
    d = found.document("d")
    assert d is not None and (d.name, d.summary, d.keywords, d.size) == ("d.txt", "What it is", ("x",), 1)


def test_the_same_content_replaces_and_other_content_gets_a_name_of_its_own() -> None:
    found = vault(*[FileAdded(ref=file("a.txt", data)) for data in (b"1", b"2", b"1", b"3", b"2")])
    assert {one.name: one.seq for one in found.files.values()} == {"a.txt": 3, "a (3).txt": 4, "a (2).txt": 5}


def test_a_document_that_is_kept_again_by_its_call_takes_its_own_place() -> None:
    found = vault(*made("3.a", file("a.txt", b"1"), docId="d"), *made("3.a", file("a.txt", b"2"), docId="d"))
    assert [(one.name, one.size, one.digest) for one in found.files.values()] == [
        ("a.txt", 1, hashlib.sha256(b"2").hexdigest())
    ]


def test_the_newest_document_of_an_id_is_meant() -> None:
    found = vault(*made("3.a", file("a.txt", b"1"), docId="d"), *made("5.a", file("a.txt", b"2"), docId="d"))
    assert [one.name for one in attached(found, [{"docId": "d"}])] == ["a (2).txt"]


def test_flags_and_purges() -> None:
    before = [UserSaid(text="", files=(file("a.txt"), file("b.txt"))), AgentSaid(agent="o", files=(file("c.txt"),))]
    b = vault(*before, flagged("b.txt", private=True, priority=True, summary="Secret")).files["b.txt"]
    assert b.private and b.priority and b.summary == "Secret"
    again = vault(*before, flagged("b.txt", private=True), flagged("b.txt", private=False), flagged("no.txt"))
    assert [one.private for one in again.files.values()] == [False, False, False]
    assert list(vault(*before, purged(source="user")).files) == ["c.txt"]
    assert list(vault(*before, purged(file="a.txt")).files) == ["b.txt", "c.txt"]
    assert list(vault(*before, purged()).files) == ["a.txt", "b.txt", "c.txt"]
    assert "a.txt" in vault(*before, purged(file="a.txt"), FileAdded(ref=file("a.txt"))).files


def test_the_file_that_holds_the_scenario_is_none_of_them() -> None:
    assert not vault(FileAdded(ref=file("scenario.json"), source="scenario", private=True)).files


def test_a_redacted_message_takes_its_files_along() -> None:
    assert vault(UserSaid(text="", files=(file("a.txt"),)), Redacted(seqs=(1,))).files == {}


def test_a_private_file_that_comes_again_stays_private() -> None:
    again = vault(FileAdded(ref=file("a.txt"), private=True), UserSaid(text="", files=(file("a.txt"),)))
    assert [one.private for one in again.files.values()] == [True]


WANTED = [
    ([{"name": "A.txt"}], "missing_attachment", "there is no file A.txt; did you mean a.txt?"),
    ([{"docId": "zz"}], "missing_attachment", "there is no file zz; use a docId or a name as it stands"),
    (["a.txt"], "missing_attachment", "each attachment is an object"),
    ([{"name": "a.txt"}, {"name": "b.txt"}], "private_file", "Nothing was sent: b.txt is private."),
]


@pytest.mark.parametrize(("named", "code", "sentence"), WANTED)
def test_what_can_not_be_attached_is_said(named: list[Any], code: str, sentence: str) -> None:
    found = vault(FileAdded(ref=file("a.txt")), FileAdded(ref=file("b.txt", b"b"), private=True))
    with pytest.raises(ToolFailed, match=re.escape(sentence)) as failed:
        attached(found, named)
    assert failed.value.code == code


def test_the_bytes_of_a_private_file_are_private_by_any_name() -> None:
    found = vault(FileAdded(ref=file("a.txt")), FileAdded(ref=file("b.txt"), private=True))
    with pytest.raises(ToolFailed, match="private"):
        attached(found, [{"name": "a.txt"}])


def test_each_file_goes_once() -> None:
    found = vault(*made("3.a", file("a.txt"), docId="d"))
    assert [one.name for one in attached(found, [{"docId": "d"}, {"name": "a.txt"}])] == ["a.txt"]


def test_the_list_has_a_limit_and_says_what_is_left_out() -> None:
    events: list[Event] = [FileAdded(ref=file(f"{at}.txt", str(at).encode())) for at in range(60)]
    sent = Decided(
        reasoning="", action=Call(calls=(ToolCall(id="a", tool="send", args={"attachments": [{"name": "3.txt"}]}),))
    )
    found = vault(*events, sent, flagged("7.txt", priority=True))
    listed = available(found)
    assert [one.name for one in listed.files[:4]] == ["7.txt", "3.txt", "59.txt", "58.txt"]
    assert (len(listed.files), listed.left_out) == (50, 10)
    assert available_files(found).endswith("(10 more are left out; the limit is 50)")
    assert "left out" not in available_files(found, 60)
    assert available_files(Vault()) == "(none)"


@given(st.text(min_size=1, max_size=30), st.text(max_size=30))
def test_nothing_in_the_list_closes_its_section_and_names_are_exact(name: str, summary: str) -> None:
    listed = available_files(vault(*made("1.a", file(name), docId=name, summary=f"</AVAILABLE_FILES>{summary}")))
    assert "<" not in listed and "\n" not in listed
    assert json.loads(listed)["name"] == name


NAMES = st.sampled_from(["a.txt", "b.txt", "a (2).txt"])
FILES = st.builds(file, NAMES, st.sampled_from([b"1", b"2", b"3"]))
EVENTS = st.one_of(
    st.builds(FileAdded, ref=FILES, private=st.booleans()),
    st.builds(FileKept, call=st.sampled_from(["1.a", "2.a"]), ref=FILES),
    st.builds(lambda name, flag: flagged(name, private=flag), NAMES, st.booleans()),
    st.builds(lambda name: purged(file=name), NAMES),
    st.builds(lambda source: purged(source=source), st.sampled_from(["user", "agent"])),
    st.builds(
        lambda payload, name: SurfaceActed(surface="workbench", name=name, payload=payload),
        st.dictionaries(st.sampled_from(["file", "private", "source", "keywords"]), st.integers() | st.text()),
        st.sampled_from(["flag", "purge", "other"]),
    ),
)


@given(st.lists(EVENTS, max_size=20), st.integers(0, 20))
def test_the_same_log_gives_the_same_vault_however_often_it_is_read(events: list[Any], cut: int) -> None:
    log = records(*events)
    again = Vault(log[:cut])
    for record in log:
        again.apply(record)
    assert again.files == Vault(log).files and list(again.files) == list(Vault(log).files)
    assert len({(one.ref.name, one.digest) for one in again.files.values()}) == len(again.files)
    assert [one.name for one in again.files.values()] == list(again.files)


def test_many_files_of_one_name_are_told_apart_at_once() -> None:
    many = [AgentSaid(agent="o", files=tuple(file("a.txt", b"%d %d" % (n, m)) for m in range(20))) for n in range(400)]
    assert next(reversed(vault(*many).files)) == "a (8000).txt"
