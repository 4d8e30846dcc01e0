"""Discovery: where a card is looked for, what each answer of a site means, and what is told of an agent."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from loket.core.tool import ToolFailed
from loket.net.client import shared_client
from loket.net.guard import AddressGuard
from loket.stores.memory import MemoryStore
from loket.tools.agents.fetch import target_of
from loket.tools.agents.settings import AgentSettings
from loket.tools.discover import DiscoverTool, discover_a2a_agent_capabilities
from tests.loopback import Asked, answering, never, reply
from tests.tools.sites import (
    NEW,
    OLD,
    SCHEMA,
    SETTINGS,
    SKILL,
    bare_card,
    card_03,
    card_10,
    context,
    invoking,
    paths,
    site,
)


async def discovered(url: str, **more: Any) -> Any:
    return await discover_a2a_agent_capabilities(url, settings=SETTINGS, **more)


async def test_the_result_has_the_shape_of_the_contract() -> None:
    async with site(bare_card, path=OLD) as server:
        result = await discovered(server.url + "/some/page?x=1")
    contract = {name: result[name] for name in ("status", "agent_name", "agent_description", "tasking_base_url")}
    assert contract == {
        "status": "success",
        "agent_name": "Oar Club",
        "agent_description": "Boats of the Oar Club.",
        "tasking_base_url": server.url,
    }
    (skill,) = result["available_skills"]
    assert {name: skill[name] for name in ("id", "name", "description", "parameters_schema")} == {
        "id": "free_boats",
        "name": "FreeBoats",
        "description": "Tells which boats are free.",
        "parameters_schema": SCHEMA,
    }
    assert (skill["tags"], skill["examples"]) == (SKILL["tags"], SKILL["examples"])
    assert (result["card_url"], result["other_origin"]) == (server.url + OLD, "")
    assert result["warnings"] == [
        f"No agent shows a card at {server.url}/some/page; this is the agent of {server.url}."
    ]
    assert result["pin"]["state"] == "new" and result["signature"]["state"] == "none"
    assert paths(server) == [place + path for place in ("/some/page", "/some", "") for path in (NEW, OLD)]


async def test_the_page_of_a_site_may_name_its_agent() -> None:
    page = b'<html><head><LINK REL="icon agent" HREF="/agents/card.json"><link rel=agent href=/other></head>'

    def answer(asked: Asked) -> bytes:
        return reply(page, content_type="text/html") if asked.target == "/" else reply(b"", 404)

    async with site(card_03, answer, path="/agents/card.json") as server:
        result = await discovered(server.url)
    assert (result["status"], result["card_url"]) == ("success", server.url + "/agents/card.json")
    assert paths(server) == [NEW, OLD, "/", "/agents/card.json"]


async def test_a_card_is_found_by_its_own_address_and_below_a_path() -> None:
    below = "/agents/oar"
    async with site(card_03, path=below + OLD) as server:
        assert (await discovered(server.url + below + OLD))["status"] == "success"
        assert paths(server) == [below + OLD]
        assert (await discovered(server.url + below))["card_url"] == server.url + below + OLD
        assert paths(server)[1:] == [below + NEW, below + OLD]


@pytest.mark.parametrize(
    ("answer", "status", "code"),
    [
        (reply(b"", 404), "not_found", "no_card"),
        (reply(b"", 410), "not_found", "no_card"),
        (reply(b"<html>Welcome</html>", content_type="text/html"), "not_found", "no_card"),
        (reply(b'{"name": "Oar Cl'), "not_found", "no_card"),
        (reply(b"[" * 100_000), "not_found", "no_card"),
        (reply([1, 2]), "error", "bad_card"),
        (reply({"name": "", "skills": [SKILL]}), "error", "bad_card"),
        (reply({"name": "\u0000\u202e", "skills": [SKILL]}), "error", "bad_card"),
        (reply({"name": "Oar Club"}), "error", "bad_card"),
        (reply({"skills": [SKILL]}), "error", "bad_card"),
        (reply(b"", 500), "error", "http_error"),
        (reply(b"", 401), "error", "forbidden"),
        (reply(b"", 403), "error", "forbidden"),
        (None, "error", "unreachable"),
        (b"nonsense\r\n\r\n", "error", "unreachable"),
        (reply(b" " * 1_000_001), "error", "too_large"),
    ],
)
async def test_what_is_no_card_is_not_found_or_an_error(answer: bytes | None, status: str, code: str) -> None:
    async with answering(lambda asked: answer) as server:
        result = await discovered(server.url)
    assert (result["status"], result["code"]) == (status, code)
    assert result["message"] and result["available_skills"] == []


async def test_no_connection_no_name_and_no_certificate_are_errors() -> None:
    async with answering(never) as server:
        down = server.url
    assert (await discovered(down))["code"] == "unreachable"
    assert (await discovered("https://nowhere.example"))["code"] == "unreachable"
    async with answering(never) as server:
        secure = server.url.replace("http:", "https:")
        slow = AgentSettings(allow_private=("127.0.0.1",), card_deadline=0.3)
        assert (await discover_a2a_agent_capabilities(secure, settings=slow))["status"] == "error"
        late = await discover_a2a_agent_capabilities(server.url, settings=slow)
    assert (late["status"], late["code"]) == ("error", "timeout")


@pytest.mark.parametrize("url", ["", "   ", "ftp://a.example", "http://[::1", "https://", "javascript://x", "x" * 3000])
async def test_what_is_no_address_is_said_at_once(url: str) -> None:
    assert (await discovered(url))["code"] == "bad_address"


async def test_a_missing_scheme_is_https_and_of_this_machine_http_which_is_for_it_alone() -> None:
    for url in ("http://agent.example", "http://93.184.216.34/", "http://evil.localhost.example"):
        refused = await discovered(url)
        assert (refused["status"], refused["code"]) == ("error", "address_refused")
        assert "https" in refused["message"]
    async with answering(never) as server:
        soon = AgentSettings(allow_private=("127.0.0.1",), card_deadline=0.3)
        result = await discover_a2a_agent_capabilities(f"127.0.0.1:{server.port}", settings=soon)
        assert f"http://127.0.0.1:{server.port}" in result["message"]
    assert [found.origin for url in ("agent.example", "localhost:1") if (found := target_of(url))] == [
        "https://agent.example",
        "http://localhost:1",
    ]


async def test_private_addresses_are_refused_unless_named() -> None:
    async with site(card_03) as server:
        refused = await discover_a2a_agent_capabilities(server.url, settings=AgentSettings())
        assert (refused["code"], server.asked) == ("address_refused", [])
        assert (await discovered(server.url))["status"] == "success"


async def test_the_default_reads_who_may_be_called_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    async with site(card_03) as server:
        monkeypatch.delenv("LOKET_ALLOW_PRIVATE", raising=False)
        assert (await discover_a2a_agent_capabilities(server.url))["code"] == "address_refused"
        monkeypatch.setenv("LOKET_ALLOW_PRIVATE", "tools.internal, 127.0.0.1")
        assert (await discover_a2a_agent_capabilities(server.url))["status"] == "success"


async def test_cards_and_their_absence_are_remembered_for_a_while() -> None:
    book = MemoryStore()
    there = [True]

    def answer(asked: Asked) -> bytes:
        return reply(card_03("http://127.0.0.1:1")) if there[0] and asked.target == NEW else reply(b"", 404)

    async with answering(answer) as server, shared_client(["127.0.0.1"]) as client:
        first = await discovered(server.url, book=book, http=client)
        there[0] = False
        again = await discovered(server.url, book=book, http=client)
        assert (again["digest"], paths(server)) == (first["digest"], [NEW])
        assert again["pin"]["state"] == "same"
        other = await discovered(server.url, book=book, http=client, owner="somebody else")
        assert (other["status"], len(server.asked)) == ("not_found", 4)
        there[0] = True
        assert (await discovered(server.url, book=book, http=client, owner="somebody else"))["status"] == "not_found"
        assert len(server.asked) == 4


async def test_what_is_remembered_ends_and_trouble_is_not_remembered_at_all() -> None:
    now = [datetime.now(UTC)]
    book = MemoryStore(lambda: now[0])
    answers: list[Any] = [reply(b"", 503), reply(b"", 404), reply(card_03("http://127.0.0.1:1"))]

    async with answering(lambda asked: answers[0]) as server:
        assert (await discovered(server.url, book=book))["status"] == "error"
        answers.pop(0)
        assert (await discovered(server.url, book=book))["status"] == "not_found"
        answers.pop(0)
        assert (await discovered(server.url, book=book))["status"] == "not_found", "for five minutes"
        now[0] += timedelta(minutes=6)
        assert (await discovered(server.url, book=book))["status"] == "success"
        asked = len(server.asked)
        now[0] += timedelta(seconds=50) - timedelta(minutes=6)  # what is kept ends by the true clock, which stood still
        assert (await discovered(server.url, book=book))["pin"]["state"] == "same"
        assert len(server.asked) == asked
        now[0] += timedelta(seconds=15)
        assert (await discovered(server.url, book=book))["pin"]["state"] == "same", "pins do not end"
        assert len(server.asked) == asked + 1


async def test_a_name_that_leads_home_is_refused() -> None:
    async def home(host: str, port: int) -> list[str]:
        return ["127.0.0.1"]

    async with answering(never) as server, shared_client(guard=AddressGuard(["127.0.0.1"], home)) as client:
        result = await discovered(f"https://rebind.example:{server.port}", http=client)
        assert (result["code"], server.asked) == ("address_refused", [])


async def test_as_a_tool_no_card_is_an_answer_and_trouble_a_failure() -> None:
    async with invoking() as (_, directory), answering(lambda asked: reply(b"", 404)) as server:
        tool = DiscoverTool(directory)
        assert tool.spec.read_only
        assert (await tool.call({"target_url": server.url}, context()))["status"] == "not_found"
        with pytest.raises(ToolFailed) as failed:
            await tool.call({"target_url": "http://agent.example"}, context())
        assert (failed.value.code, failed.value.value["status"]) == ("address_refused", "error")


async def test_twenty_looks_side_by_side_share_nothing_but_the_memory() -> None:
    async with site(card_10) as server, shared_client(["127.0.0.1"]) as client:
        book = MemoryStore()
        found = await asyncio.gather(*(discovered(server.url, book=book, http=client) for _ in range(20)))
    assert {one["status"] for one in found} == {"success"}
