"""Where there is nothing a person gets a page in their language, and a program gets JSON."""

from pathlib import Path

import pytest

from tests.serving import serving_here

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.mark.parametrize(
    ("language", "lang", "title"),
    [
        ("nl-NL,nl;q=0.9,en;q=0.8", "nl", "Hier is geen pagina"),
        ("fr-CH, de;q=0.9", "de", "Hier ist keine Seite"),
        ("pt-PT", "pt-BR", "Aqui não há nenhuma página"),
        ("en-US", "en", "There is no page here"),
        ("", "en", "There is no page here"),
        (";;,,=<script>", "en", "There is no page here"),
    ],
)
async def test_a_person_gets_a_page_with_a_way_home(tmp_path: Path, language: str, lang: str, title: str) -> None:
    async with serving_here(tmp_path) as here:
        for path in ("/nope", "/nope/<script>alert(1)</script>"):
            answer = await here.http.get(path, headers={"Accept": BROWSER, "Accept-Language": language})
            assert answer.status_code == 404 and answer.headers["content-type"].startswith("text/html")
            assert f'<html lang="{lang}">' in answer.text and f"<h1>{title}</h1>" in answer.text
            assert 'href="/"' in answer.text and "<script" not in answer.text
            assert "default-src 'none'" in answer.headers["content-security-policy"]


async def test_a_program_gets_json_and_so_does_everybody_where_only_programs_ask(tmp_path: Path) -> None:
    error = {"error": {"code": "not_found", "text": "There is nothing here."}}
    async with serving_here(tmp_path) as here:
        asked = [await here.http.get("/nope"), await here.http.post("/nope", headers={"Accept": BROWSER})]
        for path in ("/api/nope", "/a2a/nope", "/agents/nope", "/.well-known/nope"):
            asked.append(await here.http.get(path, headers={"Accept": BROWSER}))
        assert [(answer.status_code, answer.json()) for answer in asked] == [(404, error)] * len(asked)


async def test_a_process_without_pages_has_none_for_people_either(tmp_path: Path) -> None:
    async with serving_here(tmp_path, only="overheid.tools") as here:
        answer = await here.http.get("/nope", headers={"Accept": BROWSER})
        assert answer.status_code == 404 and answer.json()["error"]["code"] == "not_found"
