"""A third party ships everything: its wheel beside Loket and the demos, its own tests and cases, its page, door, tool
server and agent, in processes of their own."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Page, expect

from tests.browser import Photograph
from tests.nursery import ROOT, Born, forked, nursery
from tests.servers import free_port
from tests.serving import loket, ran
from tests.visitors import left
from tests.web.counter import accessible_in, by_tab, overflow

SOURCE = ROOT / "examples" / "bikes"
LOOKED_AT_ALONE = ("door.py", "bookings.py")
"""The door and the view; everything else together is short."""


@dataclass(frozen=True)
class Shop:
    """A folder as its developer has it, with the package installed beside us. `url` is where its torque table is asked
    over HTTP."""

    folder: Path
    site: Path
    url: str

    @property
    def env(self) -> dict[str, str]:
        return {"PATH": os.environ["PATH"], "PYTHONPATH": f"{self.site}{os.pathsep}{ROOT}", "PYTHONUTF8": "1"}


def started(shop: Shop, module: str, port: int) -> Born:
    """A program of the package, when it answers at its port."""
    born = nursery().start(module, str(port), env=shop.env, folder=shop.folder)
    seen = b""
    while b"running on" not in seen:
        line = born.err.readline()
        assert line, seen.decode()
        seen += line
    return born


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    """Built, installed, and its wholesaler and its torque table running."""
    top = tmp_path_factory.mktemp("bikes")
    copied = shutil.copytree(SOURCE, top / "source", ignore=shutil.ignore_patterns("__pycache__", ".*"))
    build = "from hatchling.build import build_wheel; print(build_wheel('..'))"
    made = subprocess.run([sys.executable, "-c", build], cwd=copied, check=True, capture_output=True, text=True)
    wheel = top / made.stdout.split()[-1]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-compile"]
    alone = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    subprocess.run([*pip, "--target", str(top / "site"), str(wheel)], check=True, env=alone)
    orders, torque = free_port(), free_port()
    shop = Shop(top / "shop", top / "site", f"http://127.0.0.1:{torque}/mcp")
    shop.folder.mkdir()
    shutil.copytree(copied / "tests", shop.folder / "tests")
    for name in ("cases.yaml", "pyproject.toml"):
        shutil.copy(copied / name, shop.folder)
    written = (copied / "loket.toml").read_text("utf-8")
    here = f"command = {json.dumps(sys.executable)}\nenv = {{ PYTHONPATH = {json.dumps(str(shop.site))} }}"
    adapted = written.replace('command = "python"', here).replace(":10010", f":{orders}")
    assert adapted.count(str(orders)) == 1 and here in adapted
    (shop.folder / "loket.toml").write_text(adapted, "utf-8")
    running: list[Born] = []
    try:
        running += [started(shop, "bikes.wholesaler", orders), started(shop, "bikes.torque", torque)]
        yield shop
    finally:
        for born in running:
            born.kill()
            with born.out, born.err:
                born.wait()


def test_the_wheel_has_its_page_and_is_found_by_its_entry_point(shop: Shop) -> None:
    (one,) = distributions(path=[str(shop.site)])
    (entry,) = one.entry_points.select(group="loket.assistants")
    assert (entry.name, entry.value, one.requires) == (
        "bikes",
        "bikes.shop:shop",
        ["loket", "pytest<10,>=9; extra == 'dev'"],
    )
    assert list((shop.site / "bikes" / "web").glob("page-*.js"))


async def test_its_own_tests_pass(shop: Shop) -> None:
    process = await forked("pytest", "-q", "-p", "no:cacheprovider", env=shop.env, folder=shop.folder)
    printed, complained = await process.communicate()
    assert process.returncode == 0, printed.decode() + complained.decode()
    assert b"2 passed" in printed


async def test_its_cases_are_right(shop: Shop) -> None:
    code, printed, complained = await ran("eval", "cases.yaml", env=shop.env, folder=shop.folder)
    assert code == 0, printed + complained
    assert "bikes: 7 right of 7" in printed


@asynccontextmanager
async def served(shop: Shop, folder: Path) -> AsyncGenerator[httpx.AsyncClient]:
    """The shop beside the demos, its table asked over HTTP; whoever asks has the base URL."""
    written = (shop.folder / "loket.toml").read_text()
    table = re.sub(r"command = .*\nenv = .*\nargs = .*", f'url = "{shop.url}"', written)
    (folder / "loket.toml").write_text(table)
    serving = await loket("serve", "--data", str(folder / "data"), "--port", "0", env=shop.env, folder=folder)
    try:
        await serving.serving()
        async with httpx.AsyncClient(base_url=serving.url, timeout=20, trust_env=False) as http:
            yield http
    finally:
        await serving.kill()


async def test_its_page_its_door_and_its_table_over_http(shop: Shop, page: Page, tmp_path: Path) -> None:
    """Beside the demos: the form, the question, the consent with another time, the ticket of the page's own module."""
    async with served(shop, tmp_path) as http:
        await page.goto(str(http.base_url))
        await expect(page.get_by_role("navigation").get_by_role("button", name="Toeslagen Check")).to_be_visible()
        await page.get_by_role("navigation").get_by_role("button", name="Book a repair").click()
        await page.get_by_label("Puncture").check()
        await page.get_by_label("Day").fill("2027-03-03")
        await page.locator("form").get_by_role("button", name="Book a repair").click()
        await page.get_by_role("button", name="11:30").click()
        await page.get_by_role("button", name="Wijzigen", exact=True).click()
        await page.locator(".question").get_by_label("Time").fill("16:00")
        await page.wait_for_function("() => document.querySelector('loket-held')?.ready")
        await page.get_by_role("button", name="Ja, met deze waarden").click()
        ticket = page.get_by_role("region", name="Your ticket")
        await expect(ticket).to_contain_text("2027-03-03, 16:00")
        number = await ticket.locator("strong").inner_text()
        await left(page)
        listed = (await http.get("/api/conversations", params={"assistant": "bikes"})).json()["items"]
        calendar = await http.get(f"/bikes/{listed[0]['id']}.ics")
        assert calendar.headers["content-type"].startswith("text/calendar")
        assert f"UID:{number}@" in calendar.text and "DTSTART:20270303T160000" in calendar.text
        assert (await http.get("/bikes/nobody.ics")).status_code == 404
        sources = (await http.get("/healthz")).json()["sources"]
        assert sources == {"torque": "up", "wholesaler": "up", "scenario": "up"}, "that of the demos beside it is there"


async def test_its_talk_and_its_pages_are_one_conversation(
    shop: Shop, page: Page, tmp_path: Path, photograph: Photograph
) -> None:
    """Words begin what the page shows, and a form what the talk tells; each place has an address, by key and phone."""
    async with served(shop, tmp_path) as http:
        await page.goto(f"{http.base_url}/#/new/bikes")
        places = page.get_by_role("navigation", name="Gesprek en pagina’s")
        talk, book = (places.get_by_role("link", name=name) for name in ("Gesprek", "Book a repair"))
        title, field = page.get_by_role("heading", level=1), page.locator("#composer")
        await expect(talk).to_have_attribute("aria-current", "page")
        await expect(places.get_by_role("button", name="Book a repair")).to_be_visible()
        await field.fill("Can you fix my puncture on 3 March 2027?")
        await field.press("Enter")
        await expect(page.get_by_role("button", name="11:30")).to_be_visible()
        await field.fill("And the brakes")
        await expect(book).to_contain_text("Wacht op u")
        await by_tab(page, book, "Shift+Tab")
        await page.keyboard.press("Enter")
        await expect(title).to_have_text("Book a repair")
        await expect(title).to_be_focused()
        await expect(book).to_have_attribute("aria-current", "page")
        await page.get_by_role("button", name="11:30").click()
        await page.get_by_role("button", name="Ja, doe dit").click()
        await expect(page.get_by_role("region", name="Your ticket")).to_contain_text("2027-03-03, 11:30")
        await page.set_viewport_size({"width": 320, "height": 700})
        assert await overflow(page) == 0
        await photograph(page, "places-page")
        await accessible_in(page, "a page beside a talk", "nl")
        await talk.click()
        await expect(page.locator(".answers").last).to_contain_text("See you on Wednesday at 11:30.")
        await expect(field).to_have_value("And the brakes")
        assert await overflow(page) == 0
        await photograph(page, "places-talk")
        await accessible_in(page, "a talk beside a page", "nl")
        here = page.url.rpartition("/")[2]
        await page.goto(f"{http.base_url}/#/c/{here}")
        await expect(page).to_have_url(f"{http.base_url}/#/t/{here}")
        await book.click()
        await page.get_by_label("Brakes").check()
        await page.get_by_label("Day").fill("2027-03-07")
        await page.locator("form").get_by_role("button", name="Book a repair").click()
        await expect(page.locator(".activity")).to_contain_text("closed on Sundays")
        await page.reload()
        await expect(page).to_have_url(f"{http.base_url}/#/c/{here}/book")
        await expect(page.locator(".activity")).to_contain_text("closed on Sundays")
        await page.goto(f"{http.base_url}/#/c/{here}")
        await expect(page).to_have_url(f"{http.base_url}/#/c/{here}/book")
        await talk.click()
        await expect(page.locator(".turn")).to_have_count(2)
        await expect(page.locator(".turn .said.you").last).to_contain_text("2027-03-07")
        await left(page)
        (one,) = (await http.get("/api/conversations", params={"assistant": "bikes"})).json()["items"]
        assert one["id"] == here


def names_imported(tree: ast.Module) -> set[tuple[str, str]]:
    """What a file takes from Loket: which name from which module."""
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
    plain = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    assert not any(name.startswith("loket") for name in plain)
    found = {(str(node.module), alias.name) for node in froms for alias in node.names}
    return {one for one in found if one[0].partition(".")[0] == "loket"}


def test_it_is_short_and_uses_the_public_face_only() -> None:
    files = sorted((SOURCE / "bikes").glob("*.py")) + sorted((SOURCE / "tests").glob("*.py"))
    texts = {path.name: path.read_text("utf-8") for path in files}
    lines = {name: sum(1 for line in text.splitlines() if line.strip()) for name, text in texts.items()}
    assert sum(count for name, count in lines.items() if name not in LOOKED_AT_ALONE) <= 120
    shop = texts["shop.py"]
    assert sum(1 for line in shop[shop.index("@tool") :].splitlines() if line.strip()) <= 40
    used = {name: names_imported(ast.parse(text)) for name, text in texts.items()}
    face = set[tuple[str, str]]().union(*(found for name, found in used.items() if name not in LOOKED_AT_ALONE))
    assert {module for module, _ in face} == {"loket", "loket.testing"} and len(face) <= 11
    every = set[tuple[str, str]]().union(*used.values())
    assert len(every) <= 20 and {module for module, _ in used["door.py"]} <= {"loket.core.data"} | {
        f"loket.house.{name}" for name in ("house", "refusal", "requests")
    }
