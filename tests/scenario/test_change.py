"""What is changed while a run goes on: over its own door, and by settings that nobody can play."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest

from tests.scenario.bridges import Bridges, serve


@pytest.fixture(scope="module")
async def bridges(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Bridges]:
    async with serve(tmp_path_factory.mktemp("changes")) as there:
        yield there


async def asked(at: Bridges, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    answer = await at.http.request(method, f"{at.url}/api/scenario/runs{path}", json=body)
    return answer.status_code, answer.json()


async def started(at: Bridges) -> str:
    status, body = await asked(at, "POST", "", {"scenarioId": "lost-delivery", "limits": {"messages": 2}})
    assert status == 201, body
    return str(body["run"])


async def test_what_is_changed_is_played_from_then_on_and_the_rest_stays(bridges: Bridges) -> None:
    run = await started(bridges)
    for change in (
        {"limits": {"messages": 9, "dollars": 0.5}},
        {"mode": "approve", "toolsOff": ["give_up"]},
        {"instructions": "Be kind."},
        {"limits": {}},
    ):
        assert (await asked(bridges, "POST", f"/{run}/change", change))[0] == 200
    settings = await bridges.host.settings(run, "local")
    played = settings["run"]
    assert isinstance(played, dict) and "limits" not in played
    assert (played["mode"], played["instructions"]) == ("approve", "Be kind.")
    assert (settings["tools_off"], settings["approvals"]) == (["scenario.give_up"], {"sendMessage": "always"})


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"limits": {"messages": 1.5}}, "limits: messages must be a whole number from 1 on"),
        ({"limits": {"hours": 1}}, "limits: there is none called hours; there are messages, minutes, dollars"),
        ({"mode": "wild"}, "mode: Input should be 'auto' or 'approve'"),
        ({"begun": True}, "begun: Extra inputs are not permitted"),
    ],
)
async def test_what_can_not_be_changed_is_refused_in_a_sentence(bridges: Bridges, change: Any, wrong: str) -> None:
    run = await started(bridges)
    status, body = await asked(bridges, "POST", f"/{run}/change", change)
    assert (status, body["error"]["text"]) == (422, wrong)


async def test_settings_that_nobody_can_play_break_nothing_and_a_scenario_can_be_chosen_anew(bridges: Bridges) -> None:
    run = await started(bridges)
    wrong = {"kind": "changed", "settings": {"run": {"me": 5, "limits": {"messages": -1}, "begun": True}}}
    told = await bridges.http.post(f"{bridges.url}/api/conversations/{run}/events", json=wrong)
    assert told.status_code == 200
    assert (await asked(bridges, "GET", f"/{run}"))[1]["plays"] == "goals"
    assert (await asked(bridges, "GET", f"/{run}/events"))[0] == 200
    for deed in ("begin", "stop", "change"):
        status, body = await asked(bridges, "POST", f"/{run}/{deed}", {})
        assert (status, body["error"]["code"]) == (422, "no_scenario")
    assert (await asked(bridges, "POST", "", {"scenarioId": "lost-delivery", "run": run}))[0] == 201
    assert (await asked(bridges, "POST", f"/{run}/begin"))[0] == 200
