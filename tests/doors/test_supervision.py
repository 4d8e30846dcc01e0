"""The figures of a server as Prometheus reads them, and who may."""

import asyncio
from pathlib import Path

import httpx
from prometheus_client.parser import text_string_to_metric_families

from tests.cli.counter import OFFICE, office
from tests.cli.test_draining import begun, watched
from tests.serving import serving_here

TOKENS = {"ann": "a-token-of-ann-1234", "metrics": "a-token-to-measure-1"}
COUNTER = "tests.cli.counter:bundle"


async def figures(http: httpx.AsyncClient) -> dict[str, float]:
    answer = await http.get("/metrics")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/plain")
    families = text_string_to_metric_families(answer.text)
    return {sample.name: sample.value for family in families for sample in family.samples}


async def test_figures_tell_what_is_under_way_and_what_was_done(tmp_path: Path) -> None:
    async with office() as stamps:
        env = {OFFICE: str(stamps.port)}
        async with serving_here(tmp_path, env, assistants=(COUNTER,)) as here:
            before = await figures(here.http)
            at = await begun(here.http, "one")
            await stamps.came.wait()
            watcher = asyncio.create_task(watched(here.http, at, '"text":"one is stamped"'))
            await watched(here.http, at, "call_started")
            during = await figures(here.http)
            assert (during["loket_conversations_owned"], during["loket_calls"], during["loket_watchers"]) == (1, 1, 1)
            assert during["loket_records_appended_total"] == 4
            assert (during["loket_queue_records"], during["loket_watcher_lag_records"]) == (0, 0)
            stamps.open.set()
            await watcher
            id = at.split("/")[3]
            await here.engine.put_to_sleep(id)
            after = await figures(here.http)
        assert (after["loket_conversations_owned"], after["loket_calls"], after["loket_watchers"]) == (0, 0, 0)
        assert after["loket_records_appended_total"] == 6 and after["process_open_fds"] > 0
        assert before.keys() == after.keys() and before["loket_conversations_moved_total"] == 0


async def test_what_an_earlier_life_left_under_way_has_moved_here(tmp_path: Path) -> None:
    async with office() as stamps:
        env = {OFFICE: str(stamps.port)}
        async with serving_here(tmp_path, env, assistants=(COUNTER,)) as here:
            await begun(here.http, "one")
            await stamps.came.wait()
        async with serving_here(tmp_path, env, assistants=(COUNTER,)) as here:
            assert (await figures(here.http))["loket_conversations_moved_total"] == 1


async def test_errors_are_counted(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        before = (await figures(here.http))["loket_errors_total"]
        conversation = await here.engine.start("local", next(iter(here.engine.kit.assistants)))
        run = here.engine.runs.usable(conversation)
        assert run is not None and run.writer.failed is not None
        run.writer.failed(OSError("the disk is gone"))
        assert (await figures(here.http))["loket_errors_total"] == before + 1


async def test_figures_are_for_the_owner_who_watches_over_the_server(tmp_path: Path) -> None:
    async with serving_here(tmp_path, tokens=TOKENS) as here:
        codes: list[int] = []
        for token in ("", *TOKENS.values()):
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            codes.append((await here.http.get("/metrics", headers=headers)).status_code)
        assert codes == [401, 403, 200]
        assert (await here.http.get("/readyz")).json() == {"state": "serving"}  # asked by who has no token
        assert (await here.http.get("/metrics", headers={"Host": "elsewhere.example"})).status_code == 421
