"""What a conversation is called: the beginning of its first message, in whole words; or the title it was given."""

from pathlib import Path

import pytest

from tests.serving import serving_here

TALKER = "tests.web.talker:bundle"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("say  hello\nto all", "say hello to all"),
        ("a" * 80, "a" * 80),
        ("a" * 81, "a" * 79 + "…"),
        ("word " * 16 + "and more", "word " * 15 + "word…"),
        ("say " + "b" * 90, "say…"),
        ("c" * 75 + " four", "c" * 75 + " four"),
        ("c" * 75 + " fours", "c" * 75 + "…"),
        ("c" * 79 + " d", "c" * 79 + "…"),
    ],
)
async def test_a_title_ends_with_a_word(tmp_path: Path, text: str, title: str) -> None:
    async with serving_here(tmp_path / "data", assistants=[TALKER]) as here:
        id = (await here.http.post("/api/conversations", json={"assistant": "talker"})).json()["id"]
        await here.http.post(f"/api/conversations/{id}/events", json={"kind": "user_said", "text": text})
        assert (await here.http.get(f"/api/conversations/{id}")).json()["title"] == title


async def test_a_title_that_was_given_stays(tmp_path: Path) -> None:
    async with serving_here(tmp_path / "data", assistants=[TALKER]) as here:
        id = (await here.http.post("/api/conversations", json={"assistant": "talker"})).json()["id"]
        for event in (
            {"kind": "changed", "settings": {"title": "A delivery"}},
            {"kind": "user_said", "text": "say hello"},
            {"kind": "changed", "settings": {"other": 1}},
        ):
            assert (await here.http.post(f"/api/conversations/{id}/events", json=event)).status_code < 300
        assert (await here.http.get(f"/api/conversations/{id}")).json()["title"] == "A delivery"
