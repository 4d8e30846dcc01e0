"""The shell's files on the wire: small where a client can unpack them, kept for ever where a name has a digest."""

import gzip
from pathlib import Path

import pytest

from loket.doors import pages
from tests.serving import serving_here

BODY = b"export const words = 'again and again and again';\n" * 50


@pytest.fixture(autouse=True)
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bundle as the build leaves it: one file with a digest in its name and two codings beside it."""
    assets = tmp_path / "static" / "assets"
    assets.mkdir(parents=True)
    (assets / "index-20qFFyL5.js").write_bytes(BODY)
    (assets / "index-20qFFyL5.js.br").write_bytes(b"brotli")
    (assets / "index-20qFFyL5.js.gz").write_bytes(gzip.compress(BODY))
    (assets / "theme.js").write_bytes(b"1")
    (assets.parent / "index.html").write_bytes(b"<title>plain</title>")
    (assets.parent / "index.html.gz").write_bytes(gzip.compress(b"<title>small</title>"))
    monkeypatch.setattr(pages, "STATIC", assets.parent)


@pytest.mark.parametrize(
    ("accepts", "coding", "size"),
    [
        ("gzip, deflate, br", "br", 6),
        ("gzip", "gzip", len(gzip.compress(BODY))),
        ("br;q=0, gzip;q=0.5", "gzip", len(gzip.compress(BODY))),
        ("identity", None, len(BODY)),
        ("", None, len(BODY)),
    ],
)
async def test_a_client_gets_the_smallest_file_it_can_unpack(
    tmp_path: Path, accepts: str, coding: str | None, size: int
) -> None:
    headers = {"Accept-Encoding": accepts}
    async with (
        serving_here(tmp_path / "data") as here,
        here.http.stream("GET", "/assets/index-20qFFyL5.js", headers=headers) as answer,
    ):
        body = b"".join([part async for part in answer.aiter_raw()])
    assert answer.status_code == 200 and len(body) == size
    assert answer.headers.get("content-encoding") == coding
    assert "javascript" in answer.headers["content-type"] and answer.headers["vary"] == "Accept-Encoding"


async def test_what_its_name_says_is_kept_for_ever_and_the_rest_is_asked_for_again(tmp_path: Path) -> None:
    async with serving_here(tmp_path / "data") as here:
        hashed = await here.http.get("/assets/index-20qFFyL5.js", headers={"Accept-Encoding": "gzip"})
        assert hashed.headers["cache-control"] == "public, max-age=31536000, immutable" and hashed.content == BODY
        for path in ("/", "/assets/theme.js"):
            first = await here.http.get(path)
            assert first.headers["cache-control"] == "no-cache"
            again = await here.http.get(path, headers={"If-None-Match": first.headers["etag"]})
            assert again.status_code == 304 and not again.content
        assert (await here.http.get("/")).text == "<title>small</title>"
        assert (await here.http.get("/assets/theme-20qFFyL5.js")).status_code == 404
