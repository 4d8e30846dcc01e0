"""The web bundle is made when its sources changed and only then, no wheel leaves without it, locks name no registry."""

import json
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hatchling.build import build_editable, build_wheel

from hatch_build import DEMOS, SHELL

ROOT = Path(__file__).parents[2]
OURS = (".html", ".js", ".css", ".md", ".br", ".gz", "")
WHOLE = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "CHANGELOG.md")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project of the same layout whose bundle is fresh."""
    for name in WHOLE:
        shutil.copy(ROOT / name, tmp_path / name)
    files = {
        "web/index.html": "<p>1</p>",
        "web/src/main.ts": "export {};",
        "src/loket/__init__.py": '__version__ = "9.9.9"',
        "demos/src/loket_demos/__init__.py": '"""Assistants."""',
        "demos/web/main.ts": "export {};",
        "demos/src/loket_demos/static/page-12345678.js": "0",
        "src/loket/static/index.html": "<p>1</p>",
        "src/loket/static/assets/main.js": "0",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    for web in (SHELL, DEMOS):
        (tmp_path / web.out / ".inputs").write_text(web.digest(tmp_path))
    return tmp_path


def change(project: Path) -> None:
    (project / "web/src/main.ts").write_text("export const a = 1;")


def add(project: Path) -> None:
    (project / "web/src/more.ts").touch()


def rename(project: Path) -> None:
    (project / "web/src/main.ts").rename(project / "web/src/other.ts")


def remove(project: Path) -> None:
    (project / "web/src/main.ts").unlink()


def lose_page(project: Path) -> None:
    (project / "src/loket/static/index.html").unlink()


@pytest.mark.parametrize("edit", [change, add, rename, remove, lose_page], ids=lambda edit: edit.__name__)
def test_any_change_of_the_sources_makes_the_bundle_stale(project: Path, edit: Callable[[Path], None]) -> None:
    assert SHELL.is_fresh(project)
    edit(project)
    assert not SHELL.is_fresh(project)


def test_the_pages_of_the_demos_are_made_of_their_own_sources_and_the_shells(project: Path) -> None:
    assert DEMOS.is_fresh(project)
    (project / "demos/web/main.ts").write_text("export const a = 1;")
    assert not DEMOS.is_fresh(project) and SHELL.is_fresh(project)
    (project / "demos/web/main.ts").write_text("export {};")
    assert DEMOS.is_fresh(project)
    change(project)
    assert not DEMOS.is_fresh(project)


def test_what_npm_installs_is_no_source(project: Path) -> None:
    (project / "web/node_modules/lit").mkdir(parents=True)
    (project / "web/node_modules/lit/index.js").touch()
    assert SHELL.is_fresh(project)


def test_without_sources_there_is_nothing_to_be_older_than(project: Path) -> None:
    shutil.rmtree(project / "web")
    assert SHELL.is_fresh(project)


def test_a_wheel_carries_the_page_and_needs_no_node_when_it_is_fresh(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project)
    monkeypatch.delenv("LOKET_SKIP_WEB", raising=False)
    wheel = build_wheel(str(project / "dist"))
    assert wheel == "loket-9.9.9-py3-none-any.whl"
    names = set(zipfile.ZipFile(project / "dist" / wheel).namelist())
    assert {"loket/static/index.html", "loket/static/assets/main.js"} <= names
    assert not [name for name in names if name.startswith(("web/", "loket_demos/")) or name.endswith(".map")]


def test_the_wheel_of_the_demos_carries_their_pages(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pyproject.toml", "hatch_build.py"):
        shutil.copy(ROOT / "demos" / name, project / "demos" / name)
    monkeypatch.chdir(project / "demos")
    monkeypatch.delenv("LOKET_SKIP_WEB", raising=False)
    wheel = build_wheel(str(project / "dist"))
    names = set(zipfile.ZipFile(project / "dist" / wheel).namelist())
    assert "loket_demos/static/page-12345678.js" in names and not [name for name in names if name.startswith("web/")]


def test_no_wheel_leaves_without_a_page(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)
    monkeypatch.setenv("LOKET_SKIP_WEB", "1")
    lose_page(project)
    with pytest.raises(SystemExit, match="web bundle is missing"):
        build_wheel(str(project / "dist"))


def test_an_editable_install_may_do_without(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)
    monkeypatch.setenv("LOKET_SKIP_WEB", "1")
    lose_page(project)
    assert build_editable(str(project / "dist")).endswith(".whl")


def test_locks_pin_everything_and_name_no_registry() -> None:
    python = (ROOT / "requirements.lock").read_text()
    assert not re.search(r"://|^-", python, re.MULTILINE)
    pins = [line for line in python.splitlines() if not line.startswith(" ")]
    assert pins
    assert all("==" in pin and pin.endswith("\\") for pin in pins), "each pin carries its hashes"
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    assert len(packages) > 10
    assert all("resolved" not in package for package in packages.values())
    assert all("integrity" in package for name, package in packages.items() if name)


def test_every_file_of_somebody_else_in_the_bundle_is_named_with_its_licence() -> None:
    """Code is named by the bundler itself; fonts and pictures go into the bundle as they are."""
    told = ((ROOT / SHELL.out) / "assets" / "licenses.md").read_text()
    shipped = [path for path in (ROOT / SHELL.out).rglob("*") if path.is_file() and path.suffix not in OURS]
    assert {path.suffix for path in shipped} >= {".woff2"}
    ours = {path.read_bytes() for folder in ("public", "src") for path in (ROOT / "web" / folder).rglob("*.svg")}
    packages = (ROOT / "web" / "node_modules").glob("@fontsource/*")
    theirs = {font.read_bytes(): package for package in packages for font in package.glob("files/*.woff*")}
    for path in shipped:
        if (body := path.read_bytes()) in ours:
            continue
        package = theirs[body]  # a KeyError is a file that nobody knows the maker of
        about = json.loads((package / "package.json").read_text())
        assert f"\n## {about['name']} - {about['version']} ({about['license']})\n" in told, path.name
        assert (package / "LICENSE").read_text().strip() in told, path.name
