"""The web bundle is made when its sources changed and only then, no wheel leaves without it, locks name no registry."""

import json
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hatchling.build import build_editable, build_wheel

from hatch_build import inputs_digest, is_fresh, static_folder

ROOT = Path(__file__).parents[2]
OURS = (".html", ".js", ".css", ".md", "")
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
        "demos/src/loket_demos/one/surfaces/home.json": "{}",
        "src/loket/static/index.html": "<p>1</p>",
        "src/loket/static/assets/main.js": "0",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (static_folder(tmp_path) / ".inputs").write_text(inputs_digest(tmp_path))
    return tmp_path


def change(project: Path) -> None:
    (project / "web/src/main.ts").write_text("export const a = 1;")


def add(project: Path) -> None:
    (project / "web/src/more.ts").touch()


def rename(project: Path) -> None:
    (project / "web/src/main.ts").rename(project / "web/src/other.ts")


def remove(project: Path) -> None:
    (project / "web/src/main.ts").unlink()


def change_screen(project: Path) -> None:
    (project / "demos/src/loket_demos/one/surfaces/home.json").write_text("[]")


def lose_page(project: Path) -> None:
    (project / "src/loket/static/index.html").unlink()


@pytest.mark.parametrize(
    "edit", [change, add, rename, remove, change_screen, lose_page], ids=lambda edit: edit.__name__
)
def test_any_change_of_the_sources_makes_the_bundle_stale(project: Path, edit: Callable[[Path], None]) -> None:
    assert is_fresh(project)
    edit(project)
    assert not is_fresh(project)


def test_what_npm_installs_is_no_source(project: Path) -> None:
    (project / "web/node_modules/lit").mkdir(parents=True)
    (project / "web/node_modules/lit/index.js").touch()
    assert is_fresh(project)


def test_without_sources_there_is_nothing_to_be_older_than(project: Path) -> None:
    shutil.rmtree(project / "web")
    assert is_fresh(project)


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
    told = (static_folder(ROOT) / "assets" / "licenses.md").read_text()
    shipped = [path for path in static_folder(ROOT).rglob("*") if path.is_file() and path.suffix not in OURS]
    assert {path.suffix for path in shipped} >= {".woff", ".woff2"}
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
