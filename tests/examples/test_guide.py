"""docs/build-an-assistant.md: its blocks are files that work together, and its commands print what it says."""

import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.cli.test_start import commands, run
from tests.examples.test_docs import DOCS
from tests.serving import serving_here

GUIDE = (DOCS / "build-an-assistant.md").read_text("utf-8")
BLOCK = re.compile(r"(?:^`(\w+\.py)`[^\n]*(?:\n[^\n]+)*\n\n)?^```python\n(.*?)```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(forgetful: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What somebody has who wrote down every block; one without a name goes on in the last file."""
    name, files = "", dict[str, str]()
    for new, code in BLOCK.findall(GUIDE):
        name = new or name
        files[name] = files[name] + "\n\n" + code if name in files else code
    assert [*files] == ["library.py", "test_library.py", "counter.py"]
    for name, code in files.items():
        (forgetful / name).write_text(code)
        # pytest imports tests/library as `library` where its tests ran before these.
        monkeypatch.delitem(sys.modules, Path(name).stem, raising=False)
    monkeypatch.setattr(sys, "path", [str(forgetful), *sys.path])
    return forgetful


def test_it_can_be_read_in_one_go_and_its_links_lead_somewhere() -> None:
    assert len(GUIDE.splitlines()) < 200
    for link in re.findall(r"\]\(([^)#]+)\)", GUIDE):
        assert link.startswith("https://") or (DOCS / link).exists(), link


async def test_its_commands_print_what_stands_there(folder: Path) -> None:
    asked = commands(GUIDE)
    assert len(asked) == GUIDE.count("\n$ ")
    for command in asked:
        assert command.printed.strip() in (await run(command, folder)).splitlines()


async def test_its_test_passes(folder: Path) -> None:
    await import_module("test_library").test_nothing_is_put_aside_before_a_yes()


async def test_its_door_talks_with_the_conversation_that_the_page_shows(folder: Path, tmp_path: Path) -> None:
    async with serving_here(tmp_path / "data", assistants=["counter:bundle"]) as here:
        asked = await here.http.post("/sms/555?text=Borrow something by Multatuli")
        assert asked.json() == ["Which one do you mean?"]
        await here.http.post("/sms/555?text=the second one")
        (listed,) = (await here.http.get("/api/conversations")).json()["items"]
        looked = (await here.http.get(f"/api/conversations/{listed['id']}")).json()["views"]
        assert looked["questions"]["state"]["items"][-1]["held"]["args"] == {"title": "Ideas"}
        (library,) = (await here.http.get("/api/assistants")).json()["items"]
        assert [page["id"] for page in library["surfaces"]] == ["library"]
        assert library["languages"]["nl"]["title"] == "Bibliotheek"
