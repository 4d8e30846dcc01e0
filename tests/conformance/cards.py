"""What linters say of the agents of the demos: `python -m tests.conformance.cards FOLDER`.

a2a-lint, which others made, sends a message and follows a stream; our own `loket check` looks at card and errors."""

import asyncio
import json
import os
import sys
from pathlib import Path

from tests.conformance.environments import python
from tests.conformance.serve import AGENTS_OF_DEMOS
from tests.servers import free_port

OURS = {**os.environ, "LOKET_ALLOW_PRIVATE": "127.0.0.1"}


async def main(folder: Path) -> int:
    """How many agents have a grade below A, broken promises or a card with something to note."""
    lint, port = python("a2a-lint", folder).with_name("a2a-lint"), str(free_port())
    rows, wrong = ["| agent | a2a-lint | loket check: kept, broken | to note of its card |", "|---|---|---|---|"], 0
    serve = (sys.executable, "-m", "loket", "serve", "--port", port, "--data", str(folder / "data" / "cards"))
    with (folder / "server-cards.txt").open("wb") as log:
        server = await asyncio.create_subprocess_exec(*serve, stdout=asyncio.subprocess.PIPE, stderr=log)
    try:
        assert server.stdout is not None and b" is on " in await server.stdout.readline()
        for name in AGENTS_OF_DEMOS:
            url = f"http://127.0.0.1:{port}/a2a/{name}"
            summary = json.loads(await _printed(str(lint), "--live", "--json", url))["summary"]
            made = json.loads(await _printed(sys.executable, "-m", "loket", "check", url, "--json"))["checks"]
            kept, broken = (sum(one["outcome"] == end for one in made) for end in ("passed", "failed"))
            notes = [one["text"] for one in made if one["outcome"] == "warned" and one["group"] == "card"]
            wrong += summary["grade"] != "A" or broken > 0 or bool(notes)
            rows.append(f"| {name} | {summary['grade']} | {kept}, {broken} | {' '.join(notes) or 'nothing'} |")
            print(rows[-1], flush=True)
    finally:
        server.terminate()
        await server.wait()
    (folder / "cards.md").write_text("\n".join(rows) + "\n")
    return wrong


async def _printed(*command: str) -> str:
    run = await asyncio.create_subprocess_exec(*command, env=OURS, stdout=asyncio.subprocess.PIPE)
    printed, _ = await run.communicate()
    return printed.decode()


if __name__ == "__main__":
    home = Path(sys.argv[1]).resolve()
    home.mkdir(parents=True, exist_ok=True)
    sys.exit(min(1, asyncio.run(main(home))))
