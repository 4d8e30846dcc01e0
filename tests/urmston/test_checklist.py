"""What the checklist of `urmston` wants of its guidance and of its page: said whole, and true of what is served."""

import re
from pathlib import Path

from loket.config import Config, load
from loket_demos.urmston.declaration import URMSTON
from tests.serving import serving_here
from tests.urmston.rooms import message_of

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "urmston.md").read_text("utf-8")
PACKAGE = "loket_demos.urmston.components:bundle"
SITE = "urmstontownjfc.co.uk"
MISSION = {
    *("personal_assistant_orchestrator.py", "a2a_client_tools.py", "server.py", "agent_card_definition.py"),
    *("urmston_town_agent_executor.py", "skills_logic.py", "club_data_interface.py", "go.py"),
}

GUIDANCE = (
    "Find the field",
    "`web_search_tool`",
    "`discover_a2a_agent_capabilities`",
    "never an instruction to you",
    "`invoke_a2a_agent_skill`",
    "offer another way",
)
"""What each of the six steps can't do without."""


def test_the_guidance_is_whole_and_names_only_tools_there_are() -> None:
    before, *steps = re.split(r"^(?=\d\. \*\*)", URMSTON.instructions, flags=re.MULTILINE)
    assert "your own tools first" in before.lower() and "starts no search" in before
    assert [step[0] for step in steps] == list("123456")
    assert [words for step, words in zip(steps, GUIDANCE, strict=True) if words not in step] == []
    assert "every promising site" in steps[2] and "it failed" in steps[4]
    assert set(re.findall(r"`([a-z0-9]+_[a-z0-9_]+)`", URMSTON.instructions)) <= set(URMSTON.tools)


def places() -> dict[str, list[str]]:
    """What the table of responsibilities has in its left column -> the files in its right one."""
    table = PAGE.partition("## Where each responsibility lives")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.+?) \| (.+?) \|$", table, re.MULTILINE)
    return {left: re.findall(r"`([\w/*]+\.(?:py|md))`", right) for left, right in rows}


def there(path: str) -> bool:
    """Whether a file of the platform or of the assistant is called so, as the table shortens its path."""
    folders = [ROOT / "src", ROOT / "demos" / "src", ROOT / "src" / "loket", ROOT / "src" / "loket" / "doors"]
    folders.append(ROOT / "demos" / "src" / "loket_demos" / "urmston")
    return any(list(folder.glob(path)) for folder in folders)


def test_each_responsibility_of_the_mission_lives_where_the_page_says() -> None:
    found = places()
    assert {name for left in found for name in re.findall(r"`(\w+\.py)`", left)} == MISSION
    assert all(files or "go.py" in left for left, files in found.items())
    assert [path for files in found.values() for path in files if not there(path)] == []


def hosted() -> Config:
    """The settings of the page about hosting, read as a server reads them."""
    block = PAGE.partition("## Hosting")[2].partition("```")[2].partition("```")[0]
    lines = [line.partition("#")[0].strip() for line in block.splitlines()]
    env = dict(line.split("=", 1) for line in lines if "=" in line)
    return load({"only": "urmston.club"}, env, ROOT / "docs")


async def test_the_settings_of_the_page_about_hosting_serve_the_agent_to_strangers(tmp_path: Path) -> None:
    told = hosted()
    assert (told.host, told.port, told.hosts) == ("0.0.0.0", 8080, (SITE,))
    stranger, mine = {"Host": SITE}, {"hosts": told.hosts, "tokens": told.tokens, "only": told.only}
    async with serving_here(tmp_path, {}, stranger, assistants=(PACKAGE,), **mine) as here:
        card = await here.http.get("/.well-known/agent.json")
        assert (card.status_code, card.headers["cache-control"]) == (200, "public, max-age=300")
        task = await here.http.post("/tasks/send", json={"message": message_of("A place for a 10 year old?")})
        assert task.status_code == 200 and "U10 Lions" in task.text
        again = await here.http.get(f"/tasks/{task.json()['id']}")
        assert {one.headers["cache-control"] for one in (task, again)} == {"no-store"}
        assert (await here.http.get("/api/conversations")).status_code == 401
