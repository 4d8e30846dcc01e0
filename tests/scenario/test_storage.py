"""What the workbench remembers is an owner's own, under the keys of the contract and no others."""

import pytest

from tests.scenario.gatehouse import gatehouse

PATH = "/api/scenario/storage"
TOOLS = "a2a.scenario.tools.aHR0cDovL3g::nurse"
KEYS = [
    *("a2a.endpoint", "a2a.planner.instructions", "a2a.planner.model", "a2a.planner.mode", "a2a.attach.model"),
    "a2a.planner.limits",
    *("a2a.scenario.url", "a2a.scenario.sel.aHR0cDovL3g", TOOLS, "a2a.session.aHR0cDovL3g="),
]


async def test_every_key_of_the_contract_is_kept_and_found_again() -> None:
    async with gatehouse() as at:
        for n, key in enumerate(KEYS):
            put = await at.ask("PUT", f"{PATH}/{key}", {"n": n})
            assert (put.status_code, put.json()["version"], put.headers["etag"]) == (200, 1, '"1"')
            assert (await at.ask("GET", f"{PATH}/{key}")).json() == {"key": key, "value": {"n": n}, "version": 1}
        items = (await at.ask("GET", PATH)).json()["items"]
        assert items == {key: {"n": n} for n, key in enumerate(KEYS)}
        assert (await at.ask("GET", PATH, owner="b")).json() == {"items": {}}
        assert (await at.ask("DELETE", f"{PATH}/{TOOLS}")).status_code == 204
        assert (await at.ask("GET", f"{PATH}/{TOOLS}")).status_code == 404


@pytest.mark.parametrize("key", ["a2a.other", "a2a.planner.key", "x", "a2a.scenario.tools.x", "a2a.scenario.sel."])
async def test_no_other_key_is_kept(key: str) -> None:
    async with gatehouse() as at:
        put = await at.ask("PUT", f"{PATH}/{key}", 1)
        assert (put.status_code, put.json()["error"]["code"]) == (404, "no_key")
        assert (await at.ask("GET", PATH)).json() == {"items": {}}


async def test_a_value_is_json_and_not_too_long_and_no_tab_undoes_another() -> None:
    async with gatehouse() as at:
        where = f"{PATH}/a2a.endpoint"
        assert (await at.ask("PUT", where, "x" * 70_000)).status_code == 413
        assert (await at.ask("PUT", where)).status_code == 422
        assert (await at.ask("PUT", where, "one", If_Match='"0"')).status_code == 200
        late = await at.ask("PUT", where, "other", If_Match='"0"')
        assert (late.status_code, late.json()["error"]["code"]) == (409, "changed_meanwhile")
        assert (await at.ask("PUT", where, "two", If_Match="x")).status_code == 422
        assert (await at.ask("PUT", where, "two", If_Match='"1"')).json()["version"] == 2
