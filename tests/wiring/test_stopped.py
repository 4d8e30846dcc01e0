"""What was passed on to a node that is stopped comes back to who asked: with the moment to ask again, or, when its
answer had begun, with its end."""

import asyncio
import signal
from pathlib import Path

from tests.cli.test_draining import kinds, watched
from tests.wiring.test_nodes import WHOLE, resumed, under_way


async def test_what_was_passed_on_to_a_node_that_is_stopped_ends_in_time(tmp_path: Path) -> None:
    async with under_way(tmp_path) as (stamps, first, _, b, at):
        seen, shown = "", asyncio.Event()

        async def watch() -> None:
            nonlocal seen
            async with b.stream("GET", at, headers={"Accept": "text/event-stream"}) as stream:
                async for piece in stream.aiter_text():
                    seen += piece
                    if "call_started" in seen:
                        shown.set()

        watcher = asyncio.create_task(watch())
        await shown.wait()
        first.send(signal.SIGSTOP)
        try:
            words = {"kind": "user_said", "text": "two"}
            told = await b.post(at, json=words, headers={"Idempotency-Key": "two"})
            assert (told.status_code, told.json()["error"]["code"]) == (503, "moved"), told.text
            assert told.headers["retry-after"] == "1"
            async with asyncio.timeout(20):
                await watcher
            await resumed(b, at, '"text":"unknown_outcome"')
            assert await kinds(b, at) == WHOLE
            stamps.open.set()
            again = await b.post(at, json=words, headers={"Idempotency-Key": "two"})
            assert again.json()["seq"] == len(WHOLE) + 1, again.text
            await watched(b, at, "two is stamped")
        finally:
            first.send(signal.SIGCONT)
    assert [letter for letter, _ in stamps.letters] == ["one", "two"]
