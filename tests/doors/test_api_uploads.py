"""Files come in as a form: within limits, known by what they hold, for their owner alone."""

from pathlib import Path
from typing import Any

import httpx
from hypothesis import given, settings
from hypothesis import strategies as st

from loket.core.limits import Limits
from tests.doors.talking import begun, code_of
from tests.serving import serving_here
from tests.tries import tries

PAGE = b"<script>alert(1)</script>"
TOKENS = {"ann": "a-long-token-of-ann", "bert": "a-long-token-of-bert"}
ANN, BERT = ({"Authorization": f"Bearer {token}"} for token in TOKENS.values())


def sent(*files: tuple[str, bytes, str]) -> list[tuple[str, Any]]:
    return [("file", file) for file in files]


async def listed(http: httpx.AsyncClient, id: str) -> list[dict[str, Any]]:
    return (await http.get(f"/api/conversations/{id}")).json()["views"]["files"]["state"]["items"]


async def test_files_come_in_with_a_message_or_alone_and_are_downloaded_by_their_owner(tmp_path: Path) -> None:
    async with serving_here(tmp_path, tokens=TOKENS, headers=ANN) as here:
        id = await begun(here.http)
        at = f"/api/conversations/{id}/files"
        files = sent(("../a.png", PAGE, "image/png"), ("b.pdf", b"%PDF-1.7", "text/html"))
        key = {"Idempotency-Key": "k"}
        added = await here.http.post(at, files=files, data={"text": "Two files"}, headers=key)
        assert added.status_code == 201, added.text
        again = await here.http.post(at, files=files, data={"text": "Two files"}, headers=key)
        assert again.json() == added.json() and len(added.json()["seqs"]) == 1
        alone = await here.http.post(at, files=sent(("c.txt", b"words", "")), data={"private": "true"})
        assert alone.status_code == 201
        lines = await listed(here.http, id)
        told = [(line["file"]["name"], line["file"]["media"], line["private"]) for line in lines]
        assert told == [
            ("a.png", "text/plain", False),
            ("b.pdf", "application/pdf", False),
            ("c.txt", "text/plain", True),
        ]
        page = f"{at}/{lines[0]['file']['blob']['sha256']}"
        answer = await here.http.get(page)
        assert answer.content == PAGE and answer.headers["content-type"] == "application/octet-stream"
        assert answer.headers["content-disposition"] == "attachment; filename*=UTF-8''a.png"
        assert answer.headers["content-security-policy"] == "sandbox; default-src 'none'"
        assert code_of(await here.http.get(page, headers=BERT)) == (404, "not_found")
        refused = await here.http.post(at, files=files, headers=BERT)
        assert code_of(refused) == (404, "not_found")
        copy = (await here.http.post(f"/api/conversations/{id}/fork?at={alone.json()['seqs'][0]}")).json()["id"]
        await here.http.delete(f"/api/conversations/{id}")
        assert (await here.http.get(page)).status_code == 410
        kept = await here.http.get(page.replace(id, copy))
        assert kept.content == PAGE, "a fork keeps its files"


async def test_what_is_too_much_or_no_form_is_refused_and_nothing_is_kept(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        id = await begun(here.http)
        at, one = f"/api/conversations/{id}/files", ("a.txt", b"a", "")
        before = (await here.engine.store.used("local")).bytes
        tries: list[tuple[dict[str, Any], tuple[int, str]]] = [
            ({"files": sent(*[one] * 11)}, (400, "bad_form")),
            ({"files": sent(("a.bin", b"\0" * 20_000_001, ""))}, (413, "file_too_large")),
            ({"files": sent(*[("a.bin", b"\0" * 13_000_000, "")] * 2)}, (413, "too_large")),
            ({"files": sent(("a.txt", b"", ""))}, (422, "empty_file")),
            ({"files": [("other", one)]}, (422, "no_file")),
            ({"files": sent(one), "data": {"text": "x" * 100_001}}, (413, "too_large")),
            ({"json": {"file": "a"}}, (415, "wrong_media")),
            ({"content": b"x", "headers": {"Content-Type": "multipart/form-data"}}, (400, "bad_form")),
        ]
        for request, refusal in tries:
            answer = await here.http.post(at, **request)
            assert code_of(answer) == refusal, answer.text
        assert await listed(here.http, id) == []
        assert (await here.engine.store.used("local")).bytes == before


async def test_what_an_owner_may_store_holds_for_files(tmp_path: Path) -> None:
    async with serving_here(tmp_path, limits=Limits(megabytes=0.02), tokens=TOKENS, headers=ANN) as here:
        id = await begun(here.http)
        at = f"/api/conversations/{id}/files"
        assert (await here.http.post(at, files=sent(("a.bin", b"\0" * 5_000, "")))).status_code == 201
        files = sent(("b.bin", b"\1" * 5_000, ""), ("c.bin", b"\2" * 50_000, ""))
        assert code_of(await here.http.post(at, files=files)) == (507, "no_room")
        assert len(await listed(here.http, id)) == 1
        assert (await here.engine.store.used("ann")).bytes < 10_000, "nothing of a refused form is kept"


async def test_any_body_is_an_answer(tmp_path: Path) -> None:
    lines = st.sampled_from(
        [
            b"--b",
            b"--b--",
            b"\r\n",
            b"\r\n\r\n",
            b'Content-Disposition: form-data; name="file"; filename="a"',
            b":",
            b"\n",
        ]
    )
    bodies = st.lists(lines | st.binary(max_size=40), max_size=12).map(b"".join)
    media = st.sampled_from(
        ["multipart/form-data; boundary=b", "multipart/form-data; boundary=", "multipart/form-data"]
    )
    async with serving_here(tmp_path) as here:
        id = await begun(here.http)
        seen: list[tuple[bytes, str]] = []
        settings(max_examples=tries(30), database=None)(
            given(bodies, media)(lambda body, kind: seen.append((body, kind)))
        )()
        for body, kind in seen:
            headers = {"Content-Type": kind}
            answer = await here.http.post(f"/api/conversations/{id}/files", content=body, headers=headers)
            assert answer.status_code in (201, 400, 422), (body, answer.text)
