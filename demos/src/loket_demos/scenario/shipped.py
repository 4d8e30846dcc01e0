"""The scenarios that come with the package, read."""

from functools import cache

from loket.core.errors import NotFound
from loket_demos.scenario.library import shipped
from loket_demos.scenario.shapes import Scenario, scenario_of


@cache
def scenario_named(id: str) -> Scenario:
    """The one of this id. NotFound when none is shipped."""
    found = shipped().get(id)
    if found is None:
        raise NotFound("no_scenario", f"There is no scenario {id[:80]}; there are {', '.join(sorted(shipped()))}.")
    return scenario_of(found)
