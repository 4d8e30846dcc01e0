"""The planner of the workbench: one step for each trigger, one action a step, each with its reason."""

from dataclasses import dataclass
from typing import ClassVar

from loket.core.actions import Decision
from loket.core.events import Changed, FileKept
from loket.core.model import Models
from loket.core.planner import Draft, Situation
from loket_demos.scenario.planner.script import play
from loket_demos.scenario.planner.standing import sleep, standing
from loket_demos.scenario.run import run_of


@dataclass(frozen=True)
class ScenarioPlanner:
    """Plays the side that the settings of its conversation name, once it is begun."""

    models: Models | None = None
    thrifty: ClassVar[bool] = True

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """The next step, or sleep."""
        run = run_of(situation.settings)
        if run is None:
            return sleep("No scenario is chosen.")
        if not run.begun:
            return sleep("The planner is not begun.")
        if all(isinstance(record.event, Changed | FileKept) for record in situation.woke):
            return sleep("Only settings were changed.")
        return play(situation, standing(run, situation.history))
