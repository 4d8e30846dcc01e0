"""What is said to be measured is what was measured: the page of results, its rounds, its peers and its targets."""

import json
from pathlib import Path
from typing import Any

from bench.report import page

BENCH = Path(__file__).parents[2] / "bench"
RESULTS: dict[str, Any] = json.loads((BENCH / "results.json").read_text("utf-8"))
MEDIANS: dict[str, Any] = RESULTS["turn"]["medians"]
OURS = {"floor", "loket"}


def test_the_page_is_made_from_the_numbers() -> None:
    assert (BENCH / "RESULTS.md").read_text("utf-8") == page(RESULTS)


def test_at_least_four_peers_stand_beside_loket_and_the_floor_in_several_rounds() -> None:
    assert MEDIANS.keys() >= OURS and RESULTS["turn"]["rounds"] >= 3
    peers = {name.partition("-")[0] for name in MEDIANS.keys() - OURS}
    assert len(peers) >= 4, peers
    for name, measured in MEDIANS.items():
        assert name in OURS or measured["versions"], name
        for number in (*measured["one"].values(), *measured["fifty"].values()):
            assert 0 < number["least"] <= number["median"] <= number["most"], name
    assert {"processor", "cores", "python", "disk"} <= RESULTS["machine"].keys() and RESULTS["date"].endswith("UTC")
