"""The search: the bundled index finds sites by words of four languages, and SearXNG's wire is spoken and judged."""

from urllib.parse import parse_qs, urlsplit

import pytest

from loket.core.tool import Tool, ToolFailed
from loket.net.client import shared_client
from loket.schemas import problems
from loket.tools.search import SearchTool, Site
from loket.tools.search_index import ExampleSearch, example_sites
from loket.tools.search_searxng import SearxngSearch
from loket_demos.urmston.club.card import SITE
from loket_demos.urmston.components import around
from tests.loopback import answering, never, reply
from tests.tools.sites import context


async def urls(query: str, more: tuple[Site, ...] = (), limit: int = 5, locale: str = "en") -> list[str]:
    """What is found among the sites of the server and those that a package brings."""
    return [hit.url for hit in await ExampleSearch((*example_sites(), *more)).find(query, limit, locale)]


@pytest.mark.parametrize(
    "query",
    [
        "Urmston Town Juniors FC official website",
        "Can my 10-year-old son Seb join Urmston Town Juniors FC?",
        "urmston town junior football club",
        "Urmstn Town Juniors",
        "urmstontownjfc",
    ],
)
async def test_the_clubs_site_comes_first_among_several(query: str) -> None:
    assert (await urls(query, around()))[0] == SITE
    assert len(await urls("junior football in Urmston", around())) > 2


@pytest.mark.parametrize(
    ("query", "locale", "first"),
    [
        ("a dentist who takes new patients", "en", "https://harbour-dental.example"),
        ("tandarts afspraak maken", "nl", "https://dekies-tandarts.example"),
        ("Zahnarzt Termin", "de", "https://zahnarzt-am-markt.example"),
        ("marcar consulta com dentista", "pt", "https://sorriso-novo.example"),
        ("repair my bikes", "en", "https://two-wheels-repair.example"),
        ("inscrição no futebol para crianças", "pt", "https://bola-na-praca.example"),
    ],
)
async def test_words_of_four_languages_find_their_sites(query: str, locale: str, first: str) -> None:
    assert (await urls(query, locale=locale))[0] == first


async def test_nothing_fitting_is_nothing_and_the_limit_holds() -> None:
    assert await urls("quantum chromodynamics on the lattice") == []
    assert await urls("?!") == []
    assert len(await urls("football", limit=2)) == 2


def test_the_bundled_sites_are_invented_but_the_clubs_own() -> None:
    sites = example_sites()
    hosts = [urlsplit(site.url).hostname or "" for site in sites]
    theirs = [urlsplit(site.url).hostname or "" for site in around()]
    assert [host for host in (*hosts, *theirs) if not host.endswith(".example")] == [urlsplit(SITE).hostname]
    assert len(set(hosts)) == len(hosts) >= 40
    assert {site.lang for site in sites} == {"en", "nl", "de", "pt"}


async def test_the_tool_gives_the_shape_of_the_contract() -> None:
    tool: Tool = SearchTool(ExampleSearch([Site(title="Oar", url="https://oar.example", snippet="Rowing.")]))
    value = await tool.call({"query": "  rowing "}, context())
    assert value == {"results": [{"title": "Oar", "url": "https://oar.example", "snippet": "Rowing."}]}
    assert (tool.spec.name, tool.spec.read_only, tool.spec.kind) == ("web_search_tool", True, "search")
    assert tool.spec.output is not None and problems(tool.spec.output, value) == []
    with pytest.raises(ToolFailed):
        await tool.call({"query": "  "}, context())


async def test_searxng_is_asked_for_json_and_read_with_care() -> None:
    found = [
        {"title": "Oar\u202e Club", "url": "https://oar.example/", "content": "Boats\nand more", "engine": "x"},
        {"title": "Again", "url": "https://oar.example/"},
        {"title": "Odd", "url": "javascript:alert(1)"},
        {"title": "No address"},
        "nonsense",
        {"title": "Third", "url": "http://third.example"},
        {"title": "Fourth", "url": "http://fourth.example"},
    ]

    async with (
        answering(lambda asked: reply({"query": "q", "results": found})) as server,
        shared_client(["127.0.0.1"]) as client,
    ):
        hits = await SearxngSearch(client, server.url + "/").find("free boats & more", 2, "nl")
    assert [(hit.title, hit.url, hit.snippet) for hit in hits] == [
        ("Oar Club", "https://oar.example/", "Boats and more"),
        ("Third", "http://third.example", ""),
    ]
    asked = urlsplit(server.asked[0].target)
    wanted = {"q": ["free boats & more"], "format": ["json"], "language": ["nl"], "safesearch": ["1"]}
    assert (asked.path, parse_qs(asked.query)) == ("/search", wanted)


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (reply(b"", 403), "failed"),
        (reply(b"", 500), "failed"),
        (reply([]), "failed"),
        (reply(b"<html>"), "not_json"),
        (reply(b" " * 1_000_001), "too_large"),
        (None, "unreachable"),
    ],
)
async def test_a_search_that_does_not_work_says_why(answer: bytes | None, code: str) -> None:
    async with answering(lambda asked: answer) as server, shared_client(["127.0.0.1"]) as client:
        with pytest.raises(ToolFailed) as failed:
            await SearxngSearch(client, server.url).find("x", 5)
    assert failed.value.code == code


async def test_a_search_that_does_not_answer_is_late() -> None:
    async with answering(never) as server, shared_client(["127.0.0.1"]) as client:
        with pytest.raises(ToolFailed) as failed:
            await SearxngSearch(client, server.url, deadline=0.1).find("x", 5)
    assert failed.value.code == "timeout"
