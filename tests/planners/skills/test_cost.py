"""What importing `loket.language` brings along. How long it takes is measured by `python -m bench.planner`."""

import json
import subprocess
import sys

LOADED = "import json, sys, loket.language; print(json.dumps(sorted(sys.modules)))"
HEAVY = {"a2a", "dateparser", "fastapi", "google", "grpc", "httpx", "mcp", "numpy", "openai", "sqlite3", "starlette"}
"""Each would cost more than all of the planner."""


def test_the_planner_brings_nothing_that_is_heavy() -> None:
    answer = subprocess.run([sys.executable, "-c", LOADED], check=True, capture_output=True).stdout
    brought = {name.partition(".")[0] for name in json.loads(answer)}
    assert {"loket", "rapidfuzz", "Stemmer"} <= brought
    assert not brought & HEAVY
