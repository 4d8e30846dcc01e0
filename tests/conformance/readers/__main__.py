"""What people read of us with clients that others made: `python -m tests.conformance.readers FOLDER [LEG …]`.

Every client asks every agent of a real server the same question in words. FOLDER gets an environment for each library
and the table, `readers.md`. A client shows an answer whole when it shows every line that the agent said; what may be
otherwise is in `expected/readers.txt`, and a difference in either direction fails the run."""

import asyncio
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.conformance.environments import NODE, modules, python
from tests.servers import free_port

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
EXPECTED = HERE.parent / "expected" / "readers.txt"
BEFORE = HERE / "before.json"
"""What a person read with each client on 22 November 2026, at commit d88d4f0, when answers had no one place."""
SECONDS = 180.0
QUESTIONS = {
    "overheid": "Kan ik in 2025 zorgtoeslag krijgen? Ik ben alleenstaand en mijn inkomen is 30000 euro.",
    "sogis": "Gehe zur Hauptstrasse 5 in Messen",
    "urmston": "Can my 8 year old join a football team in Urmston?",
    "relocation": "I am Brazilian and want to work in Portugal. Which visa do I need?",
    "club": "Is there a place for an 8 year old?",
    "toeslagen": "huurcontract",
    "bezwaar": "Ik ben het niet eens met uw besluit van 3 maart 2026 over mijn zorgtoeslag.",
}


@dataclass(frozen=True)
class Reader:
    """A client: its program, what it is told beside address and words, whose environment runs it, and where it
    looks for us."""

    name: str
    dialect: str
    program: str
    options: tuple[str, ...] = ()
    library: str = ""
    host: str = "127.0.0.1"


READERS = (
    Reader("a2a-sdk-1.3", "1.0 JSON-RPC", "sdk.py", ("JSONRPC",)),
    Reader("a2a-sdk-1.3-rest", "1.0 HTTP+JSON", "sdk.py", ("HTTP+JSON",)),
    Reader("a2a-sdk-0.3", "0.3 JSON-RPC", "sdk.py", ("JSONRPC",), "a2a-sdk-0.3"),
    Reader("a2a-sdk-0.3-rest", "0.3 HTTP+JSON", "sdk.py", ("HTTP+JSON",), "a2a-sdk-0.3"),
    Reader("a2a-js-1.3", "1.0 JSON-RPC", "javascript.mjs", ("JSONRPC", "1.0"), "a2a-js-1.3"),
    Reader("a2a-js-1.3-rest", "1.0 HTTP+JSON", "javascript.mjs", ("HTTP+JSON", "1.0"), "a2a-js-1.3"),
    Reader("a2a-js-1.3-compat", "0.3 JSON-RPC", "javascript.mjs", ("JSONRPC", "0.3"), "a2a-js-1.3"),
    Reader("a2a-js-0.3", "0.3 JSON-RPC", "javascript.mjs", (), "a2a-js-0.3"),
    Reader("google-adk", "1.0", "adk.py", ("alone",), "google-adk"),
    Reader("google-adk-tool", "1.0", "adk.py", ("tool",), "google-adk"),
    Reader("google-adk-sub", "1.0", "adk.py", ("sub",), "google-adk"),
    Reader("google-adk-localhost", "1.0", "adk.py", ("alone",), "google-adk", "localhost"),
    Reader("agent-framework", "1.0", "maf.py", (), "agent-framework"),
    Reader("strands", "0.3", "strands.py", (), "strands"),
    Reader("crewai", "0.3", "crew.py", (), "crewai"),
    Reader("beeai", "0.3", "bee.py", (), "beeai"),
    Reader("agno", "0.3", "agno_reader.py", ("send",), "agno"),
    Reader("agno-stream", "0.3", "agno_reader.py", ("stream",), "agno"),
    Reader("fasta2a", "0.3 methods, 1.0 results", "fasta.py", (), "fasta2a"),
    Reader("python-a2a", "0.1", "pya2a.py", (), "python-a2a"),
    Reader("a2a-handler", "1.0", "handler", (), "a2a-handler"),
    Reader("history", "0.3", "history.py"),
)


def command(reader: Reader, folder: Path) -> list[str]:
    """How the program is called, but for the address and the words; what it needs is installed first."""
    if reader.program.endswith(".mjs"):
        return [str(NODE), str(HERE / reader.program), str(modules(reader.library, folder))]
    interpreter = python(reader.library, folder)
    there = "." in reader.program
    return [str(interpreter), str(HERE / reader.program)] if there else [str(interpreter.with_name(reader.program))]


async def run(*parts: str) -> tuple[str, str]:
    """What a program says, and what it complains about."""
    pipe = asyncio.subprocess.PIPE
    env = {name: value for name, value in os.environ.items() if not name.startswith(("LOKET_", "PYTHON"))}
    process = await asyncio.create_subprocess_exec(*parts, stdout=pipe, stderr=pipe, env=env)
    try:
        async with asyncio.timeout(SECONDS):
            said, complained = await process.communicate()
    except TimeoutError:
        process.kill()
        said, complained = await process.communicate()
        complained += b"\nIt takes too long."
    return said.decode(errors="replace"), complained.decode(errors="replace")


async def asks(reader: Reader, folder: Path, url: str, words: str) -> tuple[str, str]:
    """What somebody reads who asks this with this client."""
    head, url = command(reader, folder), url.replace("127.0.0.1", reader.host)
    if reader.program == "handler":
        return await run(*head, "message", "send", "--url", url, "--text", words)
    if reader.program.endswith(".mjs"):
        return await run(*head[:2], url, words, *head[2:], *reader.options)
    return await run(*head, url, words, *reader.options)


def shape(answer: str, whole: str) -> str:
    """How much of the whole answer somebody reads, and what comes first."""
    lines = [line.strip() for line in whole.splitlines() if line.strip()]
    there = [line for line in lines if line in answer]
    if not there:
        return "lost"
    first = answer.strip().startswith(lines[0])
    return ("whole" if first else "whole, but not first") if len(there) == len(lines) else "in part"


async def table(readers: list[Reader], folder: Path, base: str) -> dict[tuple[str, str], str]:
    """The shape of each answer; what was read is kept in FOLDER/readers."""
    shapes: dict[tuple[str, str], str] = {}
    (folder / "readers").mkdir(parents=True, exist_ok=True)
    for name, words in QUESTIONS.items():
        url = f"{base}/a2a/{name}"
        whole, complained = await run(sys.executable, str(HERE / "history.py"), url, words)
        assert whole.strip(), complained
        for reader in readers:
            said, complained = await asks(reader, folder, url, words)
            (folder / "readers" / f"{reader.name}.{name}.txt").write_text(f"{said}\n--- stderr\n{complained[-2000:]}")
            shapes[reader.name, name] = shape(said, whole)
    return shapes


def expected(readers: Sequence[Reader]) -> dict[tuple[str, str], str]:
    """The shape that each answer should have."""
    odd = json.loads(EXPECTED.read_text("utf-8"))
    return {(one.name, name): odd.get(one.name, {}).get(name, "whole") for one in readers for name in QUESTIONS}


def markdown(readers: Sequence[Reader], shapes: dict[tuple[str, str], str]) -> str:
    """Client, dialect, what was read before, and a column for each agent."""
    before = json.loads(BEFORE.read_text("utf-8"))
    lines = [f"| client | dialect | before | {' | '.join(QUESTIONS)} |", "|---" * (len(QUESTIONS) + 3) + "|"]
    for one in readers:
        now = " | ".join(shapes[one.name, name] for name in QUESTIONS)
        lines.append(f"| {one.name} | {one.dialect} | {before.get(one.name, 'not run')} | {now} |")
    return "\n".join(lines) + "\n"


async def main(folder: Path, names: list[str]) -> int:
    """How many answers are read otherwise than expected."""
    readers = [one for one in READERS if not names or one.name in names]
    port, data = free_port(), folder / "data"
    serve = [sys.executable, "-m", "loket", "serve", "--port", str(port), "--data", str(data)]
    serve += ["--grpc-port", str(free_port())]  # cards with a third way to call them, which some clients refuse
    with (folder / "server-readers.txt").open("wb") as log:
        server = await asyncio.create_subprocess_exec(*serve, cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=log)
    try:
        assert server.stdout is not None and b" is on " in await server.stdout.readline()
        shapes = await table(readers, folder, f"http://127.0.0.1:{port}")
    finally:
        server.terminate()
        await server.wait()
    told = markdown(readers, shapes)
    (folder / "readers.md").write_text(told)
    print(told)
    wrong = shapes.items() - expected(readers).items()
    for (client, name), one in sorted(wrong):
        print(f"{client} with {name}: {one}")
    return len(wrong)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        raise SystemExit("Which folder? `python -m tests.conformance.readers FOLDER [LEG …]`")
    home = Path(sys.argv[1]).resolve()
    home.mkdir(parents=True, exist_ok=True)
    sys.exit(min(1, asyncio.run(main(home, sys.argv[2:]))))
