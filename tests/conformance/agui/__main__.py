"""Foreign front ends against our door for AG-UI: `python -m tests.conformance.agui FOLDER [LEG …]`.

Each gets a folder of its own in FOLDER, where npm installs exactly the versions that its leg names, unmodified; what
they need of the network is their packages. Two are the official client in node; two are pages in Chromium, of which
photographs are left in FOLDER. What they saw is compared with `../expected/agui`, which `RENEW=1` writes anew."""

import asyncio
import json
import os
import re
import shutil
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from playwright.async_api import Page, async_playwright

from tests.chromium import find_chromium
from tests.conformance.environments import NODE, NPM
from tests.doors.agui_citizens import CLERK, GATES
from tests.servers import free_port
from tests.serving import Here, serving_here

HERE = Path(__file__).parent
EXPECTED = HERE.parent / "expected" / "agui"
VITE = 'import react from "@vitejs/plugin-react";\nexport default { base: "./", plugins: [react()] };\n'
RECORD = re.compile(r'(?<=[iI]d": ")\d+(?=\.?\w*")')
"""The number of a record where it is the name of something."""
SECONDS = 20_000
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
QUIET = {"COPILOTKIT_TELEMETRY_DISABLED": "true", "DO_NOT_TRACK": "1"}
STEPS = (
    ("hello", "You said hello"),
    ("pieces", "One word after the other."),
    ("look", 'It says {"found": "Dune"}.'),
    ("fail", "It says The archive is closed.."),
    ("choose", "Pear"),
    ("press Pear", "You said b."),
    ("reserve Dune", "book: Dune"),
    ("press Approve", 'It says {"reserved": "Dune"}.'),
    ("reserve Emma", "book: Emma"),
    ("press Refuse", "It says ."),
    ("ask", "What more?"),
    ("tea", "You said tea."),
    ("expert look", 'It says {"text": "It says'),
    ("break", ""),
    ("again", "You said again"),
    ("reload", ""),
    ("back", "You said back"),
)
REJOINING = (("slow", "I slow."), ("reload", ""), ("open", 'It says "done".'), ("on", "You said on"))
JOINS = {"copilotkit"}
"""Whose page hears of a run that goes on as soon as it is loaded again; the others do with the next words."""
STOPPING = (("slow", "I slow."), ("stop", ""), ("after", "You said after"))
VISITS = (("t", STEPS, ""), ("r", REJOINING, ""), ("s", STOPPING, "?leave=stop"))
"""A thread each, what is done in it, and how its page names us; the last is one whose stop only hangs up."""
STOP = '[data-testid="copilot-send-button"], button:text-is("Stop")'


@dataclass(frozen=True)
class Leg:
    """A front end: its name, and the packages it is made of unless it has a folder here that says so."""

    name: str
    packages: tuple[str, ...] = ()


@dataclass(frozen=True)
class Visit:
    """What is done in a thread, one after the other; a call that waits at the gate ends when it is opened."""

    thread: str
    steps: tuple[tuple[str, str], ...]
    url: str
    gate: asyncio.Event


LEGS = (
    Leg("client-1.0.0", ("@ag-ui/client@1.0.0",)),
    Leg("client-0.0.58", ("@ag-ui/client@0.0.58",)),
    Leg("assistant-ui"),
    Leg("copilotkit"),
)


async def main(folder: Path, names: list[str]) -> int:
    """The number of legs that saw something else than expected."""
    wrong = 0
    for leg in (leg for leg in LEGS if not names or leg.name in names):
        await installed(leg, folder / leg.name)
        with TemporaryDirectory() as data:
            port = free_port()
            origins = (f"http://127.0.0.1:{port}",)
            async with serving_here(Path(data, "data"), assistants=(CLERK,), origins=origins) as here:
                url, gate = f"{here.url}/agui/clerk", GATES[str(Path(data, "data"))]
                if leg.packages:
                    seen = await node(leg, folder / leg.name, url)
                else:
                    seen = ""
                    for thread, steps, query in VISITS:
                        gate.clear()
                        visit = Visit(thread, steps, url + query, gate)
                        seen += await page(leg, folder / leg.name, visit, port)
                    seen += await stopped(here)
        expected = EXPECTED / f"{leg.name}.txt"
        if os.environ.get("RENEW"):
            expected.parent.mkdir(exist_ok=True)
            expected.write_text(seen)
        same = expected.exists() and expected.read_text() == seen
        (folder / f"{leg.name}.txt").write_text(seen)
        print(f"{leg.name}: {'as expected' if same else f'NOT as expected, see {folder / leg.name}.txt'}", flush=True)
        wrong += not same
    return wrong


async def installed(leg: Leg, folder: Path) -> None:
    """The packages of a leg; a page is built as well."""
    place(leg, folder)
    quiet = ("--no-audit", "--no-fund", "--silent", "--ignore-scripts")
    if leg.packages:
        await done(folder, NPM, "install", *quiet, *leg.packages)
        return
    await done(folder, NPM, "install", *quiet, "--legacy-peer-deps")
    await done(folder, folder / "node_modules" / "vite" / "bin" / "vite.js", "build", "--logLevel", "error")


def place(leg: Leg, folder: Path) -> None:
    """What is ours of a leg."""
    folder.mkdir(parents=True, exist_ok=True)
    for one in [HERE / "client.mjs"] if leg.packages else (HERE / leg.name).iterdir():
        shutil.copy(one, folder)
    if leg.packages:
        (folder / "package.json").write_text('{"private": true, "type": "module"}')
    else:
        (folder / "vite.config.mjs").write_text(VITE)


async def done(folder: Path, script: Path, *arguments: str) -> str:
    """What a script of node prints; it must not fail."""
    process = await asyncio.create_subprocess_exec(
        NODE,
        script,
        *arguments,
        cwd=folder,
        env={**os.environ, **QUIET, "PATH": f"{NODE.parent}:{os.environ['PATH']}"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    said, complained = await process.communicate()
    if process.returncode:
        raise SystemExit(f"{script.name} failed: {complained.decode()[-2000:]}")
    return said.decode()


async def node(leg: Leg, folder: Path, url: str) -> str:
    """What the official client tells of each step. Chance decides how words fell into pieces, and whether they took so
    long that the log kept them half said: records are counted by their order."""
    told = json.loads(await done(folder, folder / "client.mjs", url))
    told["streamed"]["pieces"] = "".join(told["streamed"]["pieces"])
    text = json.dumps(told, indent=1, ensure_ascii=False)
    text = re.sub(r'("TEXT_MESSAGE_CONTENT",\s+)+', r"\1", text)
    records = list(dict.fromkeys(re.findall(RECORD, text)))
    return re.sub(RECORD, lambda found: f"#{records.index(found[0]) + 1}", text) + "\n"


async def stopped(here: Here) -> str:
    """What the log of the thread that was stopped says of the call."""
    [talk, *_] = (await here.http.get("/api/conversations")).json()["items"]
    told = await here.http.get(f"/api/conversations/{talk['id']}/events", headers={"Accept": "application/json"})
    events = [one["event"] for one in told.json()["items"]]
    codes = [event.get("code") for event in events if event["kind"] in ("stopped", "returned")]
    return f"the log: {codes}\n"


async def page(leg: Leg, folder: Path, visit: Visit, port: int) -> str:
    """What a person reads on the page at the end of a visit."""
    url, thread = visit.url, visit.thread
    async with (
        (copilotkit if leg.name == "copilotkit" else files)(folder, url, port) as base,
        async_playwright() as playwright,
    ):
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        shown = await browser.new_page(viewport={"width": 900, "height": 1000})
        await shown.goto(f"{base}/?asks&thread={thread}&url={url}")
        try:
            for number, (step, expected) in enumerate(visit.steps):
                if step == "open":
                    visit.gate.set()
                    if leg.name in JOINS:
                        await shown.get_by_text(expected).first.wait_for(timeout=SECONDS)
                    await shown.wait_for_timeout(700)
                else:
                    await taken(shown, step, expected)
                name = f"{leg.name}-{thread}{number:02}-{step.replace(' ', '-')}"
                await shown.screenshot(path=folder.parent / f"{name}.png")
            text = await shown.locator("body").inner_text()
        finally:
            await browser.close()
    return "\n".join(line for line in text.splitlines() if line.strip()) + "\n"


async def taken(shown: Page, step: str, expected: str) -> None:
    """One step of a person: words that are sent, a button, or loading the page again."""
    before = await shown.get_by_text(expected).count() if expected else 0
    if step == "reload":
        await shown.reload()
        before = 0  # nothing of it is there any more
    elif step == "stop":
        await shown.locator(STOP).click()
    elif step.startswith("press "):
        await shown.get_by_role("button", name=step.removeprefix("press ")).last.click()
    else:
        box = shown.get_by_role("textbox").first
        await box.fill(step)
        await box.press("Enter")
    if expected:
        await shown.get_by_text(expected).nth(before).wait_for(timeout=SECONDS)
    await shown.wait_for_timeout(700)  # until a page that knows no end of a run takes words again


@asynccontextmanager
async def files(folder: Path, url: str, port: int) -> AsyncGenerator[str]:
    """Serves a built page from an origin of its own."""
    handler = partial(_Quiet, directory=str(folder / "dist"))
    server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        await asyncio.to_thread(server.shutdown)
        server.server_close()
        thread.join()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads it."""


@asynccontextmanager
async def copilotkit(folder: Path, url: str, port: int) -> AsyncGenerator[str]:
    """CopilotKit's own runtime, which asks our server and serves the page."""
    process = await asyncio.create_subprocess_exec(
        NODE,
        "runtime.mjs",
        url,
        str(port),
        "dist",
        cwd=folder,
        env={**os.environ, **QUIET},
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        while not (line := await process.stdout.readline()).startswith(b"http://"):
            if not line:
                raise SystemExit("The runtime of CopilotKit did not start.")
        yield line.decode().strip()
    finally:
        process.kill()
        await process.wait()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    raise SystemExit(asyncio.run(main(Path(sys.argv[1]).resolve(), sys.argv[2:])))
