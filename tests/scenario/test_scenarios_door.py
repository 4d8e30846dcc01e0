"""The library: own scenarios beside those that are shipped; published ones are locked, deleted ones are hidden."""

from dataclasses import replace
from typing import Any

from loket.house.bundle import Services
from loket_demos.scenario.doors.scenarios import ScenariosDoor
from loket_demos.scenario.gates import Gates, gates
from loket_demos.scenario.library import SCENARIO_BYTES, Library
from tests.scenario.gatehouse import EDIT, Gatehouse, gatehouse

PATH = "/api/scenarios"


def scenario(id: str, *tags: str, title: str = "Bikes") -> dict[str, Any]:
    metadata = {"id": id, "title": title, "description": "A repair.", "tags": list(tags)}
    principal = {"type": "individual", "name": "Ann", "description": "A rider."}
    agent = {
        "agentId": "rider",
        "principal": principal,
        "systemPrompt": "Ask for a repair.",
        "situation": "A puncture.",
        "goals": ["a repaired bike"],
        "tools": [],
        "messageToUseWhenInitiatingConversation": "Hello.",
    }
    return {"metadata": metadata, "agents": [agent, {**agent, "agentId": "shop"}]}


def with_library(**shipped: dict[str, Any]) -> Gates:
    """The gates with a library of known scenarios."""
    usual = gates(Services())
    library = replace(usual.library, shipped=shipped, token=EDIT)
    kept = tuple(door for door in usual.doors if not isinstance(door, ScenariosDoor))
    return replace(usual, doors=(*kept, ScenariosDoor(library)), library=library)


async def ids(at: Gatehouse, owner: str = "a", deleted: bool = False) -> list[str]:
    listed = (await at.ask("GET", f"{PATH}?deleted={int(deleted)}", owner=owner)).json()["scenarios"]
    return [one["id"] for one in listed]


async def test_a_scenario_is_added_changed_hidden_and_restored() -> None:
    async with gatehouse(made=with_library()) as at:
        made = await at.ask("POST", PATH, {"config": scenario("bikes")})
        assert (made.status_code, made.json()["version"], made.json()["locked"]) == (201, 1, False)
        again = await at.ask("POST", PATH, scenario("bikes"))
        assert (again.status_code, again.json()["error"]["code"]) == (409, "exists")
        changed = await at.ask("PUT", f"{PATH}/bikes", scenario("bikes", title="Bicycles"))
        assert changed.json()["config"]["metadata"]["title"] == "Bicycles"
        other = await at.ask("PUT", f"{PATH}/bikes", scenario("cars"))
        assert (other.status_code, other.json()["error"]["details"][0]["path"]) == (400, "metadata.id")
        late = await at.ask("PUT", f"{PATH}/bikes", scenario("bikes"), If_Match='"1"')
        assert (late.status_code, late.json()["error"]["code"]) == (409, "changed_meanwhile")
        assert (await at.ask("DELETE", f"{PATH}/bikes")).json()["deleted"] is True
        assert await ids(at) == []
        assert await ids(at, deleted=True) == ["bikes"]
        assert (await at.ask("GET", f"{PATH}/bikes")).status_code == 404
        assert (await at.ask("GET", f"{PATH}/bikes?deleted=1")).status_code == 200
        assert (await at.ask("POST", PATH, scenario("bikes"))).status_code == 409, "its name is taken still"
        back = await at.ask("POST", f"{PATH}/bikes/restore")
        assert (back.json()["deleted"], back.json()["config"]["metadata"]["tags"]) == (False, [])
        assert await ids(at) == ["bikes"]
        assert await ids(at, owner="b") == []
        assert (await at.ask("GET", f"{PATH}/bikes", owner="b")).status_code == 404


async def test_what_is_published_is_locked_but_for_the_token() -> None:
    async with gatehouse(made=with_library()) as at:
        await at.ask("POST", PATH, scenario("bikes", "published"))
        changes = [("PUT", "bikes", scenario("bikes")), ("DELETE", "bikes", None)]
        for method, where, body in changes:
            for token in ("", "wrong", f"{EDIT}x"):
                refused = await at.ask(method, f"{PATH}/{where}", body, X_Edit_Token=token)
                assert (refused.status_code, refused.json()["error"]["code"]) == (423, "locked")
        assert (await at.ask("DELETE", f"{PATH}/bikes", X_Edit_Token=EDIT)).status_code == 200
        assert (await at.ask("POST", f"{PATH}/bikes/restore")).status_code == 423
        assert (await at.ask("POST", f"{PATH}/bikes/restore", X_Edit_Token=EDIT)).status_code == 200
        assert (await at.ask("PUT", f"{PATH}/bikes", scenario("bikes"), X_Edit_Token=EDIT)).json()["locked"] is False
        assert (await at.ask("PUT", f"{PATH}/bikes", scenario("bikes", title="B"))).status_code == 200


async def test_shipped_scenarios_are_the_locked_base_of_everybody() -> None:
    async with gatehouse(made=with_library(bikes=scenario("bikes"))) as at:
        for owner in "ab":
            [line] = (await at.ask("GET", PATH, owner=owner)).json()["scenarios"]
            assert (line["shipped"], line["locked"], line["agents"]) == (True, True, ["rider", "shop"])
        assert (await at.ask("POST", PATH, scenario("bikes"))).status_code == 409
        assert (await at.ask("DELETE", f"{PATH}/bikes")).status_code == 423
        assert (await at.ask("DELETE", f"{PATH}/bikes", X_Edit_Token=EDIT)).status_code == 200
        assert (await ids(at), await ids(at, owner="b")) == ([], ["bikes"]), "it is hidden from who hid it"


async def test_what_is_no_scenario_or_too_long_is_refused_in_sentences() -> None:
    async with gatehouse(made=with_library()) as at:
        for body in ([], "x", {"config": 3}, {"metadata": {"id": "../x"}}, {"metadata": {"id": "é"}}):
            refused = await at.ask("POST", PATH, body)
            assert (refused.status_code, refused.json()["error"]["code"]) == (400, "invalid_scenario"), body
        long = scenario("long", title="x" * (SCENARIO_BYTES - 500))
        assert (await at.ask("POST", PATH, long)).status_code in (201, 413)
        assert (await at.ask("POST", PATH, {**long, "background": "x" * 1000})).status_code == 413
        assert (await at.ask("PUT", f"{PATH}/none", scenario("none"))).status_code == 404
        assert (await at.ask("GET", f"{PATH}/..%2F..%2Fetc")).status_code == 404


async def test_the_library_has_the_scenarios_of_the_package() -> None:
    usual = gates(Services()).library
    assert isinstance(usual, Library)
    async with gatehouse() as at:
        assert await ids(at) == list(usual.shipped)
