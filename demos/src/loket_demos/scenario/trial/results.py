"""What a bench run left: a result for each trial, with its checks, its figures and what went over the wire."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from loket.core.data import Frozen, Json, JsonObject
from loket.core.errors import Invalid

FORMAT = "loket-bench/1"
TrialVerdict = Literal["passed", "failed", "broken"]
"""`broken`: the trial came to no end by itself, or the bench itself could not go on; nothing is known of the agent."""

MARKS: dict[TrialVerdict, str] = {"passed": "✓", "failed": "✗", "broken": "!"}


class Trial(Frozen):
    """One run of a scenario: whom we play, who is on the other side, and what goes wrong on the way. `seed` decides
    where a crash falls. `between`: the agent that plays our side, with us between the two."""

    scenario: str
    agent: str
    counterpart: str = "simulated"
    repetition: int = 1
    fault: str = ""
    crash: bool = False
    seed: int = 0
    between: str = ""

    @property
    def key(self) -> str:
        """What the same trial is known by in another run."""
        extra = [
            f"and {self.between}" if self.between else "",
            self.fault,
            "crash" if self.crash else "",
            f"#{self.repetition}",
        ]
        return " ".join((self.scenario, f"as {self.agent}", f"with {self.counterpart}", *filter(None, extra)))


class TrialCheck(Frozen):
    """One thing that was looked at without a model, and a sentence about what was seen."""

    name: str
    ok: bool
    sentence: str = ""


class TrialFigures(Frozen):
    """`turns` are messages of ours to the agent, `calls` tools we used, `crashes` kills we lived through; `cost` is in
    US dollars, None when no price is known."""

    seconds: float = 0
    turns: int = 0
    calls: int = 0
    records: int = 0
    crashes: int = 0
    cost: float | None = None


class TrialResult(Frozen):
    """One trial as it went. `end` is how the scenario ended (success, failure, neutral), "" when it did not. `log` are
    our records and `wire` the exchanges, for those who want to know."""

    trial: Trial
    verdict: TrialVerdict
    end: str = ""
    why: str = ""
    checks: tuple[TrialCheck, ...] = ()
    figures: TrialFigures = TrialFigures()
    fault: JsonObject | None = None
    judge: JsonObject | None = None
    said: tuple[str, ...] = ()
    log: tuple[JsonObject, ...] = ()
    wire: tuple[Json, ...] = ()


class TrialReport(Frozen):
    """A whole run of the bench. `cpu` is the processor time of our own side in all trials, `cpu_theirs` that of our
    simulated one, in seconds; lives that were killed are not counted."""

    format: Literal["loket-bench/1"] = FORMAT
    began: str
    seconds: float = 0
    cpu: float = 0
    cpu_theirs: float = 0
    against: tuple[str, ...] = ()
    cancelled: bool = False
    results: tuple[TrialResult, ...] = Field(default=())

    @property
    def size(self) -> str:
        """How many trials there were, in words."""
        return f"{len(self.results)} trial{'' if len(self.results) == 1 else 's'}"

    def share(self) -> float:
        """Of the trials that came to a verdict, how many passed; broken ones did not."""
        return self.counted()["passed"] / max(1, len(self.results))

    def counted(self) -> Counter[str]:
        """How many trials have each verdict."""
        return Counter(dict.fromkeys(MARKS, 0)) + Counter(one.verdict for one in self.results)


def read_report(path: Path) -> TrialReport:
    """A report that an earlier run wrote with `--json`. Invalid when it is none."""
    try:
        return TrialReport.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise Invalid("bad_report", f"{path} is no report of loket bench ({type(error).__name__}).") from None


def by_fault(results: Sequence[TrialResult]) -> dict[str, list[JsonObject]]:
    """What the agent made of each fault: the different sentences, with how often, worst first."""
    order = {"gave way": 0, "held": 1, "unknown": 2}
    seen: dict[str, Counter[tuple[str, str]]] = {}
    titles: dict[str, str] = {}
    for result in results:
        if result.fault and result.fault.get("fault"):
            name = str(result.fault["fault"])
            titles[name] = str(result.fault.get("title", ""))
            told = (str(result.fault.get("stand")), str(result.fault.get("sentence")))
            seen.setdefault(name, Counter())[told] += 1
    return {
        name: [
            {"title": titles[name], "stand": stand, "sentence": sentence, "times": times}
            for (stand, sentence), times in sorted(counts.items(), key=lambda item: (order[item[0][0]], -item[1]))
        ]
        for name, counts in seen.items()
    }
