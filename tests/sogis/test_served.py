"""The package on the server, in all the ways a server can be started, and its tools for everybody else's agents."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import pytest
from mcp.client.client import Client
from pypdf import PdfReader

from loket.wiring import parts
from loket_demos.sogis import tool_specs
from tests.serving import NO_ENV, ran, serving_here
from tests.sogis.talking import ADDRESS, DOOR, SOGIS, status, talking

OVERHEID = "loket_demos.overheid.components:bundle"
EGRID = "CH807306583219"
NINE = [spec.name for spec in tool_specs.SPECS]


async def test_it_is_one_of_several_with_its_title_its_starters_and_its_addresses(server_data: Path) -> None:
    async with talking(server_data, assistants=[OVERHEID, SOGIS]) as talk:
        listed = (await talk.http.get("/api/assistants")).json()["items"]
        [mine] = [one for one in listed if one["name"] == "sogis"]
        assert (mine["title"], mine["locale"], mine["beside"]) == ("Karten-Assistent", "de-CH", "map")
        assert len(mine["starters"]) >= 3
        for path in ("/chat", "/api/chat"):
            told = await talk.other(session=path, path=path).say(mine["starters"][0])
            assert status(told) == [("goto_address", "ok"), ("oereb_extract", "ok")]
        assert (await talk.http.get("/ping")).text == "ask-sogis"
        assert (await talk.http.get("/tools/sogis/health")).json() == {"ok": True}
        assert (await talk.http.get("/maps/sogis/background.json")).json()["type"] == "FeatureCollection"
        kept = (await talk.http.get("/api/conversations")).json()["items"]
        assert [one["assistant"] for one in kept] == ["sogis", "sogis"], "a session is a conversation like any other"


async def test_the_same_talk_is_in_the_views_of_the_log(server_data: Path) -> None:
    async with talking(server_data) as talk:
        told = await talk.say(f"{ADDRESS} und lade die Wildtierkorridore")
        [kept] = (await talk.http.get("/api/conversations")).json()["items"]
        looked = (await talk.http.get(f"/api/conversations/{kept['id']}")).json()
        assert looked["views"]["steps"]["state"]["status"] == told["overallStatus"] == "ok"
        rows = (
            await talk.http.get(f"/api/conversations/{kept['id']}/events", headers={"Accept": "application/json"})
        ).json()
        plans = [row["event"] for row in rows["items"] if row["event"].get("step") == "plan"]
        assert [task["intent"] for task in plans[0]["action"]["calls"]] == ["goto_address", "load_layer"]
        assert told["requestId"] == f"req-{kept['id']}-{plans[0]['took'][0]}"


@asynccontextmanager
async def tool_client(data: Path) -> AsyncGenerator[tuple[Client, httpx.AsyncClient]]:
    """The standard endpoint, asked by the SDK's own client."""
    async with (
        serving_here(data, assistants=[OVERHEID, SOGIS]) as here,
        Client(f"{here.url}/tools/sogis/mcp") as client,
    ):
        yield client, here.http


async def test_at_demo_pace_the_map_does_not_wait(server_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "DEMO_LATENCY", (3600.0, 3600.0))
    async with talking(server_data, pace="demo") as talk:
        assert status(await talk.say("Lade die Wildtierkorridore")) == [("load_layer", "ok")]


async def test_its_nine_tools_are_listed_on_the_standard_endpoint_with_what_they_take(server_data: Path) -> None:
    async with tool_client(server_data) as (client, _):
        tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools] == [name.replace(".", "_") for name in NINE], "names that models take"
    listed = dict(zip(NINE, tools, strict=True))
    assert all(tool.description and tool.title and tool.output_schema for tool in listed.values())
    assert list(listed[tool_specs.ADDRESS].input_schema["properties"]) == ["q", "coord", "lang"]
    assert listed[tool_specs.ADDRESS].input_schema["required"] == ["q"]
    bore = listed[tool_specs.BORE].input_schema["properties"]
    assert {"x", "y", "coord", "resolution"} <= set(bore) and bore["resolution"]["default"] == 1
    assert {"geometry", "selection"} <= set(listed[tool_specs.PLAN].input_schema["properties"])


CALLS: list[tuple[str, dict[str, Any], str, set[str]]] = [
    (tool_specs.ADDRESS, {"q": "Langendorfstrasse 19b, 4500 Solothurn"}, "geolocation", set()),
    (tool_specs.MUNICIPALITY, {"q": "Grenchen"}, "geolocation", {"displayName", "bbox"}),
    (tool_specs.LAYERS, {"query": "Wildtierkorridore"}, "layer", {"layerId", "type", "source"}),
    (tool_specs.EGRID_BY_POINT, {"coord": DOOR}, "oereb-parcel", {"egrid", "number", "identDN", "geometry"}),
    (tool_specs.EXTRACT, {"egrid": EGRID}, "oereb-extract", {"egrid", "pdfUrl", "geometry"}),
    (
        tool_specs.PARCEL_BY_NUMBER,
        {"number": "1213", "municipality": "Solothurn"},
        "oereb-parcel",
        {"egrid", "landRegister", "propertyType", "bfs_nr", "nbident", "flaechenmass"},
    ),
    (tool_specs.PARCEL_BY_EGRID, {"egrid": EGRID}, "oereb-parcel", {"egrid", "landRegister", "geometry"}),
    (tool_specs.BORE, {"x": DOOR[0], "y": DOOR[1]}, "geothermal", {"result", "pdfLabel"}),
    (
        tool_specs.PLAN,
        {"selection": {"type": "oereb-parcel", "egrid": EGRID}},
        "cadastral-plan",
        {"scaleDenominator", "gridInterval", "template", "dpi", "srs", "pdfUrl", "pdfSize", "expiresAt", "geometry"},
    ),
]


@pytest.mark.parametrize(("tool", "args", "kind", "more"), CALLS, ids=NINE)
async def test_each_tool_answers_an_agent_of_others_in_the_normal_form(
    server_data: Path, tool: str, args: dict[str, Any], kind: str, more: set[str]
) -> None:
    async with tool_client(server_data) as (client, http):
        told = (await client.call_tool(tool, args)).structured_content
        assert told is not None
        assert (told["status"], len(told["items"])) == ("SUCCESS", 1)
        assert told["source"]["id"] == "bundled"
        [item] = told["items"]
        payload = item["payload"]
        assert item["type"] == kind
        assert {"id", "label", "crs", *more} <= set(payload)
        assert payload["crs"] == "EPSG:2056"
        if kind not in ("layer", "geothermal"):
            west, south, east, north = payload["extent"]
            for e, n in (payload["coord"], payload["centroid"]):
                assert west <= e <= east and south <= n <= north
        if url := payload.get("pdfUrl"):
            assert len(PdfReader(BytesIO((await http.get(url)).content)).pages) >= 1


@pytest.mark.parametrize(
    ("tool", "args", "words"),
    [
        (tool_specs.ADDRESS, {"q": "   "}, "wonach gesucht werden soll"),
        (tool_specs.ADDRESS, {"q": "Nirgendgasse 7"}, "keine Adresse gefunden"),
        (tool_specs.EGRID_BY_POINT, {"coord": [1.0, 2.0]}, "liegt nicht in der Schweiz"),
        (tool_specs.PARCEL_BY_EGRID, {"egrid": "CH1"}, "kein EGRID"),
        (tool_specs.PLAN, {"geometry": {"type": "Polygon", "coordinates": [[DOOR, DOOR, DOOR, DOOR]]}}, "keine Fläche"),
    ],
)
async def test_an_error_of_a_tool_is_a_german_sentence(
    server_data: Path, tool: str, args: dict[str, Any], words: str
) -> None:
    async with tool_client(server_data) as (client, _):
        told = await client.call_tool(tool, args)
    assert told.is_error is True
    assert words in str(told.content)


async def test_tools_in_a_process_of_their_own_do_the_same_and_their_documents_are_found(
    server_data: Path, tmp_path: Path
) -> None:
    async with serving_here(server_data, assistants=[SOGIS], only="sogis.tools") as tools:
        for settings in ({"tools_url": f"{tools.url}/sse"}, {"parts": {"sogis.tools": f"{tools.url}/sse"}}):
            front = tmp_path / next(iter(settings))
            async with talking(front, only="sogis", **settings) as talk:
                told = await talk.say(f"{ADDRESS} und erstelle mir einen ÖREB-Katasterauszug.")
                assert status(told) == [("goto_address", "ok"), ("oereb_extract", "ok")]
                answer = await talk.http.get(told["steps"][1]["data"]["pdfUrl"])
                assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf")
                assert "OEREB_" in answer.headers["content-disposition"]
                assert (await talk.http.get(f"/api/prints/{'0' * 32}")).status_code == 404
                wrong = await talk.say("Gehe zur Nirgendgasse 7")
                assert "wurde keine Adresse gefunden" in wrong["steps"][0]["message"]
            assert not (front / "sogis").exists(), "nothing was looked up here"
    async with talking(tmp_path / "alone", only="sogis", tools_url=f"{tools.url}/sse") as talk:
        told = await talk.say(ADDRESS)
        assert status(told) == [("goto_address", "error")]
        assert (await talk.http.get(f"/api/prints/{'0' * 32}")).status_code == 404


async def test_the_tools_of_a_whole_server_serve_another_one_in_the_first_dialect(
    server_data: Path, tmp_path: Path
) -> None:
    async with serving_here(server_data, assistants=[OVERHEID, SOGIS]) as other:
        where = {"sogis.tools": f"{other.url}/tools/sogis/sse"}
        async with talking(tmp_path / "front", only="sogis", parts=where) as talk:
            plan = await talk.say("Erstelle einen Grundbuchplan für das Grundstück 1213 in Solothurn")
            assert status(plan) == [("cadastral_plan", "ok")]
            answer = await talk.http.get(plan["steps"][0]["data"]["pdfUrl"])
            assert (answer.status_code, answer.content[:5]) == (200, b"%PDF-")


async def test_the_tool_server_of_the_mission_is_not_taken_for_that_of_another_package(server_data: Path) -> None:
    async with talking(server_data, assistants=[OVERHEID, SOGIS], tools_url="http://127.0.0.1:9/sse") as talk:
        assert status(await talk.say(ADDRESS)) == [("goto_address", "ok")]


async def test_it_is_an_agent_for_others_too(server_data: Path) -> None:
    version = {"A2A-Version": "1.0"}
    async with serving_here(server_data, assistants=[OVERHEID, SOGIS]) as here:
        card = (await here.http.get("/a2a/sogis/.well-known/agent-card.json", headers=version)).json()
        assert card["name"] == "Karten-Assistent"
        assert card["supportedInterfaces"][0]["url"] == f"{here.url}/a2a/sogis"
        message = {"messageId": "m1", "role": "ROLE_USER", "parts": [{"text": ADDRESS}]}
        body = {"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {"message": message}}
        task = (await here.http.post("/a2a/sogis", json=body, headers=version)).json()["result"]["task"]
        assert task["status"]["state"] == "TASK_STATE_COMPLETED"
        assert "Langendorfstrasse 19b" in str(task)


@pytest.mark.parametrize(
    ("question", "code", "words"),
    [
        (ADDRESS, 0, "Adresse Langendorfstrasse 19b, 4500 Solothurn zentriert."),
        ("Lade die ÖREB-Auszüge für die Parzelle 1234", 2, "Welches meinen Sie?"),
    ],
)
async def test_it_is_asked_from_the_command_line(server_data: Path, question: str, code: int, words: str) -> None:
    got, said, complained = await ran("ask", "sogis", question, "--data", str(server_data), env=NO_ENV)
    assert (got, complained) == (code, "")
    assert words in said
