"""docs/workbench.md: where the page is, its five steps and its answers to open questions are as the code has it."""

import re
from pathlib import Path

import pytest

from loket_demos.scenario.declaration import STEPS
from loket_demos.scenario.doors.storage import KEY
from loket_demos.scenario.planner import allowed
from loket_demos.scenario.run import ASSISTANT
from loket_demos.scenario.vault.listing import LIMIT

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "workbench.md").read_text("utf-8")
WORDS = {20: "twenty", 3: "three"}


def test_the_address_the_command_and_the_steps_are_there() -> None:
    assert f"/#/new/{ASSISTANT}`" in PAGE and "`make run`" in PAGE
    assert re.search(r"^run:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    steps = PAGE.partition("## Five steps")[2].partition("\n## ")[0]
    assert re.findall(r"^(\d)\. ", steps, re.MULTILINE) == ["1", "2", "3", "4", "5"]


def test_the_open_questions_are_answered_as_the_code_does() -> None:
    (limit,) = re.findall(r"`AVAILABLE_FILES`\? \| (\d+);", PAGE)
    assert int(limit) == LIMIT
    assert "for each scenario and agent" in PAGE and "can the prompt be seen? | yes" in PAGE
    assert f"after {WORDS[STEPS]} steps for one trigger".casefold() in " ".join(PAGE.split()).casefold()
    assert f"after {WORDS[allowed.AGAIN]} in a row it sleeps" in " ".join(PAGE.split())


@pytest.mark.parametrize("key", ["a2a.endpoint", "a2a.scenario.url", "a2a.scenario.sel.eA", "a2a.session.eA=="])
def test_the_keys_that_are_named_are_kept(key: str) -> None:
    name = re.sub(r"(sel|session)\..*", r"\1.…", key)
    assert f"`{name}`" in PAGE and KEY.fullmatch(key)
