"""The countries over HTTP: what everybody may list, what only who is signed in may look at and have read anew."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from loket.core.events import Progressed, Returned
from loket.core.record import decode
from loket.doors.auth import Access, Guard
from loket.doors.owners import Owners
from loket.house.house import House
from loket.testing import Dialogue, talking
from loket_demos.relocation.doors.countries import CountriesDoor
from loket_demos.relocation.legislation.store import LegislationStore
from tests.relocation.chatting import frames, of
from tests.relocation.talking import RELOCATION
from tests.servers import serving

ANN = {"Authorization": f"Bearer {'a' * 16}"}


@pytest.fixture(scope="module")
async def there() -> AsyncIterator[Dialogue]:
    async with talking(RELOCATION) as served:
        yield served


def door(there: Dialogue, access: Access) -> Guard:
    return Guard(Starlette(routes=CountriesDoor(House.of(there.host), LegislationStore()).routes()), access)


@pytest.fixture(scope="module")
async def http(there: Dialogue) -> AsyncIterator[httpx.AsyncClient]:
    app = door(there, Access(tokens={"a" * 16: "ann"}))
    async with serving(app) as url, httpx.AsyncClient(base_url=url, headers=ANN, timeout=20) as client:
        yield client


async def test_health_and_countries_are_listed(http: httpx.AsyncClient) -> None:
    health = (await http.get("/api/v1/health")).json()
    assert health["status"] == "ok" and health["version"] and health["server_time"].endswith("+00:00")
    listed = (await http.get("/api/v1/countries")).json()["countries"]
    (portugal,) = [one for one in listed if one["code"] == "PT"]
    assert portugal["visas"] and portugal["name_en"] == "Portugal" and "pages" not in portugal


async def test_a_country_is_looked_at_in_any_case_with_the_law_and_its_dates(http: httpx.AsyncClient) -> None:
    states = (await http.get("/api/v1/admin/countries")).json()["countries"]
    assert {"code", "pages", "crawled"} <= set(states[0])
    one = (await http.get("/api/v1/admin/countries/pt")).json()
    assert one["code"] == "PT" and one["legislation"]
    assert all(page["url"].startswith("https://") and page["read"] for page in one["legislation"])
    for path in ("countries/XX", "countries/%00", "countries/portugal"):
        missing = await http.get(f"/api/v1/admin/{path}")
        assert (missing.status_code, missing.json()["error"]["code"]) == (404, "unknown_country")


async def test_a_crawl_says_how_far_it_is_and_stands_in_the_log(there: Dialogue, http: httpx.AsyncClient) -> None:
    answer = await http.post("/api/v1/admin/crawl/pt")
    assert answer.headers["content-type"].startswith("text/event-stream")
    told = frames(answer.text)
    assert told[0]["type"] == "crawl_started" and told[-1]["type"] == "crawl_finished"
    assert len(of(told, "crawl_page")) == told[0]["total"] == told[-1]["done"] > 0
    [entry] = await there.host.store.entries(owner="ann")
    events = [decode(row.body).event for row in await there.host.store.read(entry.conversation)]
    assert len([one for one in events if isinstance(one, Progressed)]) == len(told)
    again = frames((await http.post("/api/v1/admin/crawl/PT")).text)
    assert [one["type"] for one in again] == [one["type"] for one in told], "each tells of its own crawl alone"
    events = [decode(row.body).event for row in await there.host.store.read(entry.conversation)]
    assert len([one for one in events if isinstance(one, Returned)]) == 2
    assert (await http.post("/api/v1/admin/crawl/ZZ")).status_code == 404


async def test_who_did_not_sign_in_administers_nothing(there: Dialogue, tmp_path: Path) -> None:
    ways = [("GET", "countries"), ("GET", "countries/PT"), ("POST", "crawl/PT")]
    async with serving(door(there, Access(tokens={"a" * 16: "ann"}))) as url, httpx.AsyncClient(base_url=url) as http:
        for method, path in ways:
            assert (await http.request(method, f"/api/v1/admin/{path}")).status_code == 401
    async with serving(door(there, Access(owners=Owners()))) as url, httpx.AsyncClient(base_url=url) as http:
        assert (await http.get("/api/v1/countries")).status_code == 200
        for method, path in ways:
            answer = await http.request(method, f"/api/v1/admin/{path}")
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not_signed_in")
