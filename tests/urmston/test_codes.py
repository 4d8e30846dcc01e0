"""Registration codes: their form, the books, a limit for those who guess, and the key of a protected skill."""

from pathlib import Path

import pytest

from loket_demos.urmston.club.rows import shipped
from tests.urmston.rooms import CODE, PLACES, answer_of, club, data_of, message_of


def returning() -> tuple[str, str]:
    row = next(row for row in shipped("registrations") if row["short_team_name"] == "lions")
    return row["first_name"], row["last_name"]


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("200-LIONS-U10-2627", None),
        ("200-lions-u10-2627", None),
        ("100-LIONS-U10-2627-{0}-{1}", None),
        ("100-lions-u10-2627-{0}-nobody", "no registration"),
        ("200-LIONS-U10-2526", "season"),
        ("200-LIONS-U11-2627", "no such team"),
        ("300-LIONS-U10-2627", "looks like"),
        ("100-LIONS-U10-2627", "looks like"),
    ],
)
async def test_codes_are_checked_by_form_and_then_in_the_books(tmp_path: Path, code: str, reason: str | None) -> None:
    told = code.format(*(name.upper() for name in returning()))
    data = data_of(await answer_of(tmp_path, CODE, code=told))
    if reason is None:
        assert data == {"status": "valid"}
    else:
        assert set(data) == {"status", "reason"}
        assert data["status"] == "invalid"
        assert reason in data["reason"]


async def test_guessing_codes_meets_a_limit_that_passes(tmp_path: Path) -> None:
    now = [0.0]
    async with club(tmp_path, clock=lambda: now[0]) as there:
        guess = {"code": "200-LIONS-U10-2627"}
        for _ in range(10):
            data_of(await there.ask("Is it valid?", CODE, **guess))
        answer = await there.http.post("/tasks/send", json={"message": message_of("Is it valid?", CODE, code="x1")})
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, "rate_limited")
        assert int(answer.headers["retry-after"]) > 0
        words = await there.http.post("/tasks/send", json={"message": message_of("Is 200-LIONS-U10-2627 valid?")})
        assert words.status_code == 429
        data_of(await there.ask("Is there a place?", PLACES, age=10))
        now[0] = 61.0
        data_of(await there.ask("Is it valid?", CODE, **guess))


async def test_a_protected_skill_wants_the_key_and_the_log_never_holds_it(tmp_path: Path) -> None:
    async with club(tmp_path, key="invented-key-of-the-club") as there:
        card = (await there.http.get("/.well-known/agent.json")).json()
        by_id = {skill["id"]: skill for skill in card["skills"]}
        assert by_id[CODE]["authentication"]["type"] == "apiKey"
        assert "authentication" not in by_id[PLACES]
        body = {"message": message_of("Is it valid?", CODE, code="200-LIONS-U10-2627")}
        assert (await there.http.post("/tasks/send", json=body)).status_code == 401
        wrong = await there.http.post("/tasks/send", json=body, headers={"X-API-Key": "guess"})
        assert (wrong.status_code, wrong.json()["error"]["code"]) == (403, "forbidden")
        for header in ({"X-API-Key": "invented-key-of-the-club"}, {"Authorization": "Bearer invented-key-of-the-club"}):
            answer = await there.http.post("/tasks/send", json=body, headers=header)
            assert data_of(answer.json()) == {"status": "valid"}
            rows = await there.host.store.read(answer.json()["id"])
            assert not any(b"invented-key" in row.body for row in rows)
