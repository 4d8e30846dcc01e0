"""What people, programs and the world do to the chat: many at once, nonsense, a lost server, a planner that breaks."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.serving import serving_child
from tests.sogis.talking import ADDRESS, DOOR, SOGIS, Talk, status, talking


async def test_a_choice_outlives_a_server_that_is_killed(server_data: Path) -> None:
    env = {"LOKET_ASSISTANTS": SOGIS}
    async with (
        serving_child(server_data, env=env) as server,
        httpx.AsyncClient(base_url=server.url, timeout=20) as http,
    ):
        asked = await Talk(http).say("Lade die ÖREB-Auszüge für die Parzelle 1234")
        assert status(asked) == [("oereb_extract", "needs_user_choice")]
        await server.kill()
    async with (
        serving_child(server_data, env=env) as server,
        httpx.AsyncClient(base_url=server.url, timeout=20) as http,
    ):
        talk = Talk(http)
        told = await talk.pick(asked["steps"][0]["choices"][1]["id"])
        assert (status(told), told["requestId"]) == ([("oereb_extract", "ok")], asked["requestId"])
        assert (await http.get(told["steps"][0]["data"]["pdfUrl"])).status_code == 200
        assert status(await talk.say("und noch einen Grundbuchplan")) == [("cadastral_plan", "ok")]


async def test_a_choice_that_is_picked_by_many_at_once_is_picked_once(server_data: Path) -> None:
    async with talking(server_data) as talk:
        asked = await talk.say("Langendorfrasse")
        ids = [one["id"] for one in asked["steps"][0]["choices"]]
        told = await asyncio.gather(*(talk.pick(id) for id in ids[:6]))
        assert sorted(one["overallStatus"] for one in told) == ["error"] * 5 + ["ok"]


async def test_many_sessions_at_once_get_their_own_answers_in_order(server_data: Path) -> None:
    numbers = ["1", "3", "5", "7", "9", "11"]
    async with talking(server_data) as talk:

        async def person(name: str, seed: int) -> list[bool]:
            mine, right = talk.other(session=name), list[bool]()
            for number in random.Random(seed).sample(numbers, 3):
                told = await mine.say(f"Gehe zur Langendorfstrasse {number} in Solothurn")
                plan = await mine.say("Kann ich hier bohren?")
                at = told["steps"][0]["mapActions"][1]["payload"]["coord"]
                right.append(f"Langendorfstrasse {number}," in told["steps"][0]["message"])
                right.append(plan["steps"][0]["mapActions"][1]["payload"]["coord"] == at)
            return right

        answers = await asyncio.gather(*(person(f"person-{one}", one) for one in range(8)))
    assert all(right for told in answers for right in told)


async def test_requests_of_one_session_wait_for_each_other_also_to_be_forgotten(server_data: Path) -> None:
    async with talking(server_data) as talk:
        first, gone, second = await asyncio.gather(
            talk.say(ADDRESS), talk.forget(), talk.say("Kann ich hier eine Erdwärmesonde bohren?")
        )
        assert (status(first), gone.status_code) == ([("goto_address", "ok")], 204)
        assert second["overallStatus"] == "needs_clarification", "what came after has nothing of what was before"
        assert first["requestId"] != second["requestId"]
        kept = (await talk.http.get("/api/conversations")).json()["items"]
        assert len(kept) == 1, "the conversation is erased, not only left"


async def test_a_session_belongs_to_one_person_whatever_others_call_theirs(server_data: Path) -> None:
    async with talking(server_data) as talk:
        mine, theirs = talk, talk.other(owner="b")
        asked = await mine.say("Lade die ÖREB-Auszüge für die Parzelle 1234")
        choice = asked["steps"][0]["choices"][0]["id"]
        assert status(await theirs.pick(choice)) == [(None, "error")]
        assert (await theirs.forget()).status_code == 204
        assert status(await mine.pick(choice)) == [("oereb_extract", "ok")]
        assert (await talk.http.post("/chat", json={}, headers={"Authorization": "Bearer x"})).status_code == 401


async def test_a_request_that_is_sent_twice_is_answered_twice_the_same_and_done_once(server_data: Path) -> None:
    async with talking(server_data) as talk:
        asked = {"sessionId": talk.session, "userMessage": "Lade die Wildtierkorridore"}
        sent = [await talk.http.post("/chat", json=asked, headers={"Idempotency-Key": "k1"}) for _ in range(2)]
        assert sent[0].json() == sent[1].json()
        other = await talk.http.post("/chat", json=asked, headers={"Idempotency-Key": "k2"})
        assert other.json()["requestId"] != sent[0].json()["requestId"]
        choices = (await talk.say("Lade die ÖREB-Auszüge für die Parzelle 1234"))["steps"][0]["choices"]
        picked = {"sessionId": talk.session, "choiceId": choices[0]["id"]}
        sent = [await talk.http.post("/chat", json=picked, headers={"Idempotency-Key": "k3"}) for _ in range(2)]
        assert sent[0].json() == sent[1].json()
        assert status(sent[0].json()) == [("oereb_extract", "ok")]
        late = {"sessionId": talk.session, "choiceId": choices[1]["id"]}
        sent = [await talk.http.post("/chat", json=late, headers={"Idempotency-Key": "k4"}) for _ in range(2)]
        assert sent[0].json() == sent[1].json()
        assert status(sent[0].json()) == [(None, "error")]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b"", "body"),
        (b"null", "body"),
        (b'{"sessionId": "a", "userMessage": "x"', "body"),
        (b"[" * 900, "body"),
        (b'{"sessionId": "\\ud800", "userMessage": "x"}', "body"),
        ('{"sessionId": "a", "userMessage": "x"}'.encode("utf-16"), "body"),
        (json.dumps({"sessionId": None, "userMessage": "x"}).encode(), "sessionId"),
        (json.dumps({"sessionId": "s" * 201, "userMessage": "x"}).encode(), "sessionId"),
        (json.dumps({"sessionId": "a", "userMessage": ["x"]}).encode(), "userMessage"),
        (json.dumps({"sessionId": "a", "userMessage": "x" * 100_001}).encode(), "userMessage"),
        (json.dumps({"sessionId": "a", "choiceId": "c" * 201}).encode(), "choiceId"),
    ],
)
async def test_more_that_can_not_be_read(server_data: Path, body: bytes, field: str) -> None:
    async with talking(server_data) as talk:
        for method, path in (("POST", "/chat"), ("POST", "/api/chat")):
            answer = await talk.http.request(method, path, content=body)
            assert answer.status_code == 400
            assert answer.json()["error"]["text"].startswith(f"{field}:")
        if field in ("body", "sessionId"):
            assert (await talk.http.request("DELETE", "/api/chat", content=body)).status_code == 400
        assert (await talk.http.get("/api/conversations")).json()["items"] == [], "nothing was begun"


@pytest.mark.parametrize(
    "words",
    [
        "Gehe zur Langendorfstrasse 19b in Solothurn " + "und dann " * 1_100,
        "ö" * 10_000,
        "Parzelle 1234 " * 700,
        "\x00\x01\x02",
        "\u202eSolothurn\u202c \u200b",
        "' OR 1=1; DROP TABLE parcels; --",
        "{asked} {0.__class__} %s",
        "[Link](javascript:alert(1))",
    ],
    ids=["10000 characters", "one word", "many requests", "signs", "turned round", "sql", "braces", "link"],
)
async def test_any_words_get_steps_and_leave_the_session_usable(server_data: Path, words: str) -> None:
    async with talking(server_data) as talk:
        told = await talk.say(words)
        assert 1 <= len(told["steps"]) <= 10
        assert status(await talk.say(ADDRESS)) == [("goto_address", "ok")]


async def test_marks_in_names_stay_words(server_data: Path) -> None:
    name = "<img src=x onerror=alert(1)>gasse"
    async with talking(server_data) as talk:
        answer = await talk.post(userMessage=f"Gehe zur {name} 7 in Solothurn")
        assert answer.headers["content-type"] == "application/json"
        step, left = answer.json()["steps"]
        assert (step["status"], "gasse 7" in step["message"]) == ("error", True)
        assert "Davon habe ich nicht verstanden" in left["message"]
        assert "<" not in step["message"] + left["message"], "of a name only its words are searched for and told"


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("Gehe zu 2605899 / 1229278", "ok"),
        ("Gehe zu 605899 / 229278", "ok"),
        ("Gehe zu 47.2149, 7.5296", "ok"),
        ("Gehe zu 2905899 / 1029278", "error"),
        ("Gehe zu 48.8566, 2.3522", "error"),
        ("Gehe zu 0.0, 0.0", "error"),
        ("Gehe zu -47.2, 7.5", "error"),
    ],
)
async def test_a_coordinate_is_shown_in_the_national_grid_or_refused(
    server_data: Path, words: str, wanted: str
) -> None:
    async with talking(server_data) as talk:
        told = await talk.say(f"{words} und lade die Wildtierkorridore")
    assert status(told) == [("goto_address", wanted), ("load_layer", "ok")]
    if wanted == "ok":
        east, north = told["steps"][0]["mapActions"][0]["payload"]["center"]
        assert abs(east - DOOR[0]) < 3_000 and abs(north - DOOR[1]) < 3_000
    else:
        assert "liegt nicht in der Schweiz" in told["steps"][0]["message"]


@pytest.mark.parametrize(("word", "intent"), [("intent", "make_coffee"), ("tool", None), ("break", None)])
async def test_a_plan_that_nobody_understands_is_an_error_step(
    server_data: Path, word: str, intent: str | None
) -> None:
    async with talking(server_data, assistants=["tests.sogis.broken:bundle"]) as talk:
        told: dict[str, Any] = await talk.say(word)
    assert told["overallStatus"] == "error"
    assert [step["intent"] for step in told["steps"] if step["status"] == "error"] == [intent]
