"""The pages about trying an agent: the agent that is shown is tried by the commands that are shown, and the workflow is
one that a CI takes."""

import asyncio
import re
import shlex
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import yaml
from click.testing import CliRunner

from loket.cli.commands import root
from loket_demos.scenario.trial.faults.every import EVERY
from tests.servers import free_port, serving

DOCS = Path(__file__).parents[2] / "docs"
PAGE, CI = ((DOCS / f"{name}.md").read_text("utf-8") for name in ("try-your-agent", "agents-in-ci"))
SHOWN = "http://127.0.0.1:9999"
STEP_KEYS = {"name", "id", "if", "uses", "run", "with", "env", "working-directory", "shell", "continue-on-error"}
JOB_KEYS = {"runs-on", "steps", "timeout-minutes", "permissions", "env", "needs", "if", "strategy"}


@contextmanager
def agent_of_the_page() -> Iterator[str]:
    """The agent, as the page has it, on a free port in a thread of its own."""
    code, port = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[0], free_port()
    url, there, over = f"http://127.0.0.1:{port}", threading.Event(), threading.Event()
    names: dict[str, Any] = {"__name__": "agent"}
    exec(compile(code.replace(SHOWN, url), "agent.py", "exec"), names)

    async def serve() -> None:
        async with serving(names["app"], port):
            there.set()
            await asyncio.to_thread(over.wait)
            left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            mine = [task for task in left if "a2a" in repr(task) or "ActiveTask" in repr(task)]
            for task in mine:
                task.cancel()
            await asyncio.gather(*mine, return_exceptions=True)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    try:
        assert there.wait(30)
        yield url
    finally:
        over.set()
        thread.join(30)


def test_the_commands_of_the_page_say_what_is_shown() -> None:
    shown = re.findall(r"```console\n\$ loket (.*)\n((?:.*\n)*?)```", PAGE)
    assert len(shown) == 2
    with agent_of_the_page() as url:
        for command, output in shown:
            ran = CliRunner().invoke(root, shlex.split(command.replace(SHOWN, url)), standalone_mode=False)
            assert ran.exit_code == 0, ran.output
            assert timeless(ran.stdout) == timeless(output)


def timeless(text: str) -> str:
    return re.sub(r"\d+\.\d s\b", "n s", text)


def test_the_page_has_every_fault() -> None:
    assert re.findall(r"^\| `(\w+)` \| [a-z ]", PAGE, re.MULTILINE)[-len(EVERY) :] == list(EVERY)


def test_the_workflow_is_one() -> None:
    (text,) = re.findall(r"```yaml\n(.*?)```", CI, re.DOTALL)
    workflow = yaml.load(text, Loader=yaml.BaseLoader)  # which leaves `on` a word
    assert set(workflow) <= {"name", "on", "permissions", "env", "jobs", "concurrency", "defaults"}
    assert set(workflow["on"]) <= {"push", "pull_request", "schedule", "workflow_dispatch"}
    for job in workflow["jobs"].values():
        assert {"runs-on", "steps"} <= set(job) <= JOB_KEYS
        for step in job["steps"]:
            assert set(step) <= STEP_KEYS and ("uses" in step) != ("run" in step)
            assert re.fullmatch(r"[\w.-]+/[\w./-]+@v\d+", step.get("uses", "a/b@v1"))
    runs = [step["run"] for job in workflow["jobs"].values() for step in job["steps"] if "run" in step]
    for run in runs:
        subprocess.run(["bash", "-n", "-c", run], check=True, capture_output=True)
    tried = [
        shlex.split(line) for run in runs for line in run.replace("\\\n", " ").splitlines() if "loket bench" in line
    ]
    ((_, name, *arguments),) = tried
    command = root.get_command(click.Context(root), name)
    assert command is not None
    made = command.make_context(name, list(arguments))
    assert made.params["faults"] == ("drop,twice,late",) and made.params["junit_at"] == Path("bench/report.xml")
