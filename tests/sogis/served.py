"""The map assistant on the real server: sessions of people who talk with it over HTTP."""

from dataclasses import dataclass
from typing import Any

import httpx

SOGIS = "loket_assistants.sogis.components:bundle"


@dataclass
class Talker:
    """A session of one person with the server behind `http`."""

    http: httpx.AsyncClient
    session: str = "user-42"
    path: str = "/chat"

    async def post(self, **body: Any) -> httpx.Response:
        return await self.http.post(self.path, json={"sessionId": self.session, **body})

    async def say(self, text: str) -> dict[str, Any]:
        return checked(await self.post(userMessage=text))

    async def pick(self, choice: str) -> dict[str, Any]:
        return checked(await self.post(choiceId=choice))


def checked(answer: httpx.Response) -> dict[str, Any]:
    """The body of an answer, after every rule that holds for each of them (the contract's checklist, 2 to 8)."""
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert set(told) == {"requestId", "overallStatus", "steps"}
    for step in told["steps"]:
        assert {"intent", "status", "message", "mapActions", "choices"} <= set(step) <= {*STEP, "data"}
        assert isinstance(step["message"], str) and step["message"]
        assert bool(step["mapActions"]) == (step["status"] == "ok")
        assert (len(step["choices"]) >= 2) == (step["status"] == "needs_user_choice") == bool(step["choices"])
        assert len({one["id"] for one in step["choices"]}) == len(step["choices"])
        for one in step["choices"]:
            assert set(one) <= {"id", "label", "confidence", "mapActions", "data"} and one["id"] and one["label"]
            assert one["confidence"] is None or 0 <= one["confidence"] <= 1
        for action in [*step["mapActions"], *(made for one in step["choices"] for made in one.get("mapActions", []))]:
            assert set(action) == {"type", "payload"} and action["type"] in ACTIONS
    order = ["ok", "needs_user_choice", "needs_clarification", "error"]
    assert told["overallStatus"] == max((step["status"] for step in told["steps"]), key=order.index, default="ok")
    return told


STEP = {"intent", "status", "message", "mapActions", "choices"}
ACTIONS = {
    "setView",
    "addMarker",
    "removeMarker",
    "addLayer",
    "removeLayer",
    "setLayerVisibility",
    "clearMap",
}


def status(told: dict[str, Any]) -> list[tuple[str, str]]:
    """Intent and status of each step."""
    return [(step["intent"], step["status"]) for step in told["steps"]]


def kinds(step: dict[str, Any]) -> list[str]:
    """The kinds of the commands of a step."""
    return [action["type"] for action in step["mapActions"]]
