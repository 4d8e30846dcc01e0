"""The invented town of the set `finding`: its sites with their agents on the loopback, and a search that knows them."""

import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from loket.core.data import JsonObject
from loket.net.guard import AddressGuard
from loket.tools.search import Hit
from loket.tools.search import Site as Entry
from loket.tools.search_index import ExampleSearch
from tests.blind.rated import SETS
from tests.loopback import Asked, answering, reply
from tests.urmston.street import Directory


@dataclass
class Town:
    """Every site of the index, served; `at` names the card of an address."""

    entries: tuple[Entry, ...]
    at: dict[str, str]
    cards: Path

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names of all sites."""
        return tuple(str(httpx.URL(entry.url).host) for entry in self.entries)

    @property
    def guard(self) -> AddressGuard:
        """Leads every name to this machine."""
        return AddressGuard(self.hosts, _here)

    def card_at(self, address: str) -> str:
        """The card whose site an address is of."""
        return next((card for url, card in self.at.items() if address.startswith(url)), "")

    def cards_in(self, text: str) -> list[str]:
        """The cards of organisations that are named, by the title of their site or by their own name."""
        names = {card: _card(self.cards / card) for card in self.at.values()}
        return [c for c, one in names.items() if one["name"] in text or one["provider"]["organization"] in text]


@dataclass
class TownSearch(Directory):
    """The search of a server that has no internet, over the index of the set."""

    entries: tuple[Entry, ...] = ()

    async def find(self, query: str, limit: int, locale: str = "en") -> list[Hit]:
        return await ExampleSearch(self.entries).find(query, limit, locale)


@asynccontextmanager
async def town(folder: str) -> AsyncGenerator[Town]:
    """Serves all sites of a set until left, each at an address of its own."""
    cards, index = SETS / folder / "cards", json.loads((SETS / folder / "index.json").read_text("utf-8"))
    async with AsyncExitStack() as stack:
        entries, at, addresses = list[Entry](), dict[str, str](), dict[str, str]()
        for line in index:
            site = _Site(_card(cards / line["card"]) if line["card"] else None, addresses)
            there = await stack.enter_async_context(answering(site.serve))
            address = httpx.URL(line["url"]).copy_with(scheme="http", port=there.port)
            addresses[line["url"]] = f"http://{address.host}:{there.port}"
            if line["card"]:
                at[addresses[line["url"]]] = line["card"]
            entries.append(Entry(title=line["title"], url=str(address), snippet=line["snippet"], lang=line["lang"]))
        yield Town(tuple(entries), at, cards)


async def _here(host: str, port: int) -> list[str]:
    return ["127.0.0.1"]


def _card(file: Path) -> JsonObject:
    return json.loads(file.read_text("utf-8"))


@dataclass
class _Site:
    """A site of the town; one with a card answers every task with done. `addresses`: where each site of the town is."""

    card: JsonObject | None
    addresses: Mapping[str, str]

    def serve(self, asked: Asked) -> bytes:
        if self.card is None or not asked.target.startswith(("/.well-known/agent", "/a2a", "/tasks/send")):
            return reply(b"<html>Welcome</html>", 404, content_type="text/html")
        if asked.method == "GET":
            written = json.dumps(self.card)
            for url, address in self.addresses.items():
                written = written.replace(url, address)
            return reply(json.loads(written))
        task: JsonObject = {
            "kind": "task",
            "id": "t-1",
            "contextId": "c-1",
            "sessionId": "t-1",
            "status": {"state": "completed", "timestamp": "2026-11-23T12:00:00Z"},
            "artifacts": [{"artifactId": "a-1", "parts": [{"kind": "text", "type": "text", "text": "Done."}]}],
        }
        if asked.target.startswith("/tasks"):
            return reply(task)
        return reply({"jsonrpc": "2.0", "id": asked.json.get("id"), "result": task})
