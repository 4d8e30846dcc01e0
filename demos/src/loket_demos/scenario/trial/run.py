"""`loket bench`: plays all trials side by side, tells how far it is, and writes what came of them."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import httpx

from loket.core.data import JsonObject
from loket_demos.scenario.trial.between import checks_between, play_between
from loket_demos.scenario.trial.checks import checked
from loket_demos.scenario.trial.comparing import compared
from loket_demos.scenario.trial.counterpart import made_known, simulated_at
from loket_demos.scenario.trial.faults.every import chosen_faults, fault_by_name
from loket_demos.scenario.trial.faults.port import Fault
from loket_demos.scenario.trial.judge import judged
from loket_demos.scenario.trial.junit import junit
from loket_demos.scenario.trial.options import BenchOptions
from loket_demos.scenario.trial.page import report_page
from loket_demos.scenario.trial.plan import SIMULATED, PlannedScenario, TrialConditions, planned, trials
from loket_demos.scenario.trial.playing import Played, play
from loket_demos.scenario.trial.results import (
    MARKS,
    Trial,
    TrialCheck,
    TrialFigures,
    TrialReport,
    TrialResult,
    by_fault,
    read_report,
)
from loket_demos.scenario.trial.server import OwnServer
from loket_demos.scenario.trial.theirs import their_log
from loket_demos.scenario.trial.wire import TrialWire, standing_in

WRONG, CANCELLED = 4, 130
TOGETHER = 4
"""Trials that share one server of ours where it is killed; a crash of it is one of each of theirs."""


@dataclass
class BenchRun:
    """What the trials of one run share."""

    options: BenchOptions
    scenarios: Mapping[str, PlannedScenario]
    http: httpx.AsyncClient
    servers: Sequence[OwnServer]
    others: OwnServer | None
    trials: Sequence[Trial]
    results: list[TrialResult] = field(default_factory=list[TrialResult])

    def cpu(self) -> float:
        """Processor seconds of the servers of our own side, as they run now."""
        return sum(server.cpu_seconds() for server in self.servers)

    def cpu_theirs(self) -> float:
        """The same of our simulated side."""
        return self.others.cpu_seconds() if self.others is not None else 0.0

    async def all(self) -> None:
        """Plays them, so many at the same time."""
        waiting = list(enumerate(self.trials))[::-1]

        async def lane(number: int) -> None:
            server = self.servers[number % len(self.servers)]
            while waiting:
                _, trial = waiting.pop()
                result = await self.tried(trial, server)
                self.results.append(result)
                _progress(result, len(self.results), len(self.trials))

        async with asyncio.TaskGroup() as group:
            for number in range(min(self.options.parallel, len(self.trials))):
                group.create_task(lane(number))

    async def tried(self, trial: Trial, server: OwnServer) -> TrialResult:
        """One trial, from its wire to its verdict."""
        scenario, options = self.scenarios[trial.scenario], self.options
        fault = fault_by_name(trial.fault, options.patience)
        async with AsyncExitStack() as stack:
            wires = [await stack.enter_async_context(standing_in(wire)) for wire in self.wires(scenario, trial, fault)]
            runs = [Played(one, wire) for one, wire in zip(sides_of(scenario, trial), wires, strict=True)]
            if len(runs) > 1:
                sides = await play_between(scenario, runs, server, options.seconds)
            else:
                await play(scenario, runs[0], server, options.seconds)
                sides = []
            for wire in wires:
                await wire.settled()
                await wire.fault.after(wire)
            logs = [await their_log(wire, self.others if wire.simulated else None) for wire in wires]
            judge = await judged(scenario, runs[0], server, options.judge) if options.judge else None
        checks = checked(scenario, runs[0], logs[0])
        return result_of_trial(runs, [*checks, *(checks_between(scenario, sides, logs[1]) if sides else ())], judge)

    def wires(self, scenario: PlannedScenario, trial: Trial, fault: Fault) -> list[TrialWire]:
        """To whom we talk: the agent that is tried, and the one that plays our side if there is one."""
        remote, options = trial.counterpart != SIMULATED, self.options
        target = trial.counterpart if remote or self.others is None else simulated_at(self.others, scenario, trial)
        wires = [TrialWire(target, self.http, fault, options.headers if remote else {}, simulated=not remote)]
        if trial.between:
            again = fault_by_name(trial.fault, options.patience)
            wires.append(TrialWire(trial.between, self.http, again, options.headers_between))
        return wires


def sides_of(scenario: PlannedScenario, trial: Trial) -> list[Trial]:
    """The trial as each of our runs has it: whom we speak for."""
    other = next((one.agent_id for one in scenario.scenario.agents if one.agent_id != trial.agent), trial.agent)
    return [trial, *([trial.model_copy(update={"agent": other, "crash": False})] if trial.between else [])]


def result_of_trial(runs: Sequence[Played], checks: list[TrialCheck], judge: JsonObject | None) -> TrialResult:
    """The verdict, with all that led to it."""
    played = runs[0]
    fault = played.wire.fault
    for run in runs if fault.name else ():
        met, way = run.wire.fault, "" if run is played else f"{run.trial.agent} to {played.trial.agent}: "
        checks.append(
            TrialCheck(name=f"{way}fault: {met.title}", ok=met.stand != "gave way", sentence=f"{way}{met.sentence}")
        )
    if judge is not None and "passed" in judge:
        checks.append(
            TrialCheck(name="judge", ok=bool(judge["passed"]), sentence=str(judge.get("reasoning", ""))[:500])
        )
    good = all(check.ok for check in checks)
    verdict = "passed" if good else "failed" if played.end else "broken"
    events = played.log.events
    known = [price for one in played.thoughts if (price := one.price) is not None]
    figures = TrialFigures(
        seconds=round(played.seconds, 3),
        turns=len(played.messages("planner")),
        calls=sum(e.type == "tool_result" for e in events),
        records=sum(len(run.records) for run in runs),
        crashes=played.crashes,
        cost=sum(known) if known else None,
    )
    said = [f"{e.agent_id}: {e.payload['text']}" for e in events if e.type == "agent_message"]
    return TrialResult(
        trial=played.trial,
        verdict=verdict,
        end=played.end,
        why=played.stuck,
        checks=tuple(checks),
        figures=figures,
        fault=fault.report() if fault.name else None,
        judge=judge,
        said=tuple(said),
        log=tuple(
            e.model_dump(mode="json", by_alias=True) | mark for run, mark in marked(runs) for e in run.log.events
        ),
        wire=tuple(one.summary() | mark for run, mark in marked(runs) for one in run.wire.exchanges),
    )


def marked(runs: Sequence[Played]) -> list[tuple[Played, JsonObject]]:
    """Each run with what its lines are marked with: where there are two, the agent whom we speak with."""
    return [
        (run, {"with": other.trial.agent} if run is not other else {})
        for run, other in zip(runs, runs[::-1], strict=True)
    ]


async def run_bench(options: BenchOptions) -> int:
    """The command; its exit code."""
    faults, *_ = chosen_faults(options.faults), options.headers, options.headers_between
    before = read_report(options.compare) if options.compare is not None else None
    began, clock = datetime.now(UTC), time.monotonic()
    async with _opened(options, TrialConditions(faults, options.crash, options.seed, options.between)) as run:
        before_all, others = run.cpu(), run.cpu_theirs()
        cancelled = await _until_cancelled(run)
        used = run.cpu() - before_all, run.cpu_theirs() - others
    report = TrialReport(
        began=began.isoformat(timespec="seconds"),
        cpu=round(max(0.0, used[0]), 3),
        cpu_theirs=round(max(0.0, used[1]), 3),
        seconds=round(time.monotonic() - clock, 3),
        against=options.counterparts,
        cancelled=cancelled,
        results=tuple(sorted(run.results, key=lambda result: result.trial.key)),
    )
    comparison = compared(before, report) if before is not None else None
    _write(options.json_at, report.model_dump_json(indent=1).encode())
    _write(options.junit_at, junit(report))
    _write(options.page_at, report_page(report, comparison).encode())
    for line in (*_summary(report), *(comparison.lines() if comparison is not None else ())):
        click.echo(line)
    return CANCELLED if cancelled else 0 if report.share() >= options.at_least else WRONG


@asynccontextmanager
async def _opened(options: BenchOptions, how: TrialConditions) -> AsyncGenerator[BenchRun]:
    """What the trials share, gone at the end; our data is kept when a folder is named for it."""
    async with AsyncExitStack() as stack:
        timeout = httpx.Timeout(20, read=options.seconds, write=options.seconds)
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=20)
        http = await stack.enter_async_context(httpx.AsyncClient(trust_env=False, timeout=timeout, limits=limits))
        scenarios = {one.id: one for one in await planned(options.scenarios, http)}
        wanted = trials(list(scenarios.values()), options.agent, options.counterparts, options.times, how)
        folder = options.data or Path(stack.enter_context(TemporaryDirectory(prefix="loket-bench-")))
        count = -(-min(options.parallel, len(wanted)) // TOGETHER) if how.crash else 1
        env = {"LOKET_ALLOW_PRIVATE": "127.0.0.1"}
        servers = [OwnServer(folder / f"ours-{number}", http, env) for number in range(max(1, count))]
        others = OwnServer(folder / "theirs", http, env) if SIMULATED in options.counterparts else None
        starting = [*servers, *([others] if others is not None else [])]
        for server in starting:
            stack.push_async_callback(server.stop)
        await asyncio.gather(*(server.start() for server in starting))
        if others is not None:
            for scenario in scenarios.values():
                await made_known(others, scenario)
        yield BenchRun(options, scenarios, http, servers, others, wanted)


async def _until_cancelled(run: BenchRun) -> bool:
    """Plays all; whether somebody stopped it before. What is done by then counts."""
    playing = asyncio.create_task(run.all())
    loop, stopped = asyncio.get_running_loop(), False

    def stop() -> None:
        nonlocal stopped
        stopped = True
        playing.cancel()

    signs = (signal.SIGINT, signal.SIGTERM) if os.name == "posix" else ()
    for sign in signs:
        loop.add_signal_handler(sign, stop)
    try:
        await playing
    except asyncio.CancelledError:
        if not stopped:
            raise
    finally:
        for sign in signs:
            loop.remove_signal_handler(sign)
    return stopped


def _progress(result: TrialResult, done: int, of: int) -> None:
    figures = result.figures
    told = f"{result.end or 'no end'}, {figures.turns} turns, {figures.seconds:.1f} s"
    click.echo(f"{MARKS[result.verdict]} {done}/{of} {result.trial.key}: {told}", err=True)
    sys.stderr.flush()


def _summary(report: TrialReport) -> list[str]:
    lines: list[str] = []
    for result in report.results:
        missed = [check.sentence or check.name for check in result.checks if not check.ok]
        if missed:
            lines.append(f"{MARKS[result.verdict]} {result.verdict}: {result.trial.key}")
            lines += [f"    {one}" for one in missed]
    for name, told in by_fault(report.results).items():
        lines += [f"fault {name}, {one['stand']}: {one['sentence']} ({one['times']} x)" for one in told]
    counts = report.counted()
    words = ", ".join(f"{counts[verdict]} {verdict}" for verdict in MARKS if counts[verdict])
    return [*lines, f"{report.size}: {words or 'none'}; {report.seconds:.1f} s"]


def _write(path: Path | None, body: bytes) -> None:
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
