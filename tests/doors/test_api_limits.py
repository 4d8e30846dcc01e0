"""The API's description and its door agree: what has a limit says so, and 405 says what would do."""

from pathlib import Path

from tests.doors.talking import begun, code_of
from tests.serving import serving_here


async def test_a_moment_is_written_out(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        for wrong in ("0.5", "0", "1700000000", "2026-01-31", "-1"):
            answer = await here.http.get("/api/conversations", params={"before": wrong})
            assert code_of(answer) == (422, "invalid"), wrong
        for right in ("2026-01-31T12:00:00Z", "2026-01-31T12:00:00.5+02:00"):
            assert (await here.http.get("/api/conversations", params={"before": right})).status_code == 200, right


async def test_the_description_says_that_a_message_needs_words_or_a_file(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        shapes = (await here.http.get("/openapi.json")).json()["components"]["schemas"]
        words, files = shapes["UserSaid"]["anyOf"]
        assert words["properties"]["text"]["pattern"] == r"\S"
        assert files["required"] == ["files"] and files["properties"]["files"]["minItems"] == 1
        id = await begun(here.http)
        empty = {"kind": "user_said", "text": ""}
        assert code_of(await here.http.post(f"/api/conversations/{id}/events", json=empty)) == (422, "no_words")
        file = {**empty, "files": [{"name": "a.txt", "uri": "data:text/plain,a"}]}
        assert (await here.http.post(f"/api/conversations/{id}/events", json=file)).status_code == 200


async def test_a_wrong_method_is_told_all_that_would_do(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        id = await begun(here.http)
        for path, methods in {
            "/api/conversations": "GET, POST",
            f"/api/conversations/{id}": "DELETE, GET",
            f"/api/conversations/{id}/events": "GET, POST",
            "/api/chat": "DELETE, POST",
            "/chat/stream": "POST",
        }.items():
            answer = await here.http.put(path)
            assert (answer.status_code, answer.headers["allow"]) == (405, methods), path
