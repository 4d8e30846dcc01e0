"""The fault runs in small: a node dies right before an effect while people talk, and the history is whole."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cluster.network import allowed
from tests.cluster.runs import PEOPLE
from tests.nursery import ROOT


@pytest.mark.timeout(240)
@pytest.mark.skipif(not allowed(), reason="needs namespaces of networks and mounts, as Linux has them")
def test_a_node_dies_at_an_effect_and_what_everybody_said_is_there_and_done_once(tmp_path: Path) -> None:
    flags = ["--runs", "1", "--kinds", "kill-at-send", "--kept", str(tmp_path)]
    run = subprocess.run(
        [sys.executable, "-m", "tests.cluster", *flags], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (run.returncode, list(tmp_path.iterdir())) == (0, []), run.stdout + run.stderr
    assert "| runs of kill-at-send | 1 |" in run.stdout
    stored = re.search(r"\| messages acknowledged \| (\d+) \|", run.stdout)
    assert stored is not None and int(stored[1]) >= PEOPLE  # each of them says something, whatever happens
