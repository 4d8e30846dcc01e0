"""Every recipe of docs/frameworks.md, run as it stands: `python -m tests.conformance.recipes FOLDER [LIBRARY …]`.

Only ports are others. A script plays each model; FOLDER gets an environment for each library."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp

from tests.conformance.environments import python
from tests.conformance.recipes.page import OURS, THEIRS, Recipe, recipes
from tests.conformance.recipes.talk import answer
from tests.servers import free_port

HERE = Path(__file__).parent
SECONDS = 120.0
ASKED, HEARD = "When are you open on Saturday?", "Open from 10 to 13."


@dataclass(frozen=True)
class RecipeLeg:
    """A library: the model that plays for it, whose environment runs it, and where its agent is."""

    name: str
    program: str
    library: str
    path: str = ""


LEGS = (
    RecipeLeg("Google ADK", "adk_model", "google-adk"),
    RecipeLeg("LangGraph", "langgraph_model", "langchain"),
    RecipeLeg("pydantic-ai", "pydantic_ai_model", "fasta2a"),
    RecipeLeg("CrewAI", "crewai_model", "crewai"),
    RecipeLeg("Agno", "agno_model", "agno", "/a2a/agents/greeter"),
    RecipeLeg("Strands", "strands_model", "strands"),
    RecipeLeg("Microsoft Agent Framework", "agent_framework_model", "agent-framework"),
)


def command(leg: RecipeLeg, code: str, folder: Path) -> tuple[str, ...]:
    """What runs a block of the page with the model that plays."""
    return str(python(leg.library, folder)), str(HERE / "program.py"), leg.program, code


def environment() -> dict[str, str]:
    """That of this process, without what is ours."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("LOKET_", "PYTHON"))}


@asynccontextmanager
async def running(port: int, log: Path, *parts: str) -> AsyncGenerator[None]:
    """A server, from when it answers on this port."""
    with log.open("wb") as out:
        process = await asyncio.create_subprocess_exec(*parts, stdout=out, stderr=out, env=environment())
    try:
        async with asyncio.timeout(SECONDS):
            while not await _answers(port):
                assert process.returncode is None, f"It ended; see {log}."
                await asyncio.sleep(0.2)
        yield
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def _answers(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True


async def asks(leg: RecipeLeg, recipe: Recipe, folder: Path) -> str:
    """What their agent prints that asks ours."""
    port, home = free_port(), Path(mkdtemp(prefix="recipe-", dir=folder))
    desk = home / "desk.py"
    desk.write_text(recipe.ours)
    serve = (sys.executable, "-m", "loket", "serve", str(desk), "--port", str(port), "--data", str(home / "data"))
    async with running(port, home / "desk.log", *serve):
        parts = command(leg, recipe.code.replace("10002", str(port)), folder)
        done = await asyncio.to_thread(
            subprocess.run, parts, capture_output=True, text=True, env=environment(), timeout=SECONDS, check=False
        )
    return done.stdout.strip() or done.stderr[-1000:]


async def serves(leg: RecipeLeg, recipe: Recipe, folder: Path) -> dict[str, str]:
    """What people read of our assistants that ask theirs."""
    port = free_port()
    toml = Path(mkdtemp(prefix="recipe-", dir=folder)) / "loket.toml"
    toml.write_text(recipe.settings.replace(":9000", f":{port}{leg.path}"))
    parts = command(leg, recipe.code.replace("9000", str(port)), folder)
    async with running(port, folder / f"{leg.name}.log", *parts):
        return {name: await answer(recipe.ours, name, toml, ASKED) for name in ("front", "hall")}


async def main(folder: Path, names: list[str]) -> int:
    """How many recipes did not do as they say."""
    wrong, rows = 0, ["| recipe | what is read | |", "|---|---|---|"]

    def add_row(what: str, read: str, right: bool) -> int:
        print(f"{what}: {read}", flush=True)
        shown = " ".join(read.split())[-200:].replace("|", "/")
        rows.append(f"| {what} | {shown} | {'right' if right else 'WRONG'} |")
        return not right

    for leg in [leg for leg in LEGS if not names or leg.name in names]:
        if recipe := recipes(OURS).get(leg.name):
            read = await asks(leg, recipe, folder)
            wrong += add_row(f"{leg.name} asks Loket", read, HEARD in read)
        if recipe := recipes(THEIRS).get(leg.name):
            for name, read in (await serves(leg, recipe, folder)).items():
                wrong += add_row(f"Loket ({name}) asks {leg.name}", read, "I was asked: " in read and ASKED in read)
    (folder / "recipes.md").write_text("\n".join(rows) + "\n")
    return wrong


if __name__ == "__main__":
    home = Path(sys.argv[1]).resolve()
    home.mkdir(parents=True, exist_ok=True)
    sys.exit(min(1, asyncio.run(main(home, sys.argv[2:]))))
