"""A planner of one's own: words in the making, a specialist that may ask, and an assistant without any screen."""

import json
from pathlib import Path

from loket.core.actions import Say
from loket.core.events import Decided
from loket.house.bundle import Services
from tests.examples.counter import talking
from tests.planners.own_planner import bundle
from tests.serving import serving_here

ANSWER = "3 km is about 36 minutes on foot."


async def test_the_specialist_works_in_a_scope_of_its_own_and_the_guide_answers() -> None:
    async with talking(bundle(Services())) as talk:
        await talk.say("It is 3 km")
        decided = [(r.scope, r.event) for r in await talk.records() if isinstance(r.event, Decided)]
        assert [(scope, event.action.kind) for scope, event in decided] == [
            ("/", "call"),
            ("/3.walk/", "done"),
            ("/", "say"),
        ]
        last = decided[-1][1]
        assert isinstance(last.action, Say) and last.action.text == ANSWER
        assert last.draft is not None, "its words were shown while they were written"


async def test_free_words_answer_the_question_of_the_specialist() -> None:
    async with talking(bundle(Services())) as talk:
        await talk.say("Is it far?")
        (question,) = await talk.open()
        assert question["text"] == "How many kilometres is it?"
        await talk.say("3")
        assert await talk.open() == []
        last = (await talk.records())[-1].event
        assert isinstance(last, Decided) and isinstance(last.action, Say) and last.action.text == ANSWER


async def test_a_watcher_sees_the_words_while_they_are_written(tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=["tests.planners.own_planner:bundle"]) as here:
        made = (await here.http.post("/api/conversations", json={"assistant": "guide"})).json()["id"]
        url = f"/api/conversations/{made}/events"
        words = ""
        async with here.http.stream("GET", url, headers={"Accept": "text/event-stream"}) as stream:
            await here.http.post(url, json={"kind": "user_said", "text": "It is 3 km"})
            async for line in stream.aiter_lines():
                data = json.loads(line[6:]) if line.startswith("data: ") else {}
                words += data.get("text", "") if data.get("kind") == "delta" else ""
                if data.get("event", {}).get("action", {}).get("kind") == "say":
                    break
        assert words == ANSWER
