"""Visitors of tests, who come as new ones though their windows were kept: opening a window and the processes behind it
costs a browser more than half of what a test of a page takes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import (
    Browser,
    BrowserContext,
    CDPSession,
    ConsoleMessage,
    Error,
    Page,
    Request,
    ViewportSize,
    WebError,
)

OURS = ("127.0.0.1", "localhost", "::1")
NOWHERE = "about:blank"
LASTING = {
    "page": ("add_init_script", "expose_binding", "expose_function", "on", "route", "route_from_har"),
    "context": ("add_init_script", "expose_binding", "expose_function", "on", "route", "set_extra_http_headers"),
    "clock": ("install", "pause_at", "set_fixed_time", "set_system_time"),
}
"""What nothing takes back from a window; one that was asked for any of this is not kept."""
STORED = "() => { localStorage.clear(); sessionStorage.clear(); }"


class Complaints:
    """What went wrong in the pages of one test; a test that provokes an error takes it off with `expected`."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def expected(self, part: str) -> None:
        """Something must have complained with these words; that is taken off."""
        rest = [line for line in self.seen if part not in line]
        assert len(rest) < len(self.seen), f"nothing complained of {part!r}: {self.seen}"
        self.seen = rest


@dataclass
class Visitor:
    """A window of the browser, with a profile of its own. `complaints` are those of the test it is in."""

    context: BrowserContext
    page: Page
    line: CDPSession
    size: ViewportSize | None
    complaints: Complaints
    origins: set[str] = field(default_factory=set[str])
    lasting: bool = False

    def watch(self) -> None:
        """Listens to every page of the context, the ones it opens later included, and to what can't be taken back."""
        self.context.on("console", self._on_console)
        self.context.on("weberror", self._on_error)
        self.context.on("request", self._on_request)
        for owner, names in zip((self.page, self.context, self.page.clock), LASTING.values(), strict=True):
            for name in names:
                setattr(owner, name, self._lasting(getattr(owner, name)))

    def _lasting(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*given: Any, **more: Any) -> Any:
            self.lasting = True
            return method(*given, **more)

        return noted

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "assert"):
            self.complaints.seen.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _on_error(self, problem: WebError) -> None:
        self.complaints.seen.append(f"page error: {problem.error}")

    def _on_request(self, request: Request) -> None:
        url = urlsplit(request.url)
        if url.scheme in ("http", "https", "ws", "wss"):
            self.origins.add(f"{url.scheme}://{url.netloc}")
            if url.hostname not in OURS:
                self.complaints.seen.append(f"foreign host: {request.url}")

    async def forget(self) -> bool:
        """Makes it a new visitor; False when that is not possible."""
        if self.lasting or self.page.is_closed():
            return False
        for other in self.context.pages:
            if other is not self.page:
                await other.close()
        if self.page.url.startswith("http"):
            await self.page.evaluate(STORED)
        await self.page.goto(NOWHERE)
        await self.line.send("Page.resetNavigationHistory")
        for origin in self.origins:
            await self.line.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        self.origins.clear()
        await self.context.clear_cookies()
        await self.context.clear_permissions()
        await self.page.emulate_media(
            media="null", color_scheme="light", reduced_motion="null", forced_colors="null", contrast="null"
        )
        if self.size is not None:
            await self.page.set_viewport_size(self.size)
        return True


class Visitors:
    """The visitors of a browser: `idle` ones by their options, and those `here` in the test that runs."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._idle: dict[str, Visitor] = {}
        self._here: list[tuple[str, Visitor]] = []

    async def come(self, complaints: Complaints, options: Mapping[str, Any]) -> Page:
        """The page of a new visitor with these options."""
        kind = repr(sorted(options.items()))
        visitor = self._idle.pop(kind, None) or await self._opened(complaints, options)
        visitor.complaints = complaints
        self._here.append((kind, visitor))
        return visitor.page

    async def leave(self) -> None:
        """All of this test go; of each kind one is kept."""
        while self._here:
            kind, visitor = self._here.pop()
            visitor.complaints = Complaints()  # what breaks off because it leaves is nobody's complaint
            try:
                kept = kind not in self._idle and await visitor.forget()
            except Error:
                kept = False
            if kept:
                self._idle[kind] = visitor
            else:
                await visitor.context.close()

    async def _opened(self, complaints: Complaints, options: Mapping[str, Any]) -> Visitor:
        context = await self._browser.new_context(**options)
        context.set_default_timeout(30_000)
        page = await context.new_page()
        line = await context.new_cdp_session(page)
        visitor = Visitor(context, page, line, page.viewport_size, complaints)
        visitor.watch()
        return visitor


async def left(page: Page) -> None:
    """The visitor goes elsewhere, before the server stops that the page would ask."""
    await page.goto(NOWHERE)
