"""The map assistant on the real server, asked over HTTP; every answer is held against the contract's rules."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx

from tests.serving import serving_here

SOGIS = "loket_demos.sogis.components:bundle"
ADDRESS = "Gehe zur Langendorfstrasse 19b in Solothurn"
DOOR = [2605899.0, 1229278.0]
STEP = {"intent", "status", "message", "mapActions", "choices"}
CHOICE = {"id", "label", "confidence", "mapActions", "data"}
ACTIONS = {
    "setView": {"center", "zoom", "crs"},
    "addMarker": {"id", "coord", "style"},
    "removeMarker": {"id"},
    "addLayer": {"id", "type", "source", "visible"},
    "removeLayer": {"id"},
    "setLayerVisibility": {"id", "visible"},
    "clearMap": set[str](),
}
WORST_LAST = ["ok", "needs_user_choice", "needs_clarification", "error"]


@dataclass(frozen=True)
class Talk:
    """A session of one person with the server behind `http`."""

    http: httpx.AsyncClient
    session: str = "user-42"
    owner: str = "a"
    path: str = "/chat"

    async def post(self, **body: Any) -> httpx.Response:
        asked = {"sessionId": self.session, **body}
        return await self.http.post(self.path, json=asked, headers=token(self.owner))

    async def say(self, text: str) -> dict[str, Any]:
        return checked(await self.post(userMessage=text))

    async def pick(self, choice: str) -> dict[str, Any]:
        return checked(await self.post(choiceId=choice))

    async def forget(self) -> httpx.Response:
        asked = {"sessionId": self.session}
        return await self.http.request("DELETE", "/api/chat", json=asked, headers=token(self.owner))

    def other(self, **changes: Any) -> "Talk":
        """Another session, person or path on the same server."""
        return replace(self, **changes)


def token(letter: str) -> dict[str, str]:
    """How one of the two people logs in."""
    return {"Authorization": f"Bearer {letter * 16}"}


@asynccontextmanager
async def talking(data: Path, **settings: Any) -> AsyncGenerator[Talk]:
    """The assistant, served until left; the same folder again is a restart."""
    told: dict[str, Any] = {"assistants": [SOGIS], "tokens": {"ann": "a" * 16, "ben": "b" * 16}, **settings}
    async with serving_here(data, headers=token("a"), **told) as here:
        yield Talk(here.http)


def checked(answer: httpx.Response) -> dict[str, Any]:
    """The body of an answer, after every rule that holds for each of them."""
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert set(told) == {"requestId", "overallStatus", "steps"}
    assert told["overallStatus"] == max((step["status"] for step in told["steps"]), key=WORST_LAST.index, default="ok")
    for step in told["steps"]:
        assert STEP <= set(step) <= {*STEP, "data"}
        assert isinstance(step["message"], str) and step["message"]
        assert isinstance(step["intent"], str) or step["status"] == "error"
        assert bool(step["mapActions"]) == (step["status"] == "ok")
        assert (len(step["choices"]) >= 2) == (step["status"] == "needs_user_choice") == bool(step["choices"])
        assert len({one["id"] for one in step["choices"]}) == len(step["choices"])
        for one in step["choices"]:
            assert {"id", "label", "confidence"} <= set(one) <= CHOICE and one["id"] and one["label"]
            assert one["confidence"] is None or 0 <= one["confidence"] <= 1
        for action in [*step["mapActions"], *(made for one in step["choices"] for made in one.get("mapActions", []))]:
            assert set(action) == {"type", "payload"} and set(action["payload"]) >= ACTIONS[action["type"]]
            assert action["payload"].get("crs", "EPSG:2056") == "EPSG:2056"
    return told


def status(told: dict[str, Any]) -> list[tuple[str, str]]:
    """Intent and status of each step."""
    return [(step["intent"], step["status"]) for step in told["steps"]]


def kinds(step: dict[str, Any]) -> list[str]:
    """The kinds of the commands of a step."""
    return [action["type"] for action in step["mapActions"]]
