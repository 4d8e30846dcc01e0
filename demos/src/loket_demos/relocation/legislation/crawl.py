"""Reads the pages of a country anew and says how far it is; without leave to fetch, the pages that are shipped."""

from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Literal
from urllib.parse import urlsplit

from anyio import to_thread

from loket.core.data import Frozen
from loket.core.errors import ConfigError
from loket.core.web import Fetch, FetchFailed
from loket.house.bundle import Services
from loket_demos.relocation.countries import countries
from loket_demos.relocation.legislation.pages import LawPage, shipped, text_of
from loket_demos.relocation.legislation.store import LegislationStore

CRAWL, MIRROR = "LOKET_RELOCATION_CRAWL", "LOKET_RELOCATION_MIRROR"
"""`bundled` (the default) or `live`; and the address of a mirror, below which pages lie by host and path."""
SECONDS, MOST_BYTES, OK = 10.0, 2_000_000, 200


class CrawlProgress(Frozen):
    """How far a crawl is: it `started`, read a `page` or `failed` to, and `finished` with so many kept; a country that
    nobody knows is `unknown`."""

    kind: Literal["started", "page", "failed", "finished", "unknown"]
    code: str
    done: int = 0
    total: int = 0
    url: str = ""
    text: str = ""


@dataclass(frozen=True)
class Crawl:
    """`fetch` is the server's guarded way to the web, None when only shipped pages are read."""

    store: LegislationStore
    fetch: Fetch | None = None
    mirror: str = ""
    today: Callable[[], date] = lambda: datetime.now(UTC).date()

    async def run(self, named: str) -> AsyncGenerator[CrawlProgress]:
        """Reads each page of a country once, one after the other. What failed leaves what was kept of other pages, and
        when nothing could be read, what was kept before."""
        code = named.strip().upper()
        if code not in countries():
            yield CrawlProgress(kind="unknown", code=code[:8], text="No country has this code.")
            return
        addresses = self._addresses(code)
        yield CrawlProgress(kind="started", code=code, total=len(addresses))
        read: list[LawPage] = []
        for done, url in enumerate(addresses, start=1):
            page = await self._page(code, url)
            if isinstance(page, str):
                yield CrawlProgress(kind="failed", code=code, done=done, total=len(addresses), url=url, text=page)
                continue
            read.append(page)
            size = f"{len(page.text)} characters"
            yield CrawlProgress(kind="page", code=code, done=done, total=len(addresses), url=url, text=size)
        if read and self.fetch is not None:
            await to_thread.run_sync(self.store.keep, code, read)
        text = "" if read else "Nothing could be read; what was kept before stays."
        yield CrawlProgress(kind="finished", code=code, done=len(read), total=len(addresses), text=text)

    def _addresses(self, code: str) -> tuple[str, ...]:
        official = countries()[code].official
        own = [page.url for page in shipped(code)]
        return tuple(dict.fromkeys([*own, *([official] if official and self.fetch is not None else [])]))

    async def _page(self, code: str, url: str) -> LawPage | str:
        """The page, or why there is none."""
        if self.fetch is None:
            texts = [page.text.pt for page in shipped(code) if page.url == url]
            return LawPage(url=url, read=shipped(code)[0].read, text=" ".join(texts))
        try:
            fetched = await self.fetch(self._at(url), None, SECONDS, MOST_BYTES)
        except FetchFailed as failed:
            return str(failed)
        if fetched.status != OK:
            return f"status {fetched.status}"
        text = text_of(fetched.body)
        return LawPage(url=url, read=self.today(), text=text) if text else "no words"

    def _at(self, url: str) -> str:
        parts = urlsplit(url)
        return f"{self.mirror}/{parts.hostname}{parts.path}" if self.mirror else url


def crawl_of(services: Services) -> Crawl:
    """As it is configured. ConfigError for a way of reading that there is not."""
    store = LegislationStore(services.data / "relocation")
    match services.env.get(CRAWL, "").strip().lower():
        case "" | "bundled":
            return Crawl(store)
        case "live" if services.fetch is not None:
            return Crawl(store, services.fetch, services.env.get(MIRROR, "").strip().rstrip("/"))
        case "live":
            raise ConfigError("bad_config", f"{CRAWL}=live needs a server that may fetch from the web.")
        case other:
            raise ConfigError("bad_config", f"{CRAWL} can't be used: it must be bundled or live, not {other[:40]!r}.")
