"""Ctrl-C in the middle of a run: what is done by then is written, and nothing of ours is left running."""

import asyncio
import signal
from pathlib import Path

import pytest

from loket_demos.scenario.trial.options import BenchOptions
from loket_demos.scenario.trial.results import TrialReport
from loket_demos.scenario.trial.run import run_bench
from tests.loopback import answering, never


async def test_a_run_that_is_stopped_writes_what_is_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = asyncio.Event()

    async def silent(request: object) -> bytes:
        asked.set()
        return await never(request)  # type: ignore[arg-type]

    async with answering(silent) as agent:
        report = tmp_path / "report.json"
        options = BenchOptions(("lost-delivery",), (agent.url,), json_at=report, data=tmp_path)
        running = asyncio.create_task(run_bench(options))
        async with asyncio.timeout(50):
            playing = asyncio.create_task(asked.wait())
            await asyncio.wait((running, playing), return_when=asyncio.FIRST_COMPLETED)
            assert playing.done(), "it came to its end before anybody was asked"
            signal.raise_signal(signal.SIGINT)  # the run listens for it from before the agent is asked
            assert await running == 130
    assert "0 trials: none" in capsys.readouterr().out
    made = TrialReport.model_validate_json(report.read_bytes())
    assert (made.cancelled, made.results) == (True, ())
