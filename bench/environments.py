"""Makes each peer's own virtual environment: the interpreter of the bench, the versions pinned beside the peer.

A server that comes from npm is put into the environment's folder, as NAME.npm.txt pins it."""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

from hatch_build import node_tools

HERE = Path(__file__).parent
ENVIRONMENTS = HERE / ".envs"
INSTALL_SECONDS = 900


class NotMade(Exception):
    """An environment could not be made; the text says why."""


def made(name: str) -> Path:
    """The interpreter of this environment, made first when it is missing or its pins changed. NotMade when it fails."""
    pins = HERE / "peers" / f"{name}.txt"
    folder = ENVIRONMENTS / name
    stamp, python = folder / ".pins", folder / "bin" / "python"
    from_npm = pins.with_suffix(".npm.txt")
    packages = from_npm.read_text().split() if from_npm.exists() else []
    wanted = hashlib.sha256(pins.read_bytes() + "".join(packages).encode() + sys.version.encode()).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return python
    print(f"making the environment of {name}", file=sys.stderr, flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    run([sys.executable, "-m", "venv", str(folder)])
    run([str(python), "-m", "pip", "install", "--quiet", "--no-deps", "--requirement", str(pins)])
    run([str(python), "-m", "pip", "check"])
    if packages:
        run([*map(str, node_tools()), "install", "--ignore-scripts", "--no-audit", "--prefix", str(folder), *packages])
    stamp.write_text(wanted)
    return python


def run(command: list[str]) -> None:
    """Runs one command of the installation to its end."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False)
    except subprocess.TimeoutExpired as error:
        raise NotMade(f"{command[2]} took more than {INSTALL_SECONDS} s") from error
    if done.returncode:
        lines = (done.stderr.strip() or done.stdout.strip()).splitlines()
        errors = [line for line in lines if line.lower().startswith("error")]
        raise NotMade((errors or lines or ["no message"])[0][:300])
