"""What is asked of a run of the bench, by the options of its command."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from loket.core.errors import Invalid
from loket_demos.scenario.trial.plan import SIMULATED


@dataclass(frozen=True)
class BenchOptions:
    """What was asked for, by the names of the command's options."""

    scenarios: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    simulated: bool = False
    agent: str = ""
    times: int = 1
    parallel: int = 4
    faults: tuple[str, ...] = ()
    crash: bool = False
    seed: int = 1
    seconds: float = 120.0
    patience: float = 2.0
    judge: str | None = None
    authorization: str | None = None
    at_least: float = 1.0
    json_at: Path | None = None
    junit_at: Path | None = None
    page_at: Path | None = None
    compare: Path | None = None
    data: Path | None = None
    between: str = ""
    between_authorization: str | None = None

    @property
    def headers(self) -> Mapping[str, str]:
        """What the agents that are tried want of us. Invalid when the variable is not set."""
        return _login(self.authorization)

    @property
    def headers_between(self) -> Mapping[str, str]:
        """The same of the agent that plays our side."""
        return _login(self.between_authorization)

    @property
    def counterparts(self) -> tuple[str, ...]:
        """Who is on the other side."""
        return (*self.against, *((SIMULATED,) if self.simulated or not self.against else ()))


def _login(variable: str | None) -> Mapping[str, str]:
    if not variable:
        return {}
    if not (value := os.environ.get(variable, "")):
        raise Invalid("no_authorization", f"The variable {variable} is empty; put the header's value in it.")
    return {"authorization": value}
