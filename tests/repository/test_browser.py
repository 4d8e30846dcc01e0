"""The browser fixtures themselves: what they let pass, what they catch, and where a browser is looked for."""

import os
import socket
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import Page

from tests.browser import Complaints, assert_accessible, assert_fits
from tests.chromium import NoBrowser, find_chromium, main


def program(folder: Path, name: str, body: str = "exit 0") -> Path:
    """A little program on a path of its own."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def bare_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with an empty PATH, an empty home and no wishes."""
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "kept"))
    monkeypatch.setattr(sys, "platform", "linux")
    return tmp_path


def test_a_chosen_browser_wins_over_an_installed_one(bare_machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(bare_machine, "chromium")
    chosen = program(bare_machine, "my-own")
    monkeypatch.setenv("CHROMIUM", str(chosen))
    assert find_chromium() == chosen


def test_a_chosen_browser_that_is_not_there_fails_instead_of_another(
    bare_machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(bare_machine, "chromium")
    monkeypatch.setenv("CHROMIUM", str(bare_machine / "gone"))
    with pytest.raises(NoBrowser, match=r"\$CHROMIUM is .*gone"):
        find_chromium()


def test_an_installed_browser_is_found_and_then_one_that_playwright_keeps(bare_machine: Path) -> None:
    kept = bare_machine / "kept" / "chromium-1200" / "chrome-linux"
    kept.mkdir(parents=True)
    kept_program = program(kept, "chrome")
    assert find_chromium() == kept_program
    installed = program(bare_machine, "google-chrome")
    assert find_chromium() == installed


def test_without_a_browser_the_one_command_is_named(bare_machine: Path) -> None:
    with pytest.raises(NoBrowser, match="playwright install --with-deps chromium"):
        find_chromium()
    program(bare_machine, "apt-get")
    with pytest.raises(NoBrowser, match="sudo apt-get install chromium"):
        find_chromium()


def test_a_browser_without_windows_is_taken_before_all_others(bare_machine: Path) -> None:
    program(bare_machine, "chromium")
    small = program(bare_machine, "chromium-headless-shell")
    assert find_chromium() == small


def apt_with(folder: Path, *packages: str) -> Path:
    """An apt that knows these packages, and where it writes down what it was asked to install."""
    asked = folder / "asked"
    brings = f'echo "#!/bin/sh" > {folder}/$name; /bin/chmod +x {folder}/$name; exit 0'
    program(
        folder,
        "apt-get",
        f'for name; do :; done\n[ $name = update ] && exit 0\necho "$name" >> {asked}\n'
        f'case " {" ".join(packages)} " in *" $name "*) {brings};; esac\nexit 100',
    )
    return asked


@pytest.mark.parametrize(
    ("packages", "asked"),
    [
        (("chromium", "chromium-headless-shell"), ["chromium-headless-shell"]),
        (("chromium",), ["chromium-headless-shell", "chromium"]),
    ],
)
def test_root_gets_it_by_apt(
    bare_machine: Path, monkeypatch: pytest.MonkeyPatch, packages: tuple[str, ...], asked: list[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    notes = apt_with(bare_machine, *packages)
    main()
    assert notes.read_text().splitlines() == asked
    assert find_chromium() == bare_machine / asked[-1]
    main()
    assert notes.read_text().splitlines() == asked, "what is there is not brought again"


@pytest.mark.parametrize(
    ("packages", "taken"), [(("chromium-headless-shell",), "chromium-headless-shell"), ((), "chromium")]
)
def test_in_ci_the_small_one_comes_beside_a_whole_browser_when_it_can(
    bare_machine: Path, monkeypatch: pytest.MonkeyPatch, packages: tuple[str, ...], taken: str
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    program(bare_machine, "chromium")
    notes = apt_with(bare_machine, *packages)
    main()
    assert not notes.exists(), "nobody asked for it"
    monkeypatch.setenv("CI", "1")
    main()
    assert notes.read_text().splitlines() == ["chromium-headless-shell"]
    assert find_chromium() == bare_machine / taken


def test_others_get_the_sentence_and_a_failing_exit(bare_machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    program(bare_machine, "apt-get")
    with pytest.raises(SystemExit, match="sudo apt-get install chromium"):
        main()


def test_names_are_not_resolved() -> None:
    with pytest.raises(socket.gaierror, match="tests resolve no name but localhost"):
        socket.getaddrinfo("example.com", 443)


async def test_a_decent_page_passes(page: Page) -> None:
    await page.set_content("<html lang=nl><title>Loket</title><main><h1>Dag</h1><p>Waarmee kan ik helpen?</p></main>")
    await assert_accessible(page)
    await assert_fits(page)


async def test_axe_and_the_width_find_what_is_wrong(page: Page) -> None:
    await page.set_content("<title>x</title><input><div style='width:3000px'>.</div>")
    with pytest.raises(AssertionError, match="label"):
        await assert_accessible(page)
    with pytest.raises(AssertionError, match="px wide"):
        await assert_fits(page)


async def test_a_page_that_complains_is_heard(
    open_page: Callable[..., Awaitable[Page]], complaints: Complaints
) -> None:
    page = await open_page()
    await page.route("**/*", lambda route: route.fulfill(body=""))
    await page.set_content(
        "<script>console.error('loud'); setTimeout(() => { throw new Error('thrown') })</script>"
        "<img src='https://example.com/x.png'>"
    )
    await page.wait_for_load_state("networkidle")
    complaints.expected("console: loud")
    complaints.expected("page error: thrown")
    complaints.expected("foreign host: https://example.com/x.png")
    with pytest.raises(AssertionError, match="nothing complained"):
        complaints.expected("never said")
