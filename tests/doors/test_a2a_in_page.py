"""A page of another site in a real browser: it reads any card, and asks an agent or MCP where its origin is allowed."""

from pathlib import Path

import pytest
from playwright.async_api import Page
from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Route

from tests.servers import free_port, serving
from tests.serving import serving_here
from tests.visitors import Complaints

READ = """async (base) => {
  const headers = {"A2A-Version": "1.0"};
  return (await (await fetch(`${base}/a2a/club/.well-known/agent-card.json`, {headers})).json()).name;
}"""
ASK = """async (base) => {
  const send = (url, headers, body) => fetch(url, {method: "POST", body: JSON.stringify(body),
    headers: {"Content-Type": "application/json", ...headers}});
  const parts = [{text: "Is there a place for an 8 year old?"}];
  const message = {messageId: crypto.randomUUID(), role: "ROLE_USER", parts};
  const clientInfo = {name: "page", version: "1"};
  const a2a = await send(`${base}/a2a/club`, {"A2A-Version": "1.0"},
    {jsonrpc: "2.0", id: 1, method: "SendMessage", params: {message}});
  const mcp = await send(`${base}/mcp`, {Accept: "application/json, text/event-stream"},
    {jsonrpc: "2.0", id: 1, method: "initialize",
     params: {protocolVersion: "2025-11-25", capabilities: {}, clientInfo}});
  const words = (await a2a.json()).result.task.artifacts[0].parts[0].text;
  const session = mcp.headers.get("Mcp-Session-Id");
  const tools = await send(`${base}/mcp`, {Accept: "application/json, text/event-stream",
    "MCP-Protocol-Version": "2025-11-25", ...(session ? {"Mcp-Session-Id": session} : {})},
    {jsonrpc: "2.0", id: 2, method: "tools/list", params: {}});
  const old = {messageId: crypto.randomUUID(), role: "user", kind: "message", parts: [{kind: "text", text: "hello"}]};
  const extended = await send(`${base}/a2a/club`, {"X-A2A-Extensions": "https://example.com/x"},
    {jsonrpc: "2.0", id: 3, method: "message/send", params: {message: old}});
  return [words, mcp.status, session, tools.status, await tools.text(), extended.status];
}"""
REFUSED = """async ([base, path]) => {
  const headers = {"Content-Type": "application/json"};
  try { await fetch(base + path, {method: "POST", headers, body: "{}"}); } catch (error) { return error.name; }
  return "answered";
}"""
HERE = '<!doctype html><title>elsewhere</title><link rel="icon" href="data:,">'


@pytest.mark.browser
@pytest.mark.parametrize("allowed", [True, False])
async def test_a_page_of_another_site_reads_cards_and_asks_where_it_may(
    tmp_path: Path, page: Page, complaints: Complaints, allowed: bool
) -> None:
    site = Starlette(routes=[Route("/", lambda request: HTMLResponse(HERE))])
    port = free_port()
    origin = f"http://127.0.0.1:{port}"
    async with serving(site, port), serving_here(tmp_path, origins=(origin,) if allowed else ()) as here:
        await page.goto(origin)
        assert await page.evaluate(READ, here.url) == "Urmston Town Juniors FC"
        if allowed:
            words, status, session, listed, tools, extended = await page.evaluate(ASK, here.url)
            assert "U8" in words and status == 200 and extended == 200
            assert listed == 200 and "inputSchema" in tools, session
        else:
            for path in ("/a2a/club", "/mcp"):
                assert await page.evaluate(REFUSED, [here.url, path]) == "TypeError", path
                complaints.expected(f"console: Access to fetch at '{here.url}{path}'")
                complaints.expected("console: Failed to load resource: net::ERR_FAILED")
