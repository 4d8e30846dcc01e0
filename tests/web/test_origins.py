"""The shell on one address, the server on another."""

from pathlib import Path

from playwright.async_api import Page, expect

from tests.servers import free_port
from tests.serving import serving_here
from tests.visitors import left
from tests.web.counter import check, done, open_surface


async def test_the_shell_works_across_origins(tmp_path: Path, page: Page) -> None:
    port = free_port()
    origins = [f"http://127.0.0.1:{port}"]
    async with (
        serving_here(tmp_path / "data", origins=origins) as server,
        serving_here(tmp_path / "shell", only="shell", api=server.url, port=port) as shell,
    ):
        await page.goto(shell.url)
        await open_surface(page, "Toeslagen Check")
        await check(page)
        await done(page)
        await expect(page.locator(".antwoord .answer")).to_contain_text("112")
        await expect(page.locator(".timeline .step")).to_have_count(5)
        await page.reload()
        await expect(page.locator(".antwoord .answer")).to_contain_text("112")
        await left(page)
