"""The application as it is served: it answers, one part alone answers, and a stop is clean."""

import signal
from pathlib import Path

from tests.serving import serving_child, serving_here


async def test_a_server_here_answers(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        assert (await here.http.get("/healthz")).json()["ok"] is True
        assert (await here.http.get("/health")).json() == {"ok": True}


async def test_ctrl_c_ends_a_child_within_three_seconds_without_noise(tmp_path: Path) -> None:
    async with serving_child(tmp_path) as child:
        child.send(signal.SIGINT)
        assert await child.ended(3) == 0
        assert child.complained == []
