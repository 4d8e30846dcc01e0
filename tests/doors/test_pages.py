"""The pages: the shell's files and nothing else, the API's description, and nothing from elsewhere."""

import json
import re
from pathlib import Path

import pytest

from loket.doors import pages
from loket.doors.api_page import page
from loket.doors.pages import policy
from tests.serving import serving_here

FOREIGN = re.compile(r"(?:src|href)=[\"']?(?:https?:)?//|@import|url\(|<script", re.IGNORECASE)


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bundle, wherever the real one is."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>shell</title>")
    (folder / "assets" / "a.js").write_text("1")
    (folder / "favicon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr(pages, "STATIC", folder)
    return folder


async def test_the_shell_comes_with_a_policy_that_lets_nothing_else_in(tmp_path: Path, built: Path) -> None:
    async with serving_here(tmp_path / "data") as here:
        for path in ("/", "/index.html"):
            shell = await here.http.get(path)
            assert shell.status_code == 200 and "<title>shell</title>" in shell.text
            said = shell.headers["content-security-policy"]
            assert "default-src 'none'" in said and "script-src 'self';" in said and "frame-ancestors 'none'" in said
        assert (await here.http.get("/assets/a.js")).text == "1"
        assert (await here.http.get("/favicon.svg")).headers["content-type"].startswith("image/svg")
        assert (await here.http.get("/config.json")).json() == {"api": ""}


async def test_no_path_leads_out_of_the_bundle(tmp_path: Path, built: Path) -> None:
    async with serving_here(tmp_path / "data") as here:
        for path in ("/assets/../../secret.txt", "/assets/..%2f..%2fsecret.txt", "/assets/%2e%2e/%2e%2e/secret.txt"):
            answer = await here.http.get(path)
            assert answer.status_code == 404 and "secret" not in answer.text


async def test_without_a_bundle_the_page_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "STATIC", tmp_path / "nothing")
    async with serving_here(tmp_path / "data") as here:
        missing = await here.http.get("/")
        assert missing.status_code == 503 and "make setup" in missing.text
        assert (await here.http.get("/favicon.svg")).status_code == 404
        assert (await here.http.get("/assets/a.js")).status_code == 404
        assert (await here.http.get("/healthz")).status_code == 200


async def test_the_shell_alone_says_where_its_server_is_and_may_talk_with_it_only(tmp_path: Path, built: Path) -> None:
    async with serving_here(tmp_path, only="shell", api="http://localhost:10002") as here:
        assert (await here.http.get("/config.json")).json() == {"api": "http://localhost:10002"}
        said = (await here.http.get("/")).headers["content-security-policy"]
        assert "connect-src 'self' http://localhost:10002;" in said
        for path in ("/api/assistants", "/events", "/sse", "/openapi.json", "/docs"):
            assert (await here.http.get(path)).status_code == 404
    assert "connect-src 'self';" in policy(None)


async def test_the_api_page_names_every_operation_and_needs_nothing_from_elsewhere(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        shown = await here.http.get("/docs")
        told = (await here.http.get("/openapi.json")).json()
    assert shown.headers["content-type"].startswith("text/html")
    assert "default-src 'none'" in shown.headers["content-security-policy"]
    assert not FOREIGN.search(shown.text)
    for path, methods in told["paths"].items():
        for method, operation in methods.items():
            assert (
                f'<section id="{operation["operationId"]}"><h3><b>{method.upper()}</b><code>{path}</code>' in shown.text
            )
    for name in told["components"]["schemas"]:
        assert f'id="{name}"' in shown.text


def test_what_a_description_says_is_text_on_the_page() -> None:
    evil = "<img src=x onerror=alert(1)>\"'"
    operation = {
        "operationId": evil,
        "tags": [evil],
        "description": f"{evil} `{evil}`",
        "parameters": [{"name": evil, "in": evil, "schema": {"type": evil, "default": evil}, "description": evil}],
        "responses": {"200": {"description": evil}},
    }
    described = {
        "info": {"title": evil, "version": evil},
        "paths": {f"/{evil}": {"get": operation}},
        "components": {"schemas": {evil: {"description": evil, "properties": {evil: {}}}}},
    }
    shown = bytes(page(described).body).decode()
    assert "<img" not in shown and json.dumps(evil) not in shown


async def test_the_page_alone_talks_with_the_server_of_a_set_up_unless_another_is_named(tmp_path: Path) -> None:
    """With itself it would be an empty page that says it is connected."""
    for api, there in ((None, "http://localhost:10002"), ("https://loket.example", "https://loket.example")):
        async with serving_here(tmp_path / str(api is None), only="shell", api=api) as here:
            assert (await here.http.get("/config.json")).json() == {"api": there}
            policy = (await here.http.get("/")).headers["content-security-policy"]
            assert f"connect-src 'self' {there};" in policy
