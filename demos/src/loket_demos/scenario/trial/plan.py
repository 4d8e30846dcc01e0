"""What a bench run is to do: which scenarios are meant, what is expected of each, and the trials that come of it."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import httpx

from loket.core.data import Json, JsonObject
from loket.core.errors import Invalid
from loket.core.shapes import is_object, object_at
from loket_demos.scenario.library import shipped
from loket_demos.scenario.shapes import EndStatus, Scenario, ScenarioShape, Texts, config_of, scenario_of
from loket_demos.scenario.trial.results import Trial
from loket_demos.scenario.validation_play import expectations
from loket_demos.scenario.walk import Walk

SIMULATED = "simulated"
MOST_BYTES = 2_000_000


class Expectations(ScenarioShape):
    """What a scenario expects of a trial, under `trial` beside its metadata. `ends` are the ends that are right;
    `facts` must be said by either side, `documents` (names) must be handed over, `never` must not be in what we send.
    The rest are the most that may be used; `cost` is in US dollars."""

    ends: tuple[EndStatus, ...] = ("success", "neutral")
    facts: Texts = ()
    documents: Texts = ()
    never: Texts = ()
    turns: int = 40
    seconds: float | None = None
    cost: float | None = None


@dataclass(frozen=True)
class PlannedScenario:
    """A scenario, in one of the courses that it may take where no model plays, with what is expected of it. `first`: in
    the first of them, or its only one."""

    scenario: Scenario
    expected: Expectations
    variant: str = ""
    first: bool = True

    @property
    def id(self) -> str:
        """What a trial calls it."""
        return f"{self.scenario.metadata.id}{f':{self.variant}' if self.variant else ''}"

    @property
    def raw(self) -> JsonObject:
        """As JSON."""
        return self.scenario.model_dump(mode="json", by_alias=True)

    def played_by(self, agent: str) -> str:
        """Whom we play: the one that was named, else the first. Invalid when there is no such agent."""
        names = [one.agent_id for one in self.scenario.agents]
        if agent and agent not in names:
            raise Invalid("no_agent", f"{self.id} has no agent {agent}; it has {', '.join(names)}.")
        return agent or names[0]


async def planned(names: Sequence[str], http: httpx.AsyncClient) -> list[PlannedScenario]:
    """The scenarios that are meant; all that are shipped when none is named. Invalid for what is none."""
    wanted = names or tuple(shipped())
    found = [one for name in wanted for one in await _read(name, http)]
    ids = [one.id for one in found]
    if twice := next((id for id in ids if ids.count(id) > 1), None):
        raise Invalid("twice", f"Two of the scenarios have the id {twice}.")
    return found


async def _read(name: str, http: httpx.AsyncClient) -> list[PlannedScenario]:
    if name in shipped():
        return list(_planned(shipped()[name]))
    if name.startswith(("http://", "https://")):
        try:
            answer = await http.get(name, follow_redirects=True)
            return list(_planned(_json(answer.raise_for_status().content, name)))
        except httpx.HTTPError as error:
            raise Invalid("no_scenario", f"{name} can't be fetched: {error}.") from None
    return list(_from_disk(Path(name)))


def _from_disk(path: Path) -> Iterator[PlannedScenario]:
    files = sorted(path.glob("*.json")) if path.is_dir() else [path]
    if not files or not all(file.is_file() for file in files):
        there = ", ".join(shipped())
        raise Invalid(
            "no_scenario", f"{path} is no scenario that is shipped, and no file or folder; there are {there}."
        )
    for file in files:
        yield from _planned(_json(file.read_bytes(), str(file)))


def _json(raw: bytes, name: str) -> Json:
    if len(raw) > MOST_BYTES:
        raise Invalid("too_large", f"{name} has more than {MOST_BYTES} bytes.")
    try:
        return json.loads(raw, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise Invalid("bad_scenario", f"{name} is no JSON: {error}.") from None


def _no_number(name: str) -> Json:
    raise ValueError(f"{name} is no number of JSON")


def _planned(raw: Json) -> Iterator[PlannedScenario]:
    config = config_of(raw)
    if not is_object(config):
        raise Invalid("bad_scenario", "A scenario is a JSON object.")
    scenario, wanted, walk = scenario_of(config), object_at(config, "trial"), Walk()
    expectations(walk, config)
    if walk.errors:
        wrong = " ".join(str(finding) for finding in walk.errors[:3])
        raise Invalid("bad_scenario", f"What {scenario.metadata.id} expects can't be checked: {wrong}")
    if not scenario.variants:
        yield PlannedScenario(scenario, Expectations.model_validate(wanted))
    for number, variant in enumerate(scenario.variants):
        expected = Expectations.model_validate({"ends": [variant.ends], **wanted})
        yield PlannedScenario(scenario.in_variant(variant.id), expected, variant.id, number == 0)


def trials(
    scenarios: Sequence[PlannedScenario], agent: str, counterparts: Sequence[str], times: int, how: "TrialConditions"
) -> list[Trial]:
    """Every scenario so many times against each of the counterparts, with each fault; against agents of others only in
    its first course, for how it goes is theirs to say."""
    return [
        Trial(
            scenario=one.id,
            agent=one.played_by(agent),
            counterpart=counterpart,
            repetition=repetition,
            fault=fault,
            crash=how.crash,
            seed=how.seed,
            between=how.between,
        )
        for counterpart in counterparts
        for one in scenarios
        if one.first or (counterpart == SIMULATED and not how.between)
        for fault in how.faults or ("",)
        for repetition in range(1, times + 1)
    ]


@dataclass(frozen=True)
class TrialConditions:
    """What goes wrong on purpose, and which agent plays our side in our place, with us between."""

    faults: tuple[str, ...] = ()
    crash: bool = False
    seed: int = 1
    between: str = ""
