"""A page whose node is told to stop, behind a balancer without stickiness: the talk goes on at the next node, and who
reads it sees no gap, no repeat and no fright."""

import asyncio
import signal
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
from playwright.async_api import Page, expect

from tests.browser import Complaints, Photograph
from tests.cli.counter import office
from tests.nats import nats_server
from tests.visitors import left
from tests.web.talks import say
from tests.wiring.test_nodes import node, shared

WATCH = """() => {
    window.states = [];
    const note = () => window.states.push(document.querySelector(".connection")?.textContent.trim() ?? "");
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
    note();
}"""
"""All that the page says of its connection from now on, however short it stands there."""


@asynccontextmanager
async def balancer(nodes: Sequence[httpx.AsyncClient]) -> AsyncGenerator[str]:
    """The address of a balancer: each connection goes to the first node that says that it is ready."""

    async def pick() -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        while True:
            for one in nodes:
                with suppress(httpx.TransportError, OSError):
                    if (await one.get("/readyz")).status_code == 200:
                        return await asyncio.open_connection(one.base_url.host, one.base_url.port)
            await asyncio.sleep(0.05)

    async def pass_on(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(65536):
                target.write(data)
                await target.drain()
        with suppress(OSError):
            target.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner, outer = await pick()
        await asyncio.gather(pass_on(reader, outer), pass_on(inner, writer))

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def test_the_page_of_a_node_that_is_told_to_stop_goes_on_at_the_next_one(
    tmp_path: Path, page: Page, complaints: Complaints, photograph: Photograph
) -> None:
    async with office() as stamps:
        with nats_server(tmp_path / "nats", "-js") as server:
            env = shared(stamps, server.address)
            async with (
                node(tmp_path / "a", env) as (first, a),
                node(tmp_path / "b", env) as (_, b),
                balancer([a, b]) as url,
            ):
                await page.goto(f"{url}/#/new/counter")
                await say(page, "one")
                await stamps.came.wait()
                await expect(page.get_by_text("bezig", exact=True)).to_be_visible()
                await expect(page.locator(".connection")).to_have_text("Verbonden")
                await page.evaluate(WATCH)
                first.send(signal.SIGTERM)
                # What is under way at the first node is seen through the next one.
                await page.evaluate("""async () => {
                    while (window.states.at(-1) !== "Verbonden" || !window.states.includes("Verbinden"))
                        await new Promise((resolve) => window.setTimeout(resolve, 10));
                }""")
                assert (await a.get("/readyz")).json() == {"state": "draining"}
                await photograph(page, "draining")
                await say(page, "two")  # to whichever node is asked: the first one still has the call under way
                stamps.open.set()
                assert await first.ended() == 0
                await expect(page.locator(".answers .prose", has_text="one is stamped")).to_be_visible()
                await expect(page.locator(".answers .prose", has_text="two is stamped")).to_be_visible()
                await expect(page.locator(".connection")).to_have_text("Verbonden")
                await photograph(page, "drained")
                words = await page.locator(".said").all_inner_texts()
                assert [sum(f"{letter}" in text for text in words) for letter in ("one", "two")] == [2, 2], words
                states = set(await page.evaluate("window.states"))
                assert states <= {"Verbonden", "Verbinden"}, states
                id = page.url.rpartition("/")[2]
                records = (await b.get(f"/api/conversations/{id}/events")).json()["items"]
                assert [one["seq"] for one in records] == list(range(1, len(records) + 1))
                await left(page)
    assert [letter for letter, _ in stamps.letters] == ["one", "two"]
    complaints.seen = [line for line in complaints.seen if "503" not in line]
