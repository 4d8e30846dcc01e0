"""The whole sequence of the mission, club and assistant in two processes: the card request and the task call are seen
on the wire between them, the other arrows are read from the two logs, in order."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from loket.core.events import Decided, Event, Returned, UserSaid
from loket.core.record import decode
from loket.engine.host import Host
from loket.stores.sqlite import SqliteStore
from tests.loopback import Asked, answering, reply
from tests.serving import Loket, serving_child, serving_here

PACKAGE = "loket_demos.urmston.components:bundle"
SITE = "https://urmstontownjfc.co.uk"
DEMO = "Can my 10-year-old son Seb join Urmston Town Juniors FC?"


@dataclass
class Wire:
    """A recording proxy in front of the club: what went by, in order."""

    url: str = ""
    seen: list[tuple[Asked, int, Any]] = field(default_factory=list[tuple[Asked, int, Any]])


@asynccontextmanager
async def recorded(club: Loket) -> AsyncGenerator[Wire]:
    wire = Wire()
    async with httpx.AsyncClient(base_url=club.url, timeout=20) as http:

        async def passed(asked: Asked) -> bytes:
            kept = {name: asked.headers[name] for name in ("content-type", "accept", "host") if name in asked.headers}
            answer = await http.request(asked.method, asked.target, content=asked.body, headers=kept)
            wire.seen.append((asked, answer.status_code, answer.json()))
            return reply(answer.content, answer.status_code)

        async with answering(passed) as there:
            wire.url = there.url
            yield wire


async def events_of(store: SqliteStore, conversation: str) -> list[Event]:
    return [decode(row.body).event for row in await store.read(conversation)]


async def conversation_about(host: Host, text: str) -> str:
    conversation = await host.start("local", "urmston")
    seq = await host.tell(conversation, UserSaid(text=text), owner="local")
    await host.settled(conversation, seq, 20)
    return conversation


async def test_the_fifteen_arrows_of_the_mission(tmp_path: Path) -> None:
    env = {"LOKET_ASSISTANTS": PACKAGE}
    async with serving_child(tmp_path / "club", "--only", "urmston.club", env=env) as club, recorded(club) as wire:
        agents = {"club": wire.url}
        async with serving_here(tmp_path / "mine", assistants=(PACKAGE,), parts=agents) as here:
            conversation = await conversation_about(here.engine, DEMO)
            assert here.store is not None
            log = await events_of(here.store, conversation)
    async with await SqliteStore.open(tmp_path / "club" / "urmston.club") as books:
        theirs = await events_of(books, wire.seen[-1][2]["id"])

    decided = {event.step: event for event in log if isinstance(event, Decided)}
    assert list(decided) == ["search", "discover", "choose", "invoke", "answer"]
    back = [event for event in log if isinstance(event, Returned)]
    calls = {step: one.action.calls[0] for step, one in decided.items() if one.action.kind == "call"}

    # 1 the question, 2 the analysis: somebody else has to be asked
    assert isinstance(log[1], UserSaid) and log[1].text == DEMO
    assert "somebody else has to be found" in decided["search"].reasoning
    # 3 the search, 4 its result with the site
    assert (calls["search"].tool, calls["search"].args) == (
        "web_search_tool",
        {"query": "Urmston Town Juniors FC official website"},
    )
    assert back[0].ok and SITE in [one["url"] for one in back[0].value["results"]]
    # 5 the discovery
    assert (calls["discover"].tool, calls["discover"].args) == (
        "discover_a2a_agent_capabilities",
        {"target_url": SITE},
    )
    # 6 the card is asked for, 7 and comes
    (card, status, body), (task, task_status, answer) = wire.seen
    assert (card.method, card.target, status) == ("GET", "/.well-known/agent.json", 200)
    assert body["id"] == "urn:urmstontown:agent:orchestrator"
    # 8 the discovery's result
    assert back[1].ok and back[1].value["status"] == "success"
    assert back[1].value["available_skills"][0]["parameters_schema"]["required"] == ["age"]
    # 9 the skills are reviewed, the age is taken from the question
    assert all(words in decided["choose"].reasoning for words in ("Team Vacancy Check", "age = 10"))
    # 10 the invocation
    assert calls["invoke"].tool == "invoke_a2a_agent_skill"
    assert calls["invoke"].args["skill_id"] == "check_team_availability_v1"
    # 11 the task call
    assert (task.method, task.target, task_status) == ("POST", "/tasks/send", 200)
    text, data = task.json["message"]["parts"]
    assert text == {"type": "text", "text": "User asked: Can my 10-year-old son join Urmston Town Juniors FC?"}
    assert (data["type"], data["mime_type"]) == ("data", "application/json")
    assert data["data"]["parameters"]["age"] == 10
    assert len(task.json["message"]["messageId"]) == 32
    # 12 the club's agent asks the club's books
    asked = next(event for event in theirs if isinstance(event, Decided) and event.action.kind == "call")
    assert asked.action.kind == "call" and asked.action.calls[0].tool == "club.check_team_availability"
    assert next(event for event in theirs if isinstance(event, Returned)).value["team_name"] == "U10 Lions"
    # 13 the task comes back, 14 and is read
    assert answer["status"]["state"] == "completed"
    assert back[2].ok and back[2].value["task_id"] == answer["id"]
    assert back[2].value["result_data"]["contact"] == "coach@example.com"
    # 15 the answer
    final = decided["answer"].action
    assert final.kind == "say" and "U10 Lions" in final.text and "coach@example.com" in final.text


async def test_the_same_in_one_process_without_a_network(tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=(PACKAGE,)) as here:
        conversation = await conversation_about(here.engine, DEMO)
        assert here.store is not None
        log = await events_of(here.store, conversation)
        decided = [event for event in log if isinstance(event, Decided)]
        assert [one.step for one in decided] == ["search", "discover", "choose", "invoke", "answer"]
        final = decided[-1].action
        assert final.kind == "say" and "U10 Lions" in final.text
        owners = {entry.owner for entry in await here.store.entries()}
        assert owners == {"local", "agents:urmston.club"}


async def test_a_club_that_is_down_is_told_and_nothing_hangs(tmp_path: Path) -> None:
    async with (
        answering(lambda asked: None) as gone,
        serving_here(tmp_path, assistants=(PACKAGE,), parts={"club": gone.url}) as here,
    ):
        conversation = await conversation_about(here.engine, DEMO)
        assert here.store is not None
        final = [event for event in await events_of(here.store, conversation) if isinstance(event, Decided)][-1].action
        assert final.kind == "say" and "could not find" in final.text
