"""`GET /events` and `POST /api/client-event` as a foreign page meets them: sessions, answers, names and garbage."""

import asyncio
import json
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from tests.overheid.foreign import SHELL, Reply, asked, listening
from tests.serving import Here, serving_here


@pytest.fixture
async def here(tmp_path: Path) -> AsyncGenerator[Here]:
    async with serving_here(tmp_path, web_port=5173) as here:
        yield here


async def sent(here: Here, body: Any, **headers: str) -> Reply:
    return await asked("POST", f"{here.url}/api/client-event", body, headers)


async def test_the_first_frames_are_the_session_and_home(here: Here) -> None:
    async with listening(here.url) as stream:
        first, second = await stream.next(), await stream.next()
        assert first == {"kind": "session/created", "sessionId": first["sessionId"]}
        assert UUID(first["sessionId"]).version == 4
        assert second.keys() == {"kind", "surfaceId", "title", "dataModel"}
        assert (second["kind"], second["surfaceId"], second["title"]) == ("surface/open", "home", "Overheid Assistants")
        model = second["dataModel"]
        assert (model["status"]["loading"], model["status"]["message"], model["status"]["step"]) == (False, "", "idle")
        assert isinstance(model["status"]["lastRefresh"], str) and model["results"] == []


async def test_every_connection_has_a_session_of_its_own(here: Here) -> None:
    async with listening(here.url) as one, listening(here.url) as other:
        await one.greeted()
        await other.greeted()
        assert one.session != other.session
        await one.send("toeslagen/check", "toeslagen")
        await one.until("done")
        await other.send("nav/open", surfaceId="bezwaar")
        assert (await other.next())["surfaceId"] == "bezwaar"
        assert "toeslagen" not in other.models


async def test_answers_of_the_client_event(here: Here) -> None:
    event = {"surfaceId": "home", "name": "nav/open", "payload": {"surfaceId": "toeslagen"}}
    async with listening(here.url) as stream:
        await stream.greeted()
        known = {"sessionId": stream.session}
        for body in (event, event | {"sessionId": None}, event | {"sessionId": ""}):
            assert (await sent(here, body)).status == 400
        for unknown in (str(uuid4()), "no uuid", "é"):
            assert (await sent(here, event | {"sessionId": unknown})).status == 404
        told = await sent(here, event | known)
        assert (told.status, told.json) == (200, {"ok": True})
        ignored = await sent(here, {**event, **known, "name": "genui/unheard_of"})
        assert (ignored.status, ignored.json) == (200, {"ok": True, "ignored": True})
        assert (await stream.next())["surfaceId"] == "toeslagen"


async def test_data_is_another_name_of_payload_and_the_action_of_a2ui_is_understood(here: Here) -> None:
    async with listening(here.url) as stream:
        await stream.greeted()
        known = {"sessionId": stream.session}
        await sent(here, known | {"name": "nav/open", "data": {"surfaceId": "bezwaar"}})
        assert (await stream.next())["surfaceId"] == "bezwaar"
        action = {
            "name": "nav/open",
            "surfaceId": "bezwaar",
            "sourceComponentId": "b",
            "timestamp": "2026-01-01T00:00:00Z",
        }
        told = await sent(here, known | {"version": "v0.9", "action": action | {"context": {"surfaceId": "toeslagen"}}})
        assert told.json == {"ok": True}
        assert (await stream.next())["surfaceId"] == "toeslagen"
        await sent(here, known | {"name": "nav/open"})
        assert (await stream.next())["surfaceId"] == "home"


@pytest.mark.parametrize("target", ["nowhere", "", None, 5, ["toeslagen"], {"a": 1}, "genui_drawing", "x" * 3000])
async def test_an_unknown_page_is_home(here: Here, target: object) -> None:
    async with listening(here.url) as stream:
        await stream.greeted()
        await stream.send("nav/open", surfaceId="toeslagen")
        await stream.next()
        await stream.send("nav/open", surfaceId=target)
        opened = await stream.next()
        assert (opened["kind"], opened["surfaceId"]) == ("surface/open", "home")


async def test_the_titles_of_the_surfaces(here: Here) -> None:
    async with listening(here.url) as stream:
        await stream.greeted()
        titles = {"home": stream.frames[1].data["title"]}
        for surface in ("toeslagen", "bezwaar"):
            await stream.send("nav/open", surfaceId=surface)
            titles[surface] = (await stream.next())["title"]
        assert titles == {
            "home": "Overheid Assistants",
            "toeslagen": "Toeslagen Check",
            "bezwaar": "Bezwaar Assistent",
        }


async def test_the_defaults_of_the_form(here: Here) -> None:
    async with listening(here.url) as stream:
        await stream.greeted()
        await stream.send("toeslagen/check", "toeslagen")
        form = (await stream.next())["dataModel"]["form"]
        wanted = {"regeling": "Huurtoeslag", "jaar": 2026, "situatie": "Alleenstaand", "loonOfVermogen": True}
        assert form | wanted == form
        await stream.until("done")
        found = stream.models["toeslagen"]["found"]["rules_lookup"]
        assert (found["regeling"], found["jaar"]) == ("Huurtoeslag", 2026)


async def test_reset_empties_the_surface_and_its_form(here: Here) -> None:
    async with listening(here.url) as stream:
        await stream.greeted()
        await stream.send("toeslagen/check", "toeslagen", regeling="Zorgtoeslag", jaar=2025)
        await stream.until("done")
        assert stream.models["toeslagen"]["results"]
        await stream.send("toeslagen/reset", "toeslagen")
        opened = await stream.next()
        assert (opened["kind"], opened["surfaceId"], opened["title"]) == (
            "surface/open",
            "toeslagen",
            "Toeslagen Check",
        )
        model = opened["dataModel"]
        assert (model["results"], model["history"], model["status"]["step"]) == ([], [], "idle")
        assert (model["form"]["regeling"], model["form"]["jaar"]) == ("Huurtoeslag", 2026)


LETTER = {"name": "bezwaar/analyse", "surfaceId": "bezwaar"}
WRONG: list[tuple[Any, int, str]] = [
    (b"", 400, "bad_json"),
    (b"{", 400, "bad_json"),
    (b"[]", 400, "bad_json"),
    (b"\xff\xfe", 400, "bad_json"),
    (b'{"name": NaN}', 400, "bad_json"),
    (b"[" * 900, 400, "bad_json"),
    (b"[" * 100_000, 413, "too_many_values"),
    (b'{"a":' * 500 + b"1" + b"}" * 500, 400, "too_deep"),
    ({"name": 3}, 400, "bad_event"),
    ({"name": "nav/open", "payload": "x"}, 400, "bad_event"),
    ({"name": "nav/open", "payload": [1]}, 400, "bad_event"),
    ({"name": "nav/open", "surfaceId": {"a": 1}}, 400, "bad_event"),
    ({"action": {"context": {}}}, 400, "bad_event"),
    ({"name": "question/answer", "payload": {}}, 400, "bad_answer"),
    ({"name": "question/answer", "payload": {"to": "3", "choice": "a", "text": "b"}}, 400, "bad_answer"),
    ({"name": "question/answer", "payload": {"to": 3, "choice": "again"}}, 400, "bad_answer"),
    (LETTER | {"payload": {"text": "a" * 100_001}}, 413, "too_large"),
    ({"name": "toeslagen/check", "payload": {"situatie": "a" * 100_001}}, 413, "too_large"),
    (LETTER | {"payload": {"text": ["a" * 1000] * 1100}}, 413, "too_large"),
    (b'{"name":"bezwaar/analyse","payload":{"text":"\\ud83d"}}', 400, "bad_json"),
]


@pytest.mark.parametrize(("body", "status", "code"), WRONG)
async def test_what_is_wrong_is_refused_with_a_code_and_starts_nothing(
    here: Here, body: Any, status: int, code: str
) -> None:
    async with listening(here.url) as stream:
        await stream.greeted()
        known = json.dumps({"sessionId": stream.session}).encode()[:-1]
        if isinstance(body, dict):
            body = body | {"sessionId": stream.session}
        elif body.startswith((b'{"a"', b'{"name":"')):
            body = known + b"," + body[1:]
        refused = await sent(here, body)
        assert (refused.status, refused.json["error"]["code"]) == (status, code), refused.body[:200]
        assert refused.json["error"]["text"]
        await stream.send("nav/open", surfaceId="bezwaar")
        assert (await stream.next())["surfaceId"] == "bezwaar"  # nothing came before it


async def test_an_answer_to_a_question_nobody_asked_wakes_nobody(here: Here) -> None:
    async with listening(here.url) as stream:
        await stream.greeted()
        await stream.send("question/answer", "toeslagen", to="99", choice="again")
        await stream.send("nav/open", surfaceId="toeslagen")
        assert (await stream.next())["surfaceId"] == "toeslagen"


async def test_the_same_idempotency_key_does_the_work_once(here: Here) -> None:
    async with listening(here.url) as stream:
        await stream.greeted()
        body = {"sessionId": stream.session, "name": "toeslagen/check", "surfaceId": "toeslagen", "payload": {}}
        for _ in range(2):
            assert (await sent(here, body, **{"Idempotency-Key": "k1"})).status == 200
        await stream.until("done")
        again = await sent(here, {**body, "payload": {"jaar": 2025}}, **{"Idempotency-Key": "k1"})
        assert (again.status, again.json["error"]["code"]) == (409, "key_reused")
        await stream.send("nav/open", surfaceId="home")
        assert (await stream.next())["surfaceId"] == "home"


async def test_pages_of_others_are_refused_and_the_shell_is_let_in(here: Here) -> None:
    body = {"sessionId": str(uuid4()), "name": "nav/open"}
    foreign = await sent(here, body, Origin="http://evil.example")
    assert (foreign.status, foreign.json["error"]["code"]) == (403, "wrong_origin")
    assert (await asked("GET", f"{here.url}/events", headers={"Origin": "http://evil.example"})).status == 403
    for origin in (SHELL, "http://localhost:5173", here.url.replace("127.0.0.1", "localhost"), here.url):
        wish = {
            "Origin": origin,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "content-type",
        }
        answer = await asked("OPTIONS", f"{here.url}/api/client-event", headers=wish)
        assert answer.status in (200, 204)
        assert answer.headers["access-control-allow-origin"] == origin
        assert "POST" in answer.headers["access-control-allow-methods"]
        assert "content-type" in answer.headers["access-control-allow-headers"].lower()


async def test_a_session_belongs_to_its_owner(tmp_path: Path) -> None:
    tokens = {"anna": "token-of-anna-0123456789", "bert": "token-of-bert-0123456789"}
    async with serving_here(tmp_path, tokens=tokens) as here:
        anna, bert = ({"Authorization": f"Bearer {token}"} for token in tokens.values())
        async with listening(here.url, Authorization=anna["Authorization"]) as stream:
            await stream.greeted()
            body = {"sessionId": stream.session, "name": "nav/open", "payload": {"surfaceId": "bezwaar"}}
            assert (await sent(here, body, **bert)).status == 404
            assert (await sent(here, body, **anna)).status == 200
            assert (await stream.next())["surfaceId"] == "bezwaar"
            assert (await sent(here, body, **bert)).status == 404
            async with listening(here.url, f"?sessionId={stream.session}", **bert) as other:
                await other.greeted()
                assert other.session != stream.session
        assert (await asked("GET", f"{here.url}/events")).status == 401


async def test_many_pages_come_and_go_and_leave_nothing_behind(here: Here) -> None:
    async def visit() -> None:
        async with listening(here.url) as stream:
            await stream.greeted()
            await stream.send("nav/open", surfaceId="toeslagen")
            await stream.next()
            assert readers()

    def readers() -> list[str]:
        names = [getattr(task.get_coro(), "__qualname__", "") for task in asyncio.all_tasks()]
        return [name for name in names if name.startswith("SurfaceStream.")]

    await asyncio.gather(*(visit() for _ in range(20)))
    async with asyncio.timeout(10):
        while readers():  # noqa: ASYNC110 - who left is seen by looking
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("first", [0, 1])
async def test_the_door_shows_the_pages_of_its_own_assistant_whichever_package_comes_first(
    tmp_path: Path, first: int
) -> None:
    packages = ["loket_demos.overheid.components:bundle", "tests.library:bundle"]
    async with serving_here(tmp_path, assistants=packages[::-1] if first else packages) as here:
        async with listening(here.url) as stream:
            await stream.greeted()
            assert stream.frames[1].data["title"] == "Overheid Assistants"
            await stream.send("nav/open", surfaceId="library")
            assert (await stream.next())["surfaceId"] == "home", "a page of the other package is not there"
            await stream.send("nav/open", surfaceId="toeslagen")
            assert (await stream.next())["surfaceId"] == "toeslagen"
        async with listening(here.url, f"?sessionId={stream.session}") as again:
            await again.opened("toeslagen")
