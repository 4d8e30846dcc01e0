"""Finds the Chromium the browser tests drive, or installs it with apt when allowed: `make browser`."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

SMALL = "chromium-headless-shell"
"""Debian's package of the program without windows, and its name: its pages cost a seventh less than those of a whole
browser, which draws a window around each."""
NAMES = (SMALL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "msedge", "microsoft-edge")
MAC = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
APT = ("apt-get", "-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=20", "--quiet=2")
INSTALL = (*APT, "install", "--yes", "--no-remove", "--no-install-recommends")


class NoBrowser(Exception):
    """No browser, and the message says which command brings one."""


def find_chromium() -> Path:
    """$CHROMIUM, else an installed browser, else one that Playwright keeps; raises NoBrowser."""
    if chosen := os.environ.get("CHROMIUM"):
        if not os.access(chosen, os.X_OK):
            raise NoBrowser(f"$CHROMIUM is {chosen}, and that is not a program that can be started.")
        return Path(chosen)
    installed = (shutil.which(name) for name in NAMES)
    for path in (*installed, *MAC, *kept_by_playwright()):
        if path and os.access(path, os.X_OK):
            return Path(path)
    raise NoBrowser(f"The browser tests need Chromium. Run: {command_for(sys.platform)}")


def kept_by_playwright() -> list[Path]:
    """What `playwright install chromium` left behind, newest first."""
    caches = {"darwin": "Library/Caches/ms-playwright", "win32": "AppData/Local/ms-playwright"}
    default = Path.home() / caches.get(sys.platform, ".cache/ms-playwright")
    folder = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH", default))
    programs = ("chrome-linux*/chrome", "chrome-mac*/*.app/Contents/MacOS/*", "chrome-win*/chrome.exe")
    return sorted((p for program in programs for p in folder.glob(f"chromium-*/{program}")), reverse=True)


def command_for(platform: str) -> str:
    """The one command that brings a browser to this kind of machine."""
    if platform == "linux" and shutil.which("apt-get"):
        return "sudo apt-get install chromium"
    return ".venv/bin/playwright install --with-deps chromium"


def may_install() -> bool:
    """Only root may, only where there is an apt, and never beside a browser that somebody chose."""
    return (
        sys.platform == "linux" and os.geteuid() == 0 and "CHROMIUM" not in os.environ and bool(shutil.which("apt-get"))
    )


def install(*names: str) -> bool:
    """Whether apt brought the first of these packages that it can."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    print(f"Installing a browser for the tests: apt-get install {names[0]}", flush=True)
    subprocess.run([*APT, "update"], env=quiet, check=False)  # old lists may still do
    return any(
        subprocess.run([*INSTALL, name], env=quiet, check=False, stdout=subprocess.DEVNULL).returncode == 0
        for name in names
    )


def main() -> None:
    """Leave with a browser on the machine or with a sentence on how to get one. Where the tests are all that runs, the
    small one comes beside a whole browser; without it that one does."""
    try:
        find_chromium()
    except NoBrowser as absent:
        if not may_install():
            raise SystemExit(str(absent)) from None
        try:
            install(SMALL, "chromium")
            find_chromium()
        except NoBrowser:
            raise SystemExit(f"{absent}\n(tried by itself, without success)") from None
    else:
        if os.environ.get("CI") and shutil.which(SMALL) is None and may_install() and not install(SMALL):
            print("There is none; the browser that is there will do.")


if __name__ == "__main__":
    main()
