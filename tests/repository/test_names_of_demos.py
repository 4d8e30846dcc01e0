"""No file of the platform names a demo, or speaks the words of its field."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
DEMOS = re.compile(r"overheid|urmston|sogis|toeslag|bezwaar|parcel", re.IGNORECASE)


def test_the_platform_names_no_demo() -> None:
    command = ["git", "ls-files", "src/loket", "web/src"]
    tracked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    texts = {name: (ROOT / name).read_text("utf-8", "replace") for name in tracked if (ROOT / name).exists()}
    assert len(texts) > 300
    naming = [name for name, text in texts.items() if DEMOS.search(name) or DEMOS.search(text)]
    assert not naming, "these name a demo, which is the demo's own business"


def test_the_platform_imports_neither_demos_nor_a_library_for_documents() -> None:
    wrong = re.compile(r"^\s*(?:import|from)\s+(?:loket_demos|reportlab)\b", re.MULTILINE)
    assert not [path for path in (ROOT / "src").rglob("*.py") if wrong.search(path.read_text("utf-8"))]
