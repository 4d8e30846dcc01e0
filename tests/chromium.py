"""Finds the Chromium the browser tests drive, or installs it with apt when allowed: `make browser`."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "msedge", "microsoft-edge")
MAC = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
APT = ("apt-get", "install", "--yes", "--no-install-recommends", "chromium")


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


def install_chromium() -> None:
    """Let apt bring it; only root may, and only where there is an apt."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    print("No browser found: apt-get install chromium", flush=True)
    subprocess.run(["apt-get", "update", "--quiet=2"], env=quiet, check=False)  # old lists may still do
    subprocess.run([*APT, "--quiet=2"], env=quiet, check=True, stdout=subprocess.DEVNULL)


def main() -> None:
    """Leave with a browser on the machine or with a sentence on how to get one."""
    try:
        find_chromium()
    except NoBrowser as absent:
        may_install = sys.platform == "linux" and os.geteuid() == 0 and shutil.which("apt-get")
        if "CHROMIUM" in os.environ or not may_install:
            raise SystemExit(str(absent)) from None
        try:
            install_chromium()
            find_chromium()
        except (subprocess.CalledProcessError, NoBrowser) as failed:
            raise SystemExit(f"{absent}\n(tried by itself, without success: {failed})") from None


if __name__ == "__main__":
    main()
