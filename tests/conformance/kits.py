"""Everything of others that is run against Loket, one after another: `python -m tests.conformance.kits FOLDER`.

FOLDER may be empty: each library, kit and suite is installed in it. What came of it all is in FOLDER/kits.md."""

import os
import subprocess
import sys
import time
from pathlib import Path

PARTS = {
    "a2a": "The A2A compatibility kits, against the fixtures and every agent of the demos",
    "readers": "What a person reads, by client and dialect",
    "asked": "Agents of others, asked by us",
    "recipes": "The recipes of docs/frameworks.md",
    "cards": "What others' linters say of our cards",
    "mcp": "The MCP conformance suites",
}
"""A module each, and its table in FOLDER."""


def main(folder: Path, names: list[str]) -> int:
    """How many parts did not end as expected."""
    wrong, page = 0, ["# Kits\n"]
    for part in [part for part in PARTS if not names or part in names]:
        module = "tests.conformance" if part == "mcp" else f"tests.conformance.{part}"
        arguments = [] if part == "mcp" else [str(folder)]
        begun = time.monotonic()
        env = {**os.environ, "CONFORMANCE": str(folder)}
        ended = subprocess.run([sys.executable, "-m", module, *arguments], check=False, env=env).returncode
        wrong += bool(ended)
        minutes = (time.monotonic() - begun) / 60
        result = "as expected" if not ended else "NOT as expected"
        table = folder / f"{part}.md"
        page.append(f"## {PARTS[part]}\n\n{result}, {minutes:.0f} minutes\n")
        page.append(table.read_text() if table.is_file() else "")
        (folder / "kits.md").write_text("\n".join(page))
        print(f"{part}: {result}", flush=True)
    return wrong


if __name__ == "__main__":
    if not "".join(sys.argv[1:2]):
        raise SystemExit("Which folder? `make kits KITS=FOLDER`, or `python -m tests.conformance.kits FOLDER [PART …]`")
    if wrong := set(sys.argv[2:]) - set(PARTS):
        raise SystemExit(f"There is no part {', '.join(sorted(wrong))}. The parts are: {', '.join(PARTS)}")
    home = Path(sys.argv[1]).resolve()
    home.mkdir(parents=True, exist_ok=True)
    sys.exit(main(home, sys.argv[2:]))
