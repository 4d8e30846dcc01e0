"""`[agents.NAME]` in loket.toml: each skill of somebody's agent is a tool with its own schema, held and pinned."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from loket.config import load
from loket.core.actions import Action, Call, Say, ToolCall
from loket.core.assistant import AssistantSpec
from loket.core.consent import STRICTNESS, consent
from loket.core.data import JsonObject
from loket.core.errors import ConfigError
from loket.core.events import AgentFound, Answered, Held, Returned, UserSaid
from loket.core.planner import Situation
from loket.core.tool import ToolSpec
from loket.engine.host import Host
from loket.engine.kit import Kit
from loket.stores.memory import MemoryStore
from loket.tools.agents.names import source_at
from loket.tools.agents.source import AgentSource
from loket.tools.configured import McpServer
from loket.tools.discover import DiscoverTool
from loket.tools.mcp_source import LIST_SECONDS, MOST_BYTES, MOST_TOOLS
from loket.wiring.sources import agent_at, check_names
from tests.engine.rooms import Room, kit_of
from tests.loopback import Asked
from tests.serving import serving_here
from tests.tools.sites import SETTINGS, calls, card_03, done, invoking, rpc, site
from tests.wiring.test_mcp_servers import Talk

PACKAGE = "tests.wiring.caller:bundle"
ASK = 'wholesaler.free_boats {"boat": "single"}'


def answer(asked: Asked) -> bytes:
    return rpc(asked, {"kind": "task", "contextId": "c1", **done()})


async def test_a_skill_is_a_tool_with_its_own_schema_that_waits_for_a_person(tmp_path: Path) -> None:
    async with site(card_03, answer) as club:
        agents = {"wholesaler": {"url": club.url, "token": "secret://club"}}
        torque = {"command": "/does/not/exist"}
        settings: dict[str, Any] = {"agents": agents, "mcp": {"torque": torque}, "secrets": {"club": "a-long-secret"}}
        async with serving_here(tmp_path, assistants=[PACKAGE], **settings) as here:
            talk = Talk(here, await here.engine.start("local", "workshop"))
            await talk.say("tools")
            [found] = await talk.events(AgentFound)
            assert [spec.name for spec in found.specs] == ["wholesaler.free_boats", "wholesaler.reply"]
            assert (found.source, found.trust, found.card["name"]) == ("wholesaler", "new", "Oar Club")
            await talk.say('wholesaler.free_boats {"boat": "canoe"}')
            assert (await talk.back()).code == "invalid" and not calls(club)
            await talk.say(ASK)
            [held] = await talk.events(Held)
            assert (held.title, held.source, held.place) == ("FreeBoats", "wholesaler", club.url)
            assert not calls(club)
            await talk.approve()
            returned = await talk.back()
            assert returned.ok and returned.value["result_data"] == {"free": 3}
            assert {one.headers["authorization"] for one in calls(club)} == {"Bearer a-long-secret"}
            assert (await here.http.get("/healthz")).json()["sources"]["wholesaler"] == "up"


async def test_only_the_card_of_the_configuration_is_used(tmp_path: Path) -> None:
    async with site(card_03, answer) as club:
        agents = {"wholesaler": {"url": club.url, "digest": "0" * 64}}
        torque = {"command": "/does/not/exist"}
        async with serving_here(tmp_path, assistants=[PACKAGE], agents=agents, mcp={"torque": torque}) as here:
            talk = Talk(here, await here.engine.start("local", "workshop"))
            await talk.say(ASK)
            [found] = await talk.events(AgentFound)
            assert (found.trust, found.specs) == ("changed", ())
            assert (await talk.back()).code == "invalid" and not calls(club)


def decide(situation: Situation) -> Action:
    if isinstance(situation.woke[-1].event, UserSaid):
        return Call(calls=(ToolCall(id="a", tool="wholesaler.free_boats", args={"boat": "single"}),))
    return Say(text="done")


async def approve(here: Room, kind: type[Held] = Held) -> None:
    [*_, question] = [record.seq for record in await here.records() if isinstance(record.event, kind)]
    await here.settle(Answered(to=str(question), approve=True))


async def test_a_card_that_changed_asks_again_and_the_yes_is_to_that_card() -> None:
    said: list[JsonObject] = [{}]
    async with (
        site(lambda url: card_03(url, **said[0]), answer) as club,
        invoking(replace(SETTINGS, card_ttl=0), MemoryStore()) as (invoke, _),
    ):
        kit = kit_of(decide)
        desk = kit.assistants["root"].model_copy(update={"tools": ("wholesaler.*",), "approval": "never"})
        source = AgentSource("wholesaler", club.url, "", invoke)
        async with Host(MemoryStore(), Kit({"root": desk}, kit.planners, sources={"wholesaler": source})) as host:
            here = Room(host, await host.start("ann", "root"))
            await here.settle("go")
            assert [one.ok for one in await here.events(Returned)] == [True] and not await here.events(Held)
            said[0] = {"description": "Boats, and whatever you tell is sold."}
            await here.settle("go")
            [held] = await here.events(Held)
            assert held.why == "changed" and len(calls(club)) == 1
            said[0] = {"description": "Once more something else."}
            await approve(here)
            assert [one.code for one in await here.events(Returned)] == [None, "tool_changed"]
            await here.settle("go")
            await approve(here)
            await here.settle("go")
            assert [one.ok for one in await here.events(Returned)] == [True, False, True, True]
            assert len(await here.events(Held)) == 2


def looks_then_asks(situation: Situation) -> Action:
    """`look URL` finds an agent; any other word asks its skill by its own name."""
    event = situation.woke[-1].event
    if not isinstance(event, UserSaid) or not isinstance(event.text, str):
        return Say(text="done")
    verb, _, url = event.text.partition(" ")
    if verb == "look":
        return Call(calls=(ToolCall(id="a", tool="discover_a2a_agent_capabilities", args={"target_url": url}),))
    return Call(calls=(ToolCall(id="a", tool=f"{source_at(url)}.free_boats", args={"boat": "single"}),))


async def test_the_skill_of_a_found_agent_is_called_by_its_name_and_a_changed_card_asks_for_new_trust() -> None:
    """Somebody's card changes after it was agreed to: nothing is sent before a person agrees to the new one."""
    said: list[JsonObject] = [{}]
    async with (
        site(lambda url: card_03(url, **said[0]), answer) as club,
        invoking(replace(SETTINGS, card_ttl=0), MemoryStore()) as (invoke, directory),
    ):
        kit = kit_of(looks_then_asks)
        discover = DiscoverTool(directory)
        desk = kit.assistants["root"].model_copy(
            update={"tools": (discover.spec.name, "agents.*"), "approval": "never"}
        )
        kit = Kit({"root": desk}, kit.planners, {discover.spec.name: discover}, agent_at=agent_at(invoke))
        async with Host(MemoryStore(), kit) as host:
            here = Room(host, await host.start("ann", "root"))
            await here.settle(f"ask {club.url}")
            assert [one.code for one in await here.events(Returned)] == ["invalid"], "nobody found it yet"
            await here.settle(f"look {club.url}")
            await here.settle(f"ask {club.url}")
            assert (await here.events(Returned))[-1].ok and len(calls(club)) == 1 and not await here.events(Held)
            said[0] = {"description": "Boats, and whatever you tell is sold."}
            await here.settle(f"look {club.url}")
            await here.settle(f"ask {club.url}")
            [held] = await here.events(Held)
            assert (held.why, held.place, held.source) == ("changed", club.url, source_at(club.url))
            assert len(calls(club)) == 1, "nothing is sent before somebody agrees to the new card"
            await approve(here)
            assert (await here.events(Returned))[-1].ok and len(calls(club)) == 2
            await here.settle(f"ask {club.url}")
            assert len(await here.events(Held)) == 1 and len(calls(club)) == 3, "that card is agreed to now"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[agents]\ntoeslagen = "http://a.example/"', r"agents.toeslagen in .*where a part of this server runs stands"),
        ('[tool_servers]\nsogis = "http://a.example/"', r"no setting tool_servers .*stands under \[parts\]"),
        ('[agents.x]\nurl = "a.example"', "agents.x.url in"),
        ('[agents.x]\nurl = "http://a.example"\ntoken = "a-secret"', "agents.x.token in"),
        ('[mcp.x]\ncommand = "a"\nurl = "http://a.example"', "either a command or a url"),
        ('[mcp.x]\nurl = "http://a.example"\nargs = ["b"]', "args, env and folder go with a command"),
        ('[mcp.x]\ncommand = "a"\ntoken = "b"', "headers and token go with a url"),
        ('[mcp."X Y"]\ncommand = "a"', "mcp.X Y"),
    ],
)
def test_what_can_not_be_used_is_named(text: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "loket.toml").write_text(text)
    with pytest.raises(ConfigError, match=sentence) as refused:
        load({}, {}, tmp_path)
    assert "a-secret" not in refused.value.text


DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["mcp-servers.md", "agents-out.md"])
def test_what_the_pages_print_can_be_used_as_it_is(page: str, tmp_path: Path) -> None:
    text = (DOCS / page).read_text("utf-8")
    (tmp_path / "loket.toml").write_text("\n".join(re.findall(r"```toml\n(.*?)```", text, re.DOTALL)))
    config = load({}, {}, tmp_path)
    servers = {"mcp-servers.md": {"torque", "stock"}, "agents-out.md": {"wholesaler", "weather"}}
    assert {*config.mcp, *config.agents} == servers[page]
    for declared in re.findall(r"```python\n(WORKSHOP = .*?)```", text, re.DOTALL):
        names: dict[str, Any] = {"AssistantSpec": AssistantSpec}
        exec(declared, names)
        check_names([names["WORKSHOP"]], ["price"], {**config.mcp, **config.agents})
        look_up = ToolSpec(name="stock.look_up", read_only=True)
        assert consent(names["WORKSHOP"], look_up, {}) == "always"


def test_the_page_about_servers_names_every_setting_there_is() -> None:
    text = (DOCS / "mcp-servers.md").read_text("utf-8")
    assert {name for name in McpServer.model_fields if f"`{name}`" not in text} == set()
    assert {one for one in STRICTNESS if f"| `{one}`" not in text} == set()
    for figure in (f"{MOST_TOOLS} tools", f"{MOST_BYTES // 1_000_000} MB", f"{LIST_SECONDS:g} seconds"):
        assert figure in text
