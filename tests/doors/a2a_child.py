"""The agent of the tests in a process of its own, to be killed: `python -m tests.doors.a2a_child FOLDER GATE PORT`."""

import asyncio
import sys
from pathlib import Path

from loket.doors.a2a.seal import KEY_BYTES
from tests.doors.a2a_citizens import agent

KEY = b"k" * KEY_BYTES


async def serve(folder: Path, gate: str, port: int) -> None:
    async with agent(folder, port=port, insecure_webhooks=True, key=KEY) as a2a:
        if gate == "open":
            a2a.tools.gate.set()
        print("ready", flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
