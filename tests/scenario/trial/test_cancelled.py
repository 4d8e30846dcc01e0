"""Ctrl-C in the middle of a run: what is done by then is written, and nothing of ours is left running."""

import asyncio
import signal
from pathlib import Path

from loket_demos.scenario.trial.results import TrialReport
from tests.loopback import answering, never
from tests.serving import loket


async def test_a_run_that_is_stopped_writes_what_is_done(tmp_path: Path) -> None:
    asked = asyncio.Event()

    async def silent(request: object) -> bytes:
        asked.set()
        return await never(request)  # type: ignore[arg-type]

    async with answering(silent) as agent:
        report = tmp_path / "report.json"
        command = ("bench", "lost-delivery", "--against", agent.url, "--json", str(report), "--data", str(tmp_path))
        started = await loket(*command)
        try:
            async with asyncio.timeout(50):
                await asked.wait()
                started.send(signal.SIGINT)
                said, _ = await started.process.communicate()
        finally:
            if started.process.returncode is None:
                started.process.kill()
                await started.process.wait()
    assert started.process.returncode == 130 and b"0 trials: none" in said
    made = TrialReport.model_validate_json(report.read_bytes())
    assert (made.cancelled, made.results) == (True, ())
