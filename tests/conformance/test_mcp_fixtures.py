"""The fixtures of the conformance suites, where a suite would not notice that they are ours."""

import httpx
import pytest
from mcp.client.client import Client
from mcp_types import ElicitRequestParams, ElicitResult, TextContent, TextResourceContents

from loket.core.tool import ToolFailed
from loket.doors.mcp import mcp_server
from tests.conformance.mcp_fixtures import fixtures, fixtures_app
from tests.conformance.mcp_replay import RecentEvents
from tests.servers import free_port, serving
from tests.tools.sample_tools import context

pytestmark = pytest.mark.anyio


async def alice(_: object, params: ElicitRequestParams) -> ElicitResult:
    return ElicitResult(action="accept", content={"name": "Alice", "color": "green", "ok": True})


async def test_input_is_asked_for_and_used() -> None:
    async with Client(mcp_server(fixtures()), elicitation_callback=alice) as client:
        for name, text in (
            ("test_input_required_result_elicitation", "Hello, Alice!"),
            ("test_input_required_result_multi_round", "Your color is green."),
            ("test_input_required_result_request_state", "state-ok"),
        ):
            assert (await client.call_tool(name)).content == [TextContent(type="text", text=text)]


async def test_resources_and_completions() -> None:
    async with Client(mcp_server(fixtures())) as client:
        [read] = (await client.read_resource("test://template/7/data")).contents
        assert isinstance(read, TextResourceContents)
        assert '"id": "7"' in read.text
        assert len((await client.list_resources()).resources) == 3
        assert len((await client.list_resource_templates()).resource_templates) == 1


async def test_a_fixture_needs_a_client_of_mcp() -> None:
    with pytest.raises(ToolFailed, match="client of MCP"):
        await fixtures().call("test_simple_text", {}, context())


async def test_only_localhost_on_its_port_is_answered() -> None:
    port = free_port()
    async with serving(fixtures_app(port), port) as base, httpx.AsyncClient(trust_env=False) as http:
        assert (await http.get(f"{base}/mcp", headers={"Host": f"localhost:{port + 1}"})).status_code == 421


async def test_recent_events_are_few() -> None:
    events = RecentEvents(most=3)
    first = await events.store_event("s", None)
    for _ in range(3):
        last = await events.store_event("s", None)

    async def nothing(_: object) -> None:
        raise AssertionError("there is nothing to send")

    assert await events.replay_events_after(first, nothing) is None
    assert await events.replay_events_after(last, nothing) == "s"
