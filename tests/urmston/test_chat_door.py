"""The chat stream of the personal assistant: its events in order, sessions, choices, and bodies that can't be read."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import httpx
import pytest
from starlette.applications import Starlette

from loket.doors.auth import Access, Guard
from loket.house.house import House
from loket.house.sse import pieces
from loket_demos.urmston.doors.chat import ChatDoor
from tests.servers import serving
from tests.urmston.street import Directory, Site, Street, club_site, skill, street

DEMO = "Can my 10-year-old son Seb join Urmston Town Juniors FC?"


@asynccontextmanager
async def chatting(there: Street, ping: float = 15.0) -> AsyncGenerator[httpx.AsyncClient]:
    door = ChatDoor(House.of(there.host), "urmston", "Personal assistant", ping)
    app = Guard(Starlette(routes=door.routes()), Access(tokens={"a" * 16: "ann", "b" * 16: "ben"}))
    async with serving(app) as url, httpx.AsyncClient(base_url=url, headers=token("a"), timeout=20) as http:
        yield http


def token(letter: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {letter * 16}"}


async def events(http: httpx.AsyncClient, message: str, **more: Any) -> list[dict[str, Any]]:
    answer = await http.post("/chat/stream", json={"user_message": message, **more})
    assert answer.status_code == 200, answer.text
    return frames(answer.text)


def frames(body: str) -> list[dict[str, Any]]:
    return [json.loads(frame.removeprefix("data: ")) for frame in body.split("\n\n") if frame.startswith("data: ")]


def final(told: list[dict[str, Any]]) -> dict[str, Any]:
    assert [one["event_type"] for one in told].count("final_output") == 1
    assert told[-1]["event_type"] == "final_output"
    return told[-1]["data"]


async def test_the_five_steps_are_seen_with_reason_request_and_response() -> None:
    club = club_site()
    async with street(club) as there, chatting(there) as http:
        answer = await http.post("/chat/stream", json={"user_message": DEMO, "history": []})
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["x-accel-buffering"] == "no"
        told = frames(answer.text)
    assert all(set(one) == {"event_type", "data"} for one in told)
    traces = [one["data"] for one in told if one["event_type"] == "TraceEvent"]
    assert [(one["step"], one["status"]) for one in traces] == [
        ("search", "started"),
        ("search", "done"),
        ("discover", "started"),
        ("discover", "done"),
        ("choose", "done"),
        ("invoke", "started"),
        ("invoke", "done"),
        ("answer", "done"),
    ]
    assert all(one["reasoning"] for one in traces if "calls" in one or one["step"] in ("choose", "answer"))
    assert traces[0]["calls"][0]["request"] == {"query": "Urmston Town Juniors FC official website"}
    assert traces[5]["calls"][0]["request"]["skill_id"] == "check_team_availability_v1"
    assert traces[6]["response"]["result_data"]["team_name"] == "U10 Lions"
    names = [one["data"]["agent_name"] for one in told if one["event_type"] == "AgentUpdatedStreamEvent"]
    assert names == ["Personal assistant", "Urmston Town Juniors FC Agent", "Personal assistant"]
    words = "".join(one["data"]["delta"] for one in told if one["event_type"] == "RawResponsesStreamEvent")
    assert words == final(told)["final_output"]
    assert "U10 Lions" in words and "coach@example.com" in words


async def test_a_session_goes_on_and_belongs_to_its_owner() -> None:
    club = club_site()
    async with street(club) as there, chatting(there) as http:
        first = final(await events(http, DEMO, session_id="talk"))
        assert first["session_id"] == "talk"
        await events(http, "and for age 7?", session_id="talk")
        assert len(there.search.asked) == 1
        again = final(await events(http, "Is the U12 Panthers full?", session_id=first["conversation"]))
        assert again["conversation"] == first["conversation"]
        answer = await http.post(
            "/chat/stream", json={"user_message": "and for age 8?", "session_id": "talk"}, headers=token("b")
        )
        assert final(frames(answer.text))["conversation"] != first["conversation"]
    ages = [task["message"]["parts"][1]["data"]["parameters"].get("age") for task in club.tasks]
    assert ages[:3] == [10, 7, None]


async def test_a_talk_the_client_kept_itself_is_taken_over() -> None:
    club = club_site()
    history = [
        {"role": "user", "content": "My daughter is 9 years old."},
        {"role": "assistant", "content": "Good to know."},
    ]
    async with street(club) as there, chatting(there) as http:
        told = await events(http, "Can she join Urmston Town Juniors FC?", history=history, last_agent_name="x")
        assert "U9 Lions" in final(told)["final_output"]


async def test_a_question_names_its_choices_and_a_choice_answers_it() -> None:
    book = skill("book", "Books a table.", "people", people={"type": "integer", "description": "Number of people"})
    dinner = Site("Saffron Table", skills=[book], says="Booked.")
    async with street(dinner) as there, chatting(there) as http:
        asked = final(await events(http, "Book a table at Saffron Table for 3 people", session_id="s"))
        assert [choice["id"] for choice in asked["choices"]] == ["approve", "refuse"]
        assert dinner.tasks == []
        done = final(await events(http, asked["choices"][0]["label"], session_id="s"))
        assert "Booked." in done["final_output"]
        assert "question" not in done


async def test_a_held_call_is_approved_by_a_yes() -> None:
    elsewhere, club = club_site(), club_site()
    async with street(elsewhere), street(club) as there, chatting(there) as http:
        club.base = elsewhere.url
        asked = final(await events(http, DEMO, session_id="s"))
        assert [choice["id"] for choice in asked["choices"]] == ["approve", "refuse"]
        assert elsewhere.tasks == []
        assert "U10 Lions" in final(await events(http, "yes", session_id="s"))["final_output"]


async def test_the_same_key_is_the_same_message() -> None:
    club = club_site()
    async with street(club) as there, chatting(there) as http:
        for _ in range(2):
            answer = await http.post(
                "/chat/stream", json={"user_message": DEMO, "session_id": "s"}, headers={"Idempotency-Key": "k"}
            )
            assert "U10 Lions" in final(frames(answer.text))["final_output"]
    assert len(club.tasks) == 1


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"no json",
        b"[]",
        b"{}",
        b'{"user_message": ""}',
        b'{"user_message": 5}',
        b'{"user_message": "x", "history": 1}',
    ],
)
async def test_bodies_that_cannot_be_read_are_refused(body: bytes) -> None:
    async with street() as there, chatting(there) as http:
        answer = await http.post("/chat/stream", content=body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "invalid_request")


async def test_a_stream_that_waits_says_that_it_lives() -> None:
    gate = anyio.Event()

    class Slow(Site):
        """Answers when the gate opens."""

    club = Slow(**club_site().__dict__)
    serve = club.serve

    async def later(asked: Any) -> bytes:
        if asked.target == "/tasks/send":
            await gate.wait()
        return serve(asked)

    club.serve = later  # pyright: ignore[reportAttributeAccessIssue]
    async with street(club) as there, chatting(there, ping=0.05) as http:
        body = ""
        async with http.stream("POST", "/chat/stream", json={"user_message": DEMO}) as answer:
            async for text in answer.aiter_text():
                body += text
                if ": ping\n\n" in body:
                    gate.set()
        assert "U10 Lions" in final(frames(body))["final_output"]


async def test_a_client_that_leaves_does_not_stop_the_work() -> None:
    club = club_site()
    async with street(club) as there, chatting(there) as http:
        async with http.stream("POST", "/chat/stream", json={"user_message": DEMO, "session_id": "s"}) as answer:
            async for _ in answer.aiter_bytes():
                break
        told = await events(http, "and for age 7?", session_id="s")
        assert "U7 Lions" in final(told)["final_output"]
    assert len(club.tasks) == 2


def test_pieces_end_with_words_and_are_the_text() -> None:
    text = "word " * 50 + "x" * 200
    assert "".join(pieces(text)) == text
    assert all(piece.endswith(" ") for piece in list(pieces(text))[:-1])
    assert list(pieces("")) == []


@pytest.mark.parametrize(
    ("message", "why", "yes", "no"),
    [
        ("Can my 10-year-old son join {club}?", "wants to be asked at another site", "Yes, ask it", "No"),
        ("Kan mijn zoon van 10 bij {club} voetballen?", "wil op een andere site gevraagd worden", "ja", "nee"),
        ("Kann mein Sohn, 10 Jahre, bei {club} mitspielen?", "auf einer anderen Seite gefragt werden", "ja", "nein"),
        ("O meu filho de 10 anos pode jogar no {club}?", "ser consultado em outro site", "sim", "não"),
    ],
)
async def test_a_card_of_another_site_is_agreed_to_in_words(message: str, why: str, yes: str, no: str) -> None:
    elsewhere, club = club_site(), club_site()
    async with street(elsewhere), street(club, search=Directory([club])) as there, chatting(there) as http:
        club.base = elsewhere.url
        text = message.format(club="Urmston Town Juniors FC")
        asked = final(await events(http, text))
        assert why in asked["final_output"]
        assert [one["id"] for one in asked["choices"]] == ["approve", "refuse"]
        await events(http, no, session_id=asked["session_id"])
        assert elsewhere.tasks == []
        asked = final(await events(http, text))
        answered = final(await events(http, yes, session_id=asked["session_id"]))
        assert "U10 Lions" in answered["final_output"]
    assert len(elsewhere.tasks) == 1


async def test_a_session_that_was_erased_begins_anew_as_often_as_that_happens() -> None:
    async with street(club_site()) as there, chatting(there) as http:
        seen: list[str] = []
        for _ in range(3):
            told = await events(http, "My name is Wilhelmina", session_id="mine")
            again = await events(http, "Hello", session_id="mine")
            conversation = await there.host.store.entries(owner="ann")
            assert len(conversation) == 1 and told and again, "one talk at a time"
            seen.append(conversation[0].conversation)
            await there.host.erase(seen[-1])
        assert len(set(seen)) == 3
        given = final(await events(http, "Hello"))["session_id"]
        await there.host.erase(given)
        assert final(await events(http, "Hello", session_id=given))["session_id"] == given
