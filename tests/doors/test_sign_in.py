"""Signing in with a token for a cookie, and out again: what a cookie is good for, and for how long."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from loket.doors.auth import COOKIE
from tests.doors.talking import code_of
from tests.serving import Here, serving_here

ANNA, BERT = "annas-token-0123456789", "berts-token-0123456789"
TOKENS = {"anna": ANNA, "bert": BERT}


@pytest.fixture
async def guarded(tmp_path: Path) -> AsyncIterator[Here]:
    async with serving_here(tmp_path, tokens=TOKENS) as served:
        yield served


async def test_signing_in_gives_a_cookie_that_no_script_and_no_other_site_has(guarded: Here) -> None:
    signed = await guarded.http.post("/api/login", json={"token": ANNA})
    assert signed.status_code == 204
    cookie = signed.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie and "Path=/" in cookie
    assert (await guarded.http.get("/api/conversations")).status_code == 200
    assert (await guarded.http.delete("/api/login")).status_code == 204
    assert (await guarded.http.get("/api/conversations")).status_code == 401


async def test_signing_out_ends_the_cookie_wherever_a_copy_of_it_is(tmp_path: Path) -> None:
    async with serving_here(tmp_path, tokens=TOKENS) as here:
        await here.http.post("/api/login", json={"token": ANNA})
        copies = [_cookie(here)]
        await here.http.post("/api/login", json={"token": ANNA})
        copies.append(_cookie(here))
        assert await _lets_in(here, copies[0]) == 401, "signing in anew ends what the page had"
        assert await _lets_in(here, copies[1]) == 200 and ANNA not in "".join(copies[1].values())
        assert await _lets_in(here, {"Cookie": f"{COOKIE}={ANNA}"}) == 401, "a token is no cookie"
    async with serving_here(tmp_path, tokens=TOKENS) as here:
        assert await _lets_in(here, copies[1]) == 200, "a restart signs nobody out"
        assert (await here.http.delete("/api/login", headers=copies[1])).status_code == 204
        assert await _lets_in(here, copies[1]) == 401
        assert await _lets_in(here, {"Authorization": f"Bearer {ANNA}"}) == 200, (
            "the token itself is good as long as it is configured"
        )
        assert (await here.http.delete("/api/login", headers=copies[1])).status_code == 204, "twice is no mistake"


async def test_another_token_ends_the_sign_ins_by_the_old_one(tmp_path: Path) -> None:
    cookies: dict[str, dict[str, str]] = {}
    async with serving_here(tmp_path, tokens=TOKENS) as here:
        for owner, token in TOKENS.items():
            here.http.cookies.clear()
            await here.http.post("/api/login", json={"token": token})
            cookies[owner] = _cookie(here)
    async with serving_here(tmp_path, tokens={**TOKENS, "anna": "another-token-0123456789"}) as here:
        assert await _lets_in(here, cookies["anna"]) == 401 and await _lets_in(here, cookies["bert"]) == 200
    held = await asyncio.to_thread(lambda: b"".join(one.read_bytes() for one in tmp_path.glob("*") if one.is_file()))
    names = [cookie["Cookie"].partition("=")[2] for cookie in cookies.values()]
    assert not [name for name in (*names, ANNA, BERT) if name.encode() in held], "the data folder lets nobody in"


def _cookie(here: Here) -> dict[str, str]:
    return {"Cookie": f"{COOKIE}={here.http.cookies[COOKIE]}"}


async def _lets_in(here: Here, headers: dict[str, str]) -> int:
    here.http.cookies.clear()
    return (await here.http.get("/api/conversations", headers=headers)).status_code


async def test_signing_in_with_garbage_is_refused(guarded: Here) -> None:
    assert code_of(await guarded.http.post("/api/login", json={"token": "wrong"})) == (401, "wrong_token")
    assert code_of(await guarded.http.post("/api/login", content=b'{"token":"\\ud800"}')) == (401, "wrong_token")
    for body in (b"", b"{", b"[]", b'{"token":1}', b'{"token":""}', b"\xff", b"[" * 900):
        assert code_of(await guarded.http.post("/api/login", content=body))[0] == 422
    assert "set-cookie" not in (await guarded.http.post("/api/login", json={"token": "wrong"})).headers
