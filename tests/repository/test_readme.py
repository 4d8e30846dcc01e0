"""The README shows a real run: the words are what the command says, the pictures are what the browser tests took."""

import os
import re
import shlex
import struct
import subprocess
import sys
from pathlib import Path

from hatch_build import node_tools
from tests.serving import ran
from tests.web.test_screens import SCREENS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
RUN = re.compile(r"```console\n\$ loket (ask .*)\n((?:.*\n)*?)```")
PICTURE = re.compile(r"!\[[^\]]+\]\((docs/screenshots/([a-z-]+)-(\d+)-(?:light|dark)\.png)\)")
PNG = b"\x89PNG\r\n\x1a\n"


def timeless(text: str) -> str:
    return re.sub(r"\b\d+ ms\b", "n ms", text)


async def test_the_run_on_the_command_line_is_what_it_says(tmp_path: Path) -> None:
    ((command, shown),) = RUN.findall(README)
    code, said, complained = await ran(*shlex.split(command), "--data", str(tmp_path))
    assert (code, complained) == (0, "")
    assert timeless(said) == timeless(shown)


def test_its_pictures_are_of_screens_that_the_browser_tests_photograph() -> None:
    pictures = PICTURE.findall(README)
    assert len(pictures) == len(re.findall(r"!\[", README)) >= 2
    tests = "".join(file.read_text("utf-8") for file in (ROOT / "tests" / "web").glob("test_*.py"))
    taken = {*re.findall(r'photograph\(page, "([a-z-]+)"\)', tests), *SCREENS}
    for path, name, width in pictures:
        head = (ROOT / path).read_bytes()[:24]
        assert head.startswith(PNG) and struct.unpack(">I", head[16:20]) == (int(width),), path
        assert name in taken, f"no test photographs {name}"


def test_what_a_change_must_pass_is_what_the_readme_says() -> None:
    script = ROOT / ".ci" / "run"
    assert script.stat().st_mode & 0o111
    assert re.findall(r"^run (.+)$", script.read_text("utf-8"), re.MULTILINE) == ["make check", "make test"]
    assert "make test" in README


def test_the_web_package_runs_the_browser_tests() -> None:
    node, npm = node_tools()
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
    env = {**os.environ, "PATH": path, "PYTHON": sys.executable}
    listing = [node, npm, "run", "--silent", "test:e2e", "--", "--collect-only", "--quiet", "-n", "0"]
    listed = subprocess.run(listing, cwd=ROOT / "web", env=env, capture_output=True, encoding="utf-8", check=False)
    assert listed.returncode == 0, listed.stderr
    assert "tests/web/test_map.py::test_the_first_example_of_the_mission" in listed.stdout
