"""What another agent says is words on the page: it runs nothing, loads nothing, and fits a telephone."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser import Open, assert_fits
from tests.scenario.counterpart import OtherAgent, Turn
from tests.scenario.screens import Desk, desk, pane
from tests.servers import free_port, serving

ELSEWHERE = "http://elsewhere.invalid"
SAID = f"""# Heading

<script>window.ran = 1; fetch('{ELSEWHERE}/a')</script><img src="{ELSEWHERE}/b" onerror="window.ran = 2">
![an image]({ELSEWHERE}/c.png) [a link](javascript:window.ran=3) <iframe src="{ELSEWHERE}/d"></iframe>
<style>main {{ display: none }}</style><svg onload="window.ran = 4"></svg> \u202ebackwards

| one | {"x" * 300} |
|---|---|
| 1 | 2 |

{"W" * 3000}

```
{"c" * 2000}
```
"""
NAME = f"<img src=x onerror='window.ran=5'>{'L' * 120}.svg"


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncGenerator[Desk]:
    async with desk(tmp_path) as there:
        yield there


async def test_what_another_agent_says_is_words_and_no_more(bench: Desk, open_page: Open) -> None:
    said = Turn((SAID,), file=(NAME, "<svg onload='window.ran=6'/>"))
    other, port, requests = OtherAgent([said] * 20), free_port(), list[str]()
    page: Page = await open_page(viewport={"width": 320, "height": 800}, locale="en-GB")
    page.on("request", lambda request: requests.append(request.url))
    async with serving(other.app, port) as other.url:
        runs = f"{bench.here.url}/api/scenario/runs"
        chosen = {"scenarioId": "lost-delivery", "agent": "customer", "endpoint": other.url}
        run = (await bench.here.http.post(runs, json=chosen)).json()["run"]
        await bench.here.http.post(f"{runs}/{run}/begin")
        await page.goto(f"{bench.here.url}/#/t/{run}")
        both = pane(page, "Planner and agent")
        await expect(both.get_by_role("heading", name="Heading").first).to_be_attached()
        for tab in ("Prompts", "Files", "Agent", "Wire", "Event log"):
            await page.get_by_role("tab", name=tab).click()
            await assert_fits(page)
        await expect(both.get_by_role("link", name="L" * 20).first).to_be_attached()
        await expect(both.locator("script, iframe, style, img, svg[onload], [href^=javascript]")).to_have_count(0)
        assert await page.evaluate("window.ran") is None
        assert [url for url in requests if not url.startswith((bench.here.url, "data:", "blob:"))] == []
    await page.close()
