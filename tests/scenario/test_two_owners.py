"""Two owners at one server: what is one's own in the library, in rooms and among exchanges is not there for the other,
to be read or to be changed."""

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from loket.core.exchange import RawExchange
from loket.house.bundle import Services
from loket.house.house import House
from loket_demos.scenario.bridge import CounterpartTool, config64
from loket_demos.scenario.counterpart import NoCounterpart, side_of
from loket_demos.scenario.gates import gates
from loket_demos.scenario.library import shipped
from loket_demos.scenario.rooms import RoomMessage, Rooms
from tests.scenario.bridges import WORDS, serve
from tests.scenario.gatehouse import EDIT, Gatehouse, gatehouse

LIBRARY, ROOM, EXCHANGES = "/api/scenarios", "/api/rooms/blue", "/api/scenario/exchanges"


def scenario(title: str) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(json.dumps(shipped()["lost-delivery"]))
    made["metadata"] |= {"id": "mine", "title": title}
    return {"config": made}


async def title(at: Gatehouse, owner: str) -> str:
    return (await at.ask("GET", f"{LIBRARY}/mine", owner=owner)).json()["config"]["metadata"]["title"]


async def test_a_scenario_of_one_is_not_in_the_library_of_the_other() -> None:
    made = gates(Services(None, {"LOKET_SCENARIO_EDIT_TOKEN": EDIT}))
    [played] = [tool for tool in made.inner if isinstance(tool, CounterpartTool)]
    async with gatehouse(made=made) as at:
        assert (await at.ask("POST", LIBRARY, scenario("Anna's"))).status_code == 201
        assert "mine" not in (await at.ask("GET", LIBRARY, owner="b")).text
        tries = (
            ("GET", "mine", None),
            ("PUT", "mine", scenario("Bert's")),
            ("DELETE", "mine", None),
            ("POST", "mine/restore", None),
        )
        for method, path, body in tries:
            answer = await at.ask(method, f"{LIBRARY}/{path}", body, owner="b", X_Edit_Token=EDIT)
            assert answer.status_code == 404, (method, answer.text)
        with pytest.raises(NoCounterpart, match="There is no scenario mine"):
            await played.counterparts.scenario("bert", "mine")
        assert (await at.ask("POST", LIBRARY, scenario("Bert's"), owner="b")).status_code == 201
        assert (await title(at, "a"), await title(at, "b")) == ("Anna's", "Bert's")
        assert (await at.ask("DELETE", f"{LIBRARY}/mine", owner="b")).status_code < 300
        assert await title(at, "a") == "Anna's"


async def test_a_lease_of_one_opens_nothing_for_the_other() -> None:
    rooms = Rooms()
    async with gatehouse(made=gates(Services(), rooms)) as at:
        lease = (await at.ask("POST", f"{ROOM}/lease")).json()["lease"]
        words = RoomMessage(id="m1", conversation="c", task=2, text="For Anna's eyes")
        asking = asyncio.create_task(rooms.ask("anna", "blue", words))
        await asyncio.sleep(0)
        reply = {"lease": lease, "message": "m1", "text": "From Bert"}
        tries = (
            ("PUT", f"{ROOM}/lease/{lease}", None),
            ("GET", f"{ROOM}/events?lease={lease}", None),
            ("POST", f"{ROOM}/replies", reply),
        )
        theirs = ""
        for _ in range(2):  # without a room of that name, and with one
            for method, path, body in tries:
                answer = await at.ask(method, path, body, owner="b")
                assert answer.status_code in (404, 410) and "Anna" not in answer.text, (method, answer.text)
            await at.ask("DELETE", f"{ROOM}/lease/{lease}", owner="b")
            theirs = (await at.ask("POST", f"{ROOM}/lease", {"takeover": True}, owner="b")).json()["lease"]
            assert theirs != lease
        rooms.renew("anna", "blue", lease)  # nobody else gave it back, or took it over
        own = {"lease": theirs, "message": "m1", "text": "From Bert"}
        assert (await at.ask("POST", f"{ROOM}/replies", own, owner="b")).status_code == 404
        assert (await at.ask("POST", f"{ROOM}/replies", {**reply, "text": "From Anna"})).status_code == 200
        assert (await asking).text == "From Anna"


@pytest.mark.parametrize("deed", ["", "/send"])
async def test_an_exchange_of_one_is_neither_read_nor_sent_again_by_the_other(deed: str) -> None:
    made = gates(Services())
    async with gatehouse(made=made) as at:
        talk = await at.host.start("anna", "scenario.bridge")
        began = datetime(2026, 11, 23, tzinfo=UTC)
        about = {"id": "x", "ours": True, "url": "https://a.example", "method": "message/send", "took_ms": 1}
        kept = RawExchange.model_validate({**about, "started": began, "request": '{"id": 1, "words": "Anna\'s"}'})
        await made.exchanges.keep("anna", talk, kept)
        [line] = (await at.ask("GET", f"{EXCHANGES}?conversation={talk}")).json()["exchanges"]
        method, path = ("POST" if deed else "GET"), f"{EXCHANGES}/{talk}/{line['name']}{deed}"
        answer = await at.ask(method, path, owner="b")
        assert answer.status_code == 404 and "Anna" not in answer.text
        listed = (await at.ask("GET", f"{EXCHANGES}?conversation={talk}&q=words", owner="b")).json()
        assert listed["exchanges"] == []
        assert await at.host.store.entries(owner="bert") == [], "nothing was begun for it"
        assert (await at.ask(method, path)).status_code < 300


async def test_the_side_that_is_played_for_one_is_not_there_for_the_other(tmp_path: Path) -> None:
    async with serve(tmp_path, tokens={"anna": "a" * 16, "bert": "b" * 16}) as at:
        at.http.headers["authorization"] = f"Bearer {'a' * 16}"
        config = config64({"scenarioId": "lost-delivery", "unlisted": True})
        task = await at.send(WORDS[0], "m1", config=config)
        side = side_of(House.of(at.host), "anna", task["id"])
        runs, talks = f"{at.url}/api/scenario/runs/{side}", f"{at.url}/api/conversations/{side}"
        assert (await at.http.get(runs)).status_code == 200
        asked = ("GET", runs), ("GET", f"{runs}/events"), ("POST", f"{runs}/begin"), ("POST", f"{runs}/stop")
        asked = *asked, ("POST", f"{runs}/change"), ("GET", talks), ("GET", f"{talks}/events"), ("DELETE", talks)
        at.http.headers["authorization"] = f"Bearer {'b' * 16}"
        for method, url in asked:
            answer = await at.http.request(method, url, json=None if method == "GET" else {})
            assert answer.status_code == 404 and "lamp" not in answer.text, (method, url, answer.text)
        chosen = {"scenarioId": "lost-delivery", "run": side}
        assert (await at.http.post(f"{at.url}/api/scenario/runs", json=chosen)).status_code == 404
        assert (await at.rpc("tasks/get", config=config, id=task["id"]))["error"]["code"] == -32001
        assert (await at.send(WORDS[1], "m2", task["id"], config))["error"]["code"] == -32001
