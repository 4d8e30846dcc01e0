"""The library counter: its question, its approval, its two frames, what a refusal does, and the same over HTTP."""

from pathlib import Path

from loket.core.data import JsonObject
from loket.core.events import CallStarted
from loket.house.bundle import Services
from tests.examples.counter import Talk, talking
from tests.library import bundle
from tests.library.tools import BOOKS
from tests.serving import serving_here


async def model(talk: Talk) -> JsonObject:
    surfaces: JsonObject = (await talk.view("screen"))["surfaces"]
    return surfaces["library"]["model"]


async def test_a_book_is_chosen_approved_and_reserved() -> None:
    async with talking(bundle(Services())) as talk:
        await talk.say("Borrow Multatuli")
        (question,) = await talk.open()
        assert [choice["id"] for choice in question["choices"]] == ["b1", "b2"]
        assert (await model(talk))["line"] == "Found: Max Havelaar, Ideas"
        await talk.answer(choice="b2")
        (held,) = await talk.open()
        assert (held["held"]["tool"], held["held"]["args"]) == ("reserve", {"book": "b2"})
        assert (await model(talk))["receipt"] == ""
        assert not any(isinstance(record.event, CallStarted) for record in await talk.records())
        await talk.answer(approve=True)
        (started,) = [r.event for r in await talk.records() if isinstance(r.event, CallStarted)]
        number = started.key[:8]
        assert await talk.last() == f"Ideas waits for you on shelf R 13. Your number is {number}."
        assert (await model(talk))["receipt"] == f"Reserved, number {number}."
        assert (await talk.view("steps"))["status"] == "ok"


async def test_one_book_needs_no_choice() -> None:
    async with talking(bundle(Services())) as talk:
        await talk.say("reserve Havelaar")
        (held,) = await talk.open()
        assert held["held"]["args"] == {"book": "b1"}


async def test_what_was_edited_is_what_is_told() -> None:
    async with talking(bundle(Services())) as talk:
        await talk.say("borrow Havelaar")
        await talk.answer(edit={"book": "b3"})
        assert (await talk.last()).startswith(f"{BOOKS['b3']['title']} waits for you on shelf R 3.")


async def test_a_refusal_ends_the_flow_and_is_no_failure() -> None:
    async with talking(bundle(Services())) as talk:
        await talk.say("borrow Havelaar")
        await talk.answer(refuse=True)
        assert await talk.open() == []
        assert await talk.last() == "Not done, as you wished. What was found so far is kept."
        assert (await talk.view("steps"))["status"] == "ok"
        assert not any(isinstance(record.event, CallStarted) for record in await talk.records())


async def test_words_that_fit_no_book_say_what_to_do() -> None:
    async with talking(bundle(Services())) as talk:
        await talk.say("borrow nothing-like-it")
        assert await talk.open() == []
        assert (await talk.last()).endswith("Try one word of the title.")


async def test_other_words_are_answered_with_what_can_be_done() -> None:
    async with talking(bundle(Services())) as talk:
        await talk.say("hello")
        assert await talk.last() == "Say for instance: borrow Havelaar. I can help with: Borrow a book."
        assert (await talk.view("steps"))["status"] == "needs_clarification"
        await talk.say("borrow Havelaar")
        (held,) = await talk.open()
        assert held["held"]["args"] == {"book": "b1"}


async def test_it_is_served_over_http(tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=["tests.library:bundle"]) as here:
        (listed,) = (await here.http.get("/api/assistants")).json()["items"]
        assert (listed["name"], listed["surfaces"][0]["id"]) == ("library", "library")
        made = await here.http.post("/api/conversations", json={"assistant": "library"})
        url = f"/api/conversations/{made.json()['id']}"
        told = await here.http.post(f"{url}/events", json={"kind": "user_said", "text": "borrow Havelaar"})
        await here.engine.settled(made.json()["id"], told.json()["seq"], 10)
        held = [r for r in (await here.http.get(f"{url}/events")).json()["items"] if r["event"]["kind"] == "held"]
        approved = {"kind": "answered", "to": str(held[0]["seq"]), "approve": True}
        told = await here.http.post(f"{url}/events", json=approved)
        await here.engine.settled(made.json()["id"], told.json()["seq"], 10)
        last = (await here.http.get(f"{url}/events")).json()["items"][-1]["event"]
        assert last["action"]["text"].startswith("Max Havelaar waits for you on shelf R 12.")
