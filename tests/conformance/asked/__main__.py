"""Agents that others' libraries make, found and asked by us: `python -m tests.conformance.asked FOLDER [LEG …]`.

Each is a greeter whose model is scripted and says what it was asked, served by its library's own server. It is looked
at and asked by the commands, and by an assistant in words, as a person would. FOLDER gets an environment for each
library that is not among ours."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from tests.conformance.environments import python
from tests.servers import free_port

HERE = Path(__file__).parent
SECONDS = 120.0
WORDS = "how much is 2*3*4 in Paris?"
PLAIN = f"I was asked: {WORDS}"
OURS = {**os.environ, "LOKET_ALLOW_PRIVATE": "127.0.0.1", "LOKET_LANGUAGE": "en"}


@dataclass(frozen=True)
class AskedLeg:
    """A library: its program, whose environment runs it, where its agent's card is below the server's address, and
    whether its server refuses data that its card promises to take. `held`: its card does not say that it only tells, so
    that a person sees what goes out first."""

    name: str
    program: str
    library: str = ""
    path: str = ""
    refuses: bool = False
    held: bool = False


LEGS = (
    AskedLeg("a2a-sdk", "a2a_sdk_side.py", refuses=True),
    AskedLeg("google-adk", "adk_side.py", "google-adk"),
    AskedLeg("pydantic-ai", "pydantic_ai_side.py", "fasta2a"),
    AskedLeg("strands", "strands_side.py", "strands"),
    AskedLeg("agno", "agno_side.py", "agno", "/a2a/agents/greeter"),
    AskedLeg("langgraph", "langgraph_side.py", "langgraph", "/a2a/{assistant}", held=True),
    AskedLeg(
        "langgraph-card",
        "langgraph_side.py",
        "langgraph",
        "/.well-known/agent-card.json?assistant_id={assistant}",
        held=True,
    ),
    AskedLeg("python-a2a", "python_a2a_side.py", "python-a2a"),
)


@asynccontextmanager
async def served(leg: AskedLeg, folder: Path) -> AsyncGenerator[str]:
    """Their server; the address of its agent once it answers."""
    port, log = free_port(), folder / f"{leg.name}.log"
    with log.open("wb") as out:
        command = (python(leg.library, folder), HERE / leg.program, str(port))
        process = await asyncio.create_subprocess_exec(*command, stdout=out, stderr=out)
    try:
        async with asyncio.timeout(SECONDS), httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
            while not await _answers(http):
                assert process.returncode is None, log.read_text()
                await asyncio.sleep(0.2)
            found = {}
            if "{assistant}" in leg.path:
                found["assistant"] = (await http.post("/assistants/search", json={})).json()[0]["assistant_id"]
        yield f"http://127.0.0.1:{port}{leg.path.format(**found)}"
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def _answers(http: httpx.AsyncClient) -> bool:
    try:
        return (await http.get("/")).status_code > 0
    except httpx.TransportError:
        return False


async def run_command(*command: str) -> tuple[int, str]:
    """The exit code of a command of ours, and what it printed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "loket", *command, env=OURS, stdout=asyncio.subprocess.PIPE
    )
    printed, _ = await process.communicate()
    return process.returncode or 0, printed.decode()


async def tried(leg: AskedLeg, folder: Path) -> dict[str, bool]:
    """What worked: its card, words that arrive as they were written, values, and the same through an assistant."""
    data = ("--data", str(folder / f"{leg.name}.data"))
    async with served(leg, folder) as url:
        code, card = await run_command("discover", url, "--json", *data)
        found = json.loads(card)
        worked = {"card": code == 0 and "reeter" in found["agent_name"] and found["instead_of"] == ""}
        code, words = await run_command("invoke", url, "--text", WORDS, *data)
        worked["words"] = code == 0 and words.splitlines()[0].endswith(PLAIN)
        code, values = await run_command("invoke", url, found["available_skills"][0]["id"], "name=Ann", *data)
        worked["values"] = code == 0 and "Ann" in values and ("takes no data" in values) == leg.refuses
        code, talk = await run_command("ask", "urmston", f"Ask {url}: {WORDS}", *data)
        worked["assistant"] = code == 0 and WORDS in talk.rpartition("I was asked: ")[2]
        if leg.held:
            worked["assistant"] = code == 2 and "held until a person approves it" in talk
    return worked


async def main(folder: Path, names: Sequence[str]) -> int:
    """How many legs did not do as they should."""
    wrong, rows = 0, ["| agent | card | words | values | through an assistant |", "|---|---|---|---|---|"]
    for leg in [leg for leg in LEGS if not names or leg.name in names]:
        worked = await tried(leg, folder)
        print(f"{leg.name:<16}", *(f"{what}: {'yes' if good else 'NO'}" for what, good in worked.items()), flush=True)
        wrong += not all(worked.values())
        rows.append(f"| {leg.name} | {' | '.join('yes' if good else 'NO' for good in worked.values())} |")
    (folder / "asked.md").write_text("\n".join(rows) + "\n")
    return wrong


if __name__ == "__main__":
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    sys.exit(asyncio.run(main(Path(sys.argv[1]), sys.argv[2:])))
