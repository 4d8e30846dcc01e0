"""The page about AG-UI: its runs are sent as they stand, its code is that of the driven pages, its table true."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

from loket.config import Config
from tests.doors.agui_front import fronting
from tests.doors.agui_reading import well_formed

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "ag-ui.md").read_text("utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
FRAMES = ROOT / "tests" / "doors" / "agui_frames.jsonl"
MORE = {"ACTIVITY_DELTA"}
"""Told in a test of its own, not in the talk whose frames are kept."""


def blocks(language: str) -> list[str]:
    return [body for name, body in BLOCK.findall(PAGE) if name == language]


async def test_the_runs_of_the_page_run(tmp_path: Path) -> None:
    said, resumed = (json.loads(block) for block in blocks("json"))
    async with fronting(tmp_path) as front:
        told = await front.run(said)
        well_formed(told)
        assert told.text == "You said What do brakes cost?"
        front.thread = said["threadId"]
        [asked] = (await front.say("reserve Dune")).interrupts
        resumed["resume"][0]["interruptId"] = asked["id"]
        assert (await front.run(resumed)).events[-1]["outcome"] == {"type": "success"}
        assert front.done == ["reserve Dune"]


def test_the_code_of_the_page_is_that_of_the_pages_that_are_driven() -> None:
    driven = "".join((ROOT / "tests" / "conformance" / "agui" / name).read_text("utf-8") for name in (
        "copilotkit/runtime.mjs", "assistant-ui/main.jsx"))  # fmt: skip
    code = [line.strip() for block in (*blocks("js"), *blocks("jsx")) for line in block.splitlines()]
    assert len(code) == 3 and all(line in driven for line in code)
    assert {name for name, _ in BLOCK.findall(PAGE)} == {"json", "js", "jsx"}


def test_the_agent_of_the_other_page_can_be_configured() -> None:
    page = (ROOT / "docs" / "agents-out.md").read_text("utf-8")
    block = next(body for _, body in BLOCK.findall(page) if 'dialect = "agui"' in body)
    config = Config.model_validate(tomllib.loads(block))
    assert config.agents["weather"].dialect == "agui" and config.agents["weather"].read_only


def test_every_event_is_on_the_page() -> None:
    rows = PAGE.partition("## What is told")[2].partition("\n\nOf what")[0]
    named = set[str]()
    for cell in re.findall(r"^\|[^|]*\|(.*)\|$", rows, re.MULTILINE):
        family = ""
        for name in re.findall(r"`(_?[A-Z][A-Z_]+\*?)`|`(_[A-Z]+)`", cell):
            name = name[0] or name[1]
            family = family if name.startswith("_") else name.rpartition("_")[0]
            named.add(f"{family}{name}" if name.startswith("_") else name)
    frames: list[Any] = [json.loads(line) for line in FRAMES.read_text("utf-8").splitlines()]
    types = {frame[1]["type"] for frame in frames} | MORE
    assert {f"{'REASONING_*' if one.startswith('REASONING') else one}" for one in types} == named
