"""Every exchange over the wires of a run is kept raw on both sides, found by its words, and sent again when a person
says so."""

import json
from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from loket.core.exchange import RawExchange
from loket.house.house import House
from loket.tools.agents.raw import noting
from loket_demos.scenario.counterpart import OpenHouse
from loket_demos.scenario.exchanges.kept import ExchangeBook
from loket_demos.scenario.run import ASSISTANT
from loket_demos.scenario.shipped import scenario_named
from loket_demos.scenario.starting import RunChoice, begin, open_run
from tests.scenario.bridges import SHOP, WORDS, Bridges, serve
from tests.servers import serving

PATH = "/api/scenario/exchanges"


@pytest.fixture(scope="module")
async def bridges(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Bridges]:
    data = tmp_path_factory.mktemp("exchanges")
    secrets = {"secrets": {"key": "s3cret-of-ours"}, "allow_private": ["127.0.0.1"]}
    async with serve(data, **secrets) as there:
        yield there


async def played(bridges: Bridges) -> str:
    """A run against the bridge, to its end."""
    house = House.of(bridges.host)
    choice = RunChoice(
        scenario=scenario_named("lost-delivery"), agent="customer", endpoint=bridges.at(), alone=True, starts=True
    )
    run = await open_run(house, "local", choice)
    seq = await begin(house, "local", run)
    await house.settled(run, seq)
    return run


async def lines(bridges: Bridges, conversation: str, **query: str) -> list[Any]:
    answer = await bridges.http.get(f"{bridges.url}{PATH}", params={"conversation": conversation, **query})
    return answer.json()["exchanges"]


async def whole(bridges: Bridges, line: Any) -> Any:
    return (await bridges.http.get(f"{bridges.url}{PATH}/{line['conversation']}/{line['name']}")).json()


async def test_both_sides_of_a_run_keep_what_went_over_the_wire(bridges: Bridges) -> None:
    run = await played(bridges)
    ours = await lines(bridges, run)
    assert len(ours) >= 2
    assert all(line["ours"] and line["took_ms"] is not None and line["status"] == 200 for line in ours)
    first = await whole(bridges, ours[-1])
    assert WORDS[0] in first["request"]
    assert first["call"].partition(".")[0].isdecimal(), "it names the call of the log that it was for"
    heard = first["response"] or "".join(frame["text"] for frame in first["frames"])
    assert "input-required" in heard or "INPUT_REQUIRED" in heard
    task = next(
        iter((json.loads(first["frames"][0]["text"]) if first["frames"] else json.loads(heard))["result"].values())
    )
    theirs = await lines(bridges, task["id"].partition("-")[0])
    assert len(theirs) == len(ours)
    assert not any(line["ours"] for line in theirs)
    other = await whole(bridges, theirs[-1])
    assert json.loads(other["request"]) == json.loads(first["request"])
    assert [frame["text"] for frame in other["frames"]] == [frame["text"] for frame in first["frames"]]


async def test_they_are_found_by_words_and_are_their_owners(bridges: Bridges) -> None:
    run = await played(bridges)
    every = await lines(bridges, run)
    assert 0 < len(await lines(bridges, run, q="LF-4410 achterberg")) < len(every)
    assert await lines(bridges, run, q="no such words") == []
    assert await lines(bridges, run, before=every[0]["name"]) == every[1:]
    assert (await bridges.http.get(f"{bridges.url}{PATH}/{run}/none")).status_code == 404
    await bridges.host.erase(run)
    assert await lines(bridges, run) == []


async def test_sending_again_waits_for_a_person_and_is_kept_beside_the_first(bridges: Bridges) -> None:
    run = await played(bridges)
    line = (await lines(bridges, run))[-1]
    at = f"{bridges.url}{PATH}/{run}/{line['name']}/send"
    count = len(await lines(bridges, run))
    held = (await bridges.http.post(at)).json()
    assert held["question"]
    assert len(await lines(bridges, run)) == count, "nothing left yet"
    talk = f"{bridges.url}/api/conversations/{held['conversation']}/events"
    request = json.loads((await whole(bridges, line))["request"])
    request["params"]["message"]["messageId"] = "edited-1"
    edit = {"url": bridges.at(), "request": request, "conversation": run, "dialect": line["dialect"]}
    answered = await bridges.http.post(talk, json={"kind": "answered", "to": held["question"], "edit": edit})
    assert answered.status_code < 300, answered.text
    await bridges.host.settled(held["conversation"], answered.json()["seq"])
    again = await lines(bridges, run)
    assert len(again) == count + 1
    assert "edited-1" in (await whole(bridges, again[0]))["request"]
    refused = (await bridges.http.post(at, json={"request": {"jsonrpc": "2.0", "id": 1, "method": "x"}})).json()
    await bridges.http.post(
        f"{bridges.url}/api/conversations/{refused['conversation']}/events",
        json={"kind": "answered", "to": refused["question"], "refuse": True},
    )
    assert len(await lines(bridges, run)) == count + 1


async def test_an_answer_that_no_record_could_hold_is_refused_and_one_key_is_one_question(bridges: Bridges) -> None:
    async def deep(request: Request) -> Response:
        return Response(b'{"a":' * 500 + b"1" + b"}" * 500, media_type="application/json")

    run = await played(bridges)
    line = (await lines(bridges, run))[-1]
    at, once = f"{bridges.url}{PATH}/{run}/{line['name']}/send", {"idempotency-key": "press-1"}
    held = (await bridges.http.post(at, headers=once)).json()
    assert (await bridges.http.post(at, headers=once)).json() == held, "two tabs, or the same press twice"
    async with serving(Starlette(routes=[Route("/", deep, methods=["POST"])])) as url:
        answer = {"kind": "answered", "to": held["question"], "edit": {"url": f"{url}/", "request": {"id": 1}}}
        talk = f"{bridges.url}/api/conversations/{held['conversation']}/events"
        seq = (await bridges.http.post(talk, json=answer)).json()["seq"]
        await bridges.host.settled(held["conversation"], seq)
    outcome = await House.of(bridges.host).outcome(held["conversation"], held["seq"])
    assert outcome is not None and outcome.returned is not None
    assert "nested more than" in outcome.returned.text


async def test_of_each_owner_so_much_is_kept_and_the_quietest_talks_lose_theirs(bridges: Bridges) -> None:
    house = OpenHouse()
    house.routes(House.of(bridges.host))
    book = ExchangeBook(house, most=2_000)
    at = datetime(2026, 11, 23, tzinfo=UTC)

    async def keep(talk: str, second: int, owner: str = "local") -> None:
        about = {"id": f"{second}", "ours": True, "url": "https://a.example", "method": "x", "took_ms": 1}
        one = RawExchange.model_validate({**about, "started": at + timedelta(seconds=second)})
        await book.keep(owner, talk, one.model_copy(update={"request": "a" * 700}))

    for second, talk in enumerate(("quiet", "busy", "busy")):
        await keep(talk, second)
    await keep("other", 0, "somebody else")
    assert [len(await book.lines("local", talk)) for talk in ("quiet", "busy")] == [0, 2]
    assert len(await book.lines("somebody else", "other")) == 1
    answer = (await bridges.http.get(f"{bridges.url}{PATH}", params={"conversation": "quiet"})).json()
    assert answer["exchanges"] == [] and "MB are kept; those of this one are gone." in answer["note"]
    await keep("quiet", 9)
    assert len(await book.lines("local", "quiet")) == 1 and not await book.gone("local", "quiet")


class Kept:
    """Where exchanges are kept."""

    def __init__(self) -> None:
        self.every = list[RawExchange]()

    async def keep(self, exchange: RawExchange) -> None:
        self.every.append(exchange)


async def test_a_secret_that_an_agent_says_again_in_a_header_is_not_kept() -> None:
    kept, request = Kept(), httpx.Request("POST", "https://agent.example/", json={})
    notes = noting(kept, request, ("message/send", "", ""), lambda said: said.replace(b"top-secret", b"***"))
    await notes.begin()
    notes.answered(200, httpx.Headers({"x-you-sent": "Bearer top-secret"}), b"{}")
    await notes.end()
    assert "***" in kept.every[-1].model_dump_json() and "top-secret" not in kept.every[-1].model_dump_json()


async def test_what_we_were_sent_is_not_ours_to_send(bridges: Bridges) -> None:
    task = await bridges.send(WORDS[0], "mine")
    conversation = task["id"].partition("-")[0]
    [line] = await lines(bridges, conversation)
    assert (line["method"], line["ours"]) == ("message/send", False)
    answer = await bridges.http.post(f"{bridges.url}{PATH}/{conversation}/{line['name']}/send")
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "not_ours")


async def test_no_secret_header_is_kept(bridges: Bridges) -> None:
    message = {"kind": "message", "messageId": "h1", "role": "user", "parts": [{"kind": "text", "text": WORDS[0]}]}
    body = {"jsonrpc": "2.0", "id": 1, "method": "message/send", "params": {"message": message}}
    headers = {"Authorization": "Bearer top-secret", "X-My-Token": "top-secret", "Cookie": "a=top-secret"}
    task = (await bridges.http.post(bridges.at(SHOP), json=body, headers=headers)).json()["result"]
    [line] = await lines(bridges, task["id"].partition("-")[0])
    kept = await whole(bridges, line)
    assert kept["request_headers"]["authorization"] == "(secret)"
    assert "top-secret" not in json.dumps(kept)
    assert await bridges.host.store.entries(owner="local", assistant=ASSISTANT)
