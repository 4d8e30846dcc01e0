"""The scenarios that come with the package, by their ids."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from loket.core.errors import NotFound
from loket_demos.scenario.shapes import Scenario, scenario_of


@cache
def shipped() -> Mapping[str, Scenario]:
    """All of them, in the order of their ids."""
    folder = files("loket_demos.scenario").joinpath("data", "scenarios")
    found = [
        scenario_of(json.loads(file.read_text("utf-8"))) for file in folder.iterdir() if file.name.endswith("json")
    ]
    return {one.metadata.id: one for one in sorted(found, key=lambda one: one.metadata.id)}


def scenario_named(id: str) -> Scenario:
    """The one of this id. NotFound when none is shipped."""
    found = shipped().get(id)
    if found is None:
        raise NotFound("no_scenario", f"There is no scenario {id[:80]}; there are {', '.join(shipped())}.")
    return found
