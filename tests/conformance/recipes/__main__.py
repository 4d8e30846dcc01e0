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

from tests.conformance.counterparts.__main__ import interpreter
from tests.conformance.recipes.page import OURS, THEIRS, Recipe, recipes
from tests.conformance.recipes.talk import answer
from tests.servers import free_port

HERE = Path(__file__).parent
SECONDS = 120.0
ASKED, HEARD = "When are you open on Saturday?", "Open from 10 to 13."


@dataclass(frozen=True)
class RecipeLeg:
    """A library: the model that plays for it, what is installed, and where its agent is below the server's address."""

    name: str
    program: str
    package: str
    path: str = ""


LEGS = (
    RecipeLeg("Google ADK", "adk_model", "google-adk[a2a]==2.13.0"),
    RecipeLeg("LangGraph", "langgraph_model", "langchain==1.4.7 python-a2a==0.5.10"),
    RecipeLeg("pydantic-ai", "pydantic_ai_model", "fasta2a[pydantic-ai]==2.1.1 python-a2a==0.5.10 uvicorn"),
    RecipeLeg("CrewAI", "crewai_model", "crewai[a2a]==1.15.30"),
    RecipeLeg("Agno", "agno_model", "agno[a2a,os]==3.1.10", "/a2a/agents/greeter"),
    RecipeLeg("Strands", "strands_model", "strands-agents[a2a]==1.62.0"),
    RecipeLeg("Microsoft Agent Framework", "agent_framework_model", "agent-framework-a2a==1.0.0b261022 httpx<1"),
)


def command(leg: RecipeLeg, code: str, folder: Path) -> tuple[str, ...]:
    """What runs a block of the page with the model that plays."""
    return str(interpreter(leg, folder)), str(HERE / "program.py"), leg.program, code


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
    wrong = 0
    for leg in [leg for leg in LEGS if not names or leg.name in names]:
        if recipe := recipes(OURS).get(leg.name):
            read = await asks(leg, recipe, folder)
            wrong += HEARD not in read
            print(f"{leg.name} asks Loket: {read}", flush=True)
        if recipe := recipes(THEIRS).get(leg.name):
            for name, read in (await serves(leg, recipe, folder)).items():
                wrong += "I was asked: " not in read or ASKED not in read
                print(f"Loket ({name}) asks {leg.name}: {read}", flush=True)
    return wrong


if __name__ == "__main__":
    home = Path(sys.argv[1]).resolve()
    home.mkdir(parents=True, exist_ok=True)
    sys.exit(min(1, asyncio.run(main(home, sys.argv[2:]))))
