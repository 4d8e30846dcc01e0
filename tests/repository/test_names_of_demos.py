"""No file of the platform names a demo. What still does is listed with how often, and may only become less."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
DEMOS = re.compile(r"overheid|urmston|sogis|toeslag|bezwaar|parcel", re.IGNORECASE)
LEFT = {
    "planners/finding/usual/nl.json": 1,
    "planners/skills/concepts/acts.json": 7,
    "planners/skills/concepts/asks.json": 1,
    "planners/skills/concepts/fields.json": 2,
    "planners/skills/concepts/kin/shopping.json": 1,
    "planners/skills/concepts/things.json": 23,
    "planners/skills/concepts/things/garden.json": 1,
    "planners/skills/concepts/things/goods.json": 2,
    "planners/skills/concepts/things/meals.json": 1,
    "planners/skills/concepts/things/money_matters.json": 4,
    "planners/skills/concepts/things/shopping.json": 5,
    "planners/skills/kinds.json": 3,
    "tools/data/example_sites.json": 17,
}
"""Words of a language in the lexicons of readers (an allowance, an objection and a parcel are Dutch and English before
they are demos), and the example sites of the search without the internet."""


def test_the_platform_names_no_demo_but_where_it_did_and_there_ever_less() -> None:
    tracked = subprocess.run(["git", "ls-files", "src/loket"], cwd=ROOT, capture_output=True, text=True, check=True)
    found: dict[str, int] = {}
    for name in tracked.stdout.split():
        path = ROOT / name
        if not path.exists():
            continue
        count = len(DEMOS.findall(path.read_text("utf-8", "replace"))) + len(DEMOS.findall(path.name))
        if count:
            found[name.removeprefix("src/loket/")] = count
    more = {name: count for name, count in found.items() if count > LEFT.get(name, 0)}
    assert not more, "these name a demo, which is the demo's own business"
    less = {name: count for name, count in LEFT.items() if count > found.get(name, 0)}
    assert not less, "fewer than before: take them from the list"


def test_the_platform_imports_neither_demos_nor_a_library_for_documents() -> None:
    wrong = re.compile(r"^\s*(?:import|from)\s+(?:loket_demos|reportlab)\b", re.MULTILINE)
    assert not [path for path in (ROOT / "src").rglob("*.py") if wrong.search(path.read_text("utf-8"))]
