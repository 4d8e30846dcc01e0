"""The fault runs in small: a node is killed while people talk, and the history is whole."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cluster.network import allowed
from tests.nursery import ROOT


@pytest.mark.timeout(240)
@pytest.mark.skipif(not allowed(), reason="needs namespaces of networks and mounts, as Linux has them")
def test_a_killed_node_is_gone_on_with_elsewhere_and_nothing_is_wrong(tmp_path: Path) -> None:
    flags = ["--runs", "1", "--kinds", "kill-node", "--kept", str(tmp_path)]
    run = subprocess.run(
        [sys.executable, "-m", "tests.cluster", *flags], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (run.returncode, list(tmp_path.iterdir())) == (0, []), run.stdout + run.stderr
    assert "| runs of kill-node | 1 |" in run.stdout
    assert "| conversations of killed nodes gone on with |" in run.stdout
